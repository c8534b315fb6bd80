"""Adding a document, correcting what was read, undoing; what a document says is text and nothing else."""

from __future__ import annotations

from typing import Any

PASTED = """Outage of the parcel tracker

On 2026-02-03 at 10:15 UTC the tracker service failed because of a full disk.
At 10:40 UTC engineers detected the problem. At 11:05 UTC the tracker service recovered.
"""
HOSTILE = """Outage of <script>alert(1)</script> the parcel tracker <img src=x onerror=alert(2)>

On 2026-02-03 at 10:15 UTC the tracker service failed "><script>document.body.innerHTML='gone'</script> because of a full disk.
At 11:05 UTC the tracker service recovered </textarea><svg onload=alert(3)> ]]> {{ 7*7 }} ${7*7} &lt;b&gt;.
"""


def paste(page: Any, text: str) -> None:
    page.go("/add")
    page.fill("#body", text)
    page.click("#preview")
    page.until(lambda: page.js("return document.getElementById('understood').dataset.ready"))


def test_paste_look_save_and_land_in_the_incident(own_page: Any) -> None:
    paste(own_page, PASTED)
    assert "English" in own_page.text("#summary")
    assert len(own_page.all("#text button")) >= 2 and own_page.all("#claims .claim")
    assert own_page.js("return fetch('/api/v1/documents?limit=200').then(r => r.json()).then(b => b.items.length)") == 5, "not saved yet"
    own_page.click("#save")
    own_page.until(lambda: "/incidents/" in own_page.driver.current_url)
    own_page.ready()
    drawn = own_page.js("return [...document.querySelectorAll('.ev')].map(e => e.title).join()")
    assert "10:15" in drawn and "10:40" in drawn and "11:05" in drawn


def test_language_zone_and_date_can_be_given(own_page: Any) -> None:
    own_page.go("/add")
    own_page.fill("#body", "Outage of the tracker\n\nAt 10:15 the tracker service failed. At 11:05 the tracker service recovered.\n")
    own_page.fill("[name=zone]", "Asia/Tokyo")
    own_page.fill("[name=date]", "2026-02-03")
    own_page.click("#preview")
    own_page.until(lambda: own_page.js("return document.getElementById('understood').dataset.ready"))
    assert "Asia/Tokyo" in own_page.text("#claims") and "given by the person who added it" in own_page.text("#claims")
    assert "1:15" in own_page.text("#claims")


def test_what_cannot_be_read_is_said(own_page: Any) -> None:
    own_page.go("/add")
    own_page.click("#preview")
    own_page.until(lambda: own_page.all("[role=alert]"))
    assert own_page.one("#save").get_attribute("disabled")
    assert [line for line in own_page.complaints() if "422" not in line and "400" not in line] == []


def test_markup_and_script_are_shown_as_text(own_page: Any) -> None:
    paste(own_page, HOSTILE)
    assert "<script>alert(1)</script>" in own_page.text("#text")
    own_page.click("#save")
    own_page.until(lambda: "/incidents/" in own_page.driver.current_url)
    own_page.ready()
    paths = [own_page.driver.current_url.removeprefix(own_page.site), "/", "/documents", "/search?q=tracker", "/conflicts", "/search?q=<script>alert(1)</script>"]
    documents = own_page.js("return fetch('/api/v1/documents?limit=200').then(r => r.json()).then(b => b.items.filter(d => d.title.includes('parcel')).map(d => d.id))")
    for path in [*paths, *(f"/documents/{one}" for one in documents)]:
        own_page.go(path).ready()
        if own_page.all(".ev"):
            own_page.click(".ev")
            own_page.until(lambda: own_page.all("#evidence mark"))
        injected = own_page.js("return document.querySelectorAll('main img, main script, main svg[onload], [onerror], [onload]').length")
        assert injected == 0 and own_page.all("header.top")
    assert own_page.js("return document.querySelector('#text').textContent").count("<script>") == 2


def open_first(page: Any) -> str:
    page.incident()
    event = page.js("return [...document.querySelectorAll('.ev.k-diagnosis')][0].dataset.event")
    page.click(f".ev[data-event='{event}']")
    page.click("#evidence .correct summary")
    return str(event)


def test_correct_a_kind_see_who_and_when_and_undo_it(own_page: Any) -> None:
    event = open_first(own_page)
    kind = f"return fetch('/api/v1/events/{event}').then(r => r.json()).then(b => b.kind)"
    own_page.fill("#evidence [data-field=kind] select", "detection")
    own_page.click("#evidence [data-field=kind] button")
    assert own_page.js("return document.activeElement.name") == "who", "nobody corrects without a name"
    own_page.fill("#evidence [name=who]", "Ana Souza")
    own_page.click("#evidence [data-field=kind] button")
    own_page.until(lambda: own_page.js(kind) == "detection")
    own_page.until(lambda: own_page.all(f".ev.k-detection[data-event='{event}']"))
    own_page.go("/decisions").ready()
    rows = own_page.js("return [...document.querySelectorAll('#list tbody tr')].map(r => r.innerText)")
    assert rows and all("Ana Souza" in row and "diagnosis" in row and "detection" in row and "20" in row for row in rows)
    for _ in rows:
        own_page.click("[data-undo]")
        left = len(own_page.all("[data-undo]"))
        own_page.until(lambda left=left: len(own_page.all("[data-undo]")) < left or not own_page.all("[data-undo]"))
        if not own_page.all("[data-undo]"):
            break
    own_page.until(lambda: own_page.js(kind) == "diagnosis")
    assert "Ana Souza" in own_page.text("#list"), "what was undone stays in the list"


def test_correct_a_time_in_the_zone_shown_and_reject(own_page: Any) -> None:
    event = open_first(own_page)
    own_page.fill("#zone", "PT")
    own_page.until(lambda: own_page.all("#evidence .correct:not([open])"))
    own_page.click("#evidence .correct summary")
    assert "America/Los_Angeles" in own_page.text("#evidence [data-field=time]")
    own_page.fill("#evidence [name=who]", "Ana Souza")
    own_page.fill("#evidence [data-field=time] input", "2025-10-20T00:41:00")
    own_page.click("#evidence [data-field=time] button")
    start = f"return fetch('/api/v1/events/{event}').then(r => r.json()).then(b => b.time?.start)"
    own_page.until(lambda: own_page.js(start) == "2025-10-20T07:41:00Z")
    own_page.until(lambda: own_page.all("#evidence .made li"))
    own_page.click("#evidence .correct summary") if not own_page.all("#evidence .correct[open]") else None
    count = len(own_page.events())
    own_page.click("#evidence [data-field=reject] button")
    own_page.until(lambda: own_page.js("return document.getElementById('evidence').hidden"))
    assert event not in own_page.events() and len(own_page.events()) <= count


def test_a_document_is_deleted_only_after_a_question(own_page: Any) -> None:
    own_page.go("/documents").ready()
    own_page.click("[data-delete]")
    own_page.click("dialog button[value=no]")
    assert len(own_page.all("#list tbody tr")) == 5
    own_page.click("[data-delete]")
    own_page.click("dialog button[value=yes]")
    own_page.until(lambda: len(own_page.all("#list tbody tr")) == 4)


def test_merge_two_events_and_tell_one_claim_apart(own_page: Any) -> None:
    own_page.incident()
    rows = own_page.js(
        "return fetch(`/api/v1/incidents/${arguments[0]}/timeline?limit=200`).then(r => r.json()).then(b => b.items)", own_page.slug
    )
    one, other = [row for row in rows if row["kind"] == "mitigation"][:2]
    claims = "return fetch(`/api/v1/events/${arguments[0]}`).then(r => r.json()).then(b => b.claims.length)"

    def panel(event: str) -> None:
        own_page.go("/quality")
        own_page.go(f"/incidents/{own_page.slug}#{event}").ready()
        own_page.click("#evidence .correct summary")
        own_page.fill("#evidence [name=who]", "Ana Souza")

    panel(one["id"])
    own_page.fill("#evidence [data-field=merge] select", other["id"])
    own_page.click("#evidence [data-field=merge] button")
    both = len(one["claims"]) + len(other["claims"])
    own_page.until(lambda: own_page.js(claims, one["id"]) == both)
    many = next(row for row in rows if len(row["claims"]) > 2 and row["id"] not in (one["id"], other["id"]))
    panel(many["id"])
    apart = own_page.js("return document.querySelector('#evidence [data-field=split] select').options[1].value")
    own_page.fill("#evidence [data-field=split] select", apart)
    own_page.click("#evidence [data-field=split] button:not([type])")
    own_page.until(lambda: own_page.js(claims, many["id"]) == len(many["claims"]) - 1)
    assert own_page.js(claims, apart) == 1
