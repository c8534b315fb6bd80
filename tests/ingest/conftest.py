"""What the tests of every stage share."""
from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from ingest.rulebook import Row

Holds = Callable[[Sequence[Row], Row, str], bool]


def idle_rows(rows: Sequence[Row], holds: Holds) -> list[str]:
    """Rows whose tests all still hold when the row is gone, or fail while it is there: neither earns its place."""
    idle = []
    for row in rows:
        if not all(holds(rows, row, text) for text in row.tests):
            idle.append(f"{row.source}: a test fails with the row in place")
            continue
        rest = [other for other in rows if other is not row]
        if all(holds(rest, row, text) for text in row.tests):
            idle.append(f"{row.source}: no test fails when the row is deleted")
    return idle


@pytest.fixture
def earns_its_place() -> Callable[[Sequence[Row], Holds], None]:
    """`earns_its_place(rows, holds)`: with all rows every test holds; without a row, one of its own tests fails.

    `holds(rows, row, text)` says whether the stage, working with `rows` only, reads `text` (a positive test of `row`)
    as it should, for instance that the stage still gives `row["code"]` for it.
    """

    def check(rows: Sequence[Row], holds: Holds) -> None:
        assert rows, "no rows: the file is empty"
        idle = idle_rows(rows, holds)
        assert not idle, "\n".join(idle)

    return check
