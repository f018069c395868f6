"""Endgame play: winning moves, the race home, stranded men and repetition."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine import Move, Position, Variant, search, variant
from engine.position import man, repetition_hash
from engine.search import race_search
from engine.search.blockades import (
    has_stranded_man,
    is_locked_for_good,
    unblocking_moves,
)
from engine.search.budget import BudgetSpent, SearchBudget
from engine.search.move_choice import same_ends
from engine.search.plan_safety import Plan
from engine.search.race_search import first_race_move, is_race
from engine.variant_data import any_link
from tests.engine.boards import placed, played

HALMA = variant("halma-8")
LARGE = variant("halma")


@pytest.mark.parametrize(
    "key", ["halma-8", "halma-4", "super-halma", "renpaarden", "carrera", "caesar"]
)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_last_man_goes_home_when_it_can_get_there(key: str, level: int) -> None:
    game = variant(key)
    offered = search.levels(game)
    strength = offered[min(level, len(offered)) - 1]
    goal = sorted(game.seats[0].goal)
    for position, move in _last_moves(game, goal):
        assert game.outcome(game.apply(position, move))
        chosen = search.choose(game, position, strength, nodes=50)
        assert game.outcome(game.apply(position, chosen))


def _last_moves(game: Variant, goal: list[int]) -> Iterable[tuple[Position, Move]]:
    """Yield (position, move) pairs in which the last man moves into the goal.

    Only some of the goal cells are covered. All other men are already in the goal.
    """
    names = game.board.names
    for cell in goal[:: max(1, len(goal) // 4)]:
        onto = [
            (number, move)
            for number in range(len(names))
            if number not in game.seats[0].goal
            for move in game.from_cell(placed(game, {0: names[number]}), number)
            if move.path[-1] == cell
        ]
        if onto:
            origin, move = onto[0]
            men = " ".join(names[other] for other in goal if other != cell)
            position = placed(
                game, {0: f"{men} {names[origin]}", 1: names[min(game.seats[0].home)]}
            )
            if move in game.moves(position):
                yield position, move


def test_a_winning_move_is_found_while_most_men_are_not_home() -> None:
    game = variant("halma+full+locked")
    goal = {game.board.names[cell] for cell in game.seats[0].goal}
    men = {0: "XI,15 I,1 I,2 I,3 II,1 II,2 II,3", 1: " ".join(goal - {"XII,15"})}
    position = placed(game, men)
    for level in search.levels(game):
        chosen = search.choose(game, position, level, nodes=50)
        assert game.format(chosen) == "XI,15-XII,15"


# -- the race home ----------------------------------------------------------------------------------


def fewest(game: Variant, position: Position) -> int:
    """Return the fewest moves that a seat needs to get home, by breadth-first search."""
    seat, front, seen = position.turn, [position], {position.cells}
    for turns in range(1, 30):
        front, before = [], front
        for each in before:
            for move in game.moves(each):
                after = game.apply(each, move)
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
def test_a_race_is_finished_in_the_fewest_moves(key: str, men: dict[int, str]) -> None:
    game = variant(key)
    position = placed(game, men)
    assert is_race(game, position)
    turns = fewest(game, position)
    plan = first_race_move(game, position, SearchBudget(5000))
    assert plan is not None
    assert plan[1] == turns
    for left in range(turns, 0, -1):
        move = search.choose(game, position, search.levels(game)[-1], nodes=5000)
        after = game.apply(position, move)
        assert (0 in after.done) == (left == 1)
        position = Position(after.cells, 0)


@pytest.mark.check
def test_a_long_race_is_planned_even_with_a_small_budget() -> None:
    """The first attempt is narrow, so that a plan is found before the time is up."""
    position = LARGE.load(
        "halma 139 1 - - - 1BB13/BBBB12/BBBBB11/1BB1B1B9/2B13/3B1B10/16/16/16/8B7/9A6/10A2A2/"
        "10A1AAA1/10AAAAAA/11AAAA1/12AA2"
    )
    lengths = []
    for nodes in (100, 1000, 6000):
        race = first_race_move(LARGE, position, SearchBudget(nodes))
        assert race is not None
        lengths.append(race[1])
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] <= 18
    assert lengths[-1] <= 14


def test_wider_beams_add_plans_of_the_same_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """The steadiest of them is played."""
    compared: list[list[Plan]] = []

    def first_of(variant: Variant, position: Position, plans: list[Plan], budget: object) -> Move:
        compared.append(plans)
        return plans[0][0]

    monkeypatch.setattr(race_search, "steadiest", first_of)
    position = placed(HALMA, RACES[1][1])
    for widths in ((4,), race_search.BEAM_WIDTHS):
        monkeypatch.setattr(race_search, "BEAM_WIDTHS", widths)
        assert first_race_move(HALMA, position, SearchBudget(5000))
    few, more = compared
    assert len(few[0]) == len(more[0])
    assert len(few) < len(more)


def test_a_race_that_is_longer_than_any_plan_has_no_first_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(race_search, "_FAR", 2)
    assert first_race_move(HALMA, placed(HALMA, RACES[1][1]), SearchBudget(5000)) is None


def test_it_is_no_race_while_a_rival_must_be_passed_or_men_dropped() -> None:
    assert not is_race(HALMA, HALMA.start())
    assert not is_race(variant("platonic"), variant("platonic").start())
    assert not is_race(variant("hexma"), variant("hexma").start())
    passed = placed(HALMA, {0: "IV,4 V,5 V,6", 1: "III,3 II,2"})
    assert is_race(HALMA, passed)
    assert not is_race(HALMA, placed(HALMA, {0: "IV,4 V,5 V,6", 1: "III,3 VI,6"}))


def test_no_route_home_is_found_if_a_rival_blocks_the_goal_or_the_budget_is_small() -> None:
    goal = [HALMA.board.names[cell] for cell in sorted(HALMA.seats[0].goal)]
    sitting = placed(HALMA, {0: f"{' '.join(goal[:-1])} V,5", 1: goal[-1]})
    assert first_race_move(HALMA, sitting, SearchBudget(400)) is None
    assert first_race_move(HALMA, placed(HALMA, {0: "I,1 I,2 II,1"}), SearchBudget(1)) is None
    assert search.choose(HALMA, sitting, search.levels(HALMA)[2], nodes=400)


@pytest.mark.parametrize("key", ["halma-8", "platonic"])
def test_no_time_is_spent_on_a_race_into_a_goal_with_a_rival(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Men of all kinds count, and the seat's own men are no rivals."""
    game = variant(key)
    first, second, *_ = sorted(game.seats[0].goal)
    cells = bytearray(len(game.board.spots))
    cells[first] = man(0, len(game.kinds) - 1)
    own = Position(bytes(cells), 0, (0,) * len(game.stock))
    cells[second] = man(1, len(game.kinds) - 1)
    rivals = Position(bytes(cells), 0, (0,) * len(game.stock))

    searched: list[Position] = []

    def beam_search(judge: object, position: Position, *_: object) -> None:
        searched.append(position)
        raise BudgetSpent

    monkeypatch.setattr(race_search, "_beam_search", beam_search)
    assert first_race_move(game, own, SearchBudget(400)) is None
    assert first_race_move(game, rivals, SearchBudget(400)) is None
    assert searched == [own]


# -- stranded men -----------------------------------------------------------------------------------


def test_a_shut_in_man_is_let_out() -> None:
    goal = {HALMA.board.names[cell] for cell in HALMA.seats[0].goal}
    men = {0: f"{' '.join(goal - {'VIII,8'})} VI,6", 1: "VIII,8 I,1"}
    position = placed(HALMA, men)
    corner = HALMA.board.named["VIII,8"]
    assert not HALMA.from_cell(position, corner)
    for level in search.levels(HALMA)[1:]:
        chosen = search.choose(HALMA, position, level, nodes=200)
        assert HALMA.from_cell(HALMA.apply(position, chosen), corner)


def test_nobody_is_let_out_if_a_full_yard_wins_or_there_is_no_rival() -> None:
    full = variant("halma-8+full")
    goal = {full.board.names[cell] for cell in full.seats[0].goal}
    position = placed(full, {0: f"{' '.join(goal - {'VIII,8', 'V,8'})} VI,6", 1: "VIII,8 I,1"})
    assert unblocking_moves(full, position, full.moves(position)) == []
    assert unblocking_moves(HALMA, HALMA.start(), HALMA.moves(HALMA.start())) == []
    hexma = variant("hexma")
    assert unblocking_moves(hexma, hexma.start(), hexma.moves(hexma.start())) == []


PARTNER_INSIDE = (
    "chinese-checkers-6-partners 747 5 - 0,1 - D/DD/DDD/DDDD/EEEE5CCCC/EEE6CCC/EE7CC/E9/F8/9B/"
    "FFF6BB/FFF6BBB/FCFF5BBBB/AAAA/AAA/AA/A"
)
"""A man of C stands in the goal of its partner F, which has one empty hole, X,1."""


def test_a_partner_who_is_shut_in_is_let_out() -> None:
    game = variant("chinese-checkers-6-partners")
    position = game.load(PARTNER_INSIDE)
    guest = game.board.named["XIII,2"]
    assert not game.from_cell(replace(position, turn=2), guest)
    out = unblocking_moves(game, position, game.moves(position))
    assert {game.format(move) for move in out} == {"XI,2-X,1", "XII,1-X,1"}


def test_nobody_is_locked_in_for_good() -> None:
    game = variant("chinese-checkers-6-partners")
    position = game.load(PARTNER_INSIDE)
    full = game.play(position, game.parse(position, "IX,1-X,1"))
    assert is_locked_for_good(game, full, 5)
    assert not is_locked_for_good(game, position, 5), "men can still make room"
    assert not is_locked_for_good(game, full, 3), "only the seat's own men are there"
    for level in search.levels(game):
        chosen = search.choose(game, position, level, nodes=200)
        assert game.format(chosen) != "IX,1-X,1"
    # without a locked yard, men can leave the goal again
    open_yards = replace(game, key="open", link_allowed=any_link)
    assert not is_locked_for_good(open_yards, full, 5)


def test_a_move_that_frees_nobody_costs_a_look_at_the_blocked_men_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two hundred moves times all men of the goal took a tenth of a second."""
    game = variant("super-halma-10")
    position = game.load(
        "super-halma-10 16 0 - - - "
        "AA2AA4/AAAAA5/AAA7/AA1AA5/A7B1/A2A4BB/5B2B1/4B1BB1B/5BBBBB/5BBBBB"
    )
    listed, men, looks = game.moves(position), len(game.seats[1].home), list[int]()
    from_cell = Variant.from_cell

    def counted(game: Variant, position: Position, origin: int) -> list[Move]:
        looks.append(origin)
        return from_cell(game, position, origin)

    monkeypatch.setattr(Variant, "from_cell", counted)
    assert unblocking_moves(game, position, listed) == []
    assert men <= len(looks) <= men + len(listed), "one man is blocked"


def test_a_diamond_keeps_a_goal_square_of_its_colour() -> None:
    """A Diamond moves diagonally, so it never reaches a square of the other colour."""
    game = variant("platonic")
    kinds = {kind.name: number for number, kind in enumerate(game.kinds)}
    dark = [cell for cell in sorted(game.seats[0].goal) if sum(game.board.spots[cell]) % 2 == 0]
    cells = bytearray(len(game.board.spots))
    diamond = game.board.named["IV,4"]
    cells[diamond] = kinds["diamond"] << 4 | 1
    for cell in dark[:-1]:
        cells[cell] = kinds["square"] << 4 | 1
    position = Position(bytes(cells), 0, (0,) * len(game.stock))
    assert not has_stranded_man(game, position, 0)
    cells[dark[-1]] = kinds["circle"] << 4 | 1
    assert has_stranded_man(game, Position(bytes(cells), 0, (0,) * len(game.stock)), 0)


def test_men_of_le_zug_that_cannot_fill_the_last_row_are_stranded() -> None:
    game = variant("le-zug")
    row = [name for name in game.board.names if name.startswith("XVI,")]
    behind = [name for name in game.board.names if name.startswith("XIV,")]
    assert not has_stranded_man(game, placed(game, {0: " ".join((*row[:4], *behind))}), 0)
    ahead = [name for name in game.board.names if name.startswith("XV,")]
    left = " ".join((*ahead[:4], *row[:4], *behind[:4]))
    assert has_stranded_man(game, placed(game, {0: left}), 0)
    assert not has_stranded_man(game, game.start(), 0), "not while there are men to drop"


# -- repetition -------------------------------------------------------------------------------------


def test_a_move_that_repeats_a_position_is_a_last_resort() -> None:
    position = placed(HALMA, {0: "V,5 I,1", 1: "II,2"})
    back = HALMA.parse(played(HALMA, position, "V,5-V,4", "II,2-II,3"), "V,4-V,5")
    again = played(
        HALMA, position, "V,5-V,4", "II,2-II,3", "V,4-V,5", "II,3-II,2", "V,5-V,4", "II,2-II,3"
    )
    for level in search.levels(HALMA):
        assert search.choose(HALMA, again, level, seed=3, nodes=50) != back


def test_a_pass_or_a_drop_is_chosen_if_nothing_else_is_legal() -> None:
    game = variant("le-zug")
    stuck = placed(game, {0: "XVII,1", 1: "V,1"})
    for level in search.levels(game):
        assert search.choose(game, stuck, level) == Move(())
        assert len(search.choose(game, game.start(), level, nodes=10).path) == 1


@pytest.mark.check
def test_the_race_move_gets_its_full_route_and_avoids_earlier_positions() -> None:
    assert same_ends(Move((1, 3)), [Move((1, 2)), Move((1, 2, 3))]) == Move((1, 2, 3))
    assert same_ends(Move((1, 4)), [Move((1, 2, 3))]) is None
    position = placed(HALMA, RACES[1][1])
    race = first_race_move(HALMA, position, SearchBudget(500))
    assert race is not None
    repeated = repetition_hash(HALMA.apply(position, race[0]))
    for level in search.levels(HALMA)[1:]:
        other = search.choose(HALMA, position, level, before=[repeated], nodes=720)
        assert repetition_hash(HALMA.apply(position, other)) != repeated
