"""The API application: OpenAPI 3.1, problems, limits, headers; blueprints are registered here and nowhere else."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from flask import Response, redirect, send_from_directory
from flask_openapi3.models.info import Info
from flask_openapi3.openapi import OpenAPI

from kb.api import problems
from kb.api.answers import answer
from kb.api.deps import Deps
from kb.api.openapi import document
from kb.model import Reader
from kb.settings import Settings

_NOUNS = ("documents", "incidents", "events", "services", "conflicts", "search", "decisions", "replays", "health")
_DESCRIPTION = (
    "Post-mortems of one outage in many languages as one history: every fact with its sentence, offset and zone as "
    "written; disagreements kept and shown; undated events placed by constraints."
)


def create_api(settings: Settings, reader: Reader, *, import_name: str = "kb.web") -> OpenAPI:
    """The application with all routes of the contract. Opens no database before the first request."""
    app = OpenAPI(
        import_name,
        info=Info(title="Postmortem KB", version="1", description=_DESCRIPTION),
        validation_error_callback=problems.invalid,
        validation_error_model=problems.Problem,  # its shape is what 422 answers
        doc_ui=False,  # its pages need inline scripts, which our content policy refuses; ours are below
        static_folder=None,
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.config["MAX_CONTENT_LENGTH"] = settings.max_bytes + 64 * 1024  # a multipart frame around the largest document
    app.extensions["pmkb"] = Deps(settings, reader)
    problems.register(app)
    for noun in _NOUNS:
        app.register_api(import_module(f"kb.api.{noun}").api)
    _docs(app)
    app.after_request(_headers)
    return app


def _docs(app: OpenAPI) -> None:
    import flask_openapi3_swagger

    assets = Path(flask_openapi3_swagger.__file__).parent / "templates" / "swagger"

    @app.route("/openapi.json")
    def openapi_document() -> Response:
        return answer(document(app))

    @app.route("/docs")
    def docs() -> str:
        return _DOCS_PAGE

    @app.route("/docs/")
    def docs_slash() -> Response:
        return redirect("/docs", 308)  # type: ignore[return-value]

    @app.route("/docs/assets/<path:name>")
    def docs_asset(name: str) -> Response:
        return send_from_directory(assets, name, max_age=86_400)

    @app.route("/docs/start.js")
    def docs_start() -> Response:
        return Response(_DOCS_SCRIPT, content_type="text/javascript; charset=utf-8")


_DOCS_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Postmortem KB: API</title><link rel="stylesheet" href="/docs/assets/css/swagger-ui.css"></head>
<body><div id="api"></div><script src="/docs/assets/js/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>
"""
_DOCS_SCRIPT = 'window.ui = SwaggerUIBundle({url: "/openapi.json", dom_id: "#api", deepLinking: true, validatorUrl: null});\n'


def _headers(response: Response) -> Response:
    response.headers.setdefault(
        "Content-Security-Policy",
        (
            "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
            "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        )
        if response.mimetype == "text/html"
        else "default-src 'none'",
    )
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    return response
