"""With several players, each sees every move since their own last turn."""

from bot.service import position_cache
from bot.service.results import MoveEvent, TakebackEvent
from bot.store.models import Departure
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, Club

PEOPLE = (ADA, BRUNO, CLARA, DAVID)


async def test_all_moves_since_the_players_own_are_seen_in_order(club: Club) -> None:
    match = await club.seated("halma-4", *PEOPLE)
    seats = []
    for turn in range(6):
        await club.turn(match)
        position_cache.clear_cache()
        view = await club.seen(match)
        seats.append([event.seat for event in view.unseen])
        assert [type(event) for event in view.events] == [MoveEvent]
        assert view.unseen[-1].move == view.last
        assert [event.ply for event in view.earlier] == [*range(max(0, turn - 2), turn)]
    assert seats == [[0], [0, 1], [0, 1, 2], [1, 2, 3], [2, 3, 0], [3, 0, 1]]
    old = await club.seen(match, 3)
    assert [event.seat for event in old.unseen] == [0, 1, 2]


async def test_a_takeback_leaves_the_earlier_moves_of_the_round(club: Club) -> None:
    match = await club.seated("halma-4", *PEOPLE)
    for _ in range(3):
        await club.turn(match)
    await club.act("offer_takeback", match, CLARA)
    for player in (ADA, BRUNO, DAVID):
        await club.act("accept_takeback", match, player)
    view = await club.seen(match)
    assert [type(event) for event in view.events] == [TakebackEvent]
    assert [event.seat for event in view.unseen] == [0, 1]


async def test_a_departure_since_the_players_own_move_is_seen_too(club: Club) -> None:
    match = await club.seated("halma-4", *PEOPLE)
    for _ in range(5):
        await club.turn(match)
    await club.act("resign", match, BRUNO)
    await club.answered(await club.get(match))
    view = await club.seen(match)
    assert [event.seat for event in view.unseen] == [3, 0, 1]
    assert any(isinstance(event, Departure) for event in (*view.earlier, *view.events))


async def test_between_two_players_nothing_is_added(club: Club) -> None:
    match = await club.match()
    for _ in range(3):
        await club.turn(match)
        view = await club.seen(match)
        assert view.earlier == ()
        assert len(view.unseen) == 1
