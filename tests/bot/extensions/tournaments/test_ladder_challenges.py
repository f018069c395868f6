"""Challenges on ladders: who may challenge whom, and who moves first."""

from typing import Any

import pytest

from bot.extensions.tournaments.errors import CannotChallenge, NotOnLadder
from bot.service.actions import vacations
from bot.service.clock.calendar import DAY
from bot.service.players import blocklist
from bot.store import Store
from bot.store.outbox import message_kinds
from tests.bot.extensions.tournaments.climbers import LETTERS, Climbers, player_of
from tests.bot.extensions.tournaments.organiser import Organiser
from tests.bot.service.club import CHANNEL, Club
from tests.transactions import writing


@pytest.fixture
def climbers(store: Store) -> Climbers:
    """Return a ladder without members."""
    return Climbers(Club(store))


def refusal(climbers: Climbers, letter: str, other: str) -> dict[str, Any]:
    """Return the facts of a refused challenge, which the member's row also gives."""
    with pytest.raises(CannotChallenge) as refused:
        climbers.challenge(letter, other)
    facts = refused.value.facts
    if facts["why"] != "absent":
        assert climbers.why_not(letter, other) == facts["why"]
    return facts


def test_on_a_small_ladder_anyone_above_may_be_challenged(climbers: Climbers) -> None:
    climbers.join("ABCDEFGH")
    assert climbers.open_to("H") == "ABCDEFG"
    assert climbers.open_to("A") == ""


@pytest.mark.parametrize(("place", "reach"), [(4, "123"), (9, "678"), (20, "15 16 17 18 19")])
def test_on_a_larger_ladder_three_places_or_a_quarter_may_be_challenged(
    climbers: Climbers, place: int, reach: str
) -> None:
    climbers.join(LETTERS[:24])
    places = [int(each) for each in (reach.split() if " " in reach else reach)]
    expected = "".join(LETTERS[each - 1] for each in places)
    assert climbers.open_to(LETTERS[place - 1]) == expected


def test_nobody_challenges_below_or_too_far_above_or_themselves(climbers: Climbers) -> None:
    climbers.join("ABCDEFGHI")
    assert refusal(climbers, "A", "B")["why"] == "below"
    assert refusal(climbers, "H", "D") == {"why": "far", "reach": 3, "deadline": None}
    assert refusal(climbers, "H", "H")["why"] == "self"
    assert refusal(climbers, "H", "Z")["why"] == "absent"


def test_only_active_members_can_challenge(climbers: Climbers) -> None:
    climbers.join("A")
    with pytest.raises(NotOnLadder):
        climbers.challenge("Z", "A")
    assert climbers.why_not("Z", "A") == "absent"


def test_a_member_plays_one_game_at_a_time_as_the_challenger(climbers: Climbers) -> None:
    climbers.join("ABCD")
    match = climbers.challenge("D", "A")
    assert refusal(climbers, "D", "B")["why"] == "busy"
    climbers.challenge("B", "A")
    climbers.challenge("C", "B")
    climbers.end(match, "A")
    assert climbers.why_not("D", "B") is None


def test_the_first_three_are_challenged_three_times_at_once_and_others_twice(
    climbers: Climbers,
) -> None:
    climbers.join("ABCDEFGH")
    for letter in "BCD":
        climbers.challenge(letter, "A")
    for letter in "EF":
        climbers.challenge(letter, "D")
    assert refusal(climbers, "G", "A")["why"] == "asked"
    assert refusal(climbers, "G", "D")["why"] == "asked"


def test_two_members_who_play_each_other_cannot_begin_a_second_game(climbers: Climbers) -> None:
    climbers.join("ABC")
    match = climbers.challenge("B", "A")
    climbers.play("C", "B", "C")
    climbers.play("C", "A", "C")
    assert climbers.order() == "CAB"
    assert refusal(climbers, "B", "A")["why"] == "playing"
    climbers.end(match, "A")


def test_the_same_two_members_can_play_again_after_fourteen_days(climbers: Climbers) -> None:
    climbers.join("AB")
    over = climbers.club.now
    climbers.play("B", "A", "A")
    climbers.club.now = over + 14 * DAY - 1
    assert refusal(climbers, "B", "A") == {
        "why": "lately",
        "reach": 0,
        "deadline": over + 14 * DAY,
    }
    climbers.club.now += 1
    climbers.challenge("B", "A")


def test_a_member_on_vacation_is_not_challenged(climbers: Climbers) -> None:
    climbers.join("AB")
    with writing(climbers.club.store) as tx:
        vacations.start_vacation(
            tx, player_of("A"), days=3, interaction=next(climbers.club.ids), now=climbers.club.now
        )
    assert refusal(climbers, "B", "A")["why"] == "vacation"


def test_a_blocked_player_may_challenge(climbers: Climbers) -> None:
    climbers.join("AB")
    with writing(climbers.club.store) as tx:
        blocklist.block(tx, player_of("A"), player_of("B"), now=climbers.club.now)
    climbers.challenge("B", "A")


def test_two_opponents_take_turns_in_moving_first(climbers: Climbers) -> None:
    climbers.join("AB")
    first = [climbers.play("B", "A", "A").players[0]]
    for _ in range(3):
        climbers.club.now += 15 * DAY
        first.append(climbers.play("B", "A", "A").players[0])
    assert first[0] != first[1]
    assert first[:2] == first[2:]


@pytest.mark.check
def test_a_lot_decides_who_moves_first_in_the_first_game(climbers: Climbers) -> None:
    climbers.join(LETTERS[:41])
    began = set()
    for place in range(1, 41):
        match = climbers.challenge(LETTERS[place], LETTERS[place - 1])
        began.add(match.players[0] == player_of(LETTERS[place]))
    assert began == {True, False}


async def test_a_challenge_starts_a_rated_game_in_its_own_thread(climbers: Climbers) -> None:
    climbers.join("AB")
    match = climbers.challenge("B", "A")
    assert (match.event, match.rated, match.control) == ("Stairs", True, "72h+12h cap 120h")
    kinds = await Organiser(climbers.club).deliver()
    assert kinds == ["ladder-post", "ladder-game", "thread", "board"]
    after = await climbers.club.get(match)
    assert (after.channel, after.thread is not None) == (CHANNEL, True)


async def test_a_game_whose_line_cannot_be_posted_begins_in_the_channel(
    climbers: Climbers,
) -> None:
    climbers.join("AB")
    match = climbers.challenge("B", "A")
    (line,) = [row for row in await climbers.club.deliver() if row.kind == "ladder-game"]
    with writing(climbers.club.store) as tx:
        kind = message_kinds.KINDS[line.kind]
        assert kind.on_failed is not None
        kind.on_failed(tx, line, line.payload, False, climbers.club.now)
    (board,) = await climbers.club.deliver()
    assert (board.kind, board.channel) == ("board", CHANNEL)
    assert (await climbers.club.get(match)).thread is None


async def test_the_clock_stops_while_the_line_cannot_be_posted(climbers: Climbers) -> None:
    climbers.join("AB")
    match = climbers.challenge("B", "A")
    (line,) = [row for row in await climbers.club.deliver() if row.kind == "ladder-game"]
    with writing(climbers.club.store) as tx:
        kind = message_kinds.KINDS[line.kind]
        assert kind.on_delayed is not None
        kind.on_delayed(tx, line, line.payload, climbers.club.now + DAY)
    assert [stop.why for stop in (await climbers.club.get(match)).stops] == ["unreachable_channel"]


async def test_an_unrated_ladder_has_unrated_games(store: Store) -> None:
    climbers = Climbers(Club(store), rated=False)
    climbers.join("AB")
    assert not climbers.challenge("B", "A").rated


def test_a_repeated_interaction_begins_one_game(climbers: Climbers) -> None:
    climbers.join("AB")
    climbers.club.ids = iter([7, 7])
    assert climbers.challenge("B", "A").id == climbers.challenge("B", "A").id
    assert len(climbers.view("A").running) == 1


async def test_a_game_whose_line_is_not_posted_yet_is_not_a_fault(
    climbers: Climbers,
) -> None:
    climbers.join("AB")
    climbers.challenge("B", "A")
    assert await climbers.club.faults() == []
