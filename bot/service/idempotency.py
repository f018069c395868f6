"""Idempotency: each interaction id takes effect once.

A repeated interaction finds the record of the first one and does nothing.
"""

from bot.service.errors import AlreadyDone
from bot.store import Tx, interactions

RETENTION = 24 * 3600
"""Seconds for which an interaction id is stored."""


def find_earlier(
    tx: Tx,
    interaction: int,
    action: str,
    *,
    match: int | None = None,
    challenge: int | None = None,
) -> interactions.Interaction | None:
    """Return the record of this interaction, or None if it is new.

    Raises `AlreadyDone` if the interaction was used for another action, match or challenge.
    """
    did = interactions.get_interaction(tx, interaction)
    if did is None:
        return None
    if did.action != action or (match or challenge) not in (None, did.match, did.challenge):
        raise AlreadyDone(interaction=interaction)
    return did


def record_done(
    tx: Tx,
    interaction: int,
    action: str,
    *,
    match: int | None = None,
    challenge: int | None = None,
    ply: int | None = None,
    now: int,
) -> None:
    """Record the effect of this interaction."""
    interactions.add_interaction(
        tx, interaction, interactions.Interaction(action, match, challenge, ply), now
    )
