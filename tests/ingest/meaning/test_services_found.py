"""Services of whole documents: known, taught, introduced, and plain nouns."""
from __future__ import annotations

from collections.abc import Callable

import pytest

from ingest.extract.naming import naming
from ingest.extract.owners import _singular
from ingest.extract.services import ServiceMap

Services = Callable[..., ServiceMap]


def slugs(found: ServiceMap) -> set[str]:
    return {mention.service for mention in found.mentions}


def test_mentions_stand_where_they_say_and_parents_are_listed(services: Services) -> None:
    text = "The DNS Enactor of DynamoDB lagged."
    found = services(text)
    assert [text[one.start:one.end] for one in found.mentions] == [one.as_written for one in found.mentions]
    by_slug = {one.slug: one for one in found.services}
    assert by_slug["aws-dynamodb-dns-enactor"].part_of == "aws-dynamodb" and "aws-dynamodb" in by_slug
    assert not by_slug["aws-dynamodb"].learned


def test_a_long_name_teaches_its_acronym(services: Services) -> None:
    found = services("The Quorum Ledger Service (QLS) stalled.\n\nLater QLS recovered.")
    assert [one.service for one in found.mentions] == ["quorum-ledger-service"] * 3
    taught = services("DropletWorkflow Manager (DWFM) stalled. DWFM recovered.")
    assert slugs(taught) == {"aws-ec2-dwfm"}
    new = services("Amazon Elastic Container Registry (ECREG) failed. ECREG came back.")
    assert slugs(new) == {"aws-ecr"} and len(new.mentions) == 3


@pytest.mark.parametrize(("text", "language", "slug", "kind"), [
    ("The `sessionstore` service crashed.", "en", "sessionstore", "service"),
    ("Our proxy, Ferryman, ran out of memory.", "en", "ferryman", "service"),
    ("Requests to ledger.acme.io failed.", "en", "ledger-acme-io", "endpoint"),
    ("Errors on /api/orders rose.", "en", "api-orders", "endpoint"),
    ("We rebooted db1042 at once.", "en", "db1042", "host"),
    ("We took relay-4 out and rebooted db1.", "en", "relay-4", "host"),
    ("Wir nahmen relay-4 heraus und starteten db1 neu.", "de", "db1", "host"),
    ("relay-4 を外し、db1 を再起動した。", "ja", "db1", "host"),
    ("그림뷰어에서 넘김이 안 된다.", "ko", "그림뷰어", "service"),
    ("책갈피, 서가 등 회원 관련 기능 전부 오류가 발생했다.", "ko", "서가", "service"),
    ("The order-worker crashed.", "en", "order-worker", "component"),
    ("O serviço `farol` caiu.", "pt", "farol", "service"),
    ("Nuestro clúster Norte falló.", "es", "norte", "service"),
    ("Dịch vụ `haidang` bị lỗi.", "vi", "haidang", "service"),
    ("オーロラサービスが停止した。", "ja", "オーロラ", "service"),
    ("order-worker が停止した。", "ja", "order-worker", "service"),
    ("売買システム「hayate（ハヤテ）」のディスクが故障した。", "ja", "hayate", "service"),
    ("「かもめペイ」の決済障害が発生した。", "ja", "かもめペイ", "service"),
    ("Hayateへの接続に失敗した。\n\nHayateは復旧した。", "ja", "hayate", "service"),
    ("KamomeDeskクラウドサービスにおいて障害が発生した。", "ja", "kamomedesk", "service"),
    ("当社帳票サーバーにおいて障害が発生した。", "ja", "帳票サーバー", "service"),
    ("網および統合認証システムが停止した。", "ja", "統合認証システム", "service"),
    ("ネット取引の「そらダイレクト」が一時停止した。", "ja", "そらダイレクト", "service"),
    ("在庫APIを再起動した。", "ja", "在庫api", "service"),
    ("シグナルサブシステムで障害が発生した。", "ja", "シグナルサブシステム", "service"),
    ("오로라 서비스가 중단됐다.", "ko", "오로라", "service"),
    ("harbor-x 服务宕机。", "zh", "harbor-x", "service"),
    ("Le serveur mail7 est tombé.", "fr", "mail7", "service"),
    ("Der Halyard-Dienst fiel aus.", "de", "halyard", "service"),
])
def test_learns_names_the_document_introduces(
    services: Services, text: str, language: str, slug: str, kind: str
) -> None:
    found = services(text, language)
    learned = {one.slug: one for one in found.services if one.learned}
    assert slug in learned and learned[slug].kind == kind


def test_one_service_per_thing_and_all_its_mentions(services: Services) -> None:
    found = services("The `ledger` service crashed.\n\nWe restarted ledger. Then Ledger pods crashed again.")
    assert slugs(found) == {"ledger"}
    assert len(found.mentions) >= 2


def test_teaches_nothing_in_other_peoples_words_or_code(services: Services) -> None:
    found = services("Intro.\n\n```\nthe `ghost` service crashed\n```\n")
    assert "ghost" not in slugs(found)


@pytest.mark.parametrize("text", [
    "以下サービスが停止した。", "各機能が停止した。", "メールサービスが停止した。",
    "in-memory の鍵が切れた。in-memory が原因で停止した。", "LeaseExpired で失敗した。LeaseExpired が続いた。",
    "障害は解決済みである。", "127.0.0.1 への接続に失敗した。", "`cache_hit: false` のまま失敗した。", "ジョブは `running` のまま失敗した。", "`LEDGER_FULL` で失敗した。", "`mem_limit` を上げて再起動した。",
    "コミット `acc86e5c` で障害が発生した。", "short-lived な証明書が失効した。short-lived は停止した。",
    "DB が Restore される。DB が Restore されて停止した。",
])
def test_states_settings_and_plain_words_are_no_learned_names(services: Services, text: str) -> None:
    assert not {one.slug for one in services(text, "ja").services if one.learned} - {"サーバー", "メール", "証明書", "db"}


@pytest.mark.parametrize("text", [
    "We ran `kubectl get pods --all` and saw `v1.2.3`.",
    "See src/app/config.py and https://git.acme.io/ops/runbook for more.",
    "In us-east-1 the Monday window was short.",
    "OutOfMemoryError was raised by UTF-8 text.",
    "The QueueStalled service alert fired and an ErrBadImage service failed.",
])
def test_files_commands_versions_regions_and_links_are_no_services(services: Services, text: str) -> None:
    assert not {slug for slug in slugs(services(text)) if slug != "kubernetes-kubectl"}


def test_words_that_are_also_common_words_need_the_vendor(services: Services) -> None:
    assert not slugs(services("Connect the cable. A lambda term needs support."))
    assert "aws-connect" not in slugs(services("DynamoDB failed. Connect to it later."))
    found = slugs(services("DynamoDB, Lambda, Connect and Redshift had errors."))
    assert {"aws-lambda", "aws-connect"} <= found


@pytest.mark.parametrize(("text", "language", "noun"), [
    ("The nodes crashed.", "en", "node"),
    ("O painel caiu.", "pt", "painel"),
    ("ノードが停止した。", "ja", "ノード"),
    ("노드가 다운됐다.", "ko", "노드"),
])
def test_a_plain_noun_is_a_service_where_it_fails(services: Services, text: str, language: str, noun: str) -> None:
    assert noun in slugs(services(text, language)) & services(text, language).plain


def test_a_plain_noun_is_none_where_nothing_happens_to_it(services: Services) -> None:
    assert not slugs(services("There are twelve nodes, painted blue."))


@pytest.mark.parametrize(("text", "language", "owner"), [
    ("DynamoDB's DNS is automated. DNS failed.", "en", "aws-dynamodb"),
    ("Os nós do NLB foram removidos. Os nós falharam.", "pt", "aws-nlb"),
    ("NLB ノードが削除された。ノードが復旧した。", "ja", "aws-nlb"),
])
def test_a_noun_with_an_owner_is_its_owner_and_no_name_of_it(
    services: Services, text: str, language: str, owner: str
) -> None:
    found = services(text, language)
    assert slugs(found) == {owner}
    service = next(one for one in found.services if one.slug == owner)
    assert not {"DNS", "nós", "ノード"} & {name for names in service.aliases.values() for name in names}


@pytest.mark.parametrize("text", ["Pods in `Unknown` state failed.", "The `isEnabled` call crashed.", "A `TypeError` crashed it.",
                                  "The `kim42` user was removed."])
def test_states_and_parts_of_code_in_backquotes_are_no_services(services: Services, text: str) -> None:
    assert not slugs(services(text)) - {"pod"}


def test_a_plain_noun_goes_by_all_its_spellings(services: Services) -> None:
    found = services("We run an internal DNS. The DNS failed at 10:00.")
    assert {"DNS", "internal DNS"} <= {name for one in found.services for names in one.aliases.values() for name in names}


@pytest.mark.parametrize(("code", "plural", "singular"), [
    ("pt", "servidores", "servidor"), ("pt", "bases de dados", "base de dados"), ("pt", "filas", "fila"), ("pt", "dns", "dns"),
    ("es", "servidores", "servidor"), ("es", "bases de datos", "base de datos"), ("es", "colas", "cola"), ("es", "status", "status"),
    ("fr", "bases de données", "base de données"), ("fr", "réseaux", "réseau"), ("fr", "accès", "accès"),
    ("en", "caches", "cache"), ("en", "switches", "switch"), ("en", "dns", "dns"),
])
def test_one_noun_is_one_service_in_singular_and_plural(code: str, plural: str, singular: str) -> None:
    assert _singular(plural, naming(code)["plural"]) == singular == _singular(singular, naming(code)["plural"])


def test_two_apis_told_apart_by_what_they_are_for_are_two_services(services: Services) -> None:
    found = services("The payments API returned errors. Later the checkout API timed out, and the API was slow.")
    assert slugs(found) == {"payments-api", "checkout-api", "api"}


@pytest.mark.parametrize("text", ["TL;DR: the ledger failed in phase-2.", "Sev-1 outage, 3rd round-2 try."])
def test_what_is_counted_or_summed_up_is_no_service(services: Services, text: str) -> None:
    assert not {"tl", "phase-2", "round-2", "sev-1"} & slugs(services(text, language="en"))


def test_a_noun_is_also_called_what_it_is_without_its_adjective(services: Services) -> None:
    found = {one.slug: one for one in services("The affected routers failed. Engineers restarted the affected routers.").services}
    assert "routers" in found["router"].aliases["en"]
