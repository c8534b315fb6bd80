"""Parameters as pydantic models. Unknown ones are refused; instants without offset need a zone beside them."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator

from kb.errors import InvalidInput
from kb.instants import asked_instant, parse_day, zone_named, zone_names
from kb.model import Kind, Stance


class Params(BaseModel):
    """Base of all parameters: nothing unknown is let pass, no NUL reaches the database."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    @classmethod
    @lru_cache(maxsize=256)
    def _schema(cls, by_alias: bool, mode: str, template: str) -> dict[str, Any]:
        return super().model_json_schema(by_alias=by_alias, mode=mode, ref_template=template)  # type: ignore[arg-type]

    @classmethod
    def model_json_schema(
        cls,
        by_alias: bool | None = True,
        ref_template: str = "#/$defs/{model}",
        schema_generator: Any = None,  # type: ignore[override]
        mode: str = "validation",
        **kwargs: Any,
    ) -> dict[str, Any]:
        # The framework asks for the schema at every request; making it costs more than a query.
        return cls._schema(bool(by_alias), mode, ref_template)

    @model_validator(mode="before")
    @classmethod
    def _no_nul(cls, values: Any) -> Any:
        if isinstance(values, dict):
            for key, value in values.items():
                for text in value if isinstance(value, list) else [value]:
                    if isinstance(text, str) and ("\x00" in text or any(0xD800 <= ord(ch) < 0xE000 for ch in text)):
                        raise ValueError(f"{key}: NUL bytes and lone surrogates are not text")
        return values


def _zone(value: Any) -> Any:
    if isinstance(value, str) and value != "reported":
        _checked(zone_named, value)
    return value


def _real_zone(value: Any) -> Any:
    if isinstance(value, str):
        _checked(zone_named, value)
    return value


def _checked(function: Any, value: Any) -> Any:
    try:
        return function(value)
    except InvalidInput as error:
        raise ValueError(error.message) from error


_OFFSET_PATTERN = r"^(UTC|GMT)?[+-](0?[0-9]|1[0-4])(:?[0-5][0-9])?$"
_NAMES = sorted({*zone_names(), "UTC", "GMT", "PT", "ET", "CT", "MT"})


def _zone_schema(*more: str) -> WithJsonSchema:
    return WithJsonSchema({"anyOf": [{"type": "string", "enum": [*_NAMES, *more]}, {"type": "string", "pattern": _OFFSET_PATTERN}]})


ZoneName = Annotated[
    str,
    BeforeValidator(_zone),
    Field(description="IANA name, UTC, PT, ET, an offset, or `reported`", max_length=64),
    _zone_schema("reported"),
]
RealZone = Annotated[
    str, BeforeValidator(_real_zone), Field(description="IANA name, UTC, PT, ET or an offset", max_length=64), _zone_schema()
]
When = Annotated[
    str,
    Field(description="RFC 3339 instant; without offset only beside `zone`", max_length=64),
    WithJsonSchema({"type": "string", "format": "date-time", "description": "RFC 3339 instant; without offset only beside `zone`"}),
]
_TEXT = r"^[^\x00]*$"
Slug = Annotated[str, Field(max_length=200, pattern=_TEXT)]
Words = Annotated[str, Field(max_length=500, pattern=_TEXT)]
DayText = Annotated[date, BeforeValidator(lambda value: _checked(parse_day, value)), Field(description="YYYY-MM-DD")]


def instant(text: str | None, zones: list[str]) -> datetime | None:
    """The instant a caller named, if any: with its own offset, or local in the first zone given. Raises InvalidInput."""
    return None if text is None else asked_instant(text, zones)


class Nothing(Params):
    """No parameters."""


class Page(Params):
    """A page of a collection."""

    limit: int = Field(50, ge=1, le=200)
    cursor: str | None = Field(None, description="opaque, from `next` of the page before", max_length=1000)


class DocumentPath(Params):
    document: Slug


class IncidentPath(Params):
    slug: Slug


class EventPath(Params):
    event: Slug


class ServicePath(Params):
    slug: Slug


class DecisionPath(Params):
    decision: Slug


class ReplayPath(Params):
    replay: Slug


class DocumentQuery(Params):
    """Givens of a new document. They fill what the text leaves open; `force_zone` overrides the text's zones."""

    name: str | None = Field(None, max_length=300, pattern=_TEXT)
    language: str | None = Field(None, pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")
    zone: RealZone | None = None
    force_zone: bool = False
    date: DayText | None = None
    incident: str | None = Field(None, max_length=200, pattern=_TEXT)
    title: str | None = Field(None, max_length=500, pattern=_TEXT)
    source_url: str | None = Field(None, max_length=2000, pattern=_TEXT)
    replaces: str | None = Field(None, max_length=200, pattern=_TEXT)
    dry_run: bool = False


class TimelineQuery(Page):
    """`from` and `to` are half-open; a range that overlaps counts, an undated row counts when its window does."""

    zone: list[ZoneName] = Field(default_factory=list, max_length=12)
    from_: When | None = Field(None, alias="from")
    to: When | None = None
    service: list[Slug] = Field(default_factory=list, max_length=50)
    kind: list[Kind] = Field(default_factory=list, max_length=20)
    language: list[Annotated[str, Field(pattern=r"^[a-z]{2,3}$")]] = Field(default_factory=list, max_length=20)
    stance: list[Stance] = Field(default_factory=list, max_length=10)
    format: Literal["json", "table", "csv", "markdown", "mermaid", "ics", "html", "svg"] = "json"
    locale: str = Field("en", max_length=20, pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        for text in (self.from_, self.to):
            _checked(lambda text: instant(text, self.zone), text)
        return self


class EventsQuery(TimelineQuery):
    """Events in time relation to another one."""

    incident: str | None = Field(None, max_length=200, pattern=_TEXT)
    during: str | None = Field(None, max_length=200, pattern=_TEXT)
    overlapping: str | None = Field(None, max_length=200, pattern=_TEXT)
    after: str | None = Field(None, max_length=200, pattern=_TEXT)
    before: str | None = Field(None, max_length=200, pattern=_TEXT)
    format: Literal["json"] = "json"  # type: ignore[assignment]


class ToleranceQuery(Params):
    tolerance: float = Field(0, ge=0, le=100_000, allow_inf_nan=False, description="minutes")


class ConflictsQuery(Page):
    tolerance: float = Field(0, ge=0, le=100_000, allow_inf_nan=False, description="minutes")


class StateQuery(Params):
    at: When
    zone: list[RealZone] = Field(default_factory=list, max_length=1)

    @model_validator(mode="after")
    def _readable(self) -> Self:
        _checked(lambda text: instant(text, self.zone), self.at)
        return self


class DepthQuery(Params):
    depth: int | None = Field(None, ge=1, le=1000, description="hops; all when absent")


class ClosureQuery(DepthQuery):
    limit: int | None = Field(None, ge=1, le=200, description="services on a page; all at once when absent")
    cursor: str | None = Field(None, description="opaque, from `next` of the page before", max_length=1000, pattern=_TEXT)


class GraphQuery(Params):
    format: Literal["json", "dot", "mermaid"] = "json"


class PathsQuery(Params):
    from_: Slug = Field(alias="from")
    to: Slug


class SearchQuery(Page):
    q: Words


class ConvertQuery(Params):
    text: Words
    language: str | None = Field(None, pattern=r"^[a-z]{2,3}$")
    date: DayText | None = None
    zone: RealZone | None = None
    to: list[RealZone] = Field(default_factory=list, max_length=12)


class DecisionBody(Params):
    """A person's correction; `who` is asked for, never invented."""

    target: str = Field(min_length=1, max_length=200, pattern=_TEXT)
    field: Literal["kind", "time", "services", "reject", "merge", "split", "incident", "alias"]
    value: str = Field(max_length=2000, pattern=_TEXT)
    who: str = Field(min_length=1, max_length=200, pattern=r"^[^\x00]*\S[^\x00]*$")
    only_claim: bool = Field(False, description="correct this claim only, not every claim of its event")
