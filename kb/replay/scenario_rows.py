"""One reader per table of a scenario file: a row in, a frozen value out, or an error that names the row."""
from __future__ import annotations

from kb.errors import InvalidInput
from kb.replay.cast import Assumption, Change, Follow, Given, Mechanism, Recorded, Spell
from kb.replay.rows import Row, minutes_after
from kb.replay.stages import KINDS

STATES = ("down", "degraded", "recovering")
LONGEST = 14 * 24 * 60.0


def given(row: Row, start: str) -> Given:
    return row.done(Given(row.text("id"), minutes_after(start, row.text("at"), row.where), row.flag("operator")))


def mechanism(row: Row) -> Mechanism:
    kind = row.text("kind")
    if kind not in KINDS:
        raise InvalidInput(f"{row.where}: unknown kind {kind!r}; known: {', '.join(KINDS)}")
    inputs = {name: row.after_of(name, value) for name, value in row.table("inputs").items()}
    outputs = {name: str(value) for name, value in row.table("outputs", {}).items()}
    made = Mechanism(row.text("id"), kind, inputs, outputs, row.table("params", {}), row.text("wait_from", None))
    known = KINDS[kind]
    for name in sorted((inputs.keys() - set(known.inputs)) | (outputs.keys() - set(known.outputs))):
        raise InvalidInput(f"{row.where}: a {kind} has no {name!r}; inputs {', '.join(known.inputs)}; "
                           f"outputs {', '.join(known.outputs)}")
    for name in known.required:
        if name not in inputs:
            raise InvalidInput(f"{row.where}: a {kind} needs the input {name!r}")
    return row.done(made)


def follow(row: Row) -> Follow:
    grows = row.table("grows", None)
    pair = None if grows is None else (row.after_of("from", grows.get("from")), row.after_of("to", grows.get("to")))
    return row.done(Follow(row.text("id"), row.after("after"), row.number("lag", 0.0, least=0.0, most=LONGEST),
                           row.number("ratio", 0.0, least=0.0, most=1000.0), pair, row.text("until", None),
                           row.text("unless", None), row.flag("cross_region")))


def spell(row: Row) -> Spell:
    state = row.text("state")
    if state not in STATES:
        raise InvalidInput(f"{row.where}: unknown state {state!r}; known: {', '.join(STATES)}")
    return row.done(
        Spell(row.text("service"), state, row.after("from"), row.after("to", ()), row.text("counted_by", None))
    )


def change(row: Row) -> Change:
    return row.done(Change(row.text("name"), row.text("words", ""), row.text("mechanism", None), row.table("set", {}),
                           {key: str(value) for key, value in row.table("moves", {}).items()}, row.flag("isolates")))


def assumption(row: Row) -> Assumption:
    value, low, high = row.number("value"), row.number("low"), row.number("high")
    if not low <= value <= high:
        raise InvalidInput(f"{row.where}: {value} is outside its own range {low} to {high}")
    return row.done(Assumption(row.text("name"), value, low, high, row.text("unit", ""), row.text("origin", "assumed"),
                               row.text("why", "")))


def recorded(row: Row, start: str) -> Recorded:
    at = row.text("at", None)
    role = row.text("role")
    if role not in ("input", "fitted", "predicted"):
        raise InvalidInput(f"{row.where}: unknown role {role!r}; known: input, fitted, predicted")
    row.skip("parents", "operator", "origin")
    return row.done(
        Recorded(
            row.text("id"),
            None if at is None else minutes_after(start, at, row.where, early=True),
            role,
            tuple(row.strings("services")),
            row.text("stage", ""),
            row.flag("scored"),
            row.text("words", ""),
        )
    )
