"""The schema's history: an Alembic environment that an installed package carries along."""
from __future__ import annotations

HEAD = "0002"
"""The newest revision, so that a command that finds it need not import Alembic; a test holds it to the scripts."""
