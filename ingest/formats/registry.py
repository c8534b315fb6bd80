"""The formats that are read, each one registered function; the choice by content, name and media type."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ingest.types import Draft
from kb.errors import BadData, UnreadableDocument, UnsupportedFormat
from kb.model import Source

_HEAD = 65_536
_NEUTRAL = ("application/octet-stream", "binary/octet-stream", "application/x-www-form-urlencoded")


@dataclass(frozen=True, slots=True)
class Probe:
    """What a format may look at to say whether an input is its own. `head` is the text where it is text, else ""."""

    data: bytes
    suffix: str
    media_type: str | None
    head: str


Claims = Callable[[Probe], bool]
Read = Callable[[Source], Draft]


@dataclass(frozen=True, slots=True)
class Format:
    """`claims` says yes by content or by a name that content does not contradict; the fallback takes what is left."""

    name: str
    read: Read = field(repr=False)
    claims: Claims = field(repr=False)
    media_types: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    fallback: bool = False


_FORMATS: dict[str, Format] = {}


def register(name: str, claims: Claims, *, media_types: Iterable[str] = (), suffixes: Iterable[str] = (),
             fallback: bool = False) -> Callable[[Read], Read]:
    """Registers a reader. Raises BadData when the name is taken."""
    def with_reader(read: Read) -> Read:
        if name in _FORMATS:
            raise BadData(f"two readers are registered for the format {name!r}")
        _FORMATS[name] = Format(name, read, claims, tuple(media_types), tuple(suffixes), fallback)
        return read
    return with_reader


def formats() -> tuple[Format, ...]:
    return tuple(_FORMATS.values())


def probe(source: Source) -> Probe:
    name = (source.given.name or "").rsplit("/", 1)[-1]
    suffix = "." + name.rsplit(".", 1)[1].lower() if "." in name else ""
    media = source.media_type.split(";")[0].strip().lower() if source.media_type else None
    head = source.data[:_HEAD]
    encoding = "utf-16" if head.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    return Probe(source.data, suffix, None if media in _NEUTRAL else media, head.decode(encoding, "replace"))


def choose(source: Source, known: Iterable[Format] | None = None) -> Format:
    """The one format of an input. Raises UnsupportedFormat, or BadData naming both when two claim the same input."""
    seen = probe(source)
    candidates = list(formats() if known is None else known)
    claiming = [one for one in candidates if not one.fallback and one.claims(seen)]
    if len(claiming) > 1:
        both = " and ".join(repr(one.name) for one in claiming)
        raise BadData(f"two formats claim the same input ({source.given.name or 'no name'}): {both}")
    if claiming:
        return claiming[0]
    _check_named(seen, candidates)
    rest = next((one for one in candidates if one.fallback), None)
    if rest is None:
        raise UnsupportedFormat("no reader takes this input")
    return rest


def _check_named(seen: Probe, candidates: list[Format]) -> None:
    """What calls itself a format and is not, or is a media type nobody reads, is refused by name."""
    media = seen.media_type
    named = next((one for one in candidates if media in one.media_types or seen.suffix in one.suffixes), None)
    if named is not None and not named.fallback and not _is_text(seen):
        raise UnreadableDocument(f"the document is called {media or seen.suffix}, but its content is not {named.name}")
    if media is not None and named is None and not media.startswith("text/"):
        raise UnsupportedFormat(f"the media type {media} is not read; read are: " + ", ".join(
            sorted({kind for one in candidates for kind in one.media_types})))


def _is_text(seen: Probe) -> bool:
    return "\x00" not in seen.head and seen.head.count("\ufffd") <= len(seen.head) // 50
