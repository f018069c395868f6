"""A game that goes on from a position and the marks of what came before."""

from engine import Position, variant
from engine.position import known_back_to, mark_of, repeated, resumed, uncertain

GAME = variant("halma-8")
THERE_AND_BACK = ("I,4-I,5", "VIII,5-VIII,4", "I,5-I,4", "VIII,4-VIII,5")


def after(position: Position, *texts: str) -> Position:
    for text in texts:
        position = GAME.play(position, GAME.parse(position, text))
    return position


def stored(position: Position) -> Position:
    """The same position as it comes back from its text and the marks of those before it."""
    marks, earlier = [], position.before
    while earlier:
        marks.append(mark_of(earlier))
        earlier = earlier.before
    return resumed(GAME.load(GAME.dump(position)), marks)


def test_a_resumed_game_knows_what_may_be_a_repetition_and_what_is_none() -> None:
    whole = after(GAME.start(), *THERE_AND_BACK[:3])
    here = stored(whole)
    assert here == whole
    assert known_back_to(here) == 3
    assert not uncertain(here)
    back = after(here, THERE_AND_BACK[3])
    assert uncertain(back)
    assert not uncertain(after(whole, THERE_AND_BACK[3]))
    assert known_back_to(after(whole, THERE_AND_BACK[3])) == 0
    new = after(here, "VIII,4-VII,4")
    assert not uncertain(new)
    assert (repeated(new), known_back_to(new)) == (1, 3)


def test_the_marks_go_on_as_in_the_whole_game() -> None:
    whole = after(GAME.start(), *THERE_AND_BACK)
    assert {*map(frozenset, stored(whole).marks)} == {*map(frozenset, whole.marks)}
    assert sum(map(len, stored(whole).marks)) == 4
