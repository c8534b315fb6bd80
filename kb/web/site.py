"""The application people open: the API plus the pages."""
from __future__ import annotations

from pathlib import Path

from flask import Flask, request
from flask_babel import Babel, get_locale, gettext

from kb.api.app import create_api
from kb.model import Reader
from kb.settings import Settings
from kb.web.pages import pages

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


def words() -> dict[str, str]:
    """What the scripts say, in the reader's language."""
    return {
        "undated": gettext("undated"), "conflict": gettext("conflict"), "conflicts": gettext("conflicts"),
        "window": gettext("window"), "approximate": gettext("approximate"), "zone": gettext("zone"),
        "zone_unknown": gettext("zone unknown"), "as_written": gettext("as written"), "resolved": gettext("how it was known"),
        "source": gettext("source"), "claims": gettext("claims"), "causes": gettext("causes"), "effects": gettext("effects"),
        "none": gettext("none"), "loading": gettext("loading …"), "failed": gettext("That did not work:"),
        "play": gettext("Play"), "pause": gettext("Pause"), "stated": gettext("stated in the expression"),
        "inherited": gettext("inherited from elsewhere in the document"), "given": gettext("given by the person who added it"),
        "unknown": gettext("unknown; nothing was guessed"), "saved": gettext("Saved."), "undone": gettext("Undone."),
        "would_join": gettext("It would join the incident"), "new_incident": gettext("It would begin an incident of its own."),
        "findings": gettext("findings"), "no_findings": gettext("no findings"), "shown": gettext("events shown"),
        "minutes": gettext("minutes"), "baseline": gettext("as it happened"), "what_if": gettext("what if"),
        "model_says": gettext("A model's answer, not a fact. It hangs on these assumptions:"), "delete": gettext("Undo"),
        "kind": gettext("kind"), "services": gettext("services"), "reject": gettext("Reject"), "quote": gettext("sentence"),
        "difference": gettext("difference"), "up": gettext("up"), "degraded": gettext("degraded"), "down": gettext("down"),
        "recovering": gettext("recovering"), "trigger": gettext("trigger"), "impact": gettext("impact"),
        "detection": gettext("detection"), "diagnosis": gettext("diagnosis"), "mitigation": gettext("mitigation"),
        "recovery": gettext("recovery"), "communication": gettext("communication"), "state": gettext("state"),
        "start": gettext("start"), "end": gettext("end"), "what": gettext("what"), "nothing": gettext("Nothing matches."),
        "already": gettext("This document is already held; nothing changed."), "language": gettext("language"),
        "no_time": gettext("no time known"), "reported": gettext("as reported"), "by": gettext("by"), "until": gettext("until"),
        "since": gettext("since"), "denied": gettext("denied"), "hedged": gettext("hedged"), "unexplained": gettext("not reached"),
    }
