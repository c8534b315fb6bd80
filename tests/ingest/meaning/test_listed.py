"""Services that a report lists as affected, in every shape and language."""
from __future__ import annotations

import pytest

from ingest.language import SUPPORTED

LABELS = {
    "en": "Affected services", "es": "Servicios afectados", "pt": "Serviços afetados", "fr": "Services touchés",
    "de": "Betroffene Dienste", "ja": "影響を受けたサービス", "ko": "영향 서비스", "zh": "影响服务", "vi": "Dịch vụ bị ảnh hưởng",
}


def names(found) -> set[str]:  # type: ignore[no-untyped-def]
    return {one.name for one in found.services}


@pytest.mark.parametrize("language", SUPPORTED)
@pytest.mark.parametrize("shape", ["{label}: Halyard, Blue Heron", "- **{label}:** Halyard, Blue Heron (beta)",
                                   "| {label} | Halyard, Blue Heron |\n|---|---|\n| x | y |",
                                   "{label}:\n\n- Halyard: slow\n- Blue Heron"])
def test_a_list_of_what_was_affected_names_services(language: str, shape: str, services) -> None:  # type: ignore[no-untyped-def]
    assert {"Halyard", "Blue Heron"} <= names(services(shape.format(label=LABELS[language]), language))


@pytest.mark.parametrize(("language", "text"), [
    ("en", "Affected services: all users, 40% of logins"), ("zh", "影响范围：部分用户"), ("ko", "영향 범위: 전체 사용자"),
    ("vi", "Dịch vụ bị ảnh hưởng: toàn bộ khách hàng"),
])
def test_people_and_shares_are_no_services(language: str, text: str, services) -> None:  # type: ignore[no-untyped-def]
    assert not names(services(text, language))


def test_a_machine_is_more_than_the_software_its_name_begins_with(services) -> None:  # type: ignore[no-untyped-def]
    assert "redis-main-02" in names(services("The node redis-main-02 crashed at 10:00.", "en"))
