from __future__ import annotations

import math
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import InvalidInput
from kb.temporal import CLOCK, ORIGIN, Link, satisfiable, solve


def at(name: str, earliest: float | None, latest: float | None, source: str = "clock") -> Link:
    return Link(ORIGIN, name, earliest, latest, source)


def before(first: str, then: str, least: float | None = 0, most: float | None = None, rank: int = 2) -> Link:
    return Link(first, then, least, most, f"{first}<{then}", rank)


def test_an_undated_step_lies_between_its_neighbours() -> None:
    windows = solve([at("a", 10, 10), at("c", 30, 30), before("a", "b"), before("b", "c")]).windows
    assert windows["b"] == (10, 30)


def test_what_nothing_binds_is_open_on_that_side() -> None:
    windows = solve([at("b", 10, 10), before("a", "b"), before("b", "c")], nodes=["d"]).windows
    assert windows["a"] == (None, 10) and windows["c"] == (10, None) and windows["d"] == (None, None)


def test_a_duration_moves_the_window() -> None:
    assert solve([at("a", 0, 60), before("a", "b", 10_800, 10_800)]).windows["b"] == (10_800, 10_860)


def test_clock_times_stand_and_order_gives_way() -> None:
    wrong = before("a", "b")
    solution = solve([at("a", 180, 180, "A"), at("b", 0, 0, "B"), wrong, before("b", "c")])
    assert solution.dropped == (wrong,)
    assert solution.windows["a"] == (180, 180) and solution.windows["b"] == (0, 0)
    assert solution.windows["c"] == (0, None)
    (clash,) = solution.contradictions
    assert clash.excess == 180 and {link.source for link in clash.links} == {"A", "B", "a<b"}


def test_clock_times_that_clash_are_reported_and_the_rest_still_solved() -> None:
    solution = solve([at("a", 0, 0, "A"), at("a", 5, 5, "B"), before("a", "b", 1, 1)])
    assert [link.source for link in solution.contradictions[0].links].count("A") == 1
    assert solution.windows["b"] == (1, 1)


def test_one_link_can_contradict_itself() -> None:
    (clash,) = solve([before("a", "b", 5, 3)]).contradictions
    assert clash.excess == 2
    assert len(solve([before("a", "a", 1)]).contradictions) == 1


def test_infinities_are_open_and_nan_is_refused() -> None:
    assert solve([at("a", -math.inf, math.inf)]).windows["a"] == (None, None)
    with pytest.raises(InvalidInput, match="not a number"):
        solve([at("a", math.nan, 1)])


def test_tenths_of_seconds_do_not_drift_into_a_clash() -> None:
    links = [before(f"n{i}", f"n{i + 1}", 0.1, 0.1) for i in range(1000)]
    assert satisfiable([*links, Link("n0", "n1000", 100.0, 100.0, "sum", 2)])


moments = st.lists(st.integers(0, 100_000), min_size=2, max_size=9)


@st.composite
def histories(draw: st.DrawFn) -> tuple[dict[str, float], list[Link]]:
    """A true history, and links about it that all hold."""
    truth = {f"n{i}": float(value) for i, value in enumerate(draw(moments))}
    names, links = sorted(truth), []
    for name in draw(st.lists(st.sampled_from(names), max_size=5)):
        low, high = draw(st.integers(0, 900)), draw(st.integers(0, 900))
        links.append(at(name, truth[name] - low, truth[name] + high))
    for _ in range(draw(st.integers(0, 12))):
        first, then = draw(st.sampled_from(names)), draw(st.sampled_from(names))
        gap, slack = truth[then] - truth[first], draw(st.integers(0, 300))
        most = gap + draw(st.integers(0, 300)) if draw(st.booleans()) else None
        links.append(Link(first, then, gap - slack, most, f"s{len(links)}", draw(st.integers(1, 3))))
    return truth, links


@given(histories())
def test_windows_contain_the_truth(case: tuple[dict[str, float], list[Link]]) -> None:
    truth, links = case
    solution = solve(links, truth)
    assert not solution.contradictions
    for name, when in truth.items():
        earliest, latest = solution.windows[name]
        assert (earliest is None or earliest <= when) and (latest is None or when <= latest)


@given(histories())
def test_windows_are_tight(case: tuple[dict[str, float], list[Link]]) -> None:
    truth, links = case
    for name, (earliest, latest) in solve(links, truth).windows.items():
        for edge, further in ((earliest, -1), (latest, 1)):
            if name != ORIGIN and edge is not None:
                assert satisfiable([*links, at(name, edge, edge)])
                assert not satisfiable([*links, at(name, edge + further, edge + further)])


@st.composite
def tangles(draw: st.DrawFn) -> list[Link]:
    names = [ORIGIN, "a", "b", "c", "d", "e"]
    links = []
    for number in range(draw(st.integers(1, 14))):
        first, then = draw(st.permutations(names))[:2]
        least = draw(st.none() | st.integers(-50, 50))
        most = draw(st.none() | st.integers(-50, 50))
        links.append(Link(first, then, least, most, f"s{number}", draw(st.integers(CLOCK, 3))))
    return links


def holds(links: list[Link]) -> bool:
    """An independent check: Floyd and Warshall on the distances."""
    names = sorted({end for link in links for end in (link.before, link.after)})
    far = {(a, b): 0.0 if a == b else math.inf for a in names for b in names}
    for link in links:
        if link.maximum is not None:
            far[link.before, link.after] = min(far[link.before, link.after], link.maximum)
        if link.minimum is not None:
            far[link.after, link.before] = min(far[link.after, link.before], -link.minimum)
    for k in names:
        for a in names:
            for b in names:
                far[a, b] = min(far[a, b], far[a, k] + far[k, b])
    return all(far[name, name] >= 0 for name in names)


@given(tangles())
@settings(max_examples=200)
def test_contradictions_are_unsatisfiable_and_irreducible_and_what_is_left_holds(links: list[Link]) -> None:
    solution = solve(links)
    assert bool(solution.contradictions) == (not holds(links))
    for clash in solution.contradictions:
        rows = list(clash.links)
        assert not holds(rows) and clash.excess > 0
        assert all(holds(rows[:i] + rows[i + 1:]) for i in range(len(rows)))
    assert holds([link for link in links if link not in solution.dropped])


@given(tangles(), st.randoms(use_true_random=False))
def test_the_order_of_links_does_not_matter(links: list[Link], rng: object) -> None:
    mixed = list(links)
    rng.shuffle(mixed)  # type: ignore[attr-defined]
    assert solve(mixed) == solve(links)


def test_equal_links_from_two_sentences_both_count() -> None:
    twice = [before("a", "b"), replace(before("a", "b"), source="again")]
    clash = [at("a", 9, 9, "A"), at("b", 0, 0, "B")]
    for rows in permutations([*twice, *clash]):
        assert len(solve(rows).contradictions) == 2
