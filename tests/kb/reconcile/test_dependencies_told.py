from __future__ import annotations

from kb.model import Kind, Polarity, Stance
from kb.reconcile import reconcile
from tests.kb.reconcile.handmade import at, claim, facts, need


def test_sentences_add_up_and_denials_count_for_nothing() -> None:
    rows = [
        facts(doc, [claim(doc, 9, Kind.IMPACT, "api-errors", at("06:48"), "store")], needs=needs)
        for doc, needs in (
            ("a", [need(1, "vm", "store"), need(2, "vm", "store")]),
            ("b", [need(1, "vm", "store", Polarity.HEDGED), need(3, "queue", "store", stance=Stance.OPINION)]),
            ("c", [need(1, "vm", "store", Polarity.DENIED), need(2, "login", "store", Polarity.DENIED)]),
        )
    ]
    found = {(row.dependent, row.dependency): row for row in reconcile(rows, ()).dependencies}
    assert set(found) == {("vm", "store"), ("login", "store")}
    assert found["vm", "store"].documents == 2 and len(found["vm", "store"].evidence) == 4
    assert found["login", "store"].documents == 0 and found["login", "store"].evidence[0].polarity is Polarity.DENIED
