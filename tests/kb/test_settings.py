from __future__ import annotations

import pytest

from kb.errors import InvalidInput
from kb.settings import Settings, masked


def test_defaults_are_local_and_small() -> None:
    settings = Settings.from_environment({})
    assert settings.host == "127.0.0.1"
    assert settings.database_url.startswith("sqlite:///")


def test_every_setting_comes_from_its_variable() -> None:
    names = {name for name, _ in Settings.from_environment({}).items()}
    assert names == {"DATABASE_URL", "PMKB_CATALOG", "PMKB_MAX_BYTES", "PMKB_HOST", "PMKB_PORT", "PMKB_THREADS"}
    settings = Settings.from_environment({"DATABASE_URL": "sqlite:////tmp/x", "PMKB_PORT": "9", "PMKB_CATALOG": "/tmp/c.toml"})
    assert (settings.database_url, settings.port, str(settings.catalog)) == ("sqlite:////tmp/x", 9, "/tmp/c.toml")


@pytest.mark.parametrize(
    ("name", "value"), [("PMKB_PORT", "http"), ("PMKB_PORT", "70000"), ("PMKB_MAX_BYTES", "0"), ("PMKB_THREADS", "-1")]
)
def test_a_wrong_number_is_named(name: str, value: str) -> None:
    with pytest.raises(InvalidInput, match=name):
        Settings.from_environment({name: value})


def test_passwords_are_not_shown() -> None:
    assert masked("postgresql+psycopg://me:secret@db/x") == "postgresql+psycopg://me:***@db/x"
    assert masked("sqlite:////tmp/x.sqlite") == "sqlite:////tmp/x.sqlite"
