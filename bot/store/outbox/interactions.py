"""Idempotency records: the effect of each Discord interaction.

Records are kept for a day, so that a repeated interaction has no second effect.
"""

from dataclasses import dataclass

from bot.store.driver.row_mapper import to_columns
from bot.store.driver.table_statements import delete_older, insert_row, select_rows
from bot.store.driver.tx import Tx
from bot.store.tables.messages import interactions

GET, ADD = select_rows(interactions, "id"), insert_row(interactions)
PRUNE = delete_older(interactions.c.at)


@dataclass(frozen=True, slots=True)
class Interaction:
    """The effect of an interaction."""

    action: str
    match: int | None
    challenge: int | None
    ply: int | None
    """The ply of the move, or of stored conditional moves; None for other effects."""


def get_interaction(tx: Tx, interaction: int) -> Interaction | None:
    """Return the effect of this interaction; None if none is recorded."""
    return tx.one(Interaction, GET, id=interaction)


def add_interaction(tx: Tx, interaction: int, did: Interaction, now: int) -> None:
    """Record the effect of an interaction."""
    tx.run(ADD, id=interaction, at=now, **to_columns(did))


def prune_interactions(tx: Tx, before: int) -> int:
    """Delete a batch of records older than `before`. Returns their number."""
    return tx.run(PRUNE, before=before)
