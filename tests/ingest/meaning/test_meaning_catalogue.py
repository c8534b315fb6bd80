"""The catalogue is data that stops the start when it cannot be trusted."""
from __future__ import annotations

from pathlib import Path

import pytest

from ingest.extract.catalogue import load, read
from kb.errors import BadData

_CONTRACT = ["aws-dynamodb", "aws-ec2-dwfm", "aws-ec2-network-manager", "aws-dynamodb-dns-planner", "aws-dynamodb-dns-enactor", "aws-dynamodb-global-tables", "aws-route53", "aws-ec2", "aws-nlb", "aws-lambda", "aws-ecs", "aws-eks", "aws-fargate", "aws-connect", "aws-sts", "aws-iam", "aws-iam-identity-center", "aws-redshift", "aws-sqs", "aws-kinesis", "aws-mwaa", "aws-outposts", "aws-support"]


def _file(services: str, head: str = 'vendor = "acme"') -> list[tuple[str, str]]:
    return [("acme.toml", f"{head}\n[services]\n{services}")]


def test_has_every_service_of_the_contract_with_components_under_their_whole() -> None:
    entries = load().entries
    assert set(_CONTRACT) <= set(entries)
    assert entries["aws-ec2-dwfm"].part_of == "aws-ec2"
    assert entries["aws-dynamodb-dns-enactor"].part_of == "aws-dynamodb"


def test_names_of_one_service_are_names_of_no_other() -> None:
    exact = [alias.text for alias in load().aliases if alias.how != "name"]
    folded = [alias.text.casefold() for alias in load().aliases if alias.how == "name"]
    assert len(exact) == len(set(exact)) and len(folded) == len(set(folded))


@pytest.mark.parametrize(("services", "message"), [
    ('acme-a = { name = "A", colour = "red" }', "unknown key 'colour'"),
    ('acme-a = { kind = "queue" }', "'name' is missing"),
    ('acme-a = { name = "A", part_of = "acme-b" }', "unknown service 'acme-b'"),
    ('acme-a = { name = "A", part_of = "acme-b" }\nacme-b = { name = "B", part_of = "acme-a" }', "a cycle"),
    ('acme-a = { name = "A", part_of = "acme-a" }', "a cycle"),
    ('acme-a = { name = "A" }\nacme-b = { name = "a" }', "is a name of both acme-a and acme-b"),
    ('acme-a = { name = "A", names = [""] }', "texts that are not empty"),
    ('acme-a = { name = "A", names = ["Q", "Q"] }', "stands twice"),
    ('acme-a = { name = "A", names = "Q" }', "must be a list"),
    ('acme-a = { name = "A", aliases = { English = ["Q"] } }', "language codes"),
    ('Acme_A = { name = "A" }', "lower-case letters"),
    ('acme-a = "A"', "must be a table"),
    ('acme-a = { name = 3 }', "must be a text"),
    ("acme-a = {", "not TOML"),
])
def test_refuses_what_it_cannot_trust(services: str, message: str) -> None:
    with pytest.raises(BadData, match=message):
        read(_file(services))


def test_refuses_a_slug_in_two_files_and_a_file_without_vendor() -> None:
    one = _file('acme-a = { name = "A" }')
    with pytest.raises(BadData, match="used twice"):
        read([*one, ("other.toml", 'vendor = "other"\n[services]\nacme-a = { name = "Z" }')])
    with pytest.raises(BadData, match="'vendor'"):
        read(_file('acme-a = { name = "A" }', head=""))
    with pytest.raises(BadData, match="unknown key 'color'"):
        read(_file('acme-a = { name = "A" }', head='vendor = "acme"\ncolor = "red"'))


def test_a_name_written_down_wins_over_one_made_of_a_prefix() -> None:
    both = read(_file('acme-db = { name = "DB" }\nacme-old = { name = "Acme DB" }',
                      head='vendor = "acme"\nprefixes = ["Acme"]'))
    assert {alias.slug for alias in both.aliases if alias.text == "Acme DB"} == {"acme-old"}


def test_the_users_own_file_adds_services_and_names(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('vendor = "acme"\n[services]\nacme-pay = { name = "Paymaster" }\n'
                   '[extend]\naws-ec2 = { names = ["the old metal"] }\n', encoding="utf-8")
    catalogue = load(own)
    assert catalogue.entries["acme-pay"].name == "Paymaster"
    assert "the old metal" in catalogue.entries["aws-ec2"].names
    assert ("the old metal", "aws-ec2") in {(alias.text, alias.slug) for alias in catalogue.aliases}
    assert "acme-pay" not in load().entries


def test_names_the_users_file_when_it_is_not_there_or_extends_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="gone"):
        load(tmp_path / "gone.toml")
    own = tmp_path / "own.toml"
    own.write_text('vendor = "acme"\n[extend]\nacme-nothing = { names = ["Q"] }\n', encoding="utf-8")
    with pytest.raises(BadData, match="no such service"):
        load(own)
