"""Rename tables, columns and stored values to their standard terms.

This file renames columns and values, and the SQL files next to it rename tables. SQLite cannot
rename a constraint, so its SQL file copies each table whose name or constraints change.
"""

import json
from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

COLUMNS = {
    "matches": {
        "undone": "retracted_plies",
        "prompt": "quick_replies",
        "given": "opening_plies",
    },
    "clocks": {"outage": "applied_downtime_id", "before": "undo_state"},
    "challenge_seats": {"place": "slot"},
    "players": {"explained": "seen_hints", "worldwide": "global_rating"},
    "pings": {"row": "outbox_id"},
    "erasures": {"by": "pseudonym_id", "told": "outbox_scanned_to"},
    "dailies": {"helps": "hints_used"},
}
KINDS = {"strip": "remove-buttons", "given-back": "downtime-credit", "remind": "reminder"}
CLOCKS = sa.table("clocks", sa.column("match"), sa.column("undo_state", sa.Text))
OUTBOX = sa.table("outbox", sa.column("kind", sa.Text))


def upgrade() -> None:
    connection = op.get_bind()
    for table, names in COLUMNS.items():
        for old, new in names.items():
            op.alter_column(table, old, new_column_name=new)
    text = Path(__file__).with_name(f"v0012_{connection.dialect.name}.sql").read_text("utf-8")
    for statement in text.split(";\n"):
        if statement.strip():
            connection.exec_driver_sql(statement)
    op.drop_index("ix_clocks_outage", "clocks")
    op.create_index("ix_clocks_applied_downtime_id", "clocks", ["applied_downtime_id"])
    for old, new in KINDS.items():
        connection.execute(sa.update(OUTBOX).where(OUTBOX.c.kind == old).values(kind=new))
    undoable = sa.select(CLOCKS.c.match, CLOCKS.c.undo_state).where(CLOCKS.c.undo_state != "")
    for match, state in connection.execute(undoable).all():
        connection.execute(
            sa.update(CLOCKS).where(CLOCKS.c.match == match).values(undo_state=_renamed(state))
        )


def _renamed(undo_state: str) -> str:
    """Return the JSON of an undo state with the new names of its fields and values."""
    state = json.loads(undo_state)
    clock = state["clock"]
    clock["applied_downtime_id"] = clock.pop("outage", 0)
    clock["undo_state"] = clock.pop("before", "")
    state["quick_replies"] = state.pop("prompt")
    state["stops"] = [
        [started, until, "unreachable_channel" if why == "place" else why]
        for started, until, why in state.get("stops", [])
    ]
    return json.dumps(state, ensure_ascii=False)
