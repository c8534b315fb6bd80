"""Where sentences end, in nine languages, and where they do not."""
from __future__ import annotations

import pytest

from ingest.sentences import split


def pieces(text: str, code: str) -> list[str]:
    return [text[start:end] for start, end in split(text, 0, len(text), code)]


@pytest.mark.parametrize(("code", "sentences"), [
    ("en", ["It broke at 10 a.m. PST on a Monday.", "Then it came back.", "Why?", "Nobody knows…", "Yet."]),
    ("en", ["It ended at 11 p.m.", "The team slept."]),
    ("en", ["Errors rose to 4.8% (see e.g. Fig. 3. and the log) for db.eu-west-1.example.com.", "Node.js was fine."]),
    ("en", ["It failed at approx. 10:00 on Oct. 20.", "Dr. Lee fixed it."]),
    ("en", ["\"It is down.\"", "He said so."]),
    ("es", ["Empezó a las 2:30 a. m. PDT del lunes.", "Duró 3 h.", "¿Por qué?", "No se sabe."]),
    ("pt", ["A falha começou às 23h48 (p. ex. no DNS).", "Às 2h25, voltou.", "É isso!"]),
    ("vi", ["Lúc 11:48PM, TP. Hà Nội gặp lỗi.", "Đến 2:40AM thì hết.", "Ổn."]),
    ("ja", ["障害は11時48分に発生した。", "「原因は不明。調査中。」と発表した。", "復旧！"]),
    ("zh", ["服务于 10:02 中断。", "（见日志。）", "随后恢复！"]),
    ("ko", ["오전 9시 5분에 장애가 발생했다.", "원인은 DNS였다.", "복구됨."]),
    ("fr", ["La panne a duré env. 30 min.", "À 9h36, p. ex. le nœud est revenu.", "Voilà !"]),
    ("de", ["Am 19. Oktober gegen 14 Uhr fiel z. B. der Dienst aus.", "Um 15:30 lief er.", "Der 2. Versuch half."]),
    ("de", ["Am 21. Jan. 2026 fiel er aus.", "Post lief bis 9:23:09.", "Mails kamen ab 9:40.", "Am 3. Dez. 2025 auch."]),
])
def test_where_sentences_end(code: str, sentences: list[str]) -> None:
    gap = "" if code in ("ja", "zh") else " "
    assert pieces(gap.join(sentences), code) == sentences


def test_a_sentence_glued_to_the_next_is_cut_after_a_plain_word_only() -> None:
    assert pieces("Everything failed.The team woke up.", "en") == ["Everything failed.", "The team woke up."]
    assert pieces("Use Microsoft.Storage and System.Out here.", "en") == ["Use Microsoft.Storage and System.Out here."]


def test_a_line_break_is_no_end_and_blanks_are_left_out() -> None:
    assert pieces("  It broke\nat ten.\n\n It healed.  ", "en") == ["It broke\nat ten.", "It healed."]


def test_a_numbered_beginning_is_no_sentence() -> None:
    assert pieces("1. Restart the node.", "en") == ["1. Restart the node."]


def test_an_unknown_language_is_split_like_english() -> None:
    assert pieces("Il servizio era giù. Poi tornò.", "it") == ["Il servizio era giù.", "Poi tornò."]


@pytest.mark.parametrize("unit", [".", ". ", "a. ", "(", "(. ", ")", "。", "「。", "A.B", "1. ", "..."])
def test_long_runs_are_linear(unit: str) -> None:
    text = unit * (300_000 // len(unit))
    assert all(start < end for start, end in split(text, 0, len(text), "en"))
