"""What holds for every page: no complaint in the console, accessible, five languages, phone width, strict content policy."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

PATHS = ("/", "/documents", "/add", "/search?q=DynamoDB", "/conflicts", "/decisions", "/quality")
TABS = ("lanes", "table", "cascade", "conflicts", "actions", "sources")
WORDS = {
    "en": ("Incidents", "events", "Timeline"),
    "pt": ("Incidentes", "eventos", "Linha do tempo"),
    "es": ("Incidentes", "eventos", None),
    "vi": (None, "sự kiện", None),
    "ja": (None, "件", None),
}


def settled(page: Any, path: str) -> None:
    page.go(path)
    if path not in ("/add", "/docs"):
        page.ready()


def axe(page: Any, *parts: str) -> list[str]:
    """Serious and critical findings in the page (or in parts of it), each with its element."""
    spec = importlib.util.find_spec("axe_core_python")
    if spec is None or spec.origin is None:
        pytest.skip("axe-core-python is not installed")
    if page.js("return !window.axe"):
        page.js((Path(spec.origin).parent / "axe.min.js").read_text("utf-8"))
    found = page.driver.execute_async_script(
        "const done = arguments[1]; axe.run(arguments[0].length ? {include: arguments[0].map(css => [css])} : document, {resultTypes: ['violations']})"
        ".then(done, error => done({violations: [{impact: 'critical', id: String(error), nodes: []}]}))",
        list(parts),
    )
    return [
        f"{row['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for row in found["violations"]
        if row["impact"] in ("serious", "critical")
        for node in row["nodes"] or [{"html": ""}]
    ]


@pytest.mark.parametrize("path", PATHS)
def test_pages_are_accessible_and_fit_a_phone(page: Any, path: str) -> None:
    settled(page, path)
    assert axe(page) == []
    page.go(path, width=390, height=844)
    if path != "/add":
        page.ready()
    assert page.js("return document.documentElement.scrollWidth") <= 390


def test_the_accessibility_check_finds_what_is_wrong(page: Any) -> None:
    settled(page, "/quality")
    page.js("document.querySelector('main').insertAdjacentHTML('beforeend', '<button></button><p id=faint>faint</p>')")
    page.js("Object.assign(document.getElementById('faint').style, {color: '#ddd', background: '#fff'})")
    assert {finding.split(":")[0] for finding in axe(page)} == {"button-name", "color-contrast"}


def test_the_incident_page_is_accessible_in_every_tab(page: Any) -> None:
    page.incident()
    page.click(".ev[aria-label*=conflicts]")
    page.until(lambda: page.all("#evidence .correct"))
    page.click("#evidence .correct summary")
    for tab in TABS:
        page.click(f"#tab-{tab}")
        if tab == "cascade":
            page.until(lambda: page.js("return document.body.dataset.cascade"))
        page.until(lambda: page.js("return document.body.dataset.complete"))
        assert axe(page, f"#view-{tab}", *(["#evidence"] if tab == "lanes" else [])) == [], tab


def test_the_incident_page_fits_a_phone_in_every_tab(page: Any) -> None:
    page.incident(width=390, height=844)
    for tab in TABS:
        page.click(f"#tab-{tab}")
        if tab == "cascade":
            page.until(lambda: page.js("return document.body.dataset.cascade"))
        assert page.js("return document.documentElement.scrollWidth") <= 390, tab
    page.click("#tab-lanes")
    page.click(".ev")
    page.until(lambda: page.all("#evidence .claim"))
    assert page.js("return document.documentElement.scrollWidth") <= 390


def test_the_api_page_says_nothing_in_the_console(page: Any) -> None:
    page.go("/docs")
    page.until(lambda: page.all(".opblock-tag"))


@pytest.mark.parametrize("language", sorted(WORDS))
def test_the_interface_speaks(page: Any, language: str) -> None:
    settled(page, f"/?ui={language}")
    assert page.js("return document.documentElement.lang") == language
    page.incident()
    assert page.js("return document.documentElement.lang") == language, "the choice is remembered"
    pages, events, timeline = WORDS[language]
    assert events in page.text("#summary")
    if pages:
        assert pages in page.text("nav")
    if timeline:
        assert page.text("#tab-lanes") == timeline
    said = page.js("return JSON.parse(document.getElementById('words').textContent)")
    assert not any("{n}" not in form for forms in said["counted"].values() for form in forms.values())
    if language != "en":
        page.click("#tab-table")
        assert "impact" not in page.text("#table tbody").split()


def test_dates_are_written_as_the_language_writes_them(page: Any) -> None:
    seen = {}
    for language in ("en", "pt", "ja"):
        page.go(f"/incidents/{page.slug}?ui={language}").ready()
        page.click("#tab-table")
        seen[language] = page.js("return document.querySelector('#table tbody tr:nth-child(5) td').textContent")
    assert "Oct" in seen["en"] and "out." in seen["pt"] and "2025/10/20" in seen["ja"]


def test_no_inline_script_or_style_is_allowed(page: Any) -> None:
    for path in (*PATHS, f"/incidents/{page.slug}"):
        policy = page.js("return fetch(arguments[0]).then(r => r.headers.get('content-security-policy'))", path)
        assert "script-src 'self'" in policy and "style-src 'self'" in policy and "unsafe" not in policy


def test_search_marks_the_words_and_leads_to_the_place(page: Any) -> None:
    page.go("/search?q=registro+de").ready()
    assert "registro" in [mark.lower() for mark in page.js("return [...document.querySelectorAll('#list mark')].map(m => m.textContent)")]
    page.go("/search?q=enactor").ready()
    page.click("#list article a")
    page.ready()
    assert page.js("return [...document.querySelectorAll('#text .hit')].map(m => m.textContent).join('').toLowerCase().includes('enactor')")


def test_conflicts_are_grouped_and_quote_every_side(page: Any) -> None:
    page.go("/conflicts").ready()
    rows = page.js("return fetch('/api/v1/conflicts?limit=200').then(r => r.json()).then(b => b.items)")
    assert len(page.all("#list section h2")) == 1 and len(page.all("#list .conflict")) == len(rows)
    assert len(page.all("#list blockquote")) == sum(len(row["values"]) for row in rows)


def test_motion_is_kept_still_where_asked(page: Any) -> None:
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    try:
        page.incident()
        page.click("#tab-cascade")
        page.until(lambda: page.all(".node rect"))
        assert page.js("return getComputedStyle(document.querySelector('.node rect')).transitionDuration") == "0s"
    finally:
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
