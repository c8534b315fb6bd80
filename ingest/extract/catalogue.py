"""The catalogue of known services: TOML by vendor, read strictly. What cannot be trusted stops the start.

A file has `vendor`, optional `prefixes` ("Amazon", "AWS": put before every name) and `[services]`, one line a service:

    slug = { name = "…", kind = "…", part_of = "slug", names = […], acronyms = […], bare = […], aliases = { ja = […] } }

`names` are found in any case, `acronyms` only as written, `bare` are words people also use for other things ("Connect",
"Support"): only as written, and only where the document speaks of that vendor. `aliases` are names by language.
A user's own file may also add names to known services: `[extend]`, one line a service, with the same lists.
"""
from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from kb.errors import BadData

How = Literal["name", "acronym", "bare"]
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_FILE_KEYS = {"vendor", "prefixes", "services", "extend"}
_LISTS = ("names", "acronyms", "bare")
_KEYS = {"name", "kind", "part_of", "aliases", *_LISTS}
_LANGUAGE = re.compile(r"[a-z]{2,3}")
# vendors whose file is only a shelf of unrelated things: naming one says nothing about another
SHELVES = frozenset({"databases", "messaging", "edge", "monitoring", "software"})


@dataclass(frozen=True, slots=True)
class Entry:
    """A known service. `aliases` maps a language, or "und" for names used in all, to its names."""

    slug: str
    name: str
    vendor: str
    kind: str = "service"
    part_of: str | None = None
    names: tuple[str, ...] = ()
    acronyms: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Alias:
    """One spelling of a service and how it may be taken."""

    text: str
    slug: str
    how: How


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """All known services by slug, and every spelling of them. Two catalogues are never equal: what is built of one is
    kept by the object."""

    entries: Mapping[str, Entry]
    aliases: tuple[Alias, ...]


@lru_cache(maxsize=8)
def load(own: Path | None = None) -> Catalogue:
    """The shipped catalogue, with the user's `own` file where one is given. Raises BadData naming file and entry."""
    folder = resources.files("ingest") / "catalog"
    shipped = sorted((item.name, item.read_text("utf-8")) for item in folder.iterdir()
                     if item.name.endswith(".toml") and item.name != "happenings.toml")
    if own is not None:
        try:
            shipped.append((str(own), own.read_text("utf-8-sig")))
        except (OSError, UnicodeDecodeError) as error:
            raise BadData(f"{own}: the catalogue cannot be read: {error}") from error
    return read(shipped)


def read(files: Iterable[tuple[str, str]]) -> Catalogue:
    """The catalogue of named TOML texts, checked as a whole: unique slugs, known parents, no cycle, no shared name."""
    entries: dict[str, Entry] = {}
    spellings: list[Alias] = []
    prefixed: list[Alias] = []
    for file, text in files:
        raw, prefixes = _parsed(file, text)
        for slug, value in raw.get("services", {}).items():
            if slug in entries:
                raise BadData(f"{file}: {slug}: the slug is used twice")
            entries[slug] = _entry(f"{file}: {slug}", slug, raw["vendor"], value)
            spellings.extend(_spellings(entries[slug]))
            prefixed.extend(_prefixed(entries[slug], prefixes))
        for slug, value in raw.get("extend", {}).items():
            if slug not in entries:
                raise BadData(f"{file}: extend: no such service: {slug!r}")
            more = _entry(f"{file}: extend {slug}", slug, raw["vendor"], {"name": entries[slug].name, **value})
            entries[slug] = _merged(entries[slug], more)
            spellings.extend(_spellings(more))
    _check_parents(entries)
    return Catalogue(MappingProxyType(entries), _unshared(spellings, prefixed))


def _parsed(file: str, text: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{file}: not TOML: {error}") from error
    for key in raw:
        if key not in _FILE_KEYS:
            raise BadData(f"{file}: unknown key {key!r}")
    if not isinstance(raw.get("vendor"), str) or not raw["vendor"]:
        raise BadData(f"{file}: 'vendor' must be a text that is not empty")
    for table in ("services", "extend"):
        if not isinstance(raw.get(table, {}), dict):
            raise BadData(f"{file}: {table!r} must be a table")
    return raw, _texts(f"{file}: prefixes", raw.get("prefixes", []))


def _entry(where: str, slug: str, vendor: str, value: Any) -> Entry:
    if not isinstance(value, dict):
        raise BadData(f"{where}: must be a table")
    for key in value:
        if key not in _KEYS:
            raise BadData(f"{where}: unknown key {key!r}")
    if not _SLUG.fullmatch(slug):
        raise BadData(f"{where}: a slug is lower-case letters, digits and single hyphens")
    for key in ("name", "kind", "part_of"):
        if key in value and (not isinstance(value[key], str) or not value[key].strip()):
            raise BadData(f"{where}: {key!r} must be a text that is not empty")
    if "name" not in value:
        raise BadData(f"{where}: 'name' is missing")
    aliases = value.get("aliases", {})
    if not isinstance(aliases, dict) or not all(_LANGUAGE.fullmatch(code) for code in aliases):
        raise BadData(f"{where}: 'aliases' must map language codes to lists")
    lists = {key: _texts(f"{where}: {key}", value.get(key, [])) for key in _LISTS}
    return Entry(slug, value["name"], vendor, value.get("kind", "service"), value.get("part_of"), **lists,
                 aliases={code: _texts(f"{where}: aliases.{code}", texts) for code, texts in aliases.items()})


def _texts(where: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) and text.strip() for text in value):
        raise BadData(f"{where}: must be a list of texts that are not empty")
    if len(set(value)) != len(value):
        raise BadData(f"{where}: a text stands twice")
    return tuple(value)


def _merged(entry: Entry, more: Entry) -> Entry:
    joined = {code: (*entry.aliases.get(code, ()), *more.aliases.get(code, ()))
              for code in (*entry.aliases, *more.aliases)}
    return replace(entry, names=(*entry.names, *more.names), acronyms=(*entry.acronyms, *more.acronyms),
                   bare=(*entry.bare, *more.bare), aliases=joined)


def _spellings(entry: Entry) -> Iterable[Alias]:
    named = [text for text in (entry.name, *entry.names) if text not in entry.acronyms]
    for text in (*named, *(text for texts in entry.aliases.values() for text in texts)):
        yield Alias(text, entry.slug, "name")
    for text in entry.acronyms:
        yield Alias(text, entry.slug, "acronym")
    for text in entry.bare:
        yield Alias(text, entry.slug, "bare")


def _prefixed(entry: Entry, prefixes: tuple[str, ...]) -> Iterable[Alias]:
    """The names with the vendor before them, as people write any of them ("AWS DynamoDB", "Amazon DynamoDB")."""
    for text in dict.fromkeys((entry.name, *entry.names, *entry.acronyms, *entry.bare)):
        if entry.kind != "provider" and not text.startswith(prefixes):
            yield from (Alias(f"{prefix} {text}", entry.slug, "name") for prefix in prefixes)


def _unshared(spellings: Iterable[Alias], prefixed: Iterable[Alias]) -> tuple[Alias, ...]:
    """Each spelling once; one written down for two services is an error naming both, and wins over a prefixed one."""
    owner: dict[tuple[str, bool], Alias] = {}
    for alias in spellings:
        known = owner.setdefault(_key(alias), alias)
        if known.slug != alias.slug:
            raise BadData(f"catalogue: {alias.text!r} is a name of both {known.slug} and {alias.slug}")
    for alias in prefixed:
        owner.setdefault(_key(alias), alias)
    return tuple(owner.values())


def _key(alias: Alias) -> tuple[str, bool]:
    exact = alias.how != "name"
    return (alias.text if exact else alias.text.casefold(), exact)


def _check_parents(entries: Mapping[str, Entry]) -> None:
    for slug, entry in entries.items():
        seen = [slug]
        parent = entry.part_of
        while parent is not None:
            if parent not in entries:
                raise BadData(f"catalogue: {seen[-1]}: part_of an unknown service {parent!r}")
            if parent in seen:
                raise BadData(f"catalogue: {' part of '.join([*seen, parent])}: a cycle")
            seen.append(parent)
            parent = entries[parent].part_of
