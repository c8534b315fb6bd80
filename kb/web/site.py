"""The application people open: the API plus the pages."""
from __future__ import annotations

from pathlib import Path

from flask import Flask, request
from flask_babel import Babel, get_locale

from kb.api.app import create_api
from kb.model import Reader
from kb.settings import Settings
from kb.web.pages import pages
from kb.web.words import words

LANGUAGES = {"en": "English", "pt": "Português", "es": "Español", "vi": "Tiếng Việt", "ja": "日本語"}
_HERE = Path(__file__).parent


def create_site(settings: Settings, reader: Reader) -> Flask:
    """API and pages as one WSGI application."""
    app = create_api(settings, reader)
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(_HERE / "translations")
    Babel(app, locale_selector=chosen_language)
    app.register_blueprint(pages)
    app.context_processor(lambda: {"languages": LANGUAGES, "language": str(get_locale() or "en"), "words": words})
    return app


def chosen_language() -> str:
    """What the reader chose (`?ui=`, remembered in a cookie), else what the browser asks for, else English."""
    for wish in (request.args.get("ui"), request.cookies.get("pmkb_ui")):
        if wish in LANGUAGES:
            return wish
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"
