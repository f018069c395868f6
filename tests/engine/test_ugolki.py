"""The rules of Ugolki: yards, straight moves, the deadline, the count, options."""

from dataclasses import replace
from itertools import pairwise

import pytest

from engine import VARIANTS, Outcome, Position, Variant, variant
from engine.search.evaluation import DRAWN, WON, Evaluator
from engine.suggested_rules import suggested_rules
from tests.engine.boards import placed, played

KEYS = tuple(key for key in VARIANTS if key.startswith("ugolki"))
SOUTH, NORTH, DRAW = ((0,), (1,)), ((1,), (0,)), ((0, 1),)
each_yard = pytest.mark.parametrize("key", KEYS)


def in_goals(game: Variant, south: int, north: int, ply: int = 159) -> Position:
    """Return a position before VI,1-VI,2, with this number of men in each goal."""
    names = [
        [game.board.names[cell] for cell in sorted(seat.goal)[:held]]
        for seat, held in zip(game.seats, (south, north), strict=True)
    ]
    men = {0: " ".join([*names[0], "V,1"]), 1: " ".join([*names[1], "VI,1"])}
    return placed(game, men, turn=1, ply=ply)


def edge_of(game: Variant, seat: int) -> tuple[str, str]:
    """Return the inner square of the goal's outermost row, and the square before it."""
    row, goal = ("VIII", "I")[seat], game.seats[seat].goal
    columns = [n for n in range(1, 9) if game.board.names.index(f"{row},{n}") in goal]
    inner, before = (columns[0], columns[0] - 1) if seat == 0 else (columns[-1], columns[-1] + 1)
    return f"{row},{inner}", f"{row},{before}"


@pytest.mark.parametrize(
    ("key", "yard"),
    [
        ("ugolki", "I,1 I,2 I,3 I,4 II,1 II,2 II,3 II,4 III,1 III,2 III,3 III,4"),
        ("ugolki-9", "I,1 I,2 I,3 II,1 II,2 II,3 III,1 III,2 III,3"),
        ("ugolki-10", "I,1 I,2 I,3 I,4 II,1 II,2 II,3 III,1 III,2 IV,1"),
        (
            "ugolki-16",
            " ".join(f"{row},{n}" for row in ("I", "II", "III", "IV") for n in range(1, 5)),
        ),
    ],
)
def test_the_yards_are_opposite_corners(key: str, yard: str) -> None:
    game = variant(key)
    south, north = game.seats
    assert {game.board.names[cell] for cell in south.home} == set(yard.split())
    assert north.home == south.goal == game.board.turned(south.home, 4)
    assert north.goal == south.home


@each_yard
def test_no_turn_of_a_whole_game_goes_diagonally(key: str) -> None:
    game = variant(key)
    points, position = game.board.points, game.start()
    for number in range(60):
        moves = game.moves(position)
        for move in moves:
            for (x, y), (to_x, to_y) in pairwise(points[cell] for cell in move.path):
                assert x == to_x or y == to_y
        position = game.apply(position, moves[7 * number % len(moves)])


@each_yard
def test_a_man_at_home_loses_after_forty_turns_and_not_before(key: str) -> None:
    game = variant(key)
    for ply, outcome in ((78, None), (80, Outcome(NORTH, "overstayed"))):
        position = placed(game, {0: "I,1 VIII,1", 1: "I,8"}, ply=ply)
        assert game.outcome(played(game, position, "VIII,1-VII,1")) == outcome
    for ply, outcome in ((79, None), (81, Outcome(SOUTH, "overstayed"))):
        position = placed(game, {0: "V,1", 1: "VIII,8 I,5"}, turn=1, ply=ply)
        assert game.outcome(played(game, position, "I,5-I,6")) == outcome


@each_yard
def test_a_man_that_comes_back_after_forty_turns_loses(key: str) -> None:
    game = variant(key)
    edge, before = edge_of(game, 1)
    for ply, outcome in ((78, None), (80, Outcome(NORTH, "overstayed"))):
        position = placed(game, {0: before, 1: "V,1"}, ply=ply)
        assert game.outcome(played(game, position, f"{before}-{edge}")) == outcome


@each_yard
@pytest.mark.parametrize(
    ("south", "north", "ranking"), [(5, 4, SOUTH), (4, 5, NORTH), (5, 5, DRAW), (0, 0, DRAW)]
)
def test_after_eighty_turns_of_each_the_player_with_more_men_in_the_goal_wins(
    key: str, south: int, north: int, ranking: tuple[tuple[int, ...], ...]
) -> None:
    game = variant(key)
    after = played(game, in_goals(game, south, north), "VI,1-VI,2")
    assert after.ply == 160
    assert game.outcome(after) == Outcome(ranking, "count")
    assert game.moves(after) == []
    earlier = played(game, in_goals(game, south, north, ply=157), "VI,1-VI,2")
    assert game.outcome(earlier) is None


def test_only_men_in_the_own_goal_are_counted() -> None:
    game = variant("ugolki")
    position = placed(game, {0: "VIII,8 IV,1 IV,2", 1: "V,1 V,2 I,4"}, turn=1, ply=159)
    assert game.outcome(played(game, position, "V,2-V,3")) == Outcome(DRAW, "count")


def test_a_goal_reached_with_the_last_turn_wins_without_the_count() -> None:
    game = variant("ugolki-9")
    names = game.board.names
    men = " ".join(names[cell] for cell in game.seats[1].goal if names[cell] != "I,3")
    position = placed(game, {0: "VIII,8 IV,1", 1: f"{men} I,4"}, turn=1, ply=159)
    assert game.outcome(played(game, position, "I,4-I,3")) == Outcome(NORTH, "goal")


@each_yard
def test_without_deadlines_men_may_stay_and_are_not_counted(key: str) -> None:
    game = variant(f"{key}+no-limit")
    position = placed(game, {0: "I,1 VIII,1", 1: "VIII,8"}, ply=80)
    assert game.outcome(played(game, position, "VIII,1-VII,1")) is None
    after = played(game, in_goals(game, 5, 4), "VI,1-VI,2")
    assert game.outcome(after) is None
    assert game.outcome(replace(after, ply=game.limit)) == Outcome(DRAW, "limit")
    assert game.moves(game.start()) == variant(key).moves(variant(key).start())


def test_with_ten_men_and_diagonals_the_moves_are_those_of_halma() -> None:
    game, halma = variant("ugolki-10+diagonal"), variant("halma-8")
    position = game.start()
    for number in range(40):
        assert (
            position.cells == halma.load(game.dump(position).replace(game.key, halma.key, 1)).cells
        )
        ours = {game.format(move) for move in game.moves(position)}
        theirs = {halma.format(move) for move in halma.moves(replace(position, before=None))}
        assert ours == theirs
        moves = game.moves(position)
        position = game.apply(position, moves[11 * number % len(moves)])


@each_yard
def test_a_full_goal_wins_only_with_the_option(key: str) -> None:
    for more, won in (("", False), ("+full", True)):
        game = variant(key + more)
        edge, before = edge_of(game, 0)
        goal = (game.board.names[cell] for cell in game.seats[0].goal)
        theirs = " ".join(name for name in goal if name != edge)
        after = played(game, placed(game, {0: before, 1: theirs}), f"{before}-{edge}")
        assert (game.outcome(after) == Outcome(SOUTH, "goal")) == won


@each_yard
def test_equal_turns_are_suggested_and_give_the_second_player_a_last_turn(key: str) -> None:
    assert suggested_rules(key) == ("equal-turns",)
    game, men, turns, away = variant(f"{key}+equal-turns"), {}, [], {}
    for number, seat in enumerate(game.seats):
        edge, before = edge_of(game, number)
        inside = [name for cell in seat.goal if (name := game.board.names[cell]) != edge]
        men[number] = " ".join([*inside, before])
        away[number] = " ".join([*inside, "V,1"])
        turns.append(f"{before}-{edge}")
    position = played(game, placed(game, men), turns[0])
    assert game.outcome(position) is None
    assert game.outcome(played(game, position, turns[1])) == Outcome(DRAW, "goal")
    far = played(game, placed(game, {0: men[0], 1: away[1]}), turns[0])
    assert game.outcome(far) == Outcome(SOUTH, "unanswered")


@pytest.mark.parametrize(("south", "north", "value"), [(5, 3, -WON), (4, 4, DRAWN), (3, 4, WON)])
def test_the_computer_knows_the_result_of_the_count(south: int, north: int, value: int) -> None:
    game = variant("ugolki")
    position = in_goals(game, south, north)
    evaluator = Evaluator(game, 1, position)
    sums = evaluator.material_sums(position)
    for option in evaluator.candidates(position, sums):
        assert evaluator.may_decide(position, option)
    after = played(game, position, "VI,1-VI,2")
    assert evaluator.decided_value(position, after) == value
    early = in_goals(game, south, north, ply=157)
    assert evaluator.decided_value(early, played(game, early, "VI,1-VI,2")) == 0


def test_skoczki_goes_from_rows_to_rows_without_deadlines() -> None:
    game = variant("skoczki")
    assert {game.board.spots[cell][0] for cell in game.seats[0].home} == {1, 2}
    assert {game.board.spots[cell][0] for cell in game.seats[0].goal} == {7, 8}
    position = placed(game, {0: "I,1", 1: "VIII,8"}, ply=160)
    assert game.outcome(played(game, position, "I,1-I,2")) is None
    assert suggested_rules("skoczki") == ()
