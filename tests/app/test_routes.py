"""The routes over the bundled documents."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from flask.testing import FlaskClient

from kb.instants import parse_instant

API = "/api/v1"


def get(client: FlaskClient, path: str) -> Any:
    response = client.get(API + path)
    assert response.status_code == 200, response.get_json()
    return response.get_json()


def everything(client: FlaskClient, path: str, limit: int) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    cursor = ""
    while True:
        join = "&" if "?" in path else "?"
        page = get(client, f"{path}{join}limit={limit}{cursor}")
        assert len(page["items"]) <= limit
        items += page["items"]
        if page["next"] is None:
            return items
        cursor = f"&cursor={page['next']}"


@pytest.mark.parametrize("path", ["/documents", "/services", "/conflicts", "/events", "/incidents"])
def test_pages_add_up_to_the_collection(client: FlaskClient, path: str) -> None:
    small, large = everything(client, path, 2), everything(client, path, 200)
    assert small == large and large


def test_a_page_links_to_the_next(client: FlaskClient) -> None:
    response = client.get(f"{API}/documents?limit=2")
    link = response.headers["Link"]
    assert link.endswith('; rel="next"')
    following = client.get(link[1 : link.index(">")])
    assert following.status_code == 200
    assert not {item["id"] for item in following.get_json()["items"]} & {item["id"] for item in response.get_json()["items"]}


def test_unchanged_answers_are_not_sent_again(client: FlaskClient) -> None:
    first = client.get(f"{API}/documents")
    tag = first.headers["ETag"]
    assert not tag.startswith("W/")
    again = client.get(f"{API}/documents", headers={"If-None-Match": tag})
    assert again.status_code == 304 and not again.data


def test_zones_move_labels_not_events(client: FlaskClient, slug: str) -> None:
    rows = get(client, f"/incidents/{slug}/timeline?zone=PT&zone=ET&zone=Asia/Kolkata&zone=reported&limit=200")["items"]
    dated = [row for row in rows if row["time"]["start"].endswith("Z")]
    assert len(dated) > 20
    for row in dated:
        instants = {parse_instant(shown["start"]) for shown in row["zones"].values()}
        assert instants == {parse_instant(row["time"]["start"])}
        assert row["zones"]["Asia/Kolkata"]["start"].endswith("+05:30")


def test_a_range_that_overlaps_counts(client: FlaskClient, slug: str) -> None:
    rows = get(client, f"/incidents/{slug}/timeline?from=2025-10-20T10:00:00Z&to=2025-10-20T10:01:00Z&limit=200")["items"]
    assert rows
    for row in rows:
        if not row["time"]["start"].endswith("Z") or row["time"]["precision"] in ("day", "month", "year", "part-of-day"):
            continue  # known to the day, or in no known zone: its whole window counts
        end = row["time"]["end"] or row["time"]["start"]
        assert row["time"]["start"] < "2025-10-20T10:01:00Z"
        assert end >= "2025-10-20T10:00:00Z" or row["time"]["bound"] == "since"


def test_undated_events_are_apart_and_counted(client: FlaskClient, slug: str) -> None:
    page = get(client, f"/incidents/{slug}/timeline?limit=200")
    assert page["undated_count"] == len(page["undated"]) >= 8
    assert all(row["time"]["start"] is None for row in page["undated"])
    assert all(row["time"]["start"] is not None for row in page["items"])


@pytest.mark.parametrize("name", ["table", "csv", "markdown", "mermaid", "ics", "html", "svg"])
def test_every_format_is_answered(client: FlaskClient, slug: str, name: str) -> None:
    response = client.get(f"{API}/incidents/{slug}/timeline?format={name}&zone=PT")
    assert response.status_code == 200 and response.data and response.headers["ETag"]


def test_csv_and_json_give_the_same_instants(client: FlaskClient, slug: str) -> None:
    page = get(client, f"/incidents/{slug}/timeline?limit=200")
    rows = csv.DictReader(io.StringIO(client.get(f"{API}/incidents/{slug}/timeline?format=csv&zone=PT").get_data(as_text=True)))
    told = {row["event"]: row["datetime"] for row in rows}
    assert told.keys() == {row["id"] for row in page["items"] + page["undated"]}
    for row in page["items"]:
        if row["time"]["start"].endswith("Z"):
            assert parse_instant(told[row["id"]]) == parse_instant(row["time"]["start"])


def test_quotes_are_the_text_at_their_spans(client: FlaskClient) -> None:
    for document in everything(client, "/documents", 200):
        text = get(client, f"/documents/{document['id']}/text")["text"]
        assert len(text) == document["chars"]
        claims = everything(client, f"/documents/{document['id']}/claims", 200)
        assert claims
        for claim in claims:
            start, end = claim["span"]
            assert text[start:end] == claim["quote"]


def test_an_event_shows_its_evidence(client: FlaskClient) -> None:
    event = max(everything(client, "/events", 200), key=lambda row: len(row["claims"]))
    full = get(client, f"/events/{event['id']}")
    assert {claim["id"] for claim in full["claim_rows"]} == set(event["claims"])
    member = event["claims"][-1]
    assert get(client, f"/events/{member}")["id"] == event["id"], "every member's id answers for its event"


def test_relations_in_time(client: FlaskClient) -> None:
    events = everything(client, "/events", 200)
    anchor = next(
        row for row in events if row["time"]["end"] is None and row["kind"] == "recovery" and row["time"]["start"] > "2025-10-20T08"
    )
    after = everything(client, f"/events?after={anchor['id']}", 200)
    assert after and all(row["time"]["start"] >= anchor["time"]["start"] for row in after)
    before = everything(client, f"/events?before={anchor['id']}", 200)
    assert before and not {row["id"] for row in after} & {row["id"] for row in before}
    still = everything(client, f"/events?overlapping={anchor['id']}&kind=impact", 200)
    assert still and all(row["kind"] == "impact" for row in still)


def test_dependencies_carry_sentences(client: FlaskClient) -> None:
    needs = get(client, "/services/aws-connect/needs")["items"]
    assert "aws-dynamodb" in {item["service"] for item in needs}
    assert all(step["evidence"] for item in needs for step in item["evidence"])
    blast = get(client, "/services/aws-dynamodb/needed-by")["items"]
    assert {"aws-connect", "aws-lambda", "aws-ec2-dwfm"} <= {item["service"] for item in blast}
    paths = get(client, "/paths?from=aws-connect&to=aws-dynamodb")["items"]
    assert paths and all(path["path"][0] == "aws-connect" and path["path"][-1] == "aws-dynamodb" for path in paths)


def test_a_new_post_mortem_is_previewed_saved_and_removed(own: FlaskClient) -> None:
    text = "On 2026-03-04 at 10:00 UTC the sessionstore service failed. At 10:30 UTC the sessionstore service recovered."
    health = get(own, "/health")
    seen = own.post(f"{API}/documents?dry_run=true", data=text, content_type="text/plain").get_json()
    assert [claim["time"]["start"] for claim in seen["claims"]] == ["2026-03-04T10:00:00Z", "2026-03-04T10:30:00Z"]
    assert get(own, "/health") == health
    made = own.post(f"{API}/documents?name=note.txt", data=text, content_type="text/plain")
    assert made.status_code == 201
    where = made.headers["Location"]
    assert own.get(where).status_code == 200
    assert own.post(f"{API}/documents?name=note.txt", data=text, content_type="text/plain").status_code == 200
    other = own.post(f"{API}/documents?name=note.txt&zone=Asia/Tokyo", data=text, content_type="text/plain")
    assert other.status_code == 200 and other.get_json()["document"]["given"]["zone"] == "Asia/Tokyo"
    gone = own.delete(where)
    assert (gone.status_code, gone.data) == (204, b"") and "Content-Type" not in gone.headers
    assert own.get(where).status_code == 404
    assert get(own, "/health") == health


def test_a_multipart_file_is_taken(own: FlaskClient) -> None:
    text = b"2026-03-04 10:00 UTC: the queue service failed."
    made = own.post(f"{API}/documents", data={"file": (io.BytesIO(text), "queue.txt")}, content_type="multipart/form-data")
    assert made.status_code == 201 and made.get_json()["document"]["given"]["name"] == "queue.txt"


def test_a_correction_holds_and_can_be_undone(own: FlaskClient) -> None:
    event = next(row for row in everything(own, "/events", 200) if row["kind"] == "impact")
    made = own.post(f"{API}/decisions", json={"target": event["id"], "field": "kind", "value": "state", "who": "ana"})
    assert made.status_code == 201
    assert get(own, f"/events/{event['id']}")["kind"] == "state"
    for decision in made.get_json()["decisions"]:
        undone = own.delete(f"{API}/decisions/{decision['id']}")
        assert undone.status_code == 204 and "Content-Type" not in undone.headers
    assert get(own, f"/events/{event['id']}")["kind"] == "impact"
    assert {row["undone"] for row in get(own, "/decisions?limit=200")["items"]} == {True}


def test_search_finds_words_of_every_script(client: FlaskClient) -> None:
    for words in ("障害", "phuc hoi", "NLB", "recuperação", "recuperacao"):
        assert get(client, f"/search?q={words}")["items"], words


def test_replays_and_simulations(client: FlaskClient, slug: str) -> None:
    made = client.post(f"{API}/replays", json={"incident": slug}).get_json()
    frames = everything(client, f"/replays/{made['id']}/frames", 50)
    assert len(frames) > 20 and [frame["time"] for frame in frames] == sorted(frame["time"] for frame in frames)
    assert {"time", "event", "state"} <= frames[0].keys()
    plain = client.post(f"{API}/simulations", json={}).get_json()
    calm = client.post(f"{API}/simulations", json={"mitigations": ["nlb-velocity-control"]}).get_json()
    assert calm["service_error_minutes"]["aws-nlb"] < plain["service_error_minutes"]["aws-nlb"] / 5
    assert client.post(f"{API}/simulations", json={"mitigations": ["prayer"]}).status_code == 422


def test_convert(client: FlaskClient) -> None:
    [item] = get(client, "/convert?text=11:48PM PDT&date=2025-10-19&language=en&to=UTC&to=ET")["items"]
    assert item["start"] == "2025-10-20T06:48:00Z"
    assert item["zones"]["ET"]["start"] == "2025-10-20T02:48:00-04:00"


def test_pages_are_served_under_a_strict_policy(client: FlaskClient, slug: str) -> None:
    for path in ("/", f"/incidents/{slug}", "/documents", "/add", "/search?q=x", "/conflicts", "/decisions", "/quality", "/docs"):
        response = client.get(path)
        assert response.status_code == 200, path
        policy = response.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy and "unsafe-eval" not in policy
        assert "<script>" not in response.get_data(as_text=True)
    assert 'lang="ja"' in client.get(f"/incidents/{slug}?ui=ja").get_data(as_text=True)
