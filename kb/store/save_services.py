"""The services of all current documents as one list, with their aliases by folded spelling."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, select

from kb.model import DocumentFacts, Service
from kb.store import history_tables as tables
from kb.store.save import insert_rows
from kb.store.text_index import fold

GLOBAL = ""
"""The incident of services everybody knows; learned ones belong to the incident that taught them."""


def gathered(facts: Iterable[DocumentFacts], incident_of: Mapping[str, str]) -> dict[tuple[str, str], Service]:
    """Services by (slug, incident). The catalogue's word goes before a document's, then the first document's by id."""
    said: dict[tuple[str, str], list[tuple[bool, str, Service]]] = {}
    for one in facts:
        home = incident_of.get(one.document.id, GLOBAL)
        for service in one.services:
            key = (service.slug, home if service.learned else GLOBAL)
            said.setdefault(key, []).append((service.learned, one.document.id, service))
    return {key: _merged([entry[2] for entry in sorted(entries, key=lambda entry: entry[:2])]) for key, entries in said.items()}


def _merged(same: Sequence[Service]) -> Service:
    first = same[0]
    names: dict[str, set[str]] = {}
    for service in same:
        for language, spelled in service.aliases.items():
            names.setdefault(language, set()).update(spelled)
    part_of = next((service.part_of for service in same if service.part_of), None)
    aliases = {language: tuple(sorted(names[language])) for language in sorted(names)}
    return Service(first.slug, first.name, first.kind, part_of, aliases, first.learned)


def replace_services(connection: Connection, services: Mapping[tuple[str, str], Service]) -> None:
    """Make the stored services these, touching only rows that differ."""
    table = tables.services
    wanted = {key: service_row(key[1], service) for key, service in services.items()}
    held = {(row["slug"], row["incident"]): dict(row) for row in connection.execute(select(table)).mappings()}
    stale = [key for key, row in held.items() if wanted.get(key) != row]
    fresh = [key for key, row in wanted.items() if held.get(key) != row]
    for slug, incident in stale:
        connection.execute(delete(table).where(table.c.slug == slug, table.c.incident == incident))
        names = tables.aliases
        connection.execute(delete(names).where(names.c.slug == slug, names.c.incident == incident))
    insert_rows(connection, table, (wanted[key] for key in fresh))
    insert_rows(connection, tables.aliases, (row for key in fresh for row in _alias_rows(key[1], services[key])))


def service_row(incident: str, service: Service) -> dict[str, Any]:
    """The row of `services`."""
    return {
        "slug": service.slug, "incident": incident, "name": service.name, "kind": service.kind,
        "part_of": service.part_of, "aliases": {language: list(names) for language, names in service.aliases.items()},
    }


def _alias_rows(incident: str, service: Service) -> list[dict[str, str]]:
    spelled = [("", service.slug), ("", service.name)]
    spelled += [(language, alias) for language, aliases in service.aliases.items() for alias in aliases]
    rows = {
        (fold(alias), language): {
            "folded": fold(alias), "language": language, "slug": service.slug, "incident": incident, "alias": alias,
        }
        for language, alias in spelled
    }
    return list(rows.values())
