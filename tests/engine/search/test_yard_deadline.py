"""The computer meets the deadline for emptying its yard."""

import pytest

from engine import Position, Variant, search, variant
from engine.search.budget import SearchBudget
from engine.search.evaluation import Evaluator
from engine.search.race_search import first_race_move, is_race
from engine.search.yard_deadline import charges, turns_left
from tests.engine.boards import placed
from tests.engine.sample_games import half_turned

TEN = variant("halma-10")
EIGHT = variant("halma-8")
LIMIT = 50
PLANNER = search.levels(TEN)[2]
FORGOTTEN = (
    "halma-10 66 0 - - - A1BBB5/2BABB4/B4A4/3BBB4/4AB4/2B3AAA1/6A1A1/5AABB1/6AA1A/4B3A1",
    "halma-10 70 0 - - - A1BBB5/2BABB4/B4A4/3BBB4/7B2/2BA2AAA1/6A1A1/5AABB1/6AA1A/4B3A1",
    "halma-10 70 0 - - - A1BBB5/2BA1B4/B2B1A4/3BBB4/3BAB4/6AAA1/5AA1A1/6ABB1/6AA1A/4B3A1",
    "halma-10 72 0 - - - A1BBB5/2BABB4/B4A4/3BB3B1/6BA2/2B3AA2/6AAA1/5AABB1/6AA1A/4B3A1",
)
"""Positions in which the man on I,1 once stayed too long, which lost the game."""


def is_lost_by_the_limit(position: Position, level: search.Level) -> bool:
    """Return whether a seat misses the deadline if both play at this level."""
    while position.ply <= 2 * LIMIT + 2 and not TEN.outcome(position):
        move = search.choose(TEN, position, level, seed=position.ply, nodes=400)
        position = TEN.apply(position, move)
    outcome = TEN.outcome(position)
    return outcome is not None and outcome.reason == "overstayed"


@pytest.mark.check
@pytest.mark.parametrize(
    ("text", "level"),
    [
        *((text, PLANNER) for text in FORGOTTEN),
        *((FORGOTTEN[0], level) for level in search.levels(TEN)[1:] if level != PLANNER),
    ],
)
def test_a_man_left_in_its_yard_leaves_before_the_deadline(text: str, level: search.Level) -> None:
    assert not is_lost_by_the_limit(TEN.load(text), level)


@pytest.mark.check
def test_the_other_seat_meets_the_deadline_too() -> None:
    turned = half_turned(TEN, TEN.load(FORGOTTEN[0]))
    assert turned is not None
    assert not is_lost_by_the_limit(Position(turned.cells, 1, ply=67), PLANNER)


@pytest.mark.parametrize("game", [EIGHT, TEN], ids=lambda game: game.key)
def test_turns_left_ends_when_a_man_in_its_yard_loses(game: Variant) -> None:
    home = game.board.names[min(game.seats[0].home)]
    ply = 0
    for ply in range(0, 120, 2):
        after = placed(game, {0: home}, turn=1, ply=ply + 1)
        left = turns_left(game, ply, 0)
        assert left is not None
        assert game.has_lost(game, after, 0) == (left <= 1)
    assert turns_left(game, ply, 0) == 0
    assert turns_left(variant("halma"), 90, 0) is None


def test_the_charge_starts_at_zero_and_then_grows_every_turn() -> None:
    assert charges(variant("halma"), placed(variant("halma"), {0: "I,1"}, ply=90)) == ()
    corner = TEN.board.named["I,1"]
    paid = []
    for ply in range(0, 104, 2):
        due = charges(TEN, placed(TEN, {0: "I,1", 1: "V,5"}, ply=ply))
        paid.append(dict(due[0][0])[corner] if due else 0)
    assert paid[0] == paid[20] == 0
    assert paid[30:51] == sorted(set(paid[30:51]))
    assert paid[-1] == paid[51] == max(paid)


def test_the_charge_is_proportional_to_the_turns_needed_to_leave() -> None:
    def due(men: str, rivals: str, name: str) -> int:
        position = placed(TEN, {0: men, 1: rivals}, ply=80)
        return dict(charges(TEN, position)[0][0])[TEN.board.named[name]]

    single = due("III,3", "V,7", "III,3")
    assert due("I,1", "V,7", "I,1") == 3 * single
    assert due("III,3", "III,4 IV,3 IV,4 III,5 V,3 V,5", "III,3") == 2 * single
    home = TEN.seats[0].home
    everywhere = " ".join(name for cell, name in enumerate(TEN.board.names) if cell not in home)
    assert due("I,1", everywhere, "I,1") == 5 * single


def test_leaving_the_yard_gains_the_charge() -> None:
    position = placed(TEN, {0: "III,3 VII,7", 1: "V,6"}, ply=80)
    plain, paying = Evaluator(TEN, 0), Evaluator(TEN, 0, position)
    gains = [
        {
            option.pair: option.gain
            for option in judge.candidates(position, judge.material_sums(position))
        }
        for judge in (plain, paying)
    ]
    out = (TEN.board.named["III,3"], TEN.board.named["IV,4"])
    paid = dict(charges(TEN, position)[0][0])[out[0]]
    assert (
        gains[1][out] - gains[0][out]
        == paid
        == plain.material_sums(position)[0] - paying.material_sums(position)[0]
    )


@pytest.mark.check
@pytest.mark.measured
def test_a_race_plan_empties_the_yard_in_time() -> None:
    """Two men are outside the goal: one in its yard, and one that could move first."""
    goal = [EIGHT.board.names[cell] for cell in sorted(EIGHT.seats[0].goal)]
    men = {0: f"{' '.join(goal[2:])} IV,1 V,5", 1: "I,8"}
    origins = set()
    for ply in (0, 60, 62):
        position = placed(EIGHT, men, ply=ply)
        assert is_race(EIGHT, position)
        plan = first_race_move(EIGHT, position, SearchBudget(400))
        assert plan is not None
        origins.add(EIGHT.board.names[plan[0].path[0]])
        if ply:
            assert EIGHT.board.names[plan[0].path[0]] == "IV,1"
    late = placed(EIGHT, men | {0: f"{' '.join(goal[2:])} I,1 V,5"}, ply=60)
    assert first_race_move(EIGHT, late, SearchBudget(400)) is None


def test_a_seat_that_has_left_its_yard_has_no_charges() -> None:
    """The tables then stay the same from turn to turn, and so do the cached hops."""
    home = EIGHT.board.names[min(EIGHT.seats[1].home)]
    for men in ({0: "V,5", 1: "IV,1"}, {0: "V,5", 1: home}):
        due = charges(EIGHT, placed(EIGHT, men, ply=50))
        assert [bool(each) for each in due] == ([False, True] if home in men.values() else [])
