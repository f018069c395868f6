"""Alembic environment: migrates on the connection that `upgrades` passes."""

from alembic import context

from bot.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    version_table=context.config.attributes["version_table"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
