"""Ratings of games of events, in which repeated pairs count in full."""

import pytest

from bot.service.clock import time_control
from bot.service.errors import TooManyGames
from bot.service.matchmaking import challenge_limits
from bot.service.rating import eligibility
from bot.service.rating.ladder import REPEAT_WEIGHTS
from bot.service.rating.player_ratings import ratings_of
from bot.store.models.ratings import RatedGame
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, GUILD, Club
from tests.bot.service.event_matches import CONTROL, event_match
from tests.bot.service.random_results import DUEL, START, duel, fold, history
from tests.bot.service.rated_game_fixtures import four, of
from tests.transactions import reading

MANY = len(REPEAT_WEIGHTS) + 2


def gains(games: list[RatedGame]) -> list[int]:
    """Return the points that Ada has gained in each of these games."""
    return [
        changed[ADA, DUEL].after.points - changed[ADA, DUEL].before.points
        for _, changed in history(games)
    ]


def test_games_of_an_event_count_in_full_however_often_two_players_meet() -> None:
    for event in (False, True):
        games = [duel(ADA, BRUNO, START + number, event=event) for number in range(MANY)]
        assert (gains(games)[-1] > 0) == event


def test_games_of_an_event_do_not_lower_the_weight_of_other_games() -> None:
    games = [duel(ADA, BRUNO, START + number, event=True) for number in range(MANY)]
    others = [duel(ADA, BRUNO, START + MANY + number) for number in range(MANY)]
    both = fold([*games, *others])
    assert both.met == fold(others).met
    assert gains([*games, *others])[MANY] > 0
    assert gains([*games, *others])[-1] == 0


@pytest.mark.check
async def test_stored_ratings_of_an_event_equal_those_of_a_fold(club: Club) -> None:
    """`of` compares the stored ratings with a fold of all games."""
    rises = []
    for number in range(MANY):
        match = await (club.match(rated=True) if number % 3 == 2 else event_match(club))
        for _ in range(10):
            await club.turn(match)
        await club.act("resign", match, BRUNO)
        rises.append((await of(club, ADA)).points)
    assert rises == sorted(set(rises))
    with reading(club.store) as tx:
        assert ratings_of(tx, GUILD, ADA)["duel"].games == MANY


@pytest.mark.check
async def test_matches_of_events_do_not_make_two_players_inseparable(club: Club) -> None:
    for _ in range(14):
        await event_match(club, ADA, BRUNO, CLARA, DAVID, variant="halma-4")
    assert (await four(club, turns=0)).rated
    for _ in range(13):
        await club.match(ADA, BRUNO)
    with reading(club.store) as tx:
        facts = {
            "variant": "hexma-3",
            "guild": GUILD,
            "people": (ADA, BRUNO, CLARA),
            "control": time_control.parse(CONTROL),
            "now": club.now,
        }
        assert eligibility.unrated_reason(tx, **facts) == "inseparable"
        assert eligibility.unrated_reason(tx, event=True, **facts) is None


async def test_matches_of_events_do_not_count_towards_the_limit_of_running_matches(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenge_limits, "MAX_RUNNING", 2)
    for _ in range(3):
        await event_match(club)
    for other in (BRUNO, CLARA):
        await club.match(ADA, other)
    with pytest.raises(TooManyGames):
        await club.challenge(ADA, BRUNO)
