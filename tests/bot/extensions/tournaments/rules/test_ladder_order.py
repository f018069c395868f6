"""Ladders: permitted challenges, and the order after results."""

import random

import pytest

from bot.extensions.tournaments.rules.ladder_order import (
    after_result,
    may_challenge,
    most_games_challenged,
    placed,
    rejoin_place,
    removed,
    who_begins,
)


def order(text: str) -> tuple[int, ...]:
    """Return the members of a text such as "A B C", each as a number."""
    return tuple(map(ord, text.split()))


def shown(members: tuple[int, ...]) -> str:
    """Return an order of members as text."""
    return " ".join(map(chr, members))


def test_the_worked_example() -> None:
    members = order("A B C D E F G H")
    assert may_challenge(5, 3, 8)
    for winner, loser, expected in (
        ("E", "C", "A B E C D F G H"),
        ("C", "E", "A B C E D F G H"),
        ("H", "F", "A B C E D H F G"),
        ("B", "A", "B A C E D H F G"),
        ("B", "G", "B A C E D H F G"),
    ):
        members = after_result(members, ord(winner), ord(loser))
        assert shown(members) == expected


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


def test_the_order_of_two_results_matters() -> None:
    """A is at 25, B at 30 and C at 35; B challenges A, and C challenges B."""
    names = {25: "A", 30: "B", 35: "C"}
    start = tuple(
        ord(names.get(place, "x")) + (place if place not in names else 0) * 1000
        for place in range(1, 41)
    )
    a, b, c = map(ord, "ABC")

    def places(members: tuple[int, ...]) -> tuple[int, int, int]:
        return members.index(a) + 1, members.index(b) + 1, members.index(c) + 1

    assert places(start) == (25, 30, 35)
    after_b = after_result(start, b, a)
    assert places(after_b)[:2] == (26, 25)
    assert places(after_result(after_b, c, b)) == (27, 26, 25)
    after_c = after_result(start, c, b)
    assert places(after_c)[1:] == (31, 30)
    assert places(after_result(after_c, b, a)) == (26, 25, 31)


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


def test_an_inactive_member_leaves_no_gap() -> None:
    assert shown(removed(order("A B C"), ord("B"))) == "A C"
    assert shown(placed(order("A C"), ord("B"), 3)) == "A C B"
    assert shown(placed(order("A C"), ord("B"), 1)) == "B A C"
    assert shown(after_result(order("A B"), ord("C"), ord("A"))) == "A B"


@pytest.mark.parametrize("seed", range(10))
def test_random_ladders_follow_a_naive_list(seed: int) -> None:
    rng = random.Random(seed)
    members: tuple[int, ...] = ()
    model: list[int] = []
    former: dict[int, int] = {}
    for _ in range(120):
        player = rng.randrange(20)
        if player not in model:
            place = rejoin_place(former.get(player), len(members))
            members = placed(members, player, place)
            model.insert(min(former.get(player, 10**6) + 5, len(model) + 1) - 1, player)
        elif rng.random() < 0.2:
            former[player] = model.index(player) + 1
            members = removed(members, player)
            model.remove(player)
        else:
            loser = rng.choice(model)
            members = after_result(members, player, loser)
            if model.index(player) > model.index(loser):
                model.remove(player)
                model.insert(model.index(loser), player)
        assert list(members) == model
