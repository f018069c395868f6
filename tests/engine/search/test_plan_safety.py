"""Order of the turns in a race plan: hops over rival men come first."""

import pytest

from engine import Move, Position, search, variant
from engine.search.budget import SearchBudget
from engine.search.plan_safety import steadiest
from tests.engine.boards import placed
from tests.engine.sample_games import half_turned

HALMA = variant("halma-8")
WON_RACE = "halma-8 61 1 - - - B1BB4/BBB5/B7/BB2A3/3BA2A/7A/5AAA/5AAA"


@pytest.mark.parametrize("level", search.levels(HALMA)[1:], ids=lambda level: level.name)
def test_a_won_race_is_not_lost_by_the_order_of_turns(level: search.Level) -> None:
    position = HALMA.load(WON_RACE)
    chosen = {HALMA.format(search.choose(HALMA, position, level, seed=n)) for n in range(5)}
    assert chosen == {"V,4-I,2"}
    after = HALMA.play(position, HALMA.parse(position, "V,4-I,2"))
    for reply in HALMA.moves(after):
        answered = HALMA.apply(after, reply)
        won = HALMA.apply(answered, search.choose(HALMA, answered, level))
        assert 1 in won.done, HALMA.format(reply)


def test_the_other_seat_also_wins_its_won_race() -> None:
    turned = half_turned(HALMA, HALMA.load(WON_RACE))
    assert turned is not None
    for level in search.levels(HALMA)[1:]:
        assert HALMA.format(search.choose(HALMA, turned, level)) == "IV,5-VIII,7"


def plan(position: Position, *texts: str) -> tuple[Move, ...]:
    """Parse consecutive moves of the seat to move, as if the opponents never moved."""
    safe = []
    for text in texts:
        safe.append(HALMA.parse(position, text))
        position = Position(HALMA.apply_unmarked(position, safe[-1]).cells, position.turn)
    return tuple(safe)


def first(position: Position, *plans: tuple[Move, ...]) -> str:
    return HALMA.format(steadiest(HALMA, position, plans, SearchBudget(1)))


def test_a_hop_over_a_rival_comes_before_other_turns() -> None:
    position = placed(HALMA, {0: "V,1 V,4", 1: "VI,4 I,8"})
    late = plan(position, "V,1-VI,1", "V,4-VII,4")
    assert first(position, late) == "V,4-VII,4"
    assert first(position, plan(position, "V,4-VII,4", "V,1-VI,1")) == "V,4-VII,4"
    assert first(position, plan(position, "V,1-VI,1", "V,4-VI,3")) == "V,1-VI,1"


def test_a_plan_without_hops_over_rivals_is_preferred() -> None:
    position = placed(HALMA, {0: "V,1 V,4", 1: "VI,1 VI,4"})
    both = plan(position, "V,1-VII,1", "V,4-VII,4")
    assert first(position, both) == "V,1-VII,1"
    assert first(position, both, plan(position, "V,4-V,5", "V,5-VI,5")) == "V,4-V,5"


def test_plans_are_not_compared_after_the_deadline() -> None:
    position = placed(HALMA, {0: "V,1 V,4", 1: "VI,4 I,8"})
    late = plan(position, "V,1-VI,1", "V,4-VII,4")
    move = steadiest(HALMA, position, [late], SearchBudget(1, seconds=0))
    assert HALMA.format(move) == "V,1-VI,1"


def test_the_order_is_kept_if_another_is_impossible() -> None:
    waits = placed(HALMA, {0: "V,3", 1: "VI,4"})
    assert first(waits, plan(waits, "V,3-V,4", "V,4-VII,4")) == "V,3-V,4"
    bridge = placed(HALMA, {0: "I,1 II,1", 1: "III,2"})
    assert first(bridge, plan(bridge, "I,1-III,1", "II,1-IV,3")) == "I,1-III,1"


def test_the_order_is_kept_if_another_would_miss_the_yard_deadline() -> None:
    men = {0: "IV,1 V,4", 1: "VI,4 I,8"}
    early, late = (placed(HALMA, men, ply=ply) for ply in (0, 60))
    turns = plan(early, "IV,1-V,1", "V,4-VII,4")
    assert first(early, turns) == "V,4-VII,4"
    assert first(late, turns) == "IV,1-V,1"
