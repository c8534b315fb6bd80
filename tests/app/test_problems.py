"""The shape of every error, pinned: RFC 9457, one media type, no header lost."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

API = "/api/v1"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", f"{API}/nothing-here", 404, "not-found"),
        ("GET", f"{API}/documents/deadbeef", 404, "not-found"),
        ("GET", f"{API}/events/deadbeef", 404, "not-found"),
        ("GET", f"{API}/incidents/no-such-outage", 404, "not-found"),
        ("GET", f"{API}/services/no-such-service", 404, "not-found"),
        ("GET", f"{API}/incidents?limit=0", 422, "invalid-input"),
        ("GET", f"{API}/incidents?limit=201", 422, "invalid-input"),
        ("GET", f"{API}/incidents?surprise=1", 422, "invalid-input"),
        ("GET", f"{API}/health?surprise=1", 422, "invalid-input"),
        ("GET", f"{API}/documents?cursor=%00", 422, "invalid-input"),
        ("GET", f"{API}/events?from=2025-10-20T00:00:00", 422, "invalid-input"),
        ("GET", f"{API}/events?zone=Mars/Base", 422, "invalid-input"),
        ("GET", f"{API}/conflicts?tolerance=nan", 422, "invalid-input"),
        ("GET", f"{API}/search", 422, "invalid-input"),
        ("PUT", f"{API}/documents", 405, "method-not-allowed"),
        ("POST", f"{API}/decisions", 422, "invalid-input"),
        ("POST", f"{API}/documents", 422, "unreadable-document"),
        ("DELETE", f"{API}/decisions/deadbeef", 404, "not-found"),
    ],
)
def test_every_error_has_one_shape(client: FlaskClient, method: str, path: str, status: int, code: str) -> None:
    response = client.open(path, method=method)
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/problem+json"
    body = response.get_json()
    assert set(body) - {"errors"} == {"type", "title", "status", "detail", "code", "instance"}
    assert (body["status"], body["code"], body["type"]) == (status, code, f"urn:pmkb:problem:{code}")
    assert body["detail"] and body["instance"] == path.split("?")[0]


def test_the_framework_keeps_its_headers(client: FlaskClient) -> None:
    assert "GET" in client.put("/api/v1/documents").headers["Allow"]


def test_each_wrong_parameter_is_named(client: FlaskClient) -> None:
    errors = client.get("/api/v1/incidents?limit=x&surprise=1").get_json()["errors"]
    assert {error["where"] for error in errors} == {"limit", "surprise"}


@pytest.mark.parametrize(
    ("body", "media", "status"),
    [
        (b"", "text/plain", 422),
        (b"\x00\x01\x02\xff", "text/plain", 422),
        (b"x" * 64, "image/png", 415),
    ],
)
def test_a_document_nobody_can_read_is_refused(own: FlaskClient, body: bytes, media: str, status: int) -> None:
    before = own.get("/api/v1/health").get_json()
    assert own.post("/api/v1/documents", data=body, content_type=media).status_code == status
    assert own.get("/api/v1/health").get_json() == before


def test_too_large_is_413(own: FlaskClient) -> None:
    response = own.post("/api/v1/documents", data=b"x" * (11 * 1024 * 1024), content_type="text/plain")
    assert response.status_code == 413 and response.headers["Content-Type"] == "application/problem+json"
