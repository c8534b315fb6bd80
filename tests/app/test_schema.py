"""The whole OpenAPI document tried by schemathesis, all checks: the answers are as documented, whatever is sent."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

import app as composition

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def schema(seeded: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    copy = tmp_path_factory.mktemp("schema") / "own.sqlite"
    shutil.copy(seeded, copy)
    return schemathesis.openapi.from_wsgi("/openapi.json", composition.create_app({"DATABASE_URL": f"sqlite:///{copy}"}))


def test_every_route_is_as_documented(schema: Any) -> None:
    tried, wrong = 0, []
    for result in schema.get_all_operations():
        operation = result.ok()
        tried += 1

        @given(case=operation.as_strategy())
        @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=True)
        def attempt(case: Any) -> None:
            case.call_and_validate()

        try:
            attempt()
        except BaseException as error:  # all routes are tried before any is blamed
            wrong.append(f"{operation.label}: {error}")
    assert tried >= 30
    assert not wrong, "\n\n".join(wrong)


def test_the_document_is_openapi_3_1(client: Any) -> None:
    document = client.get("/openapi.json").get_json()
    assert document["openapi"] == "3.1.0"
    assert len(document["paths"]) >= 25
    json.dumps(document)
