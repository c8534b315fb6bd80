"""What stands before a text: front matter between `---` or `+++` lines, and dates in file names."""
from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from ingest.formats.lines import Line
from ingest.formats.markup import plain
from ingest.types import Metadata
from kb.errors import InvalidInput
from kb.instants import zone_named

_MOST_LINES, _MOST_BLANK = 200, 4
_KEY = re.compile(r"([A-Za-z_][\w-]{0,40})\s*[:=]\s?(.{0,500})")
_DATE = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d))?")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)")
_IN_PATH = re.compile(r"(?<!\d)((?:19|20)\d\d)[/-](0[1-9]|1[0-2])[/-](0[1-9]|[12]\d|3[01])(?=[/-])")
_DATE_KEYS = ("date", "incident_date", "published", "created", "pubdate")
_PATH_KEYS = ("path", "slug", "permalink", "url", "aliases", "redirect_from")
_ZONE_KEYS = ("timezone", "time_zone", "tz")
_LANGUAGE_KEYS = ("lang", "language", "locale")


def extent(lines: Sequence[Line]) -> int:
    """How many lines the front matter takes, both fences included; 0 where there is none."""
    first = next((at for at, line in enumerate(lines[:_MOST_BLANK]) if not line.blank), 0)
    if not lines or lines[first].text not in ("---", "+++") or lines[first].indent:
        return 0
    for at in range(first + 1, min(len(lines), _MOST_LINES)):
        if lines[at].text == lines[first].text:
            return at + 1 if any(_KEY.match(line.text) for line in lines[first + 1:at]) else 0
    return 0


def metadata(lines: Sequence[Line]) -> Metadata:
    """Title, date, zone and language as the front matter gives them. Where it gives no date of its own, sites write that
    of publication into the path of the page."""
    values: dict[str, str] = {}
    for line in lines[1:-1]:
        if line.indent == 0 and (found := _KEY.match(line.text)):
            values.setdefault(found[1].lower(), found[2].strip().strip("\"'"))
    day, zone = _dated(next((values[key] for key in _DATE_KEYS if values.get(key)), ""))
    for path in (values.get(key, "") for key in _PATH_KEYS):
        day = day or next((one for found in _IN_PATH.finditer(path) if (one := _day(*found.groups())) is not None), None)
    stated = next((values[key] for key in _ZONE_KEYS if values.get(key)), None)
    language = next((values[key] for key in _LANGUAGE_KEYS if values.get(key)), None)
    return Metadata(title=plain(values["title"]) if values.get("title") else None, date=day,
                    zone=_zone(stated) or zone, language=language[:2].lower() if language else None)


def date_in_name(name: str | None) -> date | None:
    """A full date in a file name, `2019-07-23` or `20190723`."""
    stem = (name or "").replace("\\", "/").rsplit("/", 1)[-1]
    return next((day for found in _COMPACT.finditer(stem) if (day := _day(*found.groups())) is not None), None)


def _dated(text: str) -> tuple[date | None, str | None]:
    found = _DATE.search(text)
    if found is None:
        return None, None
    offset = found[4]
    zone = "UTC" if offset == "Z" else f"{offset[:3]}:{offset[-2:]}" if offset else None
    return _day(*found.groups()[:3]), zone


def _day(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _zone(name: str | None) -> str | None:
    try:
        return name if name and zone_named(name) else None
    except InvalidInput:
        return None
