"""Half-points of rankings, results and their places."""

import pytest

from bot.extensions.tournaments.rules.results import Result, forfeited, played, points_of

RANKINGS = [
    ((((0,), (1,))), 2, (2, 0)),
    ((((1,), (0,))), 2, (0, 2)),
    ((((0, 1),)), 2, (1, 1)),
    (((0,), (1,), (2,), (3,)), 4, (6, 4, 2, 0)),
    (((0,), (1, 2), (3,)), 4, (6, 3, 3, 0)),
    (((0, 1, 2), (3,)), 4, (4, 4, 4, 0)),
    (((0,), (1,), (2,), (3,), (4, 5)), 6, (10, 8, 6, 4, 1, 1)),
    (((2,), (0,), (1,)), 3, (2, 0, 4)),
    (((1,),), 3, (1, 4, 1)),
]


@pytest.mark.parametrize(("ranking", "seats", "points"), RANKINGS)
def test_each_opponent_beaten_is_a_point_and_each_tie_half(
    ranking: tuple[tuple[int, ...], ...], seats: int, points: tuple[int, ...]
) -> None:
    assert points_of(ranking, seats) == points
    assert sum(points) == seats * (seats - 1)


def test_partners_both_get_what_their_team_gets() -> None:
    teams = ((0, 2), (1, 3))
    assert points_of(((0, 2), (1, 3)), 4, teams) == (2, 0, 2, 0)
    assert points_of(((1, 3), (0, 2)), 4, teams) == (0, 2, 0, 2)
    assert points_of(((0, 1, 2, 3),), 4, teams) == (1, 1, 1, 1)
    assert points_of(((0, 1), (2, 3)), 4, ((0, 1), (2, 3))) == (2, 2, 0, 0)
    pairs = ((0, 3), (1, 4), (2, 5))
    assert points_of(((1, 4), (0, 3), (2, 5)), 6, pairs) == (2, 4, 0, 2, 4, 0)
    assert points_of(((1, 4), (0, 3, 2, 5)), 6, pairs) == (1, 4, 1, 1, 4, 1)


def test_places_are_shared_by_equal_points() -> None:
    assert Result((5, 6, 7, 8), (3, 6, 3, 0), (False,) * 4).places == (2, 1, 2, 4)


def test_a_forfeit_gives_the_point_to_the_player_who_was_present() -> None:
    assert forfeited(3, 4, 3) == Result((3, 4), (0, 2), (True, False))
    assert forfeited(3, 4, 4) == Result((3, 4), (2, 0), (False, True))
    assert forfeited(3, 4, 3, 4) == Result((3, 4), (0, 0), (True, True))


def test_a_draw_is_a_half_point_for_each() -> None:
    assert played(1, 2, 1) == Result((1, 2), (1, 1), (False, False))
