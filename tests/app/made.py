"""Documents made to order: many formats, languages, zones and days, each with the clock times it states."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

SERVICES = ("billing", "sessionstore", "search-index", "mailer", "ledger", "thumbnailer", "geocoder", "invoicer")


@dataclass(frozen=True)
class Made:
    """A document and the instants it states."""

    name: str
    text: str
    instants: tuple[datetime, ...]


def make(number: int, seed: int = 7) -> Made:
    """The document of a number: deterministic."""
    rng = random.Random(seed * 1_000_003 + number)
    day = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=number)
    first = day + timedelta(hours=rng.randint(1, 9), minutes=rng.randint(0, 59))
    moments = (first, first + timedelta(minutes=rng.randint(3, 50)), first + timedelta(minutes=rng.randint(60, 400)))
    service = SERVICES[number % len(SERVICES)] + f"-{number}"
    return _WRITERS[number % len(_WRITERS)](number, service, moments)


def _text(number: int, service: str, moments: tuple[datetime, ...]) -> Made:
    a, b, c = moments
    body = (
        f"Outage of {service}\n\nOn {a:%Y-%m-%d} at {a:%H:%M} UTC the {service} service failed because of a full disk. "
        f"At {b:%H:%M} UTC engineers detected the problem. At {c:%H:%M} UTC the {service} service recovered.\n"
    )
    return Made(f"{number:03d}.txt", body, moments)


def _markdown(number: int, service: str, moments: tuple[datetime, ...]) -> Made:
    a, b, c = moments
    body = (
        f"---\ntitle: {service} down\ndate: {a:%Y-%m-%d}\n---\n\n# {service} down\n\n## Timeline (UTC)\n\n| Time | What |\n|---|---|\n"
        f"| {a:%H:%M} | {service} failed |\n| {b:%H:%M} | alert fired for {service} |\n| {c:%H:%M} | {service} recovered |\n"
    )
    return Made(f"{number:03d}.md", body, moments)


def _html(number: int, service: str, moments: tuple[datetime, ...]) -> Made:
    rows = "".join(
        f"<li>{m:%Y-%m-%d %H:%M} UTC: {service} {what}.</li>"
        for m, what in zip(moments, ("failed", "was restarted", "recovered"), strict=True)
    )
    body = f"<html><head><title>{service}</title></head><body><main><h1>{service} outage</h1><p>What happened to {service}.</p><ul>{rows}</ul></main></body></html>"
    return Made(f"{number:03d}.html", body, moments)


def _csv(number: int, service: str, moments: tuple[datetime, ...]) -> Made:
    rows = "".join(
        f"{m.isoformat()},{service} {what}\n" for m, what in zip(moments, ("failed", "was restarted", "recovered"), strict=True)
    )
    return Made(f"{number:03d}.csv", "time,event\n" + rows, moments)


def _status(number: int, service: str, moments: tuple[datetime, ...]) -> Made:
    updates = [
        {
            "id": f"u{i}",
            "status": s,
            "body": f"The {service} service {w}.",
            "created_at": m.isoformat(),
            "display_at": m.isoformat(),
        }
        for i, (m, s, w) in enumerate(
            zip(moments, ("investigating", "identified", "resolved"), ("failed", "has a full disk", "recovered"), strict=True)
        )
    ]
    incident = {
        "id": f"i{number}",
        "name": f"{service} outage",
        "status": "resolved",
        "created_at": moments[0].isoformat(),
        "resolved_at": moments[-1].isoformat(),
        "incident_updates": updates[::-1],
        "components": [{"name": service}],
    }
    return Made(f"{number:03d}.json", json.dumps({"page": {"name": "Status"}, "incidents": [incident]}), moments)


def _portuguese(number: int, service: str, moments: tuple[datetime, ...]) -> Made:
    a, b, c = moments
    body = (
        f"Falha do serviço {service}\n\nEm {a.day:02d}/{a.month:02d}/{a.year}, às {a:%H}h{a:%M} (UTC), o serviço {service} falhou devido a um disco cheio. "
        f"Às {b:%H}h{b:%M} a equipe detectou o problema. Às {c:%H}h{c:%M} o serviço {service} foi restaurado.\n"
    )
    return Made(f"{number:03d}.txt", body, moments)


_WRITERS = (_text, _markdown, _html, _csv, _status, _portuguese)


def write(folder: Path, count: int) -> list[Made]:
    """Write documents 0..count-1 into the folder."""
    made = [make(number) for number in range(count)]
    for one in made:
        (folder / one.name).write_text(one.text, "utf-8")
    return made
