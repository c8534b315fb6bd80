"""The OpenAPI document: what the framework makes of the routes, put right where it cannot know better."""

from __future__ import annotations

from typing import Any

from flask_openapi3.openapi import OpenAPI

from kb.api.answers import PREFIX

# Text a document can be: something to read in it, and no control characters (they are what binary files are made of).
_WORDS = {"type": "string", "minLength": 3, "pattern": r"^[A-Za-z0-9 .,:\n-]*[A-Za-z]{3}[A-Za-z0-9 .,:\n-]*$"}
_UPDATE = {
    "type": "object",
    "properties": {
        "body": {"type": "string", "pattern": "^[A-Za-z ]{3,80}$"},
        "status": {"enum": ["investigating", "identified", "monitoring", "resolved"]},
        "created_at": {"type": "string", "pattern": r"^20[0-9]{2}-0[1-9]-[12][0-9]T[01][0-9]:[0-5][0-9]:[0-5][0-9]Z$"},
    },
    "required": ["body", "status", "created_at"],
    "additionalProperties": False,
}
_STATUS_PAGE = {
    "type": "object",
    "description": "incidents of a public status page, Statuspage-style or Google-Cloud-style",
    "properties": {
        "incidents": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string", "pattern": "^[a-z0-9]{1,20}$"},
                    "name": {"type": "string", "pattern": "^[A-Za-z ]{3,80}$"},
                    "incident_updates": {"type": "array", "minItems": 1, "items": _UPDATE},
                },
                "required": ["id", "name", "incident_updates"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["incidents"],
    "additionalProperties": False,
}


def document(app: OpenAPI) -> dict[str, Any]:
    """The OpenAPI 3.1 document of the application. It describes what is surely taken; readers take more than that."""
    made = app.api_doc
    made["components"].pop("securitySchemes", None)
    body = made["paths"][f"{PREFIX}/documents"]["post"]["requestBody"]
    body["required"] = True
    for media_type, described in body["content"].items():
        described["schema"] = _STATUS_PAGE if media_type == "application/json" else _WORDS
    return made
