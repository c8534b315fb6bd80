"""Rewrite the names of a document's services: each gets an invented one of the same shape, the same everywhere.

An oracle apart from the rules of naming: it takes from the reader only where a name stands and whose it is. What a name
is made of decides what may be put in its place: capitalised words, abbreviations (kept in step with the long name they
shorten), parts of `code-names` and hosts, katakana, hangul and Chinese characters. Words that say what sort of thing it
is (manager, service, サーバー) stay. An invented word begins with a vowel where the old one did, and a hangul one ends as
the old one did, so that articles and particles around it stay right.
"""
from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from ingest.extract.catalogue import load
from ingest.extract.services import ServiceMap

_TOKEN = re.compile(
    r"[A-Z]{2,}(?=s?(?![a-z]))|[A-Z]+(?=[A-Z][a-z])|[^\W\d_ぁ-ヿ一-鿿가-힣a-z][a-zà-ÿ]*|[a-zà-ÿ]+|[ァ-ヴー]+|[가-힣]+|[一-鿿]+|\d+|.",
    re.DOTALL)
_KEPT = frozenset(["service", "services", "manager", "managers", "api", "apis", "server", "servers", "queue", "queues", "database", "databases", "db", "cluster", "clusters", "console", "gateway", "gateways", "load", "balancer", "balancers", "dns", "global", "table", "tables", "host", "hosts", "node", "nodes", "proxy", "cache", "store", "worker", "workers", "endpoint", "endpoints", "controller", "controllers", "agent", "network", "system", "center", "identity", "planner", "enactor", "pod", "pods", "hub", "cdn", "vpn", "management", "instances", "instance", "private", "cloud", "platform", "web", "app", "application", "job", "jobs", "scheduler", "operator", "region", "the", "of", "and", "for", "on", "in", "de", "do", "da", "del", "la", "le", "les", "des", "du", "dos", "das", "der", "die", "das", "para", "por", "cron", "http", "https", "tcp", "ssl", "tls", "servicio", "servicios", "serviço", "serviços", "dienst", "dienste", "cliente", "clientes", "client", "clients", "dịch", "vụ", "máy", "chủ"])
_KEPT_RUNS = ("サービス", "サーバー", "サーバ", "システム", "データベース", "クラスター", "クラスタ", "キュー", "ゲートウェイ", "ノード",
              "コントローラー", "コンソール", "マネージャー", "マネージャ", "インスタンス", "エンドポイント", "기능", "서비스", "서버", "시스템",
              "데이터베이스", "클러스터", "게이트웨이", "노드", "콘솔", "服务器", "服务", "系统", "集群", "数据库", "平台", "网关", "节点", "控制台",
              "基盤", "機能", "管理", "接続", "認証", "監視", "网络", "接口", "缓存", "队列")
_SCRIPT_RUN = re.compile(r"[ァ-ヴー一-鿿가-힣]")
_WORDS = ["Kestrel", "Halyard", "Brindle", "Tamarack", "Fennel", "Quillon", "Sorrel", "Larkspur", "Bramble", "Corvid", "Dunlin", "Garrick", "Hobnail", "Juniper", "Kittiwake", "Lapwing", "Marlowe", "Nettle", "Pipit", "Redstart", "Siskin", "Tansy", "Vervain", "Whimbrel", "Yarrow", "Bittern", "Curlew", "Dotterel", "Fulmar", "Gannet", "Harrier", "Linnet", "Plover", "Sandpiper", "Wigeon", "Wheatear", "Bracken", "Clover", "Foxglove", "Heather", "Lichen", "Mallow", "Primrose", "Rowan", "Sedge", "Thistle", "Willow", "Barnacle", "Cowrie", "Limpet", "Mussel", "Periwinkle", "Whelk"]
_VOWELS = ["Auklet", "Egret", "Eider", "Avocet", "Osprey", "Oriole", "Alder", "Aspen", "Ochre", "Umbra", "Ember", "Isopod", "Acorn", "Elmwood", "Otter", "Ermine"]
_KATA = ["ケストレル", "ハリヤード", "ブリンドル", "タマラク", "フェネル", "ソレル", "ラークス", "ガネット", "ネトル", "ピピット", "シスキン", "タンジー", "ヤロウ", "カリュー", "モリブ", "ツグミナ"]
_HANGUL_OPEN = ["두루미", "까치", "너구리", "해오라기", "소나무", "저어새", "노루", "가재"]
_HANGUL_SHUT = ["물총", "수달", "기러긴", "황샘", "담쟁인", "노을", "솔방울", "청솔"]
_HAN = ["青隼", "海燕", "松鸦", "白鹭", "云雀", "苍鹭", "翠鸟", "鸿雁", "丹枫", "竹影", "寒梅", "秋棠"]
_LETTERS = "QKVTZXWBJHPG"
_TOP = frozenset(["com", "org", "net", "io", "gov", "edu", "dev", "app", "cloud", "co", "local", "internal", "www"])


def _hashed(word: str) -> int:
    return crc32(word.encode())


@dataclass(slots=True)
class Inventor:
    """Invented words by the words they stand for."""

    known: frozenset[str]
    made: dict[str, str] = field(default_factory=dict)

    def name(self, surface: str, longs: Sequence[str] = (), own: frozenset[str] | None = None) -> str:
        """The invented name for one as written. `longs` are the other names of the same thing, for abbreviations; `own`
        the words of its listed names: others beside them ("EC2-Starts") are no part of it."""
        low = surface == surface.lower() and any(mark in surface for mark in ".-_/")
        if (short := self._shortened(surface, longs)) is not None:
            return short
        return "".join(token if own is not None and token.casefold() not in own else self._word(token, low)
                       for token in _TOKEN.findall(surface))

    def _shortened(self, surface: str, longs: Sequence[str]) -> str | None:
        """An abbreviation from the letters of the invented long name."""
        for long in longs:
            heads = [token for token in _TOKEN.findall(long) if token[:1].isalpha() and not token.isupper()]
            caps = [token for token in heads if token[0].isupper()]
            if len(surface) > 1 and surface == "".join(token[0] for token in caps):
                return "".join(self._word(token, False)[0] for token in caps)
        return None

    def _word(self, token: str, low: bool) -> str:
        folded = token.casefold()
        if not token[:1].isalpha() or folded in _KEPT or folded in _TOP or (token.islower() and not low):
            return token
        if _SCRIPT_RUN.match(token):
            return self._run(token)
        if len(token) == 1:
            return token
        if token.isupper() and len(token) <= 6:
            return self._pick(token, ["".join(_LETTERS[(_hashed(token) // 12**i + n * 5**i) % 12] for i in range(len(token)))
                                      for n in range(12)])
        new = self._pick(folded, _VOWELS if folded[0] in "aeiouáéíóúâêô" else _WORDS)
        return new if token[0].isupper() and not token.isupper() else new.lower() if token.islower() else new.upper()

    def _run(self, token: str) -> str:
        for kept in _KEPT_RUNS:
            if token.endswith(kept):
                return (self._run(token[:-len(kept)]) if len(token) > len(kept) else "") + kept
        if "가" <= token[0] <= "힣":
            return self._pick(token, _HANGUL_SHUT if (ord(token[-1]) - ord("가")) % 28 else _HANGUL_OPEN)
        return self._pick(token, _KATA if "ァ" <= token[0] <= "ヿ" else _HAN)

    def _pick(self, key: str, pool: Sequence[str]) -> str:
        if key not in self.made:
            start, used = _hashed(key), set(self.made.values())
            order = [pool[(start + n) % len(pool)] for n in range(len(pool))]
            free = [word for word in order if word not in used and word.casefold() not in self.known]
            self.made[key] = free[0] if free else order[0]
        return self.made[key]


@dataclass(frozen=True, slots=True)
class Renamed:
    """A text with other names, and where each place of the old one went."""

    text: str
    names: Mapping[str, str]
    _starts: Sequence[int]
    _shifts: Sequence[int]

    def at(self, place: int) -> int:
        """Where an offset of the old text stands in the new one; inside a name, no further than its end."""
        return place + self._shifts[bisect_right(self._starts, place)]


def renamed(text: str, services: ServiceMap) -> Renamed:
    """The text with every name of a service replaced. Plain nouns ("the nodes") are no names and stay."""
    known = frozenset(alias.text.casefold() for alias in load().aliases)
    listed: dict[str, set[str]] = {}
    for alias in load().aliases:
        listed.setdefault(alias.slug, set()).update(token.casefold() for token in _TOKEN.findall(alias.text))
    inventor, names = Inventor(known), _surfaces(services)
    for slug in sorted(names):
        own = frozenset(listed[slug]) if slug in listed else None
        for surface in sorted(names[slug], key=lambda name: (-len(name), name)):
            longer = [one for one in names[slug] if len(one) > len(surface)]
            names[slug][surface] = inventor.name(surface, longer, own)
    parts, at, starts, shifts = [], 0, [], [0]
    for one in services.mentions:
        new = names.get(one.service, {}).get(one.as_written)
        if new is None or one.start < at:
            continue
        parts += [text[at:one.start], new]
        at = one.end
        starts.append(one.end)
        shifts.append(shifts[-1] + len(new) - (one.end - one.start))
    flat = {surface: new for group in names.values() for surface, new in group.items() if new != surface}
    return Renamed("".join([*parts, text[at:]]), flat, starts, shifts)


def _surfaces(services: ServiceMap) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for one in services.mentions:
        if one.service not in services.plain:
            found.setdefault(one.service, {})[one.as_written] = one.as_written
    return found
