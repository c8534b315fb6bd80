"""What is kept between requests is of the very state its asker sees, however many ask while others write."""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import orjson
import pytest
from sqlalchemy import Engine, select

from kb import intake
from kb.model import Given, Kind, Source
from kb.queries import timeline_page as pages
from kb.queries.filters import Filters
from kb.store import save
from kb.store.engine import reading, writing
from kb.store.history_tables import services
from tests.kb.building import FakeReader, Said

READERS, WRITES = 6, 40
SAID = tuple(Said(f"At 08:{minute:02} search failed.", f"08:{minute:02}", Kind.IMPACT, ("search",), "api-errors") for minute in range(12))


@pytest.mark.parametrize("most", [pages.MOST_KEPT, 2])
def test_a_page_is_of_the_state_its_asker_sees(engine: Engine, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(pages, "MOST_KEPT", most)
    reader = FakeReader()
    intake.ingest(engine, reader, Source(reader.teach("Search outage", SAID), Given(incident="search")))
    done = Event()

    def read(number: int) -> set[str]:
        seen: set[str] = set()
        last, turn = False, number
        while not last:
            last, turn = done.is_set(), turn + 1  # the last one asks when all is written
            with reading(engine) as connection:
                body = pages.timeline_page(connection, "search", Filters(), limit=1 + turn % 7, language=("en", "ja")[turn % 2]).body
                name = connection.scalars(select(services.c.name).where(services.c.slug == "search")).one()
            labels = {row["label"].replace("：", ":").partition(":")[0] for row in orjson.loads(body)["items"]}
            assert labels == {name}, (labels, name)
            seen.add(name)
        return seen

    with ThreadPoolExecutor(READERS) as pool:
        asked = [pool.submit(read, number) for number in range(READERS)]
        try:
            for turn in range(WRITES):
                with writing(engine) as connection:
                    connection.execute(services.update().where(services.c.slug == "search").values(name=f"Search {turn}"))
                    save.next_version(connection)
        finally:
            done.set()
        seen = set[str]().union(*(one.result() for one in asked))
    assert f"Search {WRITES - 1}" in seen and len(seen) > 2
