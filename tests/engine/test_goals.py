"""Winning conditions: stragglers, points of the star, triangular yards."""

import pytest

from engine import Position, Variant, variant
from tests.engine.boards import ends, placed, played

STARS = [
    f"{prefix}chinese-checkers{players}"
    for prefix in ("", "super-")
    for players in ("", "-3", "-4", "-6")
]


def last_hole(game: Variant, others: int) -> tuple[Position, str]:
    """Return a position in which one move fills the first seat's goal, and that move.

    `others` of the men in the goal belong to another seat.
    """
    names, goal = game.board.names, game.seats[0].goal
    outside = [
        (cell, beside)
        for cell in sorted(goal)
        for beside in game.board.neighbours[cell]
        if beside not in goal
    ]
    hole, origin = outside[0]
    inside = [names[cell] for cell in sorted(goal - {hole})]
    men = {0: " ".join([*inside[others:], names[origin]]), 1: " ".join(inside[:others])}
    return placed(game, men), f"{names[origin]}-{names[hole]}"


@pytest.mark.parametrize("key", STARS)
def test_with_more_than_two_players_the_point_must_be_full_of_own_men(key: str) -> None:
    game = variant(key)
    position, turn = last_hole(game, others=3)
    outcome = game.outcome(played(game, position, turn))
    assert (outcome is not None) == (len(game.seats) == 2)
    position, turn = last_hole(game, others=0)
    won = game.outcome(played(game, position, turn))
    assert won is not None
    assert won.ranking[0] == (0,)


@pytest.mark.parametrize("key", [key for key in STARS if key[-1].isdigit()])
def test_the_full_option_lets_any_men_fill_the_point(key: str) -> None:
    game = variant(f"{key}+full")
    position, turn = last_hole(game, others=9)
    outcome = game.outcome(played(game, position, turn))
    assert outcome is not None
    assert (outcome.ranking[0], outcome.reason) == ((0,), "goal")


@pytest.mark.parametrize("key", ["halma+gering", "halma+ploog"])
def test_men_may_leave_the_goal_of_gering_and_ploog_unless_it_is_locked(key: str) -> None:
    men = {0: "XII,15", 1: "I,9"}
    assert "XI,15" in ends(variant(key), placed(variant(key), men), "XII,15")
    locked = variant(f"{key}+locked")
    assert "XI,15" not in ends(locked, placed(locked, men), "XII,15")


def shut_in(game: Variant) -> Position:
    """Return a position in which 18 of South's men shut in North's man on XVI,16."""
    names = game.board.names
    yard = " ".join(names[cell] for cell in game.seats[0].goal if names[cell] != "XVI,16")
    return placed(game, {0: f"{yard} I,9", 1: "XVI,16"})


def test_men_in_an_unlocked_yard_can_let_a_shut_in_man_out() -> None:
    game = variant("halma+gering")
    assert any(game.from_cell(shut_in(game), cell) for cell in game.seats[0].goal)
    locked = variant("halma+gering+locked")
    assert not any(locked.from_cell(shut_in(locked), cell) for cell in locked.seats[0].goal)


@pytest.mark.parametrize(("key", "corner"), [("halma-8", "VIII,8"), ("halma-10", "X,10")])
def test_on_a_triangular_yard_ploog_measures_by_rows_plus_columns(key: str, corner: str) -> None:
    game = variant(f"{key}+ploog")
    names, goal = game.board.names, game.seats[0].goal
    for filled in (goal, game.seats[0].goal - {names.index(corner)}):
        lagging = {0: " ".join(names[cell] for cell in sorted(filled)), 1: corner}
        if filled == goal:
            lagging[1] = "I,1"
        position = placed(game, lagging)
        assert game.reached(game, position, 0), "the ordinary win, or all but a man who will not go"
    far = " ".join(names[cell] for cell in sorted(goal) if names[cell] != corner)
    assert not game.reached(game, placed(game, {0: far, 1: "I,1"}), 0), "the corner is free"


def test_on_a_rounded_yard_ploog_measures_in_a_straight_line() -> None:
    game = variant("halma+ploog")
    # A step from XI,16 to XII,15 enters the yard and shortens the straight line to XVI,16.
    names, goal = game.board.names, game.seats[0].goal
    men = " ".join(names[cell] for cell in sorted(goal) if names[cell] != "XII,15")
    assert not game.reached(game, placed(game, {0: f"{men} XI,16"}), 0)
    assert game.reached(game, placed(game, {0: f"{men} XI,16", 1: "XII,15 XI,15"}), 0)


def test_a_player_with_a_man_at_home_has_not_reached_the_goal_of_ploog() -> None:
    for key in ("halma+ploog", "halma-8+ploog", "halma-4+ploog"):
        game = variant(key)
        home = [game.board.names[cell] for cell in sorted(game.seats[0].home)]
        assert not game.reached(game, placed(game, {0: home[0]}), 0)
