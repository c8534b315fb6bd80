"""What happenings and kinds are called, in each language: data by code, one file a language. Reads no language."""
from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from kb.errors import BadData
from kb.model import Kind

LANGUAGES = ("en", "es", "pt", "vi", "ja", "ko", "zh", "fr", "de")
FALLBACK = "en"
_KEYS = {"between", "after_services", "kinds", "happenings"}


@dataclass(frozen=True, slots=True)
class Names:
    """One language's names. `between` joins services, `after_services` stands between them and the happening."""

    between: str
    after_services: str
    kinds: Mapping[str, str]
    happenings: Mapping[str, str]


@lru_cache(maxsize=16)
def names(language: str) -> Names:
    """The names of a language (`pt-BR` is `pt`), English where we have none. Raises BadData for a broken file."""
    code = language.partition("-")[0].lower()
    if code not in LANGUAGES:
        return names(FALLBACK)
    return read(code, files(__package__).joinpath(f"{code}.toml").read_text("utf-8"))


def read(code: str, text: str) -> Names:
    """A language file's names. Raises BadData for anything in it that is missing, empty or unknown."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"labels of {code!r}: {error}") from error
    if set(data) != _KEYS:
        raise BadData(f"labels of {code!r}: want the keys {sorted(_KEYS)}, not {sorted(data)}")
    if set(data["kinds"]) != {kind.value for kind in Kind}:
        raise BadData(f"labels of {code!r}: the kinds are not those there are: {sorted(data['kinds'])}")
    for table in ("kinds", "happenings"):
        for key, name in data[table].items():
            if not isinstance(name, str) or not name.strip():
                raise BadData(f"labels of {code!r}: {table}.{key} is not a name")
    return Names(data["between"], data["after_services"], data["kinds"], data["happenings"])


def happening_name(happening: str, language: str) -> str:
    """The name of a happening; English where the language lacks it, the code in words where nobody named it."""
    known = names(language).happenings.get(happening) or names(FALLBACK).happenings.get(happening)
    return known or happening.replace("-", " ")


def kind_name(kind: str, language: str) -> str:
    """The name of a kind. Raises KeyError for what is no kind."""
    return names(language).kinds[kind]


def label(happening: str, service_names: Sequence[str], language: str) -> str:
    """`Amazon EC2: launch failures` in the language's own words and punctuation."""
    own = names(language)
    name = happening_name(happening, language)
    return f"{own.between.join(service_names)}{own.after_services}{name}" if service_names else name
