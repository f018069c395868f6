"""Elo arithmetic: duels, melees (as pairs) and partners (as one duel)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.rating.elo import (
    FLOOR,
    MAX_SWING,
    POINT,
    SCALE,
    PairResult,
    RatedPlayer,
    RatedSide,
    expected_score,
    rate_game,
    rating_after,
)
from tests.bot.service.days import patient
from tests.bot.service.random_results import seat

FIDE = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315),
    *(328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
"""Upper bounds in table 8.1.2 (formerly 8.1b) of the FIDE Rating Regulations.

Each is the largest rating difference for which the expected score of the stronger player is .50,
.51, and so on to .99. Beyond the last one it is 1.00.
"""


def published(difference: int) -> float:
    """Return the expected score of the stronger player from the FIDE table."""
    return 0.5 + sum(difference > bound for bound in FIDE) / 100


def singles(*players: tuple[int, int, int], provisional: tuple[int, ...] = ()) -> list[RatedSide]:
    """Return one-player sides from (points, k, rank) tuples. The ids are 0, 1, 2, ..."""
    return [
        (RatedPlayer(seat(user, user, place), points * POINT, k, user in provisional),)
        for user, (points, k, place) in enumerate(players)
    ]


def swings(sides: list[RatedSide], weight: float = 1.0) -> list[int]:
    """Return the points that each player gains or loses, in hundredths."""
    settled = rate_game(sides, lambda side, other: weight)
    return [sum(term.points for term in settled[user]) for user in sorted(settled)]


def test_the_fide_table_is_a_normal_curve() -> None:
    # This checks the FIDE constant, not the program. The curve has a standard deviation of 2000/7
    # and agrees with the table to within rounding.
    for difference in range(736):
        normal = 0.5 * (1 + math.erf(difference * 7 / 2000 / math.sqrt(2)))
        assert abs(normal - published(difference)) < 0.006
    assert published(736) == 1.0


def test_expected_scores_agree_with_the_published_fide_table() -> None:
    # The table is a normal curve and ours is logistic, so they differ in the tails: by up
    # to 0.01 for differences up to 328 points, and by up to 0.02 beyond.
    for difference in range(736):
        own = expected_score(difference * POINT) / SCALE
        assert abs(own - published(difference)) <= (0.01 if difference <= 328 else 0.02)


def test_a_duel_changes_ratings_as_the_fide_table_does_within_half_a_point() -> None:
    for difference in range(736):
        for place, score in ((0, 1.0), (1, 0.0)):
            stronger = swings(singles((1500 + difference, 24, place), (1500, 24, 1 - place)))[0]
            assert abs(stronger / POINT - 24 * (score - published(difference))) < 0.5


@pytest.mark.parametrize(
    ("difference", "stronger"), [(0, 12.00), (100, 8.64), (200, 5.77), (400, 2.18), (800, 0.24)]
)
def test_a_win_of_the_stronger_player_gains_what_the_formula_says(
    difference: int, stronger: float
) -> None:
    won = swings(singles((1500 + difference, 24, 0), (1500, 24, 1)))
    assert won == [round(stronger * POINT), -round(stronger * POINT)]


def test_a_draw_of_equals_changes_nothing_and_otherwise_helps_the_weaker_player() -> None:
    assert swings(singles((1500, 60, 0), (1500, 60, 0))) == [0, 0]
    assert swings(singles((1700, 24, 0), (1500, 24, 0))) == [-623, 623]


RATINGS = st.integers(FLOOR, 3000 * POINT)


@patient
@given(RATINGS, RATINGS)
def test_the_expected_scores_of_a_pair_add_up_to_one(first: int, other: int) -> None:
    assert expected_score(first - other) + expected_score(other - first) == SCALE
    assert 0 < expected_score(first - other) < SCALE


@pytest.mark.check
@patient
@given(
    st.lists(st.tuples(RATINGS, st.integers(0, 5)), min_size=2, max_size=6),
    st.sampled_from((24, 40, 60)),
    st.sampled_from((1.0, 0.5, 0.25, 0.0)),
)
def test_gains_and_losses_balance_if_all_have_the_same_k(
    players: list[tuple[int, int]], k: int, weight: float
) -> None:
    sides: list[RatedSide] = [
        (RatedPlayer(seat(user, user, place), points, k, provisional=False),)
        for user, (points, place) in enumerate(players)
    ]
    assert sum(swings(sides, weight)) == 0


@pytest.mark.check
@patient
@given(st.lists(st.tuples(RATINGS, st.integers(0, 5)), min_size=3, max_size=6))
def test_nobody_falls_below_the_floor_and_no_new_player_changes_by_more_than_75_points(
    players: list[tuple[int, int]],
) -> None:
    sides: list[RatedSide] = [
        (RatedPlayer(seat(user, user, place), points, 60, provisional=True),)
        for user, (points, place) in enumerate(players)
    ]
    settled = rate_game(sides, lambda side, other: 1.0)
    for (entrant,) in sides:
        after = rating_after(entrant, settled[entrant.seat.player], melee=True)
        assert after >= FLOOR
        assert abs(after - entrant.points) <= MAX_SWING


def test_four_equal_players_share_points_by_rank_and_the_maximum_is_one_and_a_half_k() -> None:
    assert swings(singles(*((1500, 24, place) for place in range(4)))) == [1800, 600, -600, -1800]
    assert swings(singles((1500, 24, 0), *((2900, 24, 1) for _ in range(3))))[0] == 3600
    assert swings(singles(*((1500, 24, place) for place in range(3)))) == [1600, 0, -1600]


def test_a_tie_for_second_place_of_four_is_half_a_point_for_each() -> None:
    assert swings(singles(*((1500, 24, place) for place in (0, 1, 1, 3)))) == [1800, 0, 0, -1800]


def test_a_rating_change_is_capped_only_for_provisional_players_in_a_melee() -> None:
    entrant = RatedPlayer(seat(1, 0, 0), 1500 * POINT, 60, provisional=True)
    old = RatedPlayer(seat(1, 0, 0), 1500 * POINT, 60, provisional=False)
    won, lost = (
        (PairResult((2,), 9000),),
        (PairResult((2,), -9000),),
    )
    assert rating_after(entrant, won, melee=True) == 1575 * POINT
    assert rating_after(entrant, lost, melee=True) == 1425 * POINT
    assert (
        rating_after(entrant, won, melee=False)
        == rating_after(old, won, melee=True)
        == 1590 * POINT
    )


def test_an_established_player_risks_half_of_a_pair_with_a_provisional_one() -> None:
    assert swings(singles((1500, 24, 0), (1500, 60, 1), provisional=(1,))) == [600, -3000]
    assert swings(singles((1500, 24, 1), (1500, 60, 0), provisional=(1,))) == [-600, 3000]


def test_two_provisional_players_risk_the_whole_of_their_pair() -> None:
    assert swings(singles((1500, 60, 0), (1500, 60, 1), provisional=(0, 1))) == [3000, -3000]


def test_at_the_floor_the_loser_pays_nothing_and_the_winner_gains_nothing() -> None:
    assert swings(singles((1500, 24, 0), (100, 24, 1))) == [0, 0]
    assert swings(singles((100, 24, 0), (100, 24, 1))) == [0, 0]
    assert swings(singles((1500, 24, 1), (100, 24, 0))) == [-2399, 2399]


def test_just_above_the_floor_a_loser_pays_only_what_they_have() -> None:
    assert swings(singles((105, 24, 0), (105, 24, 1))) == [500, -500]
    # Each player pays those ranked ahead in proportion, but never drops below the floor.
    four = swings(singles(*((101, 24, place) for place in range(4))))
    assert four == [183, -17, -67, -99]


def test_at_the_floor_a_player_may_still_gain_from_those_ranked_behind() -> None:
    won = swings(singles((200, 24, 0), (100, 24, 1), (200, 24, 2)))
    assert won[1] > 0
    assert won[0] > 0
    assert won[2] < 0
