"""The command over the bundled documents."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from kb.cli.main import build

ROOT = Path(__file__).parents[2]


def test_every_command_has_help() -> None:
    for name, command in build().commands.items():  # type: ignore[attr-defined]
        assert command.help or command.commands, name
        for parameter in command.params:
            if parameter.param_type_name == "option" and parameter.name != "as_json":
                assert parameter.help, f"{name} {parameter.opts[0]}"


@pytest.mark.parametrize(("words", "costly"), [
    (("--help",), {"spacy", "langdetect", "sqlalchemy", "flask", "icalendar", "numpy"}),
    (("convert", "09:00 UTC on 2026-03-04"), {"spacy", "sqlalchemy", "flask", "icalendar"}),
    (("timeline",), {"spacy", "langdetect", "flask", "icalendar", "numpy"}),
])
def test_a_command_imports_only_what_it_needs(tmp_path: Path, words: tuple[str, ...], costly: set[str]) -> None:
    code = (
        f"import sys; sys.argv[1:] = {words!r}; import app\ntry: app.cli()\nexcept SystemExit as end: assert not end.code\n"
        f"assert not {costly!r} & set(sys.modules), sorted({costly!r} & set(sys.modules))"
    )
    env = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path / 'own.sqlite'}"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr


def test_history_on_the_command_line(pmkb: Any) -> None:
    [incident] = json.loads(pmkb("incidents", "--json").stdout)["items"]
    assert len(incident["documents"]) == 5
    table = pmkb("timeline", incident["slug"], "--zone", "PT", "--zone", "UTC").stdout
    assert "2025-10-19 23:48 -07:00" in table and "2025-10-20 06:48 +00:00" in table and "undated" in table
    rows = json.loads(pmkb("timeline", "--format", "json").stdout)
    assert rows["items"] and rows["undated"]
    assert "aws-lambda" in pmkb("deps", "aws-dynamodb", "--direction", "needed-by").stdout
    dot = pmkb("deps", "aws-connect", "--format", "dot").stdout
    assert dot.startswith("digraph") and '"aws-connect" -> "aws-dynamodb"' in dot
    event = next(row for row in rows["items"] if row["causes"])
    [line] = [line for line in table.splitlines() if event["id"][:12] in line.split()]
    assert f"{event['kind']} " in line and pmkb("why", event["id"][:12]).stdout == pmkb("why", event["id"]).stdout
    assert "<-" in pmkb("why", event["id"]).stdout
    assert pmkb("state", incident["slug"], "--at", "2025-10-20T09:25:00Z").returncode == 0
    assert "start-differs" in pmkb("conflicts").stdout
    assert pmkb("metrics", incident["slug"]).returncode == 0
    assert "障害" in pmkb("search", "障害").stdout


@pytest.mark.parametrize("number", ["nan", "inf", "-1", "five"])
def test_a_number_that_is_none_is_a_usage_error(pmkb: Any, number: str) -> None:
    for words in (("conflicts", "--tolerance"), ("replay", "any", "--speed"), ("replay", "any", "--tolerance")):
        done = pmkb(*words, number)
        assert done.returncode == 2 and "Traceback" not in done.stderr and words[-1] in done.stderr


@pytest.mark.parametrize("words", [
    ("timeline", "--zone", "Mars"), ("timeline", "--from", "yesterday"), ("state", "any", "--at", "noon"),
    ("state", "any", "--at", "2025-10-20T09:00", "--zone", "reported"), ("convert", "09:00", "--to", "Mars"),
    ("convert", "09:00", "--date", "May"), ("replay", "any", "--until", "noon"), ("ingest", "-", "--zone", "Mars"),
    ("ingest", "-", "--date", "May"), ("ingest", "-", "--date", "2025-W43-1"), ("ingest", "-", "--lang", "klingon"),
])
def test_a_zone_or_time_that_is_none_is_a_usage_error(pmkb: Any, words: tuple[str, ...]) -> None:
    done = pmkb(*words, stdin="")
    assert done.returncode == 2 and "Traceback" not in done.stderr and "--" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("text", [None, "vendor = 7"])
def test_a_bad_catalogue_is_said_once_before_any_document(pmkb: Any, tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("At 10:00 UTC on 2026-03-04 the billing service failed.", encoding="utf-8")
    for more in ((), ("--dry-run",)):
        done = pmkb("ingest", str(tmp_path / "a.txt"), str(tmp_path / "b.txt"), *more, PMKB_CATALOG=str(tmp_path / "own.toml"))
        said = [line for line in done.stderr.splitlines() if "own.toml" in line]
        assert done.returncode == 2 and len(said) == 1 and "PMKB_CATALOG" in said[0]


def test_an_archive_that_breaks_off_says_how_far_it_was_read(pmkb: Any, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "all.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("good.txt", "At 10:00 UTC on 2026-03-04 the billing service failed.")
        packed.writestr("binary.txt", b"\x00\x01\x02\x03")
        packed.writestr("bomb.txt", b" " * 3_000_000)
        packed.writestr("behind.txt", "At 11:00 UTC on 2026-03-04 the billing service was back.")
    done = pmkb("ingest", str(tmp_path / "all.zip"))
    assert done.returncode == 1 and "1 stored, 2 refused" in done.stdout
    assert "all.zip:good.txt" in done.stdout and "behind.txt" not in done.stdout + done.stderr
    one, other = sorted(line for line in done.stderr.splitlines() if line.startswith("refused"))
    assert "bomb.txt" in one and "the first 2 were read, none behind them" in one
    assert "all.zip:binary.txt" in other


def test_a_refused_document_is_named_and_the_rest_is_stored(pmkb: Any, tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("At 10:00 UTC on 2026-03-04 the billing service failed.", encoding="utf-8")
    (tmp_path / "bad.txt").write_bytes(b"\x00\x01\x02\x03")
    done = pmkb("ingest", str(tmp_path / "good.txt"), str(tmp_path / "bad.txt"), str(tmp_path / "absent.txt"))
    assert done.returncode == 1
    assert "stored" in done.stdout and "bad.txt" in done.stderr and "absent.txt" in done.stderr
    again = pmkb("ingest", str(tmp_path / "good.txt"))
    assert again.returncode == 0 and "unchanged" in again.stdout
    twice = pmkb("ingest", str(tmp_path / "good.txt"), str(tmp_path / "good.txt"))
    assert twice.stdout.splitlines()[-1] == "2 unchanged" and len(twice.stdout.splitlines()) == 3
    assert pmkb("ingest").returncode == 2


def test_what_is_replaced_is_named_by_the_beginning_of_its_id(pmkb: Any) -> None:
    old = pmkb("ingest", "-", stdin="At 10:00 UTC on 2026-03-04 the billing service failed.").stdout.split()[1]
    words = "At 10:05 UTC on 2026-03-04 the billing service failed."
    new = json.loads(pmkb("ingest", "-", "--json", "--replaces", old, stdin=words).stdout)
    assert new["status"] == "replaced"
    assert json.loads(pmkb("show", new["document"], "--json").stdout)["given"]["replaces"].startswith(old)
    assert not json.loads(pmkb("show", old, "--json").stdout)["current"]
    assert pmkb("ingest", "-", "--replaces", "feedbeef", stdin=words).returncode == 1


def test_standard_input_and_dry_run(pmkb: Any) -> None:
    before = pmkb("export").stdout
    seen = json.loads(
        pmkb("ingest", "-", "--dry-run", "--json", stdin="At 10:00 UTC on 2026-03-04 the billing service failed.").stdout
    )
    assert [claim["time"]["start"] for claim in seen["claims"]] == ["2026-03-04T10:00:00Z"]
    assert pmkb("export").stdout == before
    assert pmkb("ingest", "-", stdin="At 10:00 UTC on 2026-03-04 the billing service failed.").returncode == 0


def test_export_and_import_give_the_same(pmkb: Any, tmp_path: Path) -> None:
    [incident] = json.loads(pmkb("incidents", "--json").stdout)["items"]
    event = json.loads(pmkb("timeline", incident["slug"], "--format", "json").stdout)["items"][3]
    assert pmkb("decide", event["id"], "kind", "state", "--who", "ana").returncode == 0
    assert pmkb("export", "--full", "-o", str(tmp_path / "all.json")).returncode == 0
    fresh = f"sqlite:///{tmp_path / 'fresh.sqlite'}"
    assert pmkb("import", str(tmp_path / "all.json"), DATABASE_URL=fresh).returncode == 0
    assert pmkb("export", DATABASE_URL=fresh).stdout == pmkb("export").stdout


def test_convert_lines(pmkb: Any) -> None:
    case = {"id": "x", "text": "11:48PM PDT", "language": "en", "locale": "en-US", "reference": "2025-10-19T00:00:00"}
    [line] = pmkb("convert", "--jsonl", stdin=json.dumps(case) + "\n").stdout.splitlines()
    [span] = json.loads(line)["spans"]
    assert span["kind"] == "instant" and span["value"] == "2025-10-19T23:48:00-07:00"
    assert "2025-10-20T06:48:00+00:00" in pmkb("convert", "19 de outubro de 2025, 23h48 PDT", "--lang", "pt").stdout
    assert pmkb("convert", "nothing of the sort").returncode == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("timeline", "--zone", "Mars/Base"),
        ("timeline", "--from", "2025-10-20T00:00:00"),
        ("timeline", "no-such-outage"),
        ("deps", "no-such-service"),
        ("why", "feedbeef"),
        ("show", "feedbeef"),
        ("delete", "feedbeef"),
        ("undo", "feedbeef"),
        ("conflicts", "no-such-outage"),
        ("explore", "--mitigation", "prayer"),
        ("simulate", "--operator", "nobody=never"),
    ],
)
def test_bad_input_is_one_clear_line(pmkb: Any, arguments: tuple[str, ...]) -> None:
    done = pmkb(*arguments)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr and done.stderr.strip()
