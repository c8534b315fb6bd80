"""The replayer's answers as text to read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

COLOURS = {"down": "red", "degraded": "yellow", "recovering": "cyan", "up": "green", "unknown": "bright_black"}


def frame(one: Any) -> str:
    """One line: when, what, and whose state changed."""
    import click

    verb = {"ends": " (ends)", "somewhen": " (no clock time; shown at its earliest)"}.get(one.phase, "")
    changes = ", ".join(f"{service} {click.style(state, fg=COLOURS[state])}" for service, state in one.changes.items())
    if one.phase == "seek":
        changes = ", ".join(f"{service} {click.style(state, fg=COLOURS[state])}" for service, state in one.state.items())
    return f"{one.time:%Y-%m-%d %H:%M:%SZ}  {one.label or 'state'}{verb}{'  -> ' + changes if changes else ''}"


def fitness(report: Mapping[str, Any]) -> str:
    """How much of the record comes in causal order, what does not and why, and what a removal takes along."""
    share = report["fitness"]
    lines = [
        "",
        f"fitness {share:.0%}: {report['reproduced']} of {report['events']} recorded events in causal order"
        if share is not None
        else "nothing is recorded",
    ]
    lines += [f"  not reproduced: {row['label']} ({row['event'][:12]}): {row['reason']}" for row in report["not_reproduced"]]
    lines += [
        f"  effect before cause by {row['minutes']:g} min: {row['effect_label']} <- {row['cause_label']} "
        f"({row['relation']}{', within tolerance' if row['within_tolerance'] else ''})"
        for row in report["effect_before_cause"]
    ]
    if (lost := report["without"]) is not None:
        lines.append(
            f"without {lost['name']}: {len(lost['removed'])} events are gone, "
            f"{len(lost['not_reached'])} more would not have been reached"
        )
        lines += [f"  gone: {row['label']}" for row in lost["removed"]]
        lines += [f"  not reached: {row['label']}" for row in lost["not_reached"]]
        lines += [f"  stays ({row['why']}): {row['label']}" for row in lost["stays"]]
    return "\n".join(lines)


def exploration(answer: Mapping[str, Any]) -> str:
    """The verdict and the shortest counterexample as a story."""
    bounds = answer["bounds"]
    lines = [
        f"{bounds['enactors']} Enactors, {bounds['endpoints']} endpoints, {bounds['plans']} plans, clean-up age "
        f"{bounds['cleanup_age']}, {bounds['crashes']} crashes; "
        f"mitigations: {', '.join(answer['mitigations']) or 'none'}"
    ]
    if answer["stopped"]:
        lines.append("STOPPED before everything was explored: what follows is what it had.")
    elif answer["bound_hit"]:
        lines.append(f"THE CAP OF {bounds['max_states']:,} STATES WAS HIT: what was not found may still exist.")
    lines.append(
        f"{answer['states']:,} states up to the naming of Enactors ({answer['states_unreduced']:,} in all), "
        f"{answer['depth']} actions deep"
    )
    lines.append(f"verdict: {answer['verdict']}")
    lines.append(_regression(answer))
    lines.append(
        "unrecoverable states: "
        + ("unknown (not everything was explored)" if answer["unrecoverable"] is None else f"{answer['unrecoverable']:,}")
    )
    if answer["trace"]:
        lines += ["", "shortest way to an empty endpoint:", *_numbered(answer["trace"])]
    elif answer["regression_trace"]:
        lines += ["", "shortest way to an older plan over a newer one:", *_numbered(answer["regression_trace"])]
    return "\n".join(lines)


def _regression(answer: Mapping[str, Any]) -> str:
    if answer["regression_reachable"]:
        return f"an older plan can overwrite a newer one, in {answer['regression_shortest']} actions"
    return "no older plan overwrote a newer one" + (" in what was explored" if answer["bound_hit"] else " within these bounds")


def _numbered(story: Iterable[str]) -> list[str]:
    return [f"{number:3}. {line}" for number, line in enumerate(story, 1)]


def assumptions(rows: Iterable[Mapping[str, Any]]) -> str:
    """One line an assumption: value, range, unit, origin, why."""
    return "\n".join(
        f"{row['name']:28} {row['value']:>10g} {row['unit']:28} {row['low']:g} to {row['high']:g}, {row['origin']}: {row['why']}"
        for row in rows
    )


def simulation(answer: Mapping[str, Any]) -> str:
    """Milestones in time order, error minutes a service, and what the answer hangs on."""
    what = [
        *answer["mitigations"],
        *(f"{name} at {at}" for name, at in answer["operators"].items()),
        *(f"{name} = {value:g}" for name, value in answer["assumed"].items()),
    ]
    lines = [
        f"A MODEL'S ANSWER (seed {answer['seed']}): {answer['note']}.",
        *(["STOPPED on the way: what follows is what it had."] if answer["stopped"] else []),
        f"what if: {', '.join(what) or 'as it was'}",
        "",
        f"{'simulated':20} {'recorded':20} {'error':>8}  role       what",
    ]
    rows = sorted(answer["milestones"], key=lambda row: (row["simulated"] or row["recorded"] or "~", row["id"]))
    lines += [_milestone(row) for row in rows if row["simulated"] or row["recorded"]]
    if (scored := answer["scored"])["milestones"]:
        lines.append(
            f"* scored: {scored['milestones']} milestones, median error {scored['median_error_minutes']:g} min, "
            f"worst {scored['worst_error_minutes']:g} min"
        )
    lines += ["", "minutes down or degraded:"]
    change = answer.get("service_error_minutes_change", {})
    lines += [
        f"  {slug:28} {minutes:8.0f}" + (f"  {change[slug]:+.0f}" if change.get(slug) else "")
        for slug, minutes in sorted(answer["service_error_minutes"].items())
    ]
    if answer["robust"] is not None:
        lines += [
            "",
            f"verdict: {answer['sensitivity']['verdict']}",
            "robust: it survives +-20 % on every assumption"
            if answer["robust"]
            else "it hangs on: " + ", ".join(answer["hangs_on"]),
        ]
    elif "sensitivity" in answer:
        lines += ["", f"sensitivity stopped after {answer['sensitivity']['assumptions']} assumptions: no verdict"]
    if "spread" in answer:
        lines += ["", *_spread(answer["spread"])]
    lines.append("\nassumptions: `pmkb simulate --assumptions`")
    return "\n".join(lines)


def _milestone(row: Mapping[str, Any]) -> str:
    error = "" if row["error_minutes"] is None else f"{row['error_minutes']:+.1f}"
    star = "*" if row["scored"] else " "
    return (
        f"{row['simulated'] or 'does not happen':20} {row['recorded'] or '':20} {error:>8}{star} {row['role']:10} "
        f"{row['id']}{': ' + row['words'] if row['words'] else ''}"
    )


def _spread(spread: Mapping[str, Any]) -> list[str]:
    lines = [f"over {spread['runs']} seeds{' (stopped)' if spread['stopped'] else ''}, 5 % / half / 95 % of runs:"]
    return lines + [
        f"  {name:36} {row['p5']} {row['p50']} {row['p95']}" for name, row in spread["milestones"].items() if row["spread_minutes"]
    ]
