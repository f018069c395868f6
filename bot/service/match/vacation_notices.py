"""Vacation notices: one message per player and channel, kept up to date by edits.

A notice is about vacation that the bot takes automatically. It names all games of the channel whose
clocks are stopped for it. It ends when none is left because the player has moved or lost them.
"""

from bot.store import Tx, matches, outbox_rows, vacation_notice_rows
from bot.store.models import Absence, Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import AbsencePost

KEPT = 30 * 86400
"""Seconds for which the message of an ended notice is remembered."""


async def begun(tx: Tx, match: Match, player: int, *, first: bool, now: int) -> None:
    """Post or update the notice of automatic vacation for this turn.

    `first` means that no vacation has been taken for this turn before.
    """
    known = await vacation_notice_rows.lasting(tx, player, match.channel)
    if known is not None and (not first or await _others(tx, known, match)):
        await _change(tx, known, now)
        return
    if known is not None:  # every game that it named is over
        await vacation_notice_rows.end(tx, known.id, now)
    number = await vacation_notice_rows.begin(tx, player, match.guild, match.channel, now)
    await outbox_rows.queue(
        tx, "absence", AbsencePost(player, number), channel=match.channel, now=now
    )


async def ended(tx: Tx, match: Match, player: int, now: int) -> None:
    """Update the notice when a turn ends for which vacation was taken."""
    known = await vacation_notice_rows.lasting(tx, player, match.channel)
    if known is None:
        return
    if not await _others(tx, known, match):
        await vacation_notice_rows.end(tx, known.id, now)
    await _change(tx, known, now)


async def posted(tx: Tx, row: OutboxRow, post: AbsencePost, message: int | None, now: int) -> None:
    """Record the message of a posted notice. `message` is None if it was not needed."""
    if message is not None:
        await vacation_notice_rows.posted(tx, post.absence, message)


async def told(tx: Tx, post: AbsencePost) -> tuple[Absence, list[Match]] | None:
    """Return the notice and the games that it names, or None if it has been deleted."""
    known = await vacation_notice_rows.get(tx, post.absence)
    if known is None:
        return None
    games = [] if known.until is not None else await vacation_notice_rows.games(tx, known)
    found = [await matches.get(tx, game) for game in games]
    return known, [match for match in found if match is not None]


async def _others(tx: Tx, known: Absence, match: Match) -> bool:
    return any(game != match.id for game in await vacation_notice_rows.games(tx, known))


async def _change(tx: Tx, known: Absence, now: int) -> None:
    if not await vacation_notice_rows.change_owed(tx, known):
        post = AbsencePost(known.player, known.id)
        await outbox_rows.queue(tx, "absence-changed", post, channel=known.channel, now=now)
