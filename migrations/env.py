"""Runs revisions on the connection that `kb.store.migrate` hands over, inside its one transaction."""
from __future__ import annotations

from alembic import context

from kb.store.migrate import belongs_to_schema

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=context.config.attributes["metadata"],
    include_name=belongs_to_schema,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
