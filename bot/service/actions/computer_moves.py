"""The computer's moves: asked for like a message that is owed, and played like a person's.

What is computed here is nothing: a question is put to who computes (`bot.runtime.computer_jobs`), and the answer is
judged like any move. If the match has gone on meanwhile, it is dropped; if there is none, it is asked
again.
"""

from collections.abc import Collection
from zlib import crc32

from bot.runtime.computer_jobs import Question
from bot.service.match import lifecycle, live_play, turn_clock
from bot.service.results import Played
from bot.store import Tx, computer_queue, matches, move_rows
from bot.store.models import Match, OwedMove

LEASE = 3600
"""Seconds after which a claimed move is taken to be abandoned."""
FIRST_PAUSE, LONGEST_PAUSE = 2, 600
"""Seconds until a move of which nothing has come is asked again: doubled each time."""


async def claim(
    tx: Tx, *, now: int, limit: int, but: Collection[tuple[int, int]] = ()
) -> list[tuple[OwedMove, Match, Question]]:
    """The moves to compute now, longest owed first; they are not given to anybody else meanwhile.

    `but`: not these, by match and ply.
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
    """What is to be answered in the position of a match."""
    marks = await move_rows.marks(tx, match)
    seed = crc32(b"%d:%d" % (match.id, match.ply))  # the same whenever it is asked
    return Question(match.id, match.ply, match.variant, match.position, tuple(marks), level, seed)


async def play(tx: Tx, owed: OwedMove, text: str, *, now: int) -> Played | None:
    """Make the computer's move, and all that follows from it; None: it is not wanted any more.

    Raises RulesChanged, Damaged, and what the engine says of a text that is no move here.
    """
    match = await _waiting(tx, owed)
    await computer_queue.drop(tx, owed.match, owed.ply)
    if match is None:
        return None
    here = await lifecycle.with_position(tx, match)
    move = here.rules.parse(here.position, text)
    after = await lifecycle.move(tx, here, move, player=None, by="runner", now=now)
    before = turn_clock.undoable(match)
    reached, replies = await lifecycle.go_on(tx, after, now=now, before=before)
    match = reached.match
    if match.level is None:
        await lifecycle.show(tx, match, now, in_place=live_play.at_table(match))
    return Played(match, move, reached.position, match.outcome, replies=replies)


async def failed(tx: Tx, owed: OwedMove, *, now: int) -> None:
    """Nothing has come of it: it is asked again after a while."""
    pause = min(FIRST_PAUSE << min(owed.attempts, 16), LONGEST_PAUSE)
    await computer_queue.postpone(tx, owed, now + pause)


async def show_long(tx: Tx, *, now: int, limit: int) -> int:
    """Where the computer thinks long, the board says so; how many."""
    found = await computer_queue.unshown(tx, now, limit)
    for owed in found:
        await computer_queue.shown(tx, owed)
        match = await _waiting(tx, owed)
        if match is not None:
            await lifecycle.show(tx, match, now, in_place=live_play.at_table(match))
    return len(found)


async def _waiting(tx: Tx, owed: OwedMove) -> Match | None:
    """The match, if it waits for just this move."""
    match = await matches.get(tx, owed.match)
    if match is None or match.ply != owed.ply or match.level is None:
        return None
    return match
