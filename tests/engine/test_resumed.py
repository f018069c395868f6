"""Positions restored from text and from repetition hashes of earlier positions."""

from engine import Position, variant
from engine.position import (
    from_snapshot,
    history_start,
    may_repeat,
    repetition_count,
    repetition_hash,
)

GAME = variant("halma-8")
THERE_AND_BACK = ("I,4-I,5", "VIII,5-VIII,4", "I,5-I,4", "VIII,4-VIII,5")


def after(position: Position, *texts: str) -> Position:
    for text in texts:
        position = GAME.play(position, GAME.parse(position, text))
    return position


def stored(position: Position) -> Position:
    """Return the position as it is restored from its text and repetition hashes."""
    marks, earlier = [], position.before
    while earlier:
        marks.append(repetition_hash(earlier))
        earlier = earlier.before
    return from_snapshot(GAME.load(GAME.dump(position)), marks)


def test_a_restored_position_knows_when_a_repetition_is_possible() -> None:
    whole = after(GAME.start(), *THERE_AND_BACK[:3])
    resumed = stored(whole)
    assert resumed == whole
    assert history_start(resumed) == 3
    assert not may_repeat(resumed)
    back = after(resumed, THERE_AND_BACK[3])
    assert may_repeat(back)
    assert not may_repeat(after(whole, THERE_AND_BACK[3]))
    assert history_start(after(whole, THERE_AND_BACK[3])) == 0
    new = after(resumed, "VIII,4-VII,4")
    assert not may_repeat(new)
    assert (repetition_count(new), history_start(new)) == (1, 3)


def test_repetition_hashes_continue_as_in_the_original_game() -> None:
    whole = after(GAME.start(), *THERE_AND_BACK)
    assert {*map(frozenset, stored(whole).marks)} == {*map(frozenset, whole.marks)}
    assert sum(map(len, stored(whole).marks)) == 4
