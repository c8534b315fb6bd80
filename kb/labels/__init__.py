"""Names of happenings and kinds, one file a language: data by code."""
from __future__ import annotations

from kb.labels.names import LANGUAGES, happening_name, kind_name, label

__all__ = ["LANGUAGES", "happening_name", "kind_name", "label"]
