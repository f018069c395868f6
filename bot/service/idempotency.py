"""Each interaction id does its work once; a second time it finds what it did."""

from bot.service.errors import AlreadyDone
from bot.store import Tx, interactions

KEPT = 24 * 3600
"""For how many seconds an interaction is remembered."""


async def earlier(
    tx: Tx,
    interaction: int,
    action: str,
    *,
    match: int | None = None,
    challenge: int | None = None,
) -> interactions.Interaction | None:
    """What this interaction did before, None if it is new; AlreadyDone if it did something else."""
    did = await interactions.get(tx, interaction)
    if did is None:
        return None
    if did.action != action or (match or challenge) not in (None, did.match, did.challenge):
        raise AlreadyDone(interaction=interaction)
    return did


async def done(
    tx: Tx,
    interaction: int,
    action: str,
    *,
    match: int | None = None,
    challenge: int | None = None,
    ply: int | None = None,
    now: int,
) -> None:
    """Remember what this interaction did."""
    await interactions.add(
        tx, interaction, interactions.Interaction(action, match, challenge, ply), now
    )
