"""Beside each event, how timelines show it. Rows held already have none, and are put together when they are asked for.

Revision ID: 0002
"""
from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("events", sa.Column("shown", sa.Text()))


def downgrade() -> None:
    op.drop_column("events", "shown")
