"""The computer finishes: it takes a win, runs home by the shortest way, and lets out whom it shut in."""

from collections.abc import Iterable

import pytest

from engine import Move, Position, Variant, search, variant
from engine.position import mark_of
from engine.search.blockades import letting_out, strands
from engine.search.budget import Budget
from engine.search.move_choice import with_route
from engine.search.race_search import first_of_race, is_race
from tests.engine.boards import placed, played

HALMA = variant("halma-8")


@pytest.mark.parametrize(
    "key", ["halma-8", "halma-4", "super-halma", "renpaarden", "carrera", "caesar"]
)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_last_man_is_brought_home_when_it_can_come(key: str, level: int) -> None:
    game = variant(key)
    offered = search.levels(game)
    strength = offered[min(level, len(offered)) - 1]
    goal = sorted(game.seats[0].goal)
    for position, move in _last_moves(game, goal):
        assert game.outcome(game.apply(position, move))
        chosen = search.choose(game, position, strength, nodes=50)
        assert game.outcome(game.apply(position, chosen))


def _last_moves(game: Variant, goal: list[int]) -> Iterable[tuple[Position, Move]]:
    """For some cells of the goal, a position where one man can come there, all others being in."""
    names = game.board.names
    for cell in goal[:: max(1, len(goal) // 4)]:
        onto = [
            (here, move)
            for here in range(len(names))
            if here not in game.seats[0].goal
            for move in game.from_cell(placed(game, {0: names[here]}), here)
            if move.path[-1] == cell
        ]
        if onto:
            here, move = onto[0]
            men = " ".join(names[other] for other in goal if other != cell)
            position = placed(game, {0: f"{men} {names[here]}", 1: names[min(game.seats[0].home)]})
            if move in game.moves(position):
                yield position, move


def test_a_win_is_seen_while_most_men_are_on_their_way() -> None:
    game = variant("halma-parlett")
    goal = {game.board.names[cell] for cell in game.seats[0].goal}
    men = {0: "XI,15 I,1 I,2 I,3 II,1 II,2 II,3", 1: " ".join(goal - {"XII,15"})}
    position = placed(game, men)
    for level in search.levels(game):
        chosen = search.choose(game, position, level, nodes=50)
        assert game.format(chosen) == "XI,15-XII,15"


# -- the race home ----------------------------------------------------------------------------------


def fewest(game: Variant, position: Position) -> int:
    """In how few turns of its own the seat to move comes home, by trying everything."""
    seat, front, seen = position.turn, [position], {position.cells}
    for turns in range(1, 30):
        front, before = [], front
        for here in before:
            for move in game.moves(here):
                after = game.apply(here, move)
                if seat in after.done:
                    return turns
                after = Position(after.cells, seat)
                if after.cells not in seen:
                    seen.add(after.cells)
                    front.append(after)
    raise AssertionError("there is no way home")


RACES = [
    ("le-grec", {0: "II,2 II,3 II,4", 1: "I,1"}),
    ("halma-8", {0: "VIII,8 VIII,7 VI,5 VII,5 VIII,6 VII,8 VII,7 VI,8 VIII,5 V,8", 1: "I,1"}),
]


@pytest.mark.parametrize(("key", "men"), RACES, ids=[key for key, _ in RACES])
def test_a_race_is_finished_in_the_fewest_turns(key: str, men: dict[int, str]) -> None:
    game = variant(key)
    position = placed(game, men)
    assert is_race(game, position)
    turns = fewest(game, position)
    found = first_of_race(game, position, Budget(5000))
    assert found is not None
    assert found[1] == turns
    for left in range(turns, 0, -1):
        move = search.choose(game, position, search.levels(game)[-1], nodes=5000)
        after = game.apply(position, move)
        assert (0 in after.done) == (left == 1)
        position = Position(after.cells, 0)


def test_nobody_races_who_has_still_to_pass_a_rival_or_to_drop() -> None:
    assert not is_race(HALMA, HALMA.start())
    assert not is_race(variant("platonic"), variant("platonic").start())
    assert not is_race(variant("hexma"), variant("hexma").start())
    passed = placed(HALMA, {0: "IV,4 V,5 V,6", 1: "III,3 II,2"})
    assert is_race(HALMA, passed)
    assert not is_race(HALMA, placed(HALMA, {0: "IV,4 V,5 V,6", 1: "III,3 VI,6"}))


def test_no_way_home_is_found_where_a_rival_sits_in_it_or_the_budget_is_small() -> None:
    goal = [HALMA.board.names[cell] for cell in sorted(HALMA.seats[0].goal)]
    sitting = placed(HALMA, {0: f"{' '.join(goal[:-1])} V,5", 1: goal[-1]})
    assert first_of_race(HALMA, sitting, Budget(400)) is None
    assert first_of_race(HALMA, placed(HALMA, {0: "I,1 I,2 II,1"}), Budget(1)) is None
    assert search.choose(HALMA, sitting, search.levels(HALMA)[2], nodes=400)


# -- those who are shut in --------------------------------------------------------------------------


def test_a_man_shut_in_is_let_out() -> None:
    goal = {HALMA.board.names[cell] for cell in HALMA.seats[0].goal}
    men = {0: f"{' '.join(goal - {'VIII,8'})} VI,6", 1: "VIII,8 I,1"}
    position = placed(HALMA, men)
    corner = HALMA.board.named["VIII,8"]
    assert not HALMA.from_cell(position, corner)
    for level in search.levels(HALMA)[1:]:
        chosen = search.choose(HALMA, position, level, nodes=200)
        assert HALMA.from_cell(HALMA.apply(position, chosen), corner)


def test_nobody_is_let_out_where_a_full_yard_wins_or_no_rival_is_there() -> None:
    full = variant("halma-8+full")
    goal = {full.board.names[cell] for cell in full.seats[0].goal}
    position = placed(full, {0: f"{' '.join(goal - {'VIII,8', 'V,8'})} VI,6", 1: "VIII,8 I,1"})
    assert letting_out(full, position, full.moves(position)) == []
    assert letting_out(HALMA, HALMA.start(), HALMA.moves(HALMA.start())) == []
    hexma = variant("hexma")
    assert letting_out(hexma, hexma.start(), hexma.moves(hexma.start())) == []


def test_a_diamond_keeps_a_goal_square_of_its_colour() -> None:
    """A Diamond goes along diagonals: the squares of the other colour are not for it."""
    game = variant("platonic")
    kinds = {kind.name: number for number, kind in enumerate(game.kinds)}
    dark = [cell for cell in sorted(game.seats[0].goal) if sum(game.board.spots[cell]) % 2 == 0]
    cells = bytearray(len(game.board.spots))
    diamond = game.board.named["IV,4"]
    cells[diamond] = kinds["diamond"] << 4 | 1
    for cell in dark[:-1]:
        cells[cell] = kinds["square"] << 4 | 1
    position = Position(bytes(cells), 0, (0,) * len(game.stock))
    assert not strands(game, position, 0)
    cells[dark[-1]] = kinds["circle"] << 4 | 1
    assert strands(game, Position(bytes(cells), 0, (0,) * len(game.stock)), 0)


def test_men_of_le_zug_are_stranded_who_cannot_fill_the_last_row() -> None:
    game = variant("le-zug")
    row = [name for name in game.board.names if name.startswith("XVI,")]
    behind = [name for name in game.board.names if name.startswith("XIV,")]
    assert not strands(game, placed(game, {0: " ".join((*row[:4], *behind))}), 0)
    ahead = [name for name in game.board.names if name.startswith("XV,")]
    left = " ".join((*ahead[:4], *row[:4], *behind[:4]))
    assert strands(game, placed(game, {0: left}), 0)
    assert not strands(game, game.start(), 0), "not while there are men to drop"


# -- what stood before ------------------------------------------------------------------------------


def test_a_move_that_brings_an_earlier_position_back_is_a_last_resort() -> None:
    position = placed(HALMA, {0: "V,5 I,1", 1: "II,2"})
    back = HALMA.parse(played(HALMA, position, "V,5-V,4", "II,2-II,3"), "V,4-V,5")
    again = played(
        HALMA, position, "V,5-V,4", "II,2-II,3", "V,4-V,5", "II,3-II,2", "V,5-V,4", "II,2-II,3"
    )
    for level in search.levels(HALMA):
        assert search.choose(HALMA, again, level, seed=3, nodes=50) != back


def test_a_pass_and_a_drop_are_chosen_where_there_is_nothing_else() -> None:
    game = variant("le-zug")
    stuck = placed(game, {0: "XVII,1", 1: "V,1"})
    for level in search.levels(game):
        assert search.choose(game, stuck, level) == Move(())
        assert len(search.choose(game, game.start(), level, nodes=10).path) == 1


def test_the_way_home_has_all_its_landings_and_leads_to_nothing_that_stood_before() -> None:
    assert with_route(Move((1, 3)), [Move((1, 2)), Move((1, 2, 3))]) == Move((1, 2, 3))
    assert with_route(Move((1, 4)), [Move((1, 2, 3))]) is None
    position = placed(HALMA, RACES[1][1])
    race = first_of_race(HALMA, position, Budget(500))
    assert race is not None
    there = mark_of(HALMA.apply(position, race[0]))
    for level in search.levels(HALMA)[1:]:
        other = search.choose(HALMA, position, level, before=[there], nodes=720)
        assert mark_of(HALMA.apply(position, other)) != there
