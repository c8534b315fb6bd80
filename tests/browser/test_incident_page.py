"""The incident page: zones, filters, evidence, keyboard."""

from __future__ import annotations

from typing import Any

from selenium.webdriver.common.keys import Keys

FULL = "return [...document.querySelectorAll('.ev')].length"


def shown(page: Any) -> int:
    return int(page.text("#count").split()[0])


def test_it_shows_every_event_of_the_api_and_counts_them(page: Any) -> None:
    page.incident(width=1500, height=3000)
    told = page.js(
        "return fetch(`/api/v1/incidents/${arguments[0]}/timeline?limit=200`).then(r => r.json()).then(b => b.items.length + b.undated.length)",
        page.slug,
    )
    assert shown(page) == told > 40
    assert "5 documents" in page.text("#summary") and f"{told} events" in page.text("#summary")
    assert len(set(page.events())) + len(page.all("#bare button")) == told


def test_the_zone_moves_labels_and_day_borders_but_no_event(page: Any) -> None:
    page.incident()
    count = shown(page)
    event = page.events()[3]
    said, borders, left = {}, {}, {}
    for zone in ("UTC", "PT", "ET", "own", "reported"):
        page.fill("#zone", zone)
        said[zone] = page.js("return document.querySelector(`[data-event='${arguments[0]}']`).title", event)
        borders[zone] = page.js("return [...document.querySelectorAll('.gridline.day')].map(line => line.dataset.at.slice(11, 16))")
        left[zone] = page.js("return document.querySelector(`[data-event='${arguments[0]}']`).style.left", event)
        assert shown(page) == count
    assert len(set(left.values())) == 1
    assert set(borders["UTC"]) == {"00:00"} and set(borders["PT"]) == {"07:00"} and set(borders["ET"]) == {"04:00"}
    assert set(borders["own"]) == {"15:00"}  # the browser of these tests is in Tokyo
    assert "-07:00" in said["PT"] and "-04:00" in said["ET"] and "+00:00" in said["UTC"] and "+09:00" in said["own"]
    assert page.js("return document.querySelector('#zone option[value=own]').textContent") == "Asia/Tokyo"


def test_the_zone_is_remembered(page: Any) -> None:
    page.incident()
    page.fill("#zone", "PT")
    page.incident()
    assert page.js("return document.getElementById('zone').value") == "PT"


def test_filters_by_service_kind_text_language_and_conflicts(page: Any) -> None:
    page.incident(width=1500, height=3000)
    rows = page.js(
        "return fetch(`/api/v1/incidents/${arguments[0]}/timeline?limit=200`).then(r => r.json()).then(b => [...b.items, ...b.undated])",
        page.slug,
    )
    page.fill("#service", "aws-nlb")
    assert shown(page) == sum("aws-nlb" in row["services"] for row in rows) > 0
    page.fill("#service", "")
    page.fill("#lang", "es")
    assert shown(page) == sum("es" in row["languages"] for row in rows) > 0
    page.fill("#lang", "")
    page.fill("#words-filter", "redshift")
    assert 0 < shown(page) < len(rows)
    assert all("redshift" in text.lower() for text in page.js("return [...document.querySelectorAll('.ev')].map(e => e.title)"))
    page.fill("#words-filter", "")
    page.click("#only-conflicts")
    assert shown(page) == sum(bool(row["conflicts"]) for row in rows) > 0
    page.click("#only-conflicts")
    page.click(".controls details summary")
    page.click("#kinds input[value=impact]")
    assert shown(page) == sum(row["kind"] != "impact" for row in rows) < len(rows)


def test_evidence_shows_each_sentence_in_its_text_with_the_zone_as_written(page: Any) -> None:
    page.incident()
    event = page.js(
        "return fetch(`/api/v1/incidents/${arguments[0]}/timeline?limit=200`).then(r => r.json()).then(b => b.items.find(e => e.languages.length > 2 && e.conflicts.length))",
        page.slug,
    )
    page.click(f".ev[data-event='{event['id']}']")
    page.until(lambda: len(page.all("#evidence .claim mark")) == len(event["claims"]))
    claims = page.js("return fetch(`/api/v1/events/${arguments[0]}`).then(r => r.json()).then(b => b.claim_rows)", event["id"])
    for claim in claims:
        place = f"#evidence [data-claim='{claim['id']}']"
        marked = page.js("return document.querySelector(arguments[0]).textContent", f"{place} mark")
        assert marked.startswith(claim["quote"][:200])
        assert page.one(f"{place} blockquote").get_attribute("lang") == claim["language"]
        facts = page.text(f"{place} .facts")
        assert claim["time"]["as_written"] in facts
        if claim["time"]["zone"]["as_written"]:
            assert claim["time"]["zone"]["as_written"] in facts
    assert len(page.all("#evidence .conflict")) == len(event["conflicts"])
    assert page.all("#evidence .conflict blockquote[lang]")


def test_the_keyboard_moves_between_events_opens_and_closes(page: Any) -> None:
    page.incident()
    page.js("document.querySelector('.ev[tabindex=\"0\"]').focus()")
    seen = [page.js("return document.activeElement.dataset.event")]
    for _ in range(5):
        page.press(Keys.ARROW_RIGHT)
        seen.append(page.js("return document.activeElement.dataset.event"))
    assert len(set(seen)) == 6
    page.press(Keys.ARROW_LEFT)
    assert page.js("return document.activeElement.dataset.event") == seen[4]
    page.press(Keys.END)
    last = page.js("return document.activeElement.dataset.event")
    page.press(Keys.ARROW_RIGHT)
    assert page.js("return document.activeElement.dataset.event") == last not in seen
    page.press(Keys.ENTER)
    page.until(lambda: page.js("return document.activeElement.matches('#evidence h2')"), "the focus goes to the evidence")
    page.press(Keys.ESCAPE)
    assert page.js("return document.getElementById('evidence').hidden")
    assert page.js("return document.activeElement.dataset.event") == last


def test_tabs_by_arrow_keys(page: Any) -> None:
    page.incident()
    page.js("document.getElementById('tab-lanes').focus()")
    for name in ("table", "cascade", "conflicts", "actions", "sources", "lanes"):
        page.press(Keys.ARROW_RIGHT)
        assert page.js("return document.activeElement.id") == f"tab-{name}"
        visible = page.js("return [...document.querySelectorAll('[role=tabpanel]:not([hidden])')].map(panel => panel.id)")
        assert visible == [f"view-{name}"]


def test_the_table_has_a_row_an_event(page: Any) -> None:
    page.incident()
    page.click("#tab-table")
    assert len(page.all("#table tbody tr")) == shown(page)


def test_what_has_no_time_looks_different(own_page: Any) -> None:
    own_page.incident(width=1500, height=3000)
    event = own_page.events()[4]
    assert "window" not in own_page.one(f".ev[data-event='{event}']").get_attribute("class")
    own_page.js(
        "return fetch('/api/v1/decisions', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        "body: JSON.stringify({target: arguments[0], field: 'time', value: '', who: 'Ana'})}).then(r => r.status)",
        event,
    )
    own_page.incident(width=1500, height=3000)
    drawn = own_page.js("return document.querySelector(`.ev[data-event='${arguments[0]}']`)?.className ?? 'listed below'", event)
    assert "window" in drawn or (drawn == "listed below" and own_page.all("#bare button"))
    own_page.click("#tab-table")
    cell = own_page.js(
        "return document.querySelector(`#table [data-event='${arguments[0]}']`).closest('tr.undated').querySelector('td').textContent", event
    )
    assert "undated" in cell or "no time known" in cell


def test_labels_in_lanes_cover_no_other_label(page: Any) -> None:
    page.incident(width=1500, height=3000)
    boxes = page.js(
        "return [...document.querySelectorAll('.ev .content')].map(e => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })"
    )
    assert len(boxes) > 40
    for number, (left, top, right, bottom) in enumerate(boxes):
        for x1, y1, x2, y2 in boxes[number + 1 :]:
            assert right <= x1 + 1 or x2 <= left + 1 or bottom <= y1 + 1 or y2 <= top + 1


def test_zoom_keeps_the_events_and_spreads_them(page: Any) -> None:
    page.incident()
    before = page.js("return document.querySelector('.canvas').offsetWidth")
    page.click("[data-zoom=in]")
    page.click("[data-zoom=in]")
    assert page.js("return document.querySelector('.canvas').offsetWidth") > before * 1.5
    page.click("[data-zoom=fit]")
    assert page.js("return document.querySelector('.canvas').offsetWidth") <= before * 1.2


def test_exports_name_every_format_and_what_each_cannot_carry(page: Any) -> None:
    page.incident()
    page.click("#export-menu summary")
    page.until(lambda: page.js("return document.getElementById('exports').dataset.ready"))
    assert page.js("return document.documentElement.scrollWidth <= innerWidth")
    links = page.js("return [...document.querySelectorAll('#exports a')].map(a => a.href)")
    for name in ("csv", "json", "markdown", "ics", "mermaid", "svg", "html", "dot"):
        assert any(f"format={name}" in link for link in links)
    said = page.js("return fetch(arguments[0]).then(r => r.headers.get('x-pmkb-not-carried'))", next(link for link in links if "format=ics" in link))
    assert said and said in page.text("#exports") and "Not carried" in page.text("#exports")


def test_printing_has_every_row(page: Any) -> None:
    page.incident()
    page.js("dispatchEvent(new Event('beforeprint'))")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        visible = page.js("return [...document.querySelectorAll('#table tbody tr')].filter(row => row.offsetParent).length")
        assert visible == page.js("return document.querySelectorAll('#table tbody tr').length") > 40
        assert page.js("return document.querySelector('.top').offsetParent === null")
    finally:
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
