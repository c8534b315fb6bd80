"""The pages' routes. Each renders a shell; the scripts fill it from the public API."""
from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from kb.api.deps import connection
from kb.queries import incidents as incident_queries

pages = Blueprint("web", __name__, template_folder="templates", static_folder="static", static_url_path="/static")


@pages.after_request
def remember_language(response: Response) -> Response:
    """Keep the language a reader chose."""
    if (wish := request.args.get("ui")) in ("en", "pt", "es", "vi", "ja"):
        response.set_cookie("pmkb_ui", wish, max_age=31_536_000, samesite="Lax")
    response.headers.setdefault("Content-Security-Policy", (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"))
    return response


@pages.get("/")
def home() -> str:
    return render_template("home.html")


@pages.get("/incidents/<slug>")
def incident(slug: str) -> BaseResponse:
    """The incident page; an earlier slug redirects to today's."""
    with connection() as found:
        current = incident_queries.current_slug(found, slug)
    if current != slug:
        return redirect(f"/incidents/{current}", 308)
    return make_response(render_template("incident.html", slug=slug))


@pages.get("/favicon.ico")
def favicon() -> BaseResponse:
    """Browsers ask for it on pages that name no icon of their own, such as the API's."""
    return redirect(url_for("web.static", filename="icon.svg"), 302)


@pages.get("/documents")
def documents() -> str:
    return render_template("documents.html")


@pages.get("/documents/<document>")
def document(document: str) -> str:
    return render_template("document.html", document=document)


@pages.get("/add")
def add() -> str:
    return render_template("add.html")


@pages.get("/search")
def search() -> str:
    return render_template("search.html", q=request.args.get("q", ""))


@pages.get("/conflicts")
def conflicts() -> str:
    return render_template("conflicts.html")


@pages.get("/decisions")
def decisions() -> str:
    return render_template("decisions.html")


@pages.get("/quality")
def quality() -> str:
    return render_template("quality.html")
