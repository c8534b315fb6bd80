"""The shape of every error, pinned: RFC 9457, one media type, no header lost."""

from __future__ import annotations

import io

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
        ("GET", f"{API}/events?limit=5&limit=6", 422, "invalid-input"),
        ("GET", f"{API}/search?q=one&q=other", 422, "invalid-input"),
        ("POST", f"{API}/documents?name=a&name=b", 422, "invalid-input"),
        ("GET", f"{API}/convert?text=10:00&date=0", 422, "invalid-input"),
        ("GET", f"{API}/convert?text=10:00&date=2025-10-20T00:00:00", 422, "invalid-input"),
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


def test_only_what_takes_several_values_is_repeated(client: FlaskClient) -> None:
    assert client.get(f"{API}/events?kind=impact&kind=recovery&zone=PT&zone=UTC").status_code == 200
    [error] = client.get(f"{API}/events?kind=impact&kind=recovery&limit=5&limit=6").get_json()["errors"]
    assert error["where"] == "limit"


@pytest.mark.parametrize(("body", "media", "said"), [
    (b"[" * 100_000, "application/json", "nested too deeply"),
    (b'{"target": ', "application/json", "not JSON"),
    (b'{"target": "x"}', "text/plain", "application/json"),
])
@pytest.mark.parametrize("route", ["/decisions", "/replays", "/simulations"])
def test_a_body_that_is_no_json_is_said_to_be_none(client: FlaskClient, route: str, body: bytes, media: str, said: str) -> None:
    response = client.post(API + route, data=body, content_type=media)
    assert response.status_code == 422 and said in response.get_json()["detail"]


def test_form_fields_are_not_passed_over(own: FlaskClient) -> None:
    fields = {"file": (io.BytesIO(b"2026-03-04 10:00: the queue service failed."), "q.txt"), "zone": "PT"}
    response = own.post(f"{API}/documents", data=fields, content_type="multipart/form-data")
    assert response.status_code == 422 and "zone" in response.get_json()["detail"]


@pytest.mark.parametrize("query", ["from=0001-01-01&zone=Asia/Tokyo", "to=9999-12-31T23:59:59&zone=PT"])
def test_the_edges_of_the_calendar_are_asked_for_as_any_time(client: FlaskClient, query: str) -> None:
    assert client.get(f"{API}/events?{query}").status_code == 200
