"""Who speaks: the report, readers, the author's own mind, something quoted, the site."""
from __future__ import annotations

import pytest

from ingest import formats, passages
from ingest.structure import role
from kb.model import Given, Source, Stance


def heard(text: str, language: str | None = None) -> dict[str, Stance]:
    draft = formats.read(Source(text.encode()))
    reading = passages.read(draft, Given(language=language))
    return {reading.text[one.start:one.end]: one.stance for one in reading.passages}


REPORT = {
    "en": "The service was down from 10:02 to 11:30 because the disk of the database was full.",
    "pt": "O serviço ficou fora do ar das 10h02 às 11h30 porque o disco do banco de dados encheu.",
    "es": "El servicio estuvo caído de 10:02 a 11:30 porque se llenó el disco de la base de datos.",
    "vi": "Dịch vụ ngừng hoạt động từ 10:02 đến 11:30 vì ổ đĩa của cơ sở dữ liệu bị đầy.",
    "ja": "データベースのディスクがいっぱいになったため、10:02 から 11:30 までサービスが停止した。",
    "ko": "데이터베이스 디스크가 가득 차서 10:02부터 11:30까지 서비스가 중단되었다.",
    "zh": "由于数据库磁盘已满，服务在 10:02 至 11:30 期间中断。",
    "fr": "Le service a été indisponible de 10h02 à 11h30 car le disque de la base de données était plein.",
    "de": "Der Dienst war von 10:02 bis 11:30 Uhr nicht erreichbar, weil die Platte der Datenbank voll war.",
}
COMMENTS = {"en": "Comments", "pt": "Comentários", "es": "Opiniones de Hacker News", "vi": "Bình luận",
            "ja": "2件のコメント", "ko": "댓글", "zh": "评论", "fr": "Commentaires", "de": "Kommentare"}
ADVICE = {"en": "Key takeaways", "pt": "Considerações finais", "es": "Reflexiones finales", "vi": "Lời kết",
          "ja": "所感", "ko": "마치며", "zh": "写在最后", "fr": "À retenir", "de": "Fazit"}


@pytest.mark.parametrize("code", REPORT)
def test_after_a_comments_heading_nothing_is_report_any_more(code: str) -> None:
    said, asked, again = REPORT[code], f"{REPORT[code][:-1]}?", f"{REPORT[code]} 2"
    found = heard(f"# X\n\n{said}\n\n## {COMMENTS[code]}\n\n{asked}\n\n## Z\n\n{again}\n", code)
    assert found[said] is Stance.REPORT
    assert found[asked] is found["Z"] is found[again] is Stance.OPINION


@pytest.mark.parametrize("code", REPORT)
def test_a_section_of_advice_is_opinion_and_the_next_is_not(code: str) -> None:
    advised, said = f"{REPORT[code]} 1", f"{REPORT[code]} 2"
    found = heard(f"# X\n\n## {ADVICE[code]}\n\n{advised}\n\n### Y\n\nthis too.\n\n## Z\n\n{said}\n", code)
    assert found[advised] is found["Y"] is found["this too."] is Stance.OPINION
    assert found[said] is Stance.REPORT


@pytest.mark.parametrize(("code", "turn"), [
    ("en", "What follows are my own ideas."), ("es", "Lo que sigue son mis propias ideas."),
    ("pt", "O que segue são minhas próprias ideias."), ("vi", "Phần sau đây là ý kiến của tôi."),
    ("ja", "以下は私の考えである。"), ("fr", "Ce qui suit sont mes propres idées."),
    ("de", "Was folgt, sind meine eigenen Ideen."), ("ko", "아래 내용은 제 개인적인 의견이다."),
    ("zh", "以下是我个人的想法。"),
])
def test_own_ideas_begin_in_the_middle_of_a_paragraph_and_last(code: str, turn: str) -> None:
    found = heard(f"# X\n\n{REPORT[code]} {turn} {REPORT[code]}\n\n## Z\n\n{REPORT[code]} 2\n", code)
    assert found[REPORT[code]] is Stance.REPORT
    assert found[f"{turn} {REPORT[code]}"] is found[f"{REPORT[code]} 2"] is Stance.OPINION


def test_bylines_in_brackets_begin_a_thread() -> None:
    found = heard(f"Report\n\n- {REPORT['en']}\n\n[someone]\n\nIs that so?\n\n[other_one]\n\nYes.\n")
    assert found[REPORT["en"]] is Stance.REPORT
    assert found["[someone]"] is found["Is that so?"] is found["Yes."] is Stance.OPINION


def test_a_name_in_brackets_in_a_report_begins_nothing() -> None:
    found = heard(f"Report\n\n[Resolved]\n\n{REPORT['en']}\n\nThe disk was replaced at noon.\n")
    assert set(found.values()) == {Stance.REPORT}


def test_a_thread_nobody_announced() -> None:
    lines = ("I think this is odd.", "I would not do it.", "My team saw this.", "I agree.")
    talk = "\n".join(f"- {line}" for line in lines)
    found = heard(f"# X\n\n{REPORT['en']}\n\n## Threads from elsewhere\n\n{talk}\n")
    assert found["I would not do it."] is Stance.OPINION and found[REPORT["en"]] is Stance.REPORT


@pytest.mark.parametrize("line", [
    "2025-10-20 06:48:01,123 ERROR connection refused", "[W 2018-07-07 16:38:35.506 Hub spawner:1476] no pod",
    "Oct 20 06:48:01 web1 sshd[123]: failed", "14:22 <kim> it is down", "<kim> it is down", "$ kubectl get pods",
])
def test_logs_and_chats_are_quotes(line: str) -> None:
    assert heard(f"# X\n\n{REPORT['en']}\n\n{line}\n")[line] is Stance.QUOTE


@pytest.mark.parametrize("line", [
    "2025-10-20 06:48 The database failed over", "10:02 alarm fired for the API", "Error rates rose at 10:02",
    "14:22 - kim notes that it is down",
])
def test_timelines_are_no_logs(line: str) -> None:
    assert heard(f"# X\n\n{REPORT['en']}\n\n{line}\n")[line] is Stance.REPORT


def test_code_and_quotes_are_quotes_and_site_chrome_is_boilerplate() -> None:
    quoted = "```\nerror at 10:02\n```\n\n> We are down.\n"
    found = heard(f"# X\n\n{REPORT['en']}\n\n{quoted}\nSubscribe to our newsletter\n")
    assert found["error at 10:02"] is found["We are down."] is Stance.QUOTE
    assert found["Subscribe to our newsletter"] is Stance.BOILERPLATE


def test_roles_come_from_the_innermost_heading_that_has_one() -> None:
    text = ("# X\n\n## Timeline\n\n- 10:02 broke\n\n## Action items\n\n### Network\n\n- Add alerts\n\n"
            "## Cause\n\nA cause.\n\nNext steps: we will add alerts.\n\n- **Review actions**:\n  - Fix the pipeline\n")
    reading = passages.read(formats.read(Source(text.encode())), Given())
    roles = {reading.text[one.start:one.end]: role(reading, one) for one in reading.passages}
    assert roles["10:02 broke"] == roles["A cause."] == ""
    assert roles["Add alerts"] == roles["Next steps: we will add alerts."] == roles["Fix the pipeline"] == "actions"
