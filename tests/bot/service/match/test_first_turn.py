"""The first turn of a person's first match, which is explained on the board."""

from bot.service.clock.time_control import UNTIMED
from bot.service.match import lifecycle, turn_clock
from bot.store.models import Match
from tests.bot.service.club import ADA, BRUNO, CLARA, Club
from tests.transactions import reading


async def is_first(club: Club, match: Match) -> bool:
    with reading(club.store) as tx:
        return turn_clock.is_first_turn_ever(tx, lifecycle.load(tx, match.id))


async def test_only_the_first_turn_of_the_first_timed_match_is_a_first_turn(club: Club) -> None:
    match = await club.match()
    seen = []
    for _ in range(4):
        seen.append(await is_first(club, match))
        await club.turn(match)
    assert seen == [True, True, False, False]
    mixed = await club.match(ADA, CLARA)
    assert not await is_first(club, mixed)
    await club.turn(mixed)
    assert await is_first(club, mixed)


async def test_untimed_matches_count_too(club: Club) -> None:
    match = await club.match(control=UNTIMED)
    assert await is_first(club, match)
    assert not await is_first(club, await club.match(BRUNO, ADA, control=UNTIMED))


async def test_the_computer_has_no_first_turn(club: Club) -> None:
    match = await club.against_computer()
    assert await is_first(club, match)
    await club.play(match, ADA, await club.some_move(match), answers=False)
    assert not await is_first(club, match)
