"""Forgetting people: on their wish after a week in which they may think again, or when long away.

Of a person who is forgotten nothing stays but the seat in games that others played too, which a made-up
player holds from then on: the same in all of them, with a random number, so that records and ratings of
the others still add up.
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
"""How long one may take the wish back."""
IDLE = 730 * DAY
"""After so long without a sign, and no game running, a person is forgotten unasked."""
CLOSED = 30 * DAY
"""How long a challenge that is answered, and what could not be told of a game, are kept."""
WAITS = {"closed": CLOSED + DAY, "failures": CLOSED + DAY, "idle": IDLE + DAY}
"""A day late, many at a time."""
NUMBERS = 2**53
"""A made-up player's id is the negative of a number below this; Discord's ids are above nought."""


async def ask(tx: Tx, player: int, *, now: int) -> Erasure:
    """This person, whom the bot has met, wants to be forgotten; asked again, the first time counts."""
    wish = await erasure_rows.get(tx, player)
    if wish is None:
        wish = Erasure(player, now, now + UNDO)
        await erasure_rows.ask(tx, wish)
    return wish


async def ask_now(tx: Tx, player: int, *, now: int) -> None:
    """This person is to be forgotten without a week to think again."""
    await erasure_rows.withdraw(tx, player)
    await erasure_rows.ask(tx, Erasure(player, now, now))


async def erase_due(tx: Tx, *, database: Path, now: int) -> bool:
    """Do one batch of forgetting those whose week is over; whether there was anything to do.

    Who it begins with is written down beside the database before, so that a restored copy forgets them
    again. It is never half done for ever: the wish stays until the last batch.
    """
    wish = await erasure_rows.first_due(tx, now)
    if wish is None:
        return False
    if wish.by is None:
        erasure_log.remember(database, [wish.player], now)
    await _step(tx, wish, now)
    return True


async def erase(tx: Tx, player: int, *, now: int) -> int:
    """Forget this person now, all at once. The id of the made-up player."""
    await erasure_rows.ask(tx, Erasure(player, now, now))
    nobody = 0
    while (wish := await erasure_rows.get(tx, player)) is not None:
        nobody = wish.by or nobody
        await _step(tx, wish, now)
    return nobody


async def again(tx: Tx, *, database: Path, now: int) -> int:
    """After a restore: who was forgotten since the copy was made will be again, now; how many."""
    people = await erasure_log.again(tx, database)
    for player in people:
        await ask_now(tx, player, now=now)
    return len(people)


async def _step(tx: Tx, wish: Erasure, now: int) -> None:
    """One batch: first their challenges and games end, one at a time, then their rows, then they go."""
    player = wish.player
    if wish.by is None and not await _leave_something(tx, player, now):
        nobody = -1 - secrets.randbelow(NUMBERS)
        await erasure_rows.begin(tx, player, nobody, pseudonym(nobody), now)
    elif wish.by is not None and not await erasure_rows.replace_some(tx, wish):
        await erasure_rows.finish(tx, player)


async def _leave_something(tx: Tx, player: int, now: int) -> bool:
    """End an open challenge of this person, or leave a running game; False if there is none."""
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
    """What a made-up player is called, in every language."""
    return f"N. N. {-nobody % 100_000:05}"


async def prune(tx: Tx, *, now: int) -> int:
    """Forget old challenges and messages that could not be sent, and see to it that people long away
    are forgotten now; how many."""
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
    """A game that has hardly begun, or that nobody can play on, ends without result."""
    seat = lifecycle.seat_of(match, player)
    with suppress(RulesChanged, Damaged):
        if await lifecycle.everybody_moved(tx, match):
            with suppress(PlaceCertain):
                await resignations.depart(tx, match, [seat], why="erased", now=now)
            return
    await lifecycle.end(tx, match, "aborted", None, now)
