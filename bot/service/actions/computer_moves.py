"""Computer moves: a queue with claims and leases, played like a player's move.

The move is not computed here. A request is passed to the search (`bot.runtime.computer_jobs`), and
its answer is checked like any move. If the match has changed in the meantime, the answer is
dropped. If there is no answer, the request is retried.
"""

from collections.abc import Collection
from zlib import crc32

from bot.runtime.computer_jobs import Question
from bot.service.match import lifecycle, live_play, turn_clock
from bot.service.results import Played
from bot.store import Tx, computer_queue, matches, move_rows
from bot.store.models import Match, OwedMove

LEASE = 3600
"""Lease of a claimed move in seconds. After that the claim counts as abandoned."""
FIRST_PAUSE, LONGEST_PAUSE = 2, 600
"""Retry backoff in seconds: the first pause, doubled with each attempt up to the longest."""


async def claim(
    tx: Tx, *, now: int, limit: int, but: Collection[tuple[int, int]] = ()
) -> list[tuple[OwedMove, Match, Question]]:
    """Claim pending moves, oldest first, and return them with their search requests.

    Moves in `but`, pairs of match and ply, are skipped.
    """
    claimed = []
    for owed in await computer_queue.due(tx, now, limit):
        if (owed.match, owed.ply) in but:
            continue
        match = await _waiting(tx, owed)
        if match is None:
            await computer_queue.drop(tx, owed.match, owed.ply)
            continue
        await computer_queue.claim(tx, owed, now, now + LEASE)
        claimed.append((owed, match, await question(tx, match, owed.level)))
    return claimed


async def question(tx: Tx, match: Match, level: int) -> Question:
    """Return the search request for the current position of a match."""
    marks = await move_rows.marks(tx, match)
    seed = crc32(b"%d:%d" % (match.id, match.ply))  # so that retries give the same move
    return Question(match.id, match.ply, match.variant, match.position, tuple(marks), level, seed)


async def play(tx: Tx, owed: OwedMove, text: str, *, now: int) -> Played | None:
    """Play the computer's move and the automatic moves after it.

    Returns None if the match is no longer waiting for this move. Raises `RulesChanged`, `Damaged`,
    and the engine's errors if the text is not a legal move.
    """
    match = await _waiting(tx, owed)
    await computer_queue.drop(tx, owed.match, owed.ply)
    if match is None:
        return None
    here = await lifecycle.with_position(tx, match)
    move = here.rules.parse(here.position, text)
    after = await lifecycle.move(tx, here, move, player=None, by="computer", now=now)
    before = turn_clock.undoable(match)
    reached, replies = await lifecycle.go_on(tx, after, now=now, before=before)
    match = reached.match
    if match.level is None:
        await lifecycle.show(tx, match, now, in_place=live_play.at_table(match))
    return Played(match, move, reached.position, match.outcome, replies=replies)


async def failed(tx: Tx, owed: OwedMove, *, now: int) -> None:
    """Schedule a retry after a failed computation."""
    pause = min(FIRST_PAUSE << min(owed.attempts, 16), LONGEST_PAUSE)
    await computer_queue.postpone(tx, owed, now + pause)


async def show_long(tx: Tx, *, now: int, limit: int) -> int:
    """Queue a board for each match in which the computer has been thinking for long.

    Returns the number of matches.
    """
    found = await computer_queue.unshown(tx, now, limit)
    for owed in found:
        await computer_queue.shown(tx, owed)
        match = await _waiting(tx, owed)
        if match is not None:
            await lifecycle.show(tx, match, now, in_place=live_play.at_table(match))
    return len(found)


async def _waiting(tx: Tx, owed: OwedMove) -> Match | None:
    """Return the match if it is still waiting for this move."""
    match = await matches.get(tx, owed.match)
    if match is None or match.ply != owed.ply or match.level is None:
        return None
    return match
