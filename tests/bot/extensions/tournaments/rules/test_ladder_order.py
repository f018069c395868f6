"""Ladders: permitted challenges, and the places of those who join."""

import pytest

from bot.extensions.tournaments.rules.ladder_order import (
    may_challenge,
    most_games_challenged,
    rejoin_place,
    who_begins,
)


@pytest.mark.parametrize(
    ("place", "members", "others"),
    [
        (4, 30, [1, 2, 3]),
        (9, 30, [6, 7, 8]),
        (20, 30, [15, 16, 17, 18, 19]),
        (1, 30, []),
        (8, 8, [1, 2, 3, 4, 5, 6, 7]),
        (8, 9, [5, 6, 7]),
    ],
)
def test_a_member_may_challenge_three_places_up_or_a_quarter_of_their_own(
    place: int, members: int, others: list[int]
) -> None:
    assert [q for q in range(1, members + 1) if may_challenge(place, q, members)] == others


def test_the_top_three_can_be_challenged_most_often() -> None:
    assert [most_games_challenged(place) for place in (1, 3, 4, 9)] == [3, 3, 2, 2]


def test_two_members_take_turns_in_moving_first_starting_by_lot() -> None:
    assert who_begins(7, 8, 7, lot=1) == 8
    assert who_begins(7, 8, 8, lot=1) == 7
    assert {who_begins(7, 8, None, lot=lot) for lot in range(20)} == {7, 8}
    assert who_begins(7, 8, None, lot=3) == who_begins(7, 8, None, lot=3)


def test_members_join_at_the_bottom_and_former_members_five_places_lower() -> None:
    assert rejoin_place(None, 0) == 1
    assert rejoin_place(None, 12) == 13
    assert rejoin_place(4, 12) == 9
    assert rejoin_place(10, 12) == 13
    assert rejoin_place(1, 3) == 4
    assert rejoin_place(1, 30) == 6
