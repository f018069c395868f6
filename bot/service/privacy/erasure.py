"""Erasure of players: on request after a week, or after long inactivity.

All personal data of an erased player is deleted, except the seat in games with other players. A
pseudonymous player with a random id takes over these seats, the same one in all games, so that the
records and ratings of the others remain consistent.
"""

import secrets
from contextlib import suppress
from pathlib import Path

from bot.service.actions import resignations
from bot.service.errors import Damaged, PlaceCertain, RulesChanged
from bot.service.match import lifecycle
from bot.service.matchmaking import challenge_limits, challenges
from bot.store import Tx, challenge_rows, erasure_log, erasure_rows, matches
from bot.store.models import Erasure, Match

DAY = 86400
UNDO = 7 * DAY
"""How long the request can be withdrawn."""
IDLE = 730 * DAY
"""An inactive player without a running game is erased after this long."""
CLOSED = 30 * DAY
"""How long closed challenges and undeliverable messages are kept."""
WAITS = {"closed": CLOSED + DAY, "failures": CLOSED + DAY, "idle": IDLE + DAY}
"""Ages at which the retention job runs: a day late, so that it deletes many rows at a time."""
NUMBERS = 2**53
"""A pseudonym's id is the negative of a number up to this. Discord ids are positive."""


async def ask(tx: Tx, player: int, *, now: int) -> Erasure:
    """Request the erasure of a player. A repeated request keeps the first date."""
    wish = await erasure_rows.get(tx, player)
    if wish is None:
        wish = Erasure(player, now, now + UNDO)
        await erasure_rows.ask(tx, wish)
    return wish


async def ask_now(tx: Tx, player: int, *, now: int) -> None:
    """Request the immediate erasure of a player, without the week to withdraw it."""
    await erasure_rows.withdraw(tx, player)
    await erasure_rows.ask(tx, Erasure(player, now, now))


async def erase_due(tx: Tx, *, database: Path, now: int) -> bool:
    """Process one batch of due erasures. Returns False if there is nothing to do.

    The player's id is first written to the erasure log next to the database, so that the erasure is
    repeated after a restore. Resumable: the request is kept until the last batch is done.
    """
    wish = await erasure_rows.first_due(tx, now)
    if wish is None:
        return False
    if wish.pseudonym_id is None:
        erasure_log.remember(database, [wish.player], now)
    await _step(tx, wish, now)
    return True


async def erase(tx: Tx, player: int, *, now: int) -> int:
    """Erase a player at once and return the id of the pseudonym."""
    await erasure_rows.ask(tx, Erasure(player, now, now))
    nobody = 0
    while (wish := await erasure_rows.get(tx, player)) is not None:
        nobody = wish.pseudonym_id or nobody
        await _step(tx, wish, now)
    return nobody


async def again(tx: Tx, *, database: Path, now: int) -> int:
    """Repeat, after a restore, the erasures made since the backup. Returns how many."""
    people = await erasure_log.again(tx, database)
    for player in people:
        await ask_now(tx, player, now=now)
    return len(people)


async def _step(tx: Tx, wish: Erasure, now: int) -> None:
    """Process one batch of an erasure.

    First the player's challenges are closed and their games are left, one per batch. Then their
    rows are replaced.
    """
    player = wish.player
    if wish.pseudonym_id is None and not await _leave_something(tx, player, now):
        nobody = -1 - secrets.randbelow(NUMBERS)
        await erasure_rows.begin(tx, player, nobody, pseudonym(nobody), now)
    elif wish.pseudonym_id is not None and not await erasure_rows.replace_some(tx, wish):
        await erasure_rows.finish(tx, player)


async def _leave_something(tx: Tx, player: int, now: int) -> bool:
    """Close one open challenge or leave one running game. False if there is none."""
    naming = await challenge_rows.naming(tx, player)
    challenge = next((one for one in naming if one.status == "open"), None)
    if challenge is not None:
        if player == challenge.challenger:
            await challenge_limits.close(tx, challenge, "cancelled", by=player, now=now)
        elif len(challenge.seats) == 2:
            await challenge_limits.close(tx, challenge, "expired", by=None, now=now)
        else:
            await challenges.free(tx, challenge, player, now=now)
        return True
    running = await matches.running_of(tx, player)
    for match in running[:1]:
        await _leave(tx, match, player, now)
    return bool(running)


def pseudonym(nobody: int) -> str:
    """Return the display name of a pseudonym, the same in every language."""
    return f"N. N. {-nobody % 100_000:05}"


async def prune(tx: Tx, *, now: int) -> int:
    """Delete old challenges and undeliverable messages, and erase idle players.

    The erasure of idle players is only requested here. Returns the number of rows and players.
    """
    away = [
        one
        for one in await erasure_rows.idle(tx, now - IDLE)
        if await erasure_rows.get(tx, one) is None
    ]
    for player in away:
        await erasure_rows.ask(tx, Erasure(player, now, now))
    failures = await erasure_rows.prune_failures(tx, now - CLOSED)
    return len(away) + failures + await erasure_rows.prune_challenges(tx, now - CLOSED)


async def _leave(tx: Tx, match: Match, player: int, now: int) -> None:
    """Leave a game. It is aborted if it is too young or cannot be continued."""
    seat = lifecycle.seat_of(match, player)
    with suppress(RulesChanged, Damaged):
        if await lifecycle.everybody_moved(tx, match):
            with suppress(PlaceCertain):
                await resignations.depart(tx, match, [seat], why="erased", now=now)
            return
    await lifecycle.end(tx, match, "aborted", None, now)
