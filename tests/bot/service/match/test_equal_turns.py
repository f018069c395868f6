"""A match with equal turns: the second player's last turn, and how the match ends."""

import pytest

from bot.i18n.translator import translator_for
from bot.service import position_cache
from bot.service.actions.timeouts import GRACE
from bot.service.clock.calendar import DAY
from bot.store.models import Match
from bot.views.board_post import ending_line
from bot.views.event_log import forced_move_text
from engine import variant
from engine.record import read_record
from tests.bot.service.actions.test_undo import undo
from tests.bot.service.club import ADA, BRUNO, Club
from tests.bot.service.plan_transactions import save_plan
from tests.engine.casefile import whole_game

KEY = "halma-8+equal-turns"
GAME = variant(KEY)
MOVES = [
    GAME.format(move) for move in read_record(whole_game(KEY)).turns if isinstance(move, tuple)
]
"""The moves of a drawn game. The last two moves reach the goals."""
EN = translator_for()


@pytest.fixture
async def match(club: Club) -> Match:
    """A match in which Ada reaches the goal with her next move, and Bruno can answer."""
    return await club.match(variant=KEY, opening=tuple(MOVES[:-2]))


async def arrived(club: Club, match: Match) -> Match:
    return (await club.play(match, ADA, MOVES[-2])).match


@pytest.mark.check
async def test_the_second_player_is_asked_for_the_last_turn_and_draws(
    club: Club, match: Match
) -> None:
    waiting = await arrived(club, match)
    assert (waiting.status, waiting.to_move) == ("running", BRUNO)
    view = await club.seen(waiting)
    sentence = forced_move_text(EN, view)
    assert sentence is not None
    assert "has reached the goal, and this is your last turn" in sentence
    position_cache.clear_cache()
    drawn = (await club.play(waiting, BRUNO, MOVES[-1])).match
    assert drawn.outcome is not None
    assert drawn.outcome.ranking == ((0, 1),)
    assert ending_line(EN, await club.seen(drawn)) == (
        "A draw: both reached the goal in the same round."
    )
    assert await club.faults() == []


async def test_any_other_move_in_the_last_turn_loses(club: Club, match: Match) -> None:
    waiting = await arrived(club, match)
    position = GAME.load(waiting.position)
    missing = next(
        text
        for move in GAME.moves(position)
        if (text := GAME.format(move)) and not GAME.apply(position, move).done[1:]
    )
    lost = (await club.play(waiting, BRUNO, missing)).match
    assert lost.outcome is not None
    assert (lost.outcome.ranking, lost.outcome.reason) == (((0,), (1,)), "goal")
    assert await club.faults() == []


async def test_a_match_that_cannot_be_answered_ends_at_once_and_says_so(club: Club) -> None:
    plain = [*MOVES[:-3], *unanswered_end()]
    match = await club.match(variant=KEY, opening=tuple(plain[:-1]))
    won = (await club.play(match, ADA, plain[-1])).match
    assert won.outcome is not None
    assert (won.outcome.ranking, won.outcome.reason) == (((0,), (1,)), "unanswered")
    assert "could not reach theirs in one turn" in ending_line(EN, await club.seen(won))
    assert await club.faults() == []


def unanswered_end() -> tuple[str, ...]:
    """Return a worse third-last move for Bruno, and Ada's arrival after it."""
    position = GAME.start()
    for text in MOVES[:-3]:
        position = GAME.apply(position, GAME.parse(position, text))
    for move in GAME.moves(position):
        after = GAME.apply(position, move)
        if GAME.reason(after, MOVES[-2]) is not None:
            continue
        over = GAME.outcome(GAME.play(after, GAME.parse(after, MOVES[-2])))
        if over is not None and over.reason == "unanswered":
            return GAME.format(move), MOVES[-2]
    raise LookupError("every move can still be followed by a draw")


async def test_a_player_who_does_not_use_the_last_turn_loses_on_time(
    club: Club, match: Match
) -> None:
    waiting = await club.strict(await arrived(club, match))
    assert waiting.deadline is not None
    [lost] = await club.sweep(waiting.deadline - club.now + GRACE + 60 * DAY)
    assert lost.outcome is not None
    assert (lost.outcome.ranking, lost.outcome.reason) == (((0,), (1,)), "time")


async def test_resigning_in_the_last_turn_loses(club: Club, match: Match) -> None:
    lost = await club.act("resign", await arrived(club, match), BRUNO)
    assert lost.outcome is not None
    assert lost.outcome.ranking == ((0,), (1,))


@pytest.mark.check
async def test_a_plan_answers_the_arrival(club: Club, match: Match) -> None:
    await save_plan(club, match, BRUNO, f"{MOVES[-2]}, {MOVES[-1]}")
    drawn = await arrived(club, match)
    assert drawn.outcome is not None
    assert drawn.outcome.ranking == ((0, 1),)
    assert await club.faults() == []


async def test_the_arrival_can_be_undone_until_it_is_answered(club: Club, match: Match) -> None:
    waiting = await arrived(club, match)
    again = await undo(club, waiting)
    assert (again.to_move, again.position) == (ADA, match.position)
    drawn = (await club.play(await arrived(club, again), BRUNO, MOVES[-1])).match
    assert drawn.outcome is not None
    assert drawn.outcome.ranking == ((0, 1),)
