"""Cost of events: statements per request, and matches per transaction."""

from collections.abc import Awaitable, Callable

import pytest

from bot.extensions.tournaments.service import openings
from bot.service.clock import time_control
from bot.service.match import lifecycle
from bot.store.match import match_saver
from bot.store.models import Match
from engine import Outcome
from tests.bot.extensions.tournaments.formats import FORMATS
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.bot.service.club import job_due_at, run_job
from tests.transactions import writing

pytestmark = pytest.mark.check

MOST_FOR_A_MOVE, MOST_FOR_AN_END = 2, 6
"""Maximum number of statements that a game of an event costs more than another game."""
TIME_TO_BEGIN = 30
"""Maximum seconds until all first matches of 64 entrants have begun."""
DUELS = [format_ for format_, variant in FORMATS if variant == "halma-8"]


async def statements(organiser: Organiser, request: Callable[[], Awaitable[object]]) -> int:
    """Run a request, and return the number of its statements."""
    before = organiser.club.store.counts.statements
    await request()
    return organiser.club.store.counts.statements - before


async def end_by_goal(organiser: Organiser, match: Match) -> None:
    """End a match in the same way as a move that reaches the goal."""
    with writing(organiser.club.store) as tx:
        running = lifecycle.load(tx, match.id)
        outcome = Outcome(((0,), (1,)), "goal")
        after = lifecycle.finish(tx, running, "finished", outcome, organiser.club.now)
        match_saver.save(tx, running, after)


async def costs(organiser: Organiser, match: Match) -> dict[str, int]:
    """Return the numbers of statements of a move, and of the end of a match."""
    await organiser.club.turn(match)
    await organiser.club.turn(match)
    text = await organiser.club.some_move(match)
    player = (await organiser.club.get(match)).to_move
    assert player is not None
    move = await statements(organiser, lambda: organiser.club.play(match, player, text))
    end = await statements(organiser, lambda: end_by_goal(organiser, match))
    return {"move": move, "end": end}


@pytest.mark.parametrize("format_", DUELS)
@pytest.mark.parametrize("rated", [False, True])
async def test_a_game_of_an_event_costs_few_more_statements(
    organiser: Organiser, format_: str, rated: bool
) -> None:
    event = organiser.begin(9, format=format_, rated=rated)
    matches = await organiser.open_matches(event)
    first, second = matches[0].players
    control = time_control.parse(matches[0].control)
    other = await organiser.club.match(first, second, rated=rated, control=control)
    await organiser.deliver()
    own = await costs(organiser, matches[0])
    usual = await costs(organiser, other)
    assert own["move"] <= usual["move"] + MOST_FOR_A_MOVE
    assert own["end"] <= usual["end"] + MOST_FOR_AN_END


async def test_64_entrants_begin_within_half_a_minute_a_few_at_a_time(
    organiser: Organiser,
) -> None:
    event = organiser.open()
    organiser.enter(event, *range(FIRST_PLAYER, FIRST_PLAYER + 64))
    began = organiser.club.now
    organiser.start(event)
    number = 0
    while number < 64 * event.at_once // 2:
        with writing(organiser.club.store) as tx:
            due = job_due_at(tx, "event openings")
            assert due is not None
            organiser.club.now = max(due, organiser.club.now)
            run_job(tx, "event openings", organiser.club.now)
        posted = (await organiser.deliver()).count("event-game")
        assert 0 < posted <= openings.BATCH
        number += posted
    assert number == len(organiser.running(event)) == 96
    assert organiser.club.now - began <= TIME_TO_BEGIN
