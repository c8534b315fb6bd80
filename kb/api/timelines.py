"""What timeline routes share: parameters to filters, a timeline to an answer in the format asked for."""

from __future__ import annotations

from flask import Response

from kb.api.answers import JSON, answer, bytes_answer, page_headers
from kb.api.deps import connection
from kb.api.schemas import EventsQuery, TimelineQuery, instant
from kb.model import Timeline
from kb.queries.filters import Filters
from kb.queries.timeline import timeline
from kb.queries.timeline_json import timeline_json
from kb.queries.timeline_page import timeline_page
from kb.render.clock import choose
from kb.render.formats import MEDIA, notes, render


def filters(query: TimelineQuery) -> Filters:
    """The conditions a caller gave."""
    related = (
        {name: getattr(query, name) for name in ("during", "overlapping", "after", "before")}
        if isinstance(query, EventsQuery)
        else {}
    )
    return Filters(
        start=instant(query.from_, query.zone),
        end=instant(query.to, query.zone),
        services=query.service,
        kinds=query.kind,
        languages=query.language,
        stances=query.stance,
        **related,
    )


def timeline_answer(query: TimelineQuery, incident: str | None) -> Response:
    """JSON is paged; a file format carries the whole timeline, and says in a header what it could not carry."""
    zones = choose(tuple(query.zone))
    language = query.locale.replace("_", "-").split("-")[0].lower()
    paged = query.format == "json" or query.cursor is not None
    asked = filters(query)
    if query.format == "json" and not asked.of_claims:
        with connection() as found:
            shown = timeline_page(
                found, incident, asked, limit=query.limit, cursor=query.cursor, language=language,
                zones=zones if query.zone else (),
            )
        return bytes_answer(shown.body, JSON, headers=page_headers(shown.next))
    with connection() as found:
        result = timeline(found, incident, asked, limit=query.limit if paged else None, cursor=query.cursor, language=language)
    if query.format == "json":
        return answer(timeline_json(result, zones if query.zone else ()), headers=page_headers(result.next))
    return _file(result, query.format, zones, language)


def _file(result: Timeline, name: str, zones: tuple, language: str) -> Response:  # type: ignore[type-arg]
    lost = notes(result, name)
    headers = {"X-Pmkb-Not-Carried": " ".join(lost)} if lost else {}
    return bytes_answer(render(result, name, zones, language).encode(), MEDIA[name], headers=headers)
