"""The cascade: replay, edges with their sentences, what-ifs with their assumptions."""

from __future__ import annotations

from typing import Any

from selenium.webdriver.common.keys import Keys

STATES = "return [...document.querySelectorAll('.node')].map(n => n.dataset.service + ' ' + n.querySelector('.st').textContent)"


def opened(page: Any) -> None:
    page.incident()
    page.click("#tab-cascade")
    page.until(lambda: page.js("return document.body.dataset.cascade"))


def test_services_change_state_as_the_clock_runs(page: Any) -> None:
    opened(page)
    first, clock = page.js(STATES), page.text("#clock")
    page.click("#step")
    page.click("#step")
    assert page.js("return document.getElementById('seek').value") == "2"
    page.click("#step-back")
    assert page.js("return document.getElementById('seek').value") == "1"
    page.fill("#seek", page.js("return document.getElementById('seek').max"))
    assert page.js(STATES) != first and page.text("#clock") != clock
    page.fill("#seek", "0")
    assert page.js(STATES) == first


def test_every_frame_is_the_one_the_api_gives(page: Any) -> None:
    opened(page)
    frames = page.js(
        "return fetch('/api/v1/replays', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({incident: arguments[0]})})"
        ".then(r => r.json()).then(b => fetch(`/api/v1/replays/${b.id}/frames?limit=200`)).then(r => r.json()).then(b => b.items)",
        page.slug,
    )
    assert page.js("return Number(document.getElementById('seek').max)") == len(frames) - 1
    for number in (0, len(frames) // 2, len(frames) - 1):
        page.fill("#seek", str(number))
        drawn = page.js("return Object.fromEntries([...document.querySelectorAll('.node')].map(n => [n.dataset.service, n.classList[1]]))")
        assert drawn == {service: frames[number]["state"].get(service, "unknown") for service in drawn}


def test_play_and_pause(page: Any) -> None:
    opened(page)
    page.click("#play")
    assert page.text("#play") == "Pause"
    page.until(lambda: page.js("return Number(document.getElementById('seek').value)") >= 2)
    page.click("#play")
    at = page.js("return document.getElementById('seek').value")
    assert page.text("#play") == "Play"
    page.driver.execute_async_script("setTimeout(arguments[0], 700)")
    assert page.js("return document.getElementById('seek').value") == at


def test_no_edge_goes_through_a_box_that_is_not_its_own(page: Any) -> None:
    opened(page)
    crossings = page.js("""
      const boxes = [...document.querySelectorAll('.node')].map(n => { const [x, y] = n.getAttribute('transform').match(/[\\d.]+/g).map(Number); const r = n.querySelector('rect');
        return {id: n.dataset.service, x, y, r: x + Number(r.getAttribute('width')), b: y + Number(r.getAttribute('height'))}; });
      const bad = [];
      for (const link of document.querySelectorAll('g.link')) {
        const ends = link.dataset.edge.split('>'), path = link.querySelector('.line'), length = path.getTotalLength();
        for (let at = 0; at <= length; at += 6) { const p = path.getPointAtLength(at);
          for (const box of boxes) if (!ends.includes(box.id) && p.x > box.x && p.x < box.r && p.y > box.y && p.y < box.b) bad.push(link.dataset.edge + ' through ' + box.id); } }
      return [...new Set(bad)];""")
    assert crossings == []


def test_names_fit_their_boxes(page: Any) -> None:
    opened(page)
    wide = page.js(
        "return [...document.querySelectorAll('.node')].filter(n => n.querySelector('text').getBBox().width > n.querySelector('rect').getBBox().width - 10).map(n => n.dataset.service)"
    )
    assert wide == []


def test_an_edge_shows_its_sentences_by_mouse_and_by_keyboard(page: Any) -> None:
    opened(page)
    edge = "g.link[data-edge='aws-lambda>aws-dynamodb']"
    page.js("document.querySelector(arguments[0]).focus()", edge)
    page.press(Keys.ENTER)
    page.until(lambda: page.all("#edge blockquote"))
    assert len(page.all("#edge blockquote[lang]")) > 2
    assert "AWS Lambda needs Amazon DynamoDB" in page.text("#edge")
    page.js("document.querySelector('g.link[data-edge=\"aws-ec2>aws-ec2-dwfm\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    page.until(lambda: "DropletWorkflow" in page.text("#edge"))


def test_a_what_if_shows_the_difference_and_what_it_hangs_on(page: Any) -> None:
    opened(page)
    page.click("#whatif summary")
    page.click("#mitigations input[value=nlb-velocity-control]")
    page.click("#simulate")
    page.until(lambda: page.all("#difference"))
    rows = page.js("return [...document.querySelectorAll('#difference tbody tr')].map(r => [...r.cells].map(c => c.textContent))")
    assert any(change.startswith("−") for *_, change in rows)
    for _, before, after, change in rows:
        assert abs(int(after) - int(before) - int(change.replace("−", "-"))) <= 1
    drawn = [text for text in page.js("return [...document.querySelectorAll('.node .gap')].map(gap => gap.textContent)") if text]
    assert drawn and all(text.split()[0] in [row[-1] for row in rows] for text in drawn), "the graph shows the same differences"
    assert len(page.all("#assumptions li")) > 3
    assert "model" in page.text("#answer").lower()
