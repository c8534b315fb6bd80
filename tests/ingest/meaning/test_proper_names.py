"""Names that nobody introduces: what only its writing and what happened to it tells to be a service."""
from __future__ import annotations

from collections.abc import Callable

import pytest

from ingest.extract.lexicon import joiners
from ingest.extract.services import ServiceMap
from tests.ingest.meaning.test_services_found import slugs

Services = Callable[..., ServiceMap]
Whom = Callable[..., tuple[tuple[str, ...], tuple[str, ...]]]


@pytest.mark.parametrize(("text", "language", "slug"), [
    ("At 10:00 the QVK timed out for everybody. At 11:00 QVK recovered.", "en", "qvk"),
    ("Às 10h00 o QVK falhou. Às 11h00 o QVK voltou ao normal.", "pt", "qvk"),
    ("A las 10:00 el QVK falló. A las 11:00 el QVK se recuperó.", "es", "qvk"),
    ("À 10h00 le QVK est tombé en panne. À 11h00 le QVK était rétabli.", "fr", "qvk"),
    ("Um 10:00 Uhr fiel der QVK aus. Um 11:00 Uhr war der QVK wiederhergestellt.", "de", "qvk"),
    ("Lúc 10:00 QVK gặp lỗi. Lúc 11:00 QVK đã khôi phục.", "vi", "qvk"),
    ("10:00 QVKで障害が発生した。11:00 QVKが復旧した。", "ja", "qvk"),
    ("10:00 QVK에서 장애가 발생했다. 11:00 QVK가 복구되었다.", "ko", "qvk"),
    ("10:00 QVK发生故障。11:00 QVK恢复正常。", "zh", "qvk"),
    ("At 10:00 we saw Kestrel time out. Then Kestrel failed again. By noon Kestrel recovered.", "en", "kestrel"),
    ("At 10:00 KestrelDB failed. At 11:00 KestrelDB recovered.", "en", "kestreldb"),
    ("Calls to the Kestrel API failed; a Kestrel node was lost.", "en", "kestrel"),
])
def test_what_fails_and_recovers_by_a_name_is_a_service(services: Services, text: str, language: str, slug: str) -> None:
    assert slug in slugs(services(text, language))


@pytest.mark.parametrize(("text", "language"), [
    ("Robin asks how to log in. Robin suggests a restart. Then Robin runs it. Errors end, as Robin sees.", "en"),
    ("At 10:00 PST calls failed. At 11:00 PST calls recovered.", "en"),
    ("Errors rose in Paris. Paris recovered. In Paris calls failed again.", "en"),
    ("ISSUE: calls failed. The issue ended. ISSUE closed: calls recovered.", "en"),
    ("Rack B7 failed. Then rack B7 recovered.", "en"),
    ("Um 10:00 Uhr fiel die Leitung aus. Die Leitung war um 11:00 Uhr wiederhergestellt, eine andere Leitung fiel aus.", "de"),
    ("Step III failed. Step III recovered.", "en"),
    ("The SREs failed to log in. Two SREs recovered access.", "en"),
    ("Kestrel is a bird.", "en"),
])
def test_people_places_and_words_written_large_are_none(services: Services, text: str, language: str) -> None:
    assert not [one for one in services(text, language).services if one.learned and one.slug[0] not in "cl"]


def test_a_name_joined_to_a_service_is_one_as_well(services: Services) -> None:
    found = services("QVK, Kestrel and Sorrel timed out at 10:00. At 11:00 QVK recovered.")
    assert {"qvk", "kestrel", "sorrel"} <= slugs(found)
    assert {"y", "o"} <= joiners("es") and {"và"} <= joiners("vi") and "" not in joiners("zh")


def test_a_label_beside_those_of_services_names_a_service(whom: Whom) -> None:
    text = ("## Amazon SQS\n\n- 10:00 messages were lost\n\n## Halyard Kestrel\n\n- 10:05 logins failed\n\n"
            "## Amazon S3\n\n- 10:10 uploads failed\n")
    assert whom(text, "10:05 logins failed") == (("halyard-kestrel",), ())


def test_a_label_among_other_sections_names_none(services: Services) -> None:
    text = "## Brave Words\n\n- 10:00 messages were lost\n\n## Big Thanks\n\n- 10:05 logins failed\n"
    assert not services(text).services


def test_a_maker_put_before_names_is_no_subject(services: Services) -> None:
    text = ("At 10:00 calls to Halyard Kestrel failed. At 10:05 uploads to Halyard Sorrel failed as well. Soon "
            "Kestrel failed for everybody, and at noon Sorrel recovered, then Kestrel recovered. Halyard said later that "
            "Sorrel timed out again for some, and errors of Halyard ended.")
    found = services(text)
    assert "halyard" not in slugs(found) or "halyard" in found.providers
    assert {one.service for one in found.mentions if one.as_written.endswith("Kestrel")} == {"kestrel"}
