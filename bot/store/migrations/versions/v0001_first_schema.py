"""The first schema, from the SQL text next to this file.

The text was made by `python -m tools schema`.
"""

from pathlib import Path

from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    connection = op.get_bind()
    text = Path(__file__).with_name(f"v0001_{connection.dialect.name}.sql").read_text("utf-8")
    for statement in text.split(";\n"):
        if statement.strip():
            connection.exec_driver_sql(statement)
