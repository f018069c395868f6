"""Seating: the numbers of players that a game supports, and seat assignment."""

import random

import pytest

from bot.service.errors import NotFound
from bot.service.matchmaking import seating
from bot.store.models import ChallengeSeat
from engine import variant

STAR = variant("chinese-checkers-6")
PARTNERS = variant("halma-4-opposite")


@pytest.mark.parametrize(
    ("key", "sizes"),
    [
        ("chinese-checkers-6", [2, 3, 4, 5, 6]),
        ("chinese-checkers", [2, 3, 4, 5, 6]),
        ("halma-4", [2, 4]),
        ("halma-4-opposite", [4]),
        ("chinese-checkers-6-partners", [6]),
        ("chinese-checkers-15", [2, 3]),
        ("chinese-checkers-3-15", [2, 3]),
        ("halma-8", [2]),
        ("halma-10", [2]),
        ("platonic-advanced-3", [2, 3, 4]),
        ("hexma-3", [2, 3]),
        ("hexma-hex", [2]),
        ("chinese-checkers-4+places", [3, 4, 5, 6]),
    ],
)
def test_the_forms_of_a_game_differ_only_in_the_number_of_seats(key: str, sizes: list[int]) -> None:
    variants = seating.variants_by_size(key)
    assert list(variants) == sizes
    assert variants[len(variant(key).seats)] is variant(key)


def test_a_form_of_a_game_with_an_option_keeps_the_option() -> None:
    assert (
        seating.variants_by_size("chinese-checkers-4+places")[3].key == "chinese-checkers-3+places"
    )


@pytest.mark.parametrize("key", ["go", "", "halma+nonsense", "halma-4+"])
def test_an_unknown_game_is_not_found(key: str) -> None:
    with pytest.raises(NotFound):
        seating.variants_by_size(key)


def test_partners_are_the_seats_of_a_team() -> None:
    assert seating.team_seats(PARTNERS) == {0: (0, 2), 1: (1, 3)}
    assert seating.team_seats(STAR) == {}


@pytest.mark.parametrize(
    ("requests", "granted"),
    [
        ([(0, None), (2, None)], True),
        ([(0, None), (0, None)], False),
        ([(None, 0), (None, 0)], True),
        ([(None, 0), (None, 0), (None, 0)], False),
        ([(0, None), (None, 0)], True),
        ([(0, None), (2, None), (None, 0)], False),
        ([(0, None), (2, None), (None, 1), (None, 1)], True),
    ],
)
def test_seat_requests_fit_if_all_can_be_granted_together(
    requests: list[tuple[int | None, int | None]], granted: bool
) -> None:
    assert seating.can_seat(PARTNERS, requests) is granted


@pytest.mark.parametrize("wanted", [(4, None), (-1, None), (None, 2)])
def test_a_seat_or_team_that_does_not_exist_is_not_found(
    wanted: tuple[int | None, int | None],
) -> None:
    with pytest.raises(NotFound):
        seating.can_seat(PARTNERS, [wanted])


def test_without_requests_every_seating_is_possible() -> None:
    people = [ChallengeSeat(player, None, joined=True) for player in (1, 2, 3)]
    game = variant("chinese-checkers-3")
    rng = random.Random(1)
    assert len({seating.assign_seats(game, game, people, rng) for _ in range(200)}) == 6


def test_requests_are_granted_and_the_remaining_seats_are_random() -> None:
    people = [
        ChallengeSeat(1, None, joined=True),
        ChallengeSeat(2, None, joined=True, team=0),
        ChallengeSeat(3, 3, joined=True),
        ChallengeSeat(4, None, joined=True, team=0),
    ]
    rng = random.Random(1)
    drawn = {seating.assign_seats(PARTNERS, PARTNERS, people, rng) for _ in range(50)}
    assert drawn == {(2, 1, 4, 3), (4, 1, 2, 3)}


def test_with_fewer_players_a_request_applies_to_the_seat_of_the_same_name() -> None:
    three = variant("chinese-checkers-3")
    wished = [seat.name for seat in STAR.seats].index("North-East")
    gone = [seat.name for seat in STAR.seats].index("North")
    people = [
        ChallengeSeat(1, wished, joined=True),
        ChallengeSeat(2, gone, joined=True),  # this seat does not exist with three players
        ChallengeSeat(3, None, joined=True),
    ]
    rng = random.Random(1)
    drawn = {seating.assign_seats(three, STAR, people, rng) for _ in range(50)}
    assert drawn == {(2, 3, 1), (3, 2, 1)}
