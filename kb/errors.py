"""One error family. Every error a caller can meet is a `PmkbError` with a stable code."""
from __future__ import annotations


class PmkbError(Exception):
    """Base of all errors with a meaning for the caller.

    `code` is stable and machine-readable; `status` is the HTTP status the API answers with.
    """

    code = "error"
    status = 500

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class InvalidInput(PmkbError):
    """The caller's value is malformed or out of range."""

    code = "invalid-input"
    status = 422


class UnreadableDocument(PmkbError):
    """The bytes cannot be read as a document (binary, empty, unknown encoding, broken container)."""

    code = "unreadable-document"
    status = 422


class UnsupportedFormat(PmkbError):
    """The media type or container is not one we read."""

    code = "unsupported-format"
    status = 415


class TooLarge(PmkbError):
    """The input is over a stated limit."""

    code = "too-large"
    status = 413


class NotFound(PmkbError):
    """No such document, event, incident, service or decision."""

    code = "not-found"
    status = 404


class Conflict(PmkbError):
    """The request contradicts the state of the store (for instance a stale version)."""

    code = "conflict"
    status = 409


class Unavailable(PmkbError):
    """A needed resource (database, optional package) cannot be used now."""

    code = "unavailable"
    status = 503


class BadData(PmkbError):
    """Data the product ships or the user configured (language file, catalogue, scenario) is not trustworthy."""

    code = "bad-data"
    status = 500
