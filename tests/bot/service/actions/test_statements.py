"""Number of SQL statements per request, whatever the length of the match."""

from collections.abc import Callable

import pytest

from bot.service import position_cache
from bot.service.actions import moves
from bot.service.clock.time_control import STANDARD
from bot.service.match import lifecycle
from bot.service.notifications import reminders
from tests.bot.service.club import ADA, BRUNO, CLARA, Club

CEILINGS = {
    "move": 15,
    "move in a game that is not remembered": 15,
    "refused move": 4,
    "offer": 9,
    "accepted offer": 14,
    "board": 4,
    "older board": 4,
    "games of a player": 1,
}
"""Maximum number of statements per request."""


@pytest.fixture
def asked(club: Club) -> Callable[[], int]:
    """A function that returns the number of statements run since its last call."""
    last = [club.store.counts.statements]

    def since() -> int:
        before, last[0] = last[0], club.store.counts.statements
        return last[0] - before

    return since


@pytest.mark.check
@pytest.mark.parametrize("turns", [2, 40])
async def test_each_request_stays_within_its_statement_limit(
    club: Club, asked: Callable[[], int], early_draws: None, turns: int
) -> None:
    match = await club.match()
    for _ in range(turns):
        await club.turn(match)
    seen: dict[str, int] = {}
    texts = [await club.some_move(match)]
    asked()
    await club.play(match, ADA, texts[0])
    seen["move"] = asked()
    texts = [await club.some_move(match)]
    position_cache.clear_cache()
    asked()
    await club.play(match, BRUNO, texts[0])
    seen["move in a game that is not remembered"] = asked()
    with pytest.raises(ValueError, match="not a move"):
        await club.play(match, ADA, "XXX,1-XXX,2")
    seen["refused move"] = asked()
    await club.act("offer_draw", match, ADA)
    seen["offer"] = asked()
    await club.store.read(moves.view_at, match.id)
    seen["board"] = asked()
    await club.store.read(moves.view_at, match.id, turns)
    seen["older board"] = asked()
    await club.store.read(lifecycle.running_of, ADA)
    seen["games of a player"] = asked()
    await club.act("accept_draw", match, BRUNO)
    seen["accepted offer"] = asked()
    assert {what: number for what, number in seen.items() if number > CEILINGS[what]} == {}
    assert seen.keys() == CEILINGS.keys()


async def test_a_reminder_takes_one_statement_more_for_each_game(
    club: Club, asked: Callable[[], int]
) -> None:
    await club.act("resign", await club.match(), ADA)  # time is doubled in a first game
    for opponent in (BRUNO, BRUNO, CLARA):
        await club.match(ADA, opponent)
    await club.deliver()
    club.now += STANDARD.bank // 2
    asked()
    await club.store.write(reminders.queue_due_reminders, now=club.now)
    statements = asked()
    (reminder,) = await club.deliver()
    assert len(reminder.payload.turns) == 3
    assert statements == 6 + 3
