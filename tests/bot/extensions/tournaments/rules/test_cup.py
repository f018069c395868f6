"""Cup: the bracket, byes, the margin and the places."""

from itertools import permutations

import pytest

from bot.extensions.tournaments.rules.cup import (
    CupGame,
    bracket,
    cup_places,
    cup_round,
    games_of_pair,
    winner_of_pair,
)
from bot.extensions.tournaments.rules.results import forfeited, played


def test_the_bracket_of_eight_is_the_published_one() -> None:
    assert cup_round(bracket(8)) == ((1, 8), (4, 5), (2, 7), (3, 6))


def test_with_six_entrants_the_two_best_seeds_have_byes() -> None:
    first = cup_round(bracket(6))
    assert [pair for pair in first if None not in pair] == [(4, 5), (3, 6)]
    winners = tuple(winner_of_pair(pair, ()) if None in pair else pair[0] for pair in first)
    assert cup_round(winners) == ((1, 4), (2, 3))


@pytest.mark.parametrize("entrants", range(4, 65))
def test_better_seeds_meet_as_late_as_possible(entrants: int) -> None:
    slots = bracket(entrants)
    size = len(slots)
    assert size // 2 < entrants <= size
    free = [pair[0] for pair in cup_round(slots) if None in pair]
    assert sorted(seed for seed in free if seed) == list(range(1, size - entrants + 1))
    while len(slots) > 1:
        pairs = cup_round(slots)
        assert all(b is None or a + b == len(slots) + 1 for a, b in pairs if a is not None)
        slots = tuple(winner_of_pair(pair, ()) if None in pair else min(pair) for pair in pairs)
    assert slots == (1,)


def test_each_player_of_a_pair_moves_first_once() -> None:
    assert games_of_pair((4, 5)) == ((4, 5), (5, 4))
    assert games_of_pair((5, 4)) == ((4, 5), (5, 4))
    assert games_of_pair((4, None)) == ()


def won(winner: int, loser: int, margin: int | None, turns: int | None) -> CupGame:
    """Return a game that was won by this margin."""
    return CupGame(played(winner, loser, 2), margin, turns)


DRAW = CupGame(played(3, 6, 1), None, None)


@pytest.mark.parametrize(
    ("games", "winner"),
    [
        ([won(6, 3, 1, 90), DRAW], 6),  # more points
        ([won(6, 3, 5, 40), won(6, 3, 1, 90)], 6),
        ([won(3, 6, 4, 30), won(6, 3, 7, 50)], 6),  # the greater margin
        ([won(3, 6, 7, 50), won(6, 3, 7, 41)], 6),  # fewer turns
        ([won(3, 6, 7, 41), won(6, 3, 7, 41)], 3),  # the better seed
        ([DRAW, DRAW], 3),
        ([won(6, 3, 0, 60), CupGame(forfeited(3, 6, 6), None, None)], 6),  # a win on the board
        ([CupGame(forfeited(3, 6, 3, 6), None, None)] * 2, 3),
        ([won(6, 3, 2, 60)], 6),
        ([], 3),
    ],
)
def test_points_then_margin_then_turns_then_seed_decide(games: list[CupGame], winner: int) -> None:
    for pair in permutations((3, 6)):
        assert winner_of_pair((pair[0], pair[1]), games) == winner
        assert winner_of_pair((pair[0], pair[1]), games[::-1]) == winner


def test_the_other_player_advances_if_one_withdraws_and_nobody_if_both_do() -> None:
    assert winner_of_pair((3, 6), [won(3, 6, 9, 9)], withdrawn={3}) == 6
    assert winner_of_pair((3, 6), [], withdrawn={3, 6}) is None
    assert winner_of_pair((None, None), []) is None


def test_losers_of_a_round_share_a_place() -> None:
    rounds = [
        [((1, None), 1), ((4, 5), 5), ((2, None), 2), ((3, 6), 3)],
        [((1, 5), 1), ((2, 3), 3)],
    ]
    assert cup_places(rounds) == {4: 5, 6: 5, 5: 3, 2: 3}
    assert cup_places([*rounds, [((1, 3), 3)]]) == {4: 5, 6: 5, 5: 3, 2: 3, 1: 2, 3: 1}


def test_a_final_that_both_players_have_left_has_no_winner() -> None:
    assert cup_places([[((1, 2), None)]]) == {1: 1, 2: 1}
