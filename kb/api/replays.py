"""The replayer over REST. A replay's id spells out what it replays, so nothing is kept between requests."""

from __future__ import annotations

import base64
import binascii
from functools import lru_cache
from typing import Annotated, Any, Literal

import orjson
from flask import Response
from flask_openapi3.models.tag import Tag
from pydantic import Field, WithJsonSchema

from kb.api import shapes as doc
from kb.api.answers import PREFIX, answer, page
from kb.api.deps import connection
from kb.api.noun import Noun
from kb.api.schemas import Nothing, Page, Params, ReplayPath, When
from kb.errors import InvalidInput, NotFound
from kb.instants import parse_instant
from kb.queries.replayed import parts
from kb.replay.mitigations import ALL
from kb.replay.recorded import Record, ReplayOptions, play, report
from kb.replay.scenario import bundled
from kb.replay.simulate import SimulateOptions, assumption_rows, simulate

api = Noun("replays", __name__, url_prefix=PREFIX, abp_tags=[Tag(name="replays")], abp_responses=doc.ERRORS)
_MOST_RUNS = 25


_LOCKS = ["run-lock", "lease", "fenced-lease"]
_MITIGATIONS = WithJsonSchema(
    {
        "type": "array",
        "description": "what would have been different; of the locks at most one",
        "items": {"type": "string", "enum": sorted(ALL)},
        "uniqueItems": True,
        "maxItems": len(ALL) - len(_LOCKS) + 1,
        "not": {
            "anyOf": [
                {"allOf": [{"contains": {"const": one}}, {"contains": {"const": other}}]}
                for one in _LOCKS
                for other in _LOCKS
                if one < other
            ]
        },
    }
)


def _operators() -> WithJsonSchema:
    known = sorted(given.id for given in bundled().givens if given.operator)
    when = {"anyOf": [{"const": "never"}, {"type": "string", "pattern": "^2025-10-20T1[0-9]:[0-5][0-9]:00Z$"}]}
    return WithJsonSchema(
        {
            "type": "object",
            "properties": dict.fromkeys(known, when),
            "additionalProperties": False,
            "description": "what people did, moved to another time (RFC 3339) or left out (`never`)",
        }
    )


_OPERATORS = _operators()


class ReplayBody(Params):
    """A recorded replay. `without` is a service or an event to take away, with what only it explains."""

    incident: str = Field(min_length=1, max_length=200)
    until: When | None = None
    tolerance: float = Field(
        4, ge=0, le=100_000, allow_inf_nan=False, description="minutes an effect may be recorded before its cause"
    )
    without: str | None = Field(None, max_length=200)


class SimulationBody(Params):
    """A run of the mechanism models of the bundled outage."""

    stages: list[Literal["race", "clients", "dwfm", "network", "nlb", "services"]] = Field(default_factory=list, max_length=6)
    mitigations: Annotated[list[str], _MITIGATIONS] = Field(default_factory=list, max_length=24)
    operators: Annotated[dict[str, str], _OPERATORS] = Field(default_factory=dict, max_length=24)
    seed: int = Field(1, ge=0, le=2**31)
    runs: int = Field(1, ge=1, le=_MOST_RUNS)
    sensitivity: bool = False


def _id_of(body: ReplayBody) -> str:
    return base64.urlsafe_b64encode(orjson.dumps(body.model_dump(), option=orjson.OPT_SORT_KEYS)).decode().rstrip("=")


def _body_of(replay: str) -> ReplayBody:
    try:
        values = orjson.loads(base64.b64decode(replay + "=" * (-len(replay) % 4), altchars=b"-_", validate=True))
        return ReplayBody.model_validate(values)
    except (binascii.Error, ValueError) as error:
        raise NotFound(f"no replay {replay!r}") from error


def _record(body: ReplayBody) -> tuple[Record, ReplayOptions]:
    with connection() as found:
        told = parts(found, body.incident)
    options = ReplayOptions(parse_instant(body.until) if body.until else None, None, body.tolerance, body.without)
    return Record(told.events, told.edges, told.services, told.labels, told.part_of), options


@api.post("/replays", responses={201: doc.OBJECT})
def post_replay(query: Nothing, body: ReplayBody) -> Response:
    """Play an incident's recorded events: fitness, edges whose effect comes first, what `without` takes away."""
    summary = report(*_record(body))
    name = _id_of(body)
    return answer({"id": name, **body.model_dump(), **summary}, 201, {"Location": f"{PREFIX}/replays/{name}"})


@api.get("/replays/<replay>", responses={200: doc.OBJECT})
def get_replay(path: ReplayPath, query: Nothing) -> Response:
    """The summary of a replay."""
    body = _body_of(path.replay)
    return answer({"id": path.replay, **body.model_dump(), **report(*_record(body))})


@api.get("/replays/<replay>/frames", responses={200: doc.PAGE})
def get_replay_frames(path: ReplayPath, query: Page) -> Response:
    """The frames in order: time, event, state of every service."""
    frames = [frame.json() for frame in play(*_record(_body_of(path.replay)))]
    start = _position(query.cursor)
    end = start + query.limit
    return page(frames[start:end], f"f{end}" if end < len(frames) else None)


def _position(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not (cursor[:1] == "f" and cursor[1:].isascii() and cursor[1:].isdigit() and len(cursor) < 12):
        raise InvalidInput("the cursor is none of ours", code="cursor")
    return int(cursor[1:])


@api.post("/simulations", responses={200: doc.OBJECT})
def post_simulation(query: Nothing, body: SimulationBody) -> Response:
    """Run the mechanism models: what would have happened under these mitigations, by these assumptions.

    Every answer is a model's, not hindsight about what people should have done.
    """
    options = SimulateOptions(
        tuple(body.stages),
        tuple(body.mitigations),
        tuple(body.operators.items()),
        (),
        body.seed,
        body.runs,
        body.sensitivity,
    )
    return answer(_simulated(options))


@lru_cache(maxsize=64)
def _simulated(options: SimulateOptions) -> dict[str, Any]:
    """Deterministic for its options, so an answer can be given again."""
    return {**simulate(options), "assumptions": assumption_rows(options.scenario)}
