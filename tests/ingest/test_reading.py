"""Drafts into readings: languages, findings, mended sentences; the shared documents and our own."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from ingest import formats, passages
from ingest.types import Reading
from kb.model import Given, Source, Stance

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"


def reading(data: bytes | str, given: Given | None = None) -> Reading:
    raw = data.encode() if isinstance(data, str) else data
    told = given or Given()
    return passages.read(formats.read(Source(raw, told)), told)


def test_what_the_caller_says_of_the_language_wins() -> None:
    found = reading("O serviço parou às dez horas por causa do disco.", Given(language="pt-BR"))
    assert (found.language, found.passages[0].language) == ("pt", "pt")
    assert reading("The service stopped at ten because of the disk.", Given(language="es")).language == "es"


def test_a_language_without_rules_and_an_unclear_one_are_findings() -> None:
    italian = reading("Il servizio non era disponibile per due ore perché il certificato era scaduto nella notte.")
    assert italian.language == "it" and [one.code for one in italian.findings] == ["language-unsupported"]
    russian = reading("Сервис был недоступен в течение двух часов, потому что истёк срок действия сертификата.")
    assert [one.code for one in russian.findings] == ["language-unsupported"]
    assert [one.code for one in reading("10:02 500 503").findings] == ["language-unclear"]


def test_front_matter_helps_only_where_the_text_is_unclear() -> None:
    assert reading("---\nlang: de\ntitle: x\n---\n\n10:02 500\n").language == "de"
    text = "The service stopped at ten because the disk of the database was full, and it came back at noon."
    assert reading(f"---\nlang: de\ntitle: x\n---\n\n{text}\n").language == "en"


def test_a_foreign_passage_has_its_own_language() -> None:
    spanish = "El servicio estuvo caído durante dos horas porque el certificado había caducado por la noche."
    english = "The author would like to thank everybody who helped with this article and the pictures in it."
    japanese = "証明書が失効したためサービスが停止した。"
    found = reading(f"# Informe\n\n{spanish}\n\n{spanish} Y nada más.\n\n{english}\n\n{japanese}\n")
    assert found.language == "es"
    assert [one.language for one in found.passages] == ["es", "es", "es", "en", "ja"]


def test_technical_lines_keep_the_language_of_the_document() -> None:
    found = reading("# Report\n\nThe cluster failed over at ten and nobody noticed until noon.\n\n"
                    "- nightly smoke tests skip the vector log shipper\n- kubectl rollout restart deployment/api\n")
    assert {one.language for one in found.passages} == {"en"}


def test_a_mended_sentence_has_the_length_of_its_span() -> None:
    found = reading("> The server said that it was\n> down for good.\n")
    sentence = found.sentences[0]
    assert sentence.reading == "The server said that it was   down for good."
    assert found.text[sentence.start:sentence.end] == "The server said that it was\n> down for good."


def test_cells_and_code_lines_are_sentences_of_their_own() -> None:
    found = reading("| Time | Event |\n|---|---|\n| 10:02 | It broke. It hurt. |\n\n```\none\n\n  two\n```\n")
    assert [one.reading for one in found.sentences] == ["Time", "Event", "10:02", "It broke.", "It hurt.", "one", "two"]


def check(found: Reading) -> None:
    assert [one.index for one in found.passages] == list(range(len(found.passages)))
    for one in found.passages:
        assert 0 <= one.start < one.end <= len(found.text)
        assert one.parent is None or one.parent < one.index
        assert all(one.start <= start <= end <= one.end for start, end in one.cells)
    for sentence in found.sentences:
        passage = found.passages[sentence.passage]
        assert passage.start <= sentence.start < sentence.end <= passage.end
        assert len(sentence.reading) == sentence.end - sentence.start


def labelled() -> list[tuple[Path, str, int]]:
    pairs = ((SHARED / "gold/seeds.json", SHARED / "seeds"), (ROOT / "tests/golden/seeds.json", ROOT / "seeds"))
    return [(folder / one["file"], one["lang"], one["commentary_starts"])
            for gold, folder in pairs if gold.exists()
            for one in json.loads(gold.read_text("utf-8"))["documents"].values()]


@pytest.mark.parametrize(("file", "language", "opinion"), labelled(), ids=lambda value: getattr(value, "name", None))
def test_opinion_starts_where_it_starts(file: Path, language: str, opinion: int) -> None:
    found = reading(file.read_bytes())
    check(found)
    assert found.language == language
    for one in found.passages:
        if found.text[one.start:one.end].lstrip("- ").startswith(("AWS Post-Event", "AWS post-event", "Source")):
            continue  # the address of the source stands after the advice and is neither
        assert (one.stance is Stance.REPORT) == (one.start < opinion), found.text[one.start:one.end]


CORPUS = sorted(SHARED.glob("gold/corpus/*.json"))


@pytest.mark.skipif(not CORPUS, reason="../shared is not here: it holds real post-mortems")
def test_real_post_mortems() -> None:
    for label in CORPUS:
        gold = json.loads(label.read_text("utf-8"))
        found = reading((SHARED / "corpus" / gold["doc"]).read_bytes())
        check(found)
        assert found.language == gold["lang"], gold["doc"]
        report = sum(one.stance is Stance.REPORT for one in found.passages)
        assert report * 2 > len(found.passages), gold["doc"]


def test_blank_lines_above_the_front_matter_do_not_make_it_text() -> None:
    text = "\n---\ntitle: Mail outage\ndate: 2024-03-09T10:02:00\n---\n\nThe mail server failed on all nodes.\n"
    found = reading(text)
    assert found.metadata.title == "Mail outage"
    assert [found.text[one.start:one.end] for one in found.passages] == ["The mail server failed on all nodes."]
