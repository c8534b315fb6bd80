"""PDF and DOCX by the optional extra; without it, an error that names what to install."""
from __future__ import annotations

import io
import sys
import zipfile

import pytest

from ingest.formats import read
from kb.errors import Unavailable, UnreadableDocument
from kb.model import Given, PassageKind, Source


def a_pdf(*lines: str) -> bytes:
    """The smallest PDF with a page of text, written by hand so that no test needs a writer."""
    shown = "BT /F1 12 Tf 72 720 Td 14 TL " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
               "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
               "/Resources << /Font << /F1 5 0 R >> >> >>",
               f"<< /Length {len(shown)} >>\nstream\n{shown}\nendstream",
               "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    return out + (f"xref\n0 6\n0000000000 65535 f \n{table}trailer\n<< /Size 6 /Root 1 0 R >>\n"
                  f"startxref\n{len(out)}\n%%EOF\n").encode()


def test_a_pdf_is_read() -> None:
    pytest.importorskip("pypdf", reason="the extra 'documents' is not installed")
    draft = read(Source(a_pdf("Outage report", "The service failed at 10:02 UTC.")))
    assert draft.media_type == "application/pdf"
    assert "The service failed at 10:02 UTC." in draft.text


def test_a_pdf_without_text_and_a_broken_one_are_refused() -> None:
    pytest.importorskip("pypdf", reason="the extra 'documents' is not installed")
    for data in (a_pdf(), b"%PDF-1.4 broken"):
        with pytest.raises(UnreadableDocument):
            read(Source(data))


def test_a_docx_keeps_headings_lists_and_tables() -> None:
    docx = pytest.importorskip("docx", reason="the extra 'documents' is not installed")
    document = docx.Document()
    document.add_heading("Timeline", 2)
    document.add_paragraph("It broke at 10:02.")
    document.add_paragraph("Payments", style="List Bullet")
    document.add_paragraph("failed at 10:03", style="List Bullet 2")
    table = document.add_table(rows=2, cols=2)
    for at, words in enumerate(("Time", "Event", "10:02", "down | out")):
        table.cell(at // 2, at % 2).text = words
    out = io.BytesIO()
    document.save(out)
    draft = read(Source(out.getvalue(), Given(name="r.docx")))
    found = {draft.text[one.start:one.end]: one for one in draft.passages}
    assert found["Timeline"].kind is PassageKind.HEADING
    assert found["failed at 10:03"].section == ("Timeline", "Payments")
    assert any(one.columns == ("Time", "Event") for one in draft.passages)


@pytest.mark.parametrize(("package", "data"), [("pypdf", b"%PDF-1.4 x"), ("docx", b"")])
def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch, package: str, data: bytes) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    if package == "docx":
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as packed:
            packed.writestr("word/document.xml", "<w/>")
        data = out.getvalue()
    with pytest.raises(Unavailable, match=r"pmkb\[documents\]"):
        read(Source(data))
