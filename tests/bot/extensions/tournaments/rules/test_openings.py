"""Opening order: all pairings begin, a few at once, and nobody waits needlessly."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.extensions.tournaments.rules.openings import may_open
from bot.extensions.tournaments.rules.sections import berger, section_pairings
from bot.extensions.tournaments.rules.table_blocks import table_pairings

Pairings = tuple[tuple[int, ...], ...]


def test_with_seven_at_once_a_section_of_eight_begins_whole() -> None:
    pairings = section_pairings(8, 1)
    assert may_open(pairings, [], 7) == list(range(28))


def test_three_at_once_begin_the_first_three_rounds_of_an_even_section() -> None:
    pairings = section_pairings(8, 1)
    opened = [pairings[index] for index in may_open(pairings, [], 3)]
    assert opened == [pair for pairs in berger(8)[:3] for pair in pairs]


def test_only_in_a_section_does_a_pairing_wait_for_earlier_ones_of_its_entrants() -> None:
    waiting = [(1, 2), (2, 3), (3, 4)]
    assert may_open(waiting, [(1, 5)], 1) == []
    assert may_open(waiting, [(1, 5)], 1, in_order=False) == [1]


def test_entrants_of_other_sections_do_not_hold_anyone_up() -> None:
    assert may_open([("a", "b"), ("c", "d")], [("a", "c")], 1) == []
    assert may_open([("a", "b"), ("c", "d")], [("a", "b")], 1) == [1]


def allowed(pairings: Pairings, number: int, begun: set[int], over: set[int], most: int) -> bool:
    """Return whether a pairing may begin, by the wording of the rule."""
    games = Counter(entrant for each in begun - over for entrant in pairings[each])
    if any(games[entrant] >= most for entrant in pairings[number]):
        return False
    earlier = [each for each in range(number) if set(pairings[each]) & set(pairings[number])]
    return len(pairings[number]) > 2 or set(earlier) <= begun


@pytest.mark.check
@pytest.mark.parametrize("kind", ["section", "double", "tables"])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_all_pairings_begin_in_any_order_of_results_and_nobody_waits_needlessly(
    kind: str, data: st.DataObject
) -> None:
    if kind == "tables":
        seats = data.draw(st.sampled_from([3, 4, 6]))
        pairings: Pairings = table_pairings(data.draw(st.integers(seats, 14)), seats)
        most = data.draw(st.integers(1, 3))
    else:
        games = 2 if kind == "double" else 1
        pairings = section_pairings(data.draw(st.integers(3, 8)), games)
        most = data.draw(st.integers(2, 7))
    begun, over = set[int](), set[int]()
    while len(over) < len(pairings):
        waiting = [number for number in range(len(pairings)) if number not in begun]
        running = sorted(begun - over)
        opened = may_open(
            [pairings[number] for number in waiting],
            [pairings[number] for number in running],
            most,
            in_order=kind != "tables",
        )
        begun |= {waiting[index] for index in opened}
        running = sorted(begun - over)
        games_of = Counter(entrant for each in running for entrant in pairings[each])
        assert max(games_of.values()) <= most
        rest = set(range(len(pairings))) - begun
        assert not any(allowed(pairings, number, begun, over, most) for number in rest)
        over.add(data.draw(st.sampled_from(running)))
    assert len(begun) == len(pairings)
