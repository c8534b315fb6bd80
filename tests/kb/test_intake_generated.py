"""Generated documents: whatever they say, their order leaves no trace, nor does one that came and went."""
from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from kb import intake
from kb.model import Given, Kind, Polarity, Relation, Source
from kb.queries.export import export
from kb.store.engine import open_engine, reading
from tests.kb.building import FakeReader, Said

pytestmark = pytest.mark.slow
_SERVICES = ("ledger", "mailer", "proxy")
_HAPPENINGS = {Kind.IMPACT: ("errors", "crash"), Kind.RECOVERY: ("recovered",), Kind.TRIGGER: ("deployed",)}


@st.composite
def sentences(draw: st.DrawFn) -> tuple[Said, ...]:
    """What one document says: few services and few minutes, so that documents meet and differ."""
    said = []
    for number in range(draw(st.integers(1, 5))):
        kind = draw(st.sampled_from(tuple(_HAPPENINGS)))
        services = draw(st.lists(st.sampled_from(_SERVICES), min_size=1, max_size=2, unique=True))
        because = draw(st.none() | st.integers(0, number - 1)) if number else None
        said.append(Said(
            f"{number}: {' and '.join(services)} {kind.value}.", draw(st.none() | st.sampled_from(("10:00", "10:03", "11:30"))),
            kind, tuple(services), draw(st.sampled_from(_HAPPENINGS[kind])), because=because,
            relation=draw(st.sampled_from((Relation.CAUSES, Relation.PRECEDES))),
            polarity=draw(st.sampled_from(tuple(Polarity))), needs=(("ledger", "proxy"),) if draw(st.booleans()) else (),
        ))
    return tuple(said)


def exported(template: Path, reader: FakeReader, stored: Sequence[Source], gone: Sequence[Source] = ()) -> bytes:
    """The full export after storing some documents in their order and deleting others of them again."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "pmkb.sqlite"
        shutil.copy(template, path)
        engine = open_engine(f"sqlite:///{path}")
        held = {one.data: intake.ingest(engine, reader, one).document for one in stored}
        for one in gone:
            intake.delete(engine, held[one.data])
        with reading(engine) as connection:
            data = orjson.dumps(export(connection, full=True))
        engine.dispose()
        return data


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(told=st.lists(sentences(), min_size=2, max_size=4), data=st.data())
def test_order_and_what_came_and_went_leave_no_trace(
    template: Path, told: list[tuple[Said, ...]], data: st.DataObject
) -> None:
    reader = FakeReader()
    sources = [Source(reader.teach(f"Report {number}", said), Given(name=f"{number}.txt")) for number, said in enumerate(told)]
    assume(len({one.data for one in sources}) == len(sources))
    mixed = data.draw(st.permutations(sources))
    assert exported(template, reader, mixed) == exported(template, reader, sources)
    gone = data.draw(st.sampled_from(sources))
    rest = [one for one in sources if one is not gone]
    assert exported(template, reader, mixed, [gone]) == exported(template, reader, rest)
