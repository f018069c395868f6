"""Members who do not play are asked or warned, then become inactive."""

import pytest

from bot.extensions.tournaments.errors import NothingAsked, NotOnLadder
from bot.service.actions import vacations
from bot.service.clock.calendar import DAY
from bot.service.guilds import removed_guilds
from bot.store import Store
from bot.store.models import Match
from tests.bot.extensions.tournaments.climbers import Climbers, player_of
from tests.bot.service.club import GUILD, Club
from tests.transactions import writing


@pytest.fixture
def climbers(store: Store) -> Climbers:
    """Return a ladder without members."""
    return Climbers(Club(store))


async def notices(climbers: Climbers) -> list[tuple[str, int]]:
    """Run the jobs, and return the occasions and players of new direct messages."""
    climbers.run_jobs()
    return [
        (row.payload.what, row.payload.player)
        for row in await climbers.club.deliver()
        if row.kind == "ladder-notice"
    ]


def time_out(climbers: Climbers, match: Match, winner: str) -> None:
    """End a match in which the time of the winner's opponent has run out."""
    climbers.end(match, winner, "time")


async def test_after_a_timeout_a_member_is_asked(climbers: Climbers) -> None:
    climbers.join("ABC")
    time_out(climbers, climbers.challenge("C", "A"), "C")
    assert await notices(climbers) == [("question", player_of("A"))]
    assert climbers.order() == "CAB"
    climbers.club.now += 20 * DAY
    assert await notices(climbers) == []


async def test_a_second_timeout_within_thirty_days_makes_a_silent_member_inactive(
    climbers: Climbers,
) -> None:
    climbers.join("ABCD")
    time_out(climbers, climbers.challenge("C", "A"), "C")
    assert await notices(climbers) == [("question", player_of("A"))]
    climbers.club.now += 30 * DAY
    time_out(climbers, climbers.challenge("D", "A"), "D")
    assert await notices(climbers) == [("inactive", player_of("A"))]
    assert climbers.order() == "CDB"
    with pytest.raises(NotOnLadder) as refused:
        climbers.challenge("A", "B")
    assert refused.value.facts == {"why": "inactive"}


async def test_a_second_timeout_after_thirty_days_asks_again(climbers: Climbers) -> None:
    climbers.join("ABCD")
    time_out(climbers, climbers.challenge("C", "A"), "C")
    await notices(climbers)
    climbers.club.now += 30 * DAY + 1
    time_out(climbers, climbers.challenge("D", "A"), "D")
    assert await notices(climbers) == [("question", player_of("A"))]
    climbers.club.now += DAY
    time_out(climbers, climbers.challenge("B", "A"), "B")
    assert await notices(climbers) == [("inactive", player_of("A"))]


async def test_a_member_who_answers_is_asked_again_after_the_next_timeout(
    climbers: Climbers,
) -> None:
    climbers.join("ABCD")
    time_out(climbers, climbers.challenge("C", "A"), "C")
    await notices(climbers)
    climbers.confirm("A")
    with pytest.raises(NothingAsked):
        climbers.confirm("A")
    climbers.club.now += DAY
    time_out(climbers, climbers.challenge("D", "A"), "D")
    assert await notices(climbers) == [("question", player_of("A"))]


async def test_a_move_in_a_ladder_game_counts_as_an_answer(climbers: Climbers) -> None:
    climbers.join("ABCD")
    first, two = climbers.challenge("C", "A"), climbers.challenge("D", "A")
    time_out(climbers, first, "C")
    await notices(climbers)
    climbers.club.now += DAY
    await climbers.club.turn(two)
    await climbers.club.turn(two)
    climbers.club.now += DAY
    time_out(climbers, two, "D")
    assert await notices(climbers) == [("question", player_of("A"))]


async def test_a_challenge_counts_as_an_answer(climbers: Climbers) -> None:
    climbers.join("ABCD")
    match = climbers.challenge("D", "B")
    time_out(climbers, climbers.challenge("C", "B"), "C")
    await notices(climbers)
    climbers.club.now += DAY
    climbers.challenge("B", "A")
    time_out(climbers, match, "D")
    assert await notices(climbers) == [("question", player_of("B"))]


async def test_two_timeouts_at_once_count_as_one(climbers: Climbers) -> None:
    climbers.join("ABCD")
    first, two = climbers.challenge("C", "A"), climbers.challenge("D", "A")
    time_out(climbers, first, "C")
    time_out(climbers, two, "D")
    assert await notices(climbers) == [("inactive", player_of("A"))]


async def test_a_member_who_does_not_play_for_45_days_is_warned_and_becomes_inactive(
    climbers: Climbers,
) -> None:
    climbers.join("AB")
    climbers.club.now += 38 * DAY - 1
    assert await notices(climbers) == []
    climbers.club.now += 1
    assert await notices(climbers) == [("warning", player_of("B"))]
    climbers.club.now += 7 * DAY - 1
    assert await notices(climbers) == []
    climbers.club.now += 1
    assert await notices(climbers) == [("inactive", player_of("B"))]
    assert climbers.order() == "A"
    assert climbers.member("B").inactive_since == climbers.club.now


@pytest.mark.parametrize("what", ["game", "press"])
async def test_a_game_or_an_answer_ends_the_warning(climbers: Climbers, what: str) -> None:
    climbers.join("AB")
    climbers.club.now += 38 * DAY
    assert await notices(climbers) == [("warning", player_of("B"))]
    if what == "game":
        climbers.play("B", "A", "A")
    else:
        climbers.confirm("B")
    climbers.club.now += 37 * DAY
    assert await notices(climbers) == []
    climbers.club.now += DAY
    assert await notices(climbers) == [("warning", player_of("B"))]


async def test_a_member_who_can_challenge_nobody_is_not_warned(climbers: Climbers) -> None:
    climbers.join("AB")
    with writing(climbers.club.store) as tx:
        climbers.club.now += 38 * DAY - 1
        vacations.start_vacation(
            tx, player_of("A"), days=7, interaction=next(climbers.club.ids), now=climbers.club.now
        )
    climbers.club.now += 1
    assert await notices(climbers) == []
    climbers.club.now += 7 * DAY
    assert await notices(climbers) == [("warning", player_of("B"))]


async def test_nobody_is_warned_where_the_bot_was_removed(climbers: Climbers) -> None:
    climbers.join("AB")
    with writing(climbers.club.store) as tx:
        removed_guilds.on_removed(tx, GUILD, now=climbers.club.now)
    climbers.club.now += 60 * DAY
    assert await notices(climbers) == []


async def test_a_member_who_comes_back_is_five_places_lower(climbers: Climbers) -> None:
    climbers.join("ABCDEFGHI")
    for letter in "ED":
        match = climbers.challenge(letter, "B")
        climbers.end(match, letter, "time")
    assert ("inactive", player_of("B")) in await notices(climbers)
    # E and D have climbed past B, who became inactive in fourth place.
    assert climbers.order() == "ADECFGHI".replace("DE", "ED")
    climbers.join("B")
    assert climbers.order().index("B") == 8
