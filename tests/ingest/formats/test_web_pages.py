"""HTML: the main text with its tables and lists, without the site around it."""
from __future__ import annotations

import pytest

from ingest.formats import read
from kb.errors import PmkbError, UnreadableDocument
from kb.model import Given, PassageKind, Source

PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Outage | Example</title></head><body>
<nav><a href="/">Home</a><a href="/blog">All posts of the blog</a></nav><article><h1>Outage of the payment API</h1>
<p>The payment API was down from 10:02 to 11:15 UTC on 5 March 2024, for all customers in Europe. We are sorry.</p>
<h2>Timeline</h2><table><tr><th>Time (UTC)</th><th>Event</th></tr><tr><td>10:02</td><td>Failover | began</td></tr>
<tr><td>11:15</td><td>Service<br>restored</td></tr></table><h2>Impact</h2><ul><li>Payments:<ul><li>Errors from 10:02
</li></ul></li><li>Refunds were slow</li></ul><pre>10:02 ERROR db down
again</pre></article><footer>© 2024 Example. Privacy policy</footer></body></html>"""


def test_tables_and_lists_keep_their_structure() -> None:
    draft = read(Source(PAGE.encode(), Given(name="p.html")))
    found = {draft.text[one.start:one.end]: one for one in draft.passages}
    assert draft.media_type == "text/html" and draft.metadata.language == "en"
    assert "Privacy" not in draft.text and "All posts" not in draft.text
    row = next(one for one in draft.passages if one.kind is PassageKind.ROW and one.columns)
    assert row.columns == ("Time (UTC)", "Event")
    assert [draft.text[start:end] for start, end in row.cells] == ["10:02", r"Failover \| began"]
    assert found["Errors from 10:02"].section[-2:] == ("Impact", "Payments")
    assert found["10:02 ERROR db down\nagain"].kind is PassageKind.CODE


def test_a_page_in_its_declared_charset() -> None:
    page = PAGE.replace("utf-8", "windows-1252").replace("We are sorry", "Désolés, vraiment")
    assert "Désolés, vraiment" in read(Source(page.encode("cp1252"), Given(), "text/html")).text


@pytest.mark.parametrize("page", ["<html><body></body></html>", "<html><script>var x = 1;</script></html>"])
def test_a_page_without_text_is_refused(page: str) -> None:
    with pytest.raises(UnreadableDocument):
        read(Source(page.encode(), Given(name="x.html")))


@pytest.mark.parametrize("depth", [300, 10_000])
def test_a_page_nested_too_deeply_is_refused_whole(depth: int) -> None:
    page = "<p>The queue failed at 10:00 UTC.</p>" + "<ul><li>" * depth + "the queue recovered"
    with pytest.raises(UnreadableDocument, match="nested too deeply"):
        read(Source(page.encode(), Given(name="x.html")))


def test_deep_and_broken_markup_does_no_harm() -> None:
    deep = ("<html>" + "<div>" * 20_000 + "deep words in here", "<html><ul><li>" * 500 + "x",
            "<html><table><tr><td>a<td>b")
    for page in deep:
        try:
            assert read(Source(page.encode(), Given(name="x.html"))).text
        except PmkbError as refusal:
            assert refusal.message
