"""Lessons: each can be solved, its hint solves it, and mistakes get a response."""

import pytest

from bot.extensions.tutorial.lesson import (
    NOT_ASKED,
    STEPPED,
    STOPPED,
    UNPREPARED,
    Lesson,
)
from bot.extensions.tutorial.lessons import COURSES, course_of, lesson, neighbour_of
from bot.i18n.translator import LANGUAGES, translator_for
from engine import IllegalMove

EVERY = [one for course in COURSES.values() for one in course]
STATIC = [one for one in EVERY if not one.race]
MISTAKES = {
    (12, "II,2-II,3"): STEPPED,
    (12, "III,3-I,1"): NOT_ASKED,
    (13, "III,3-III,5"): NOT_ASKED,
    (14, "II,2-IV,4"): STOPPED,
    (14, "V,5-VI,5"): STEPPED,
    (15, "I,1-V,5"): STOPPED,
    (16, "I,1-III,3"): UNPREPARED,
    (16, "IV,3-V,3"): "After {move} a rung is still missing. Where must a man stand?",
    (17, "I,1-III,3"): UNPREPARED,
    (17, "IV,1-V,1"): (
        "After {move} the man still cannot make two jumps. Its first jump would end on `III,3`: "
        "what must be next to that square?"
    ),
    (18, "II,2-IV,2"): STOPPED,
    (18, "II,2-II,1"): STEPPED,
    (19, "V,6-VI,6"): UNPREPARED,
    (19, "VI,7-VI,6"): "{move} does not end in the far yard.",
    (19, "VIII,5-VIII,6"): (
        "After {move} there is still no room. Which square is just beyond `VI,7`?"
    ),
    (20, "VI,5-VII,4"): NOT_ASKED,
    (22, "I,1-I,2"): UNPREPARED,
    (22, "IV,4-III,4"): (
        "After {move} the laggard still cannot make two jumps. What must stand next to it?"
    ),
    (23, "I,1-III,3"): UNPREPARED,
    (23, "VI,6-VII,6"): (
        "After {move} the man on `I,1` still cannot make three jumps. Who is in its way?"
    ),
    (24, "II,2-I,1"): (
        "After {move} the man on `VII,7` still has two jumps. Take a rung away, or stand where it "
        "would land."
    ),
    (31, "square I,5"): "{move} drops a different piece. Choose a Circle.",
    (33, "IV,4-V,3"): STEPPED,
    (34, "V,5-V,4"): STEPPED,
    (36, "III,3-IV,4"): STEPPED,
    (39, "circle I,5"): "{move} drops a different piece. Choose a Diamond.",
    (39, "diamond I,6"): "{move} puts both on one colour. Try a square next to `I,4`.",
    (40, "III,4-IV,4"): UNPREPARED,
    (40, "VI,4-VII,4"): (
        "After {move} the Square still cannot make two jumps. What must stand next to it?"
    ),
    (41, "V,6-VI,6"): "After {move} the enemy Square can still jump. Where does it land?",
    (42, "III,3-IV,4"): STEPPED,
}
"""The expected response to each mistake, by lesson number and move."""
REFUSED = {
    (11, "III,3-III,5"): "nobody-to-jump",
    (12, "II,2-IV,3"): "other-colour",
    (32, "III,4-IV,5"): "wrong-direction",
    (33, "IV,4-V,4"): "wrong-direction",
    (34, "V,5-III,3"): "wrong-direction",
    (36, "III,3-V,1"): "no-rest",
    (37, "IV,7-V,7"): "must-jump",
    (39, "diamond II,5"): "not-here",
    (42, "III,3-VI,6"): "too-far",
}
"""The expected reason code of each illegal move, by lesson number and move."""


def found(number: int) -> Lesson:
    one = lesson(number)
    assert one is not None
    return one


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.number)
def test_a_lesson_starts_with_the_learner_to_move_and_unsolved(one: Lesson) -> None:
    game, start = one.game, one.start
    assert start.turn == 0
    assert game.outcome(start) is None
    assert game.dump(start) == one.position
    moves = game.moves(start)
    assert any(one.done(game, start, move) for move in moves) or one.race
    assert not all(one.done(game, start, move) for move in moves)


@pytest.mark.parametrize("one", STATIC, ids=lambda one: one.number)
def test_the_hint_is_a_legal_move_that_solves_the_lesson(one: Lesson) -> None:
    move = one.game.parse(one.start, one.hint)
    assert one.done(one.game, one.start, move)


@pytest.mark.parametrize(("number", "text"), MISTAKES)
def test_a_common_mistake_gets_its_own_response(number: int, text: str) -> None:
    one = found(number)
    move = one.game.parse(one.start, text)
    assert not one.done(one.game, one.start, move)
    assert one.answer(one.start, move) == MISTAKES[number, text]


@pytest.mark.parametrize("one", STATIC, ids=lambda one: one.number)
def test_the_response_to_any_other_move_names_the_move(one: Lesson) -> None:
    for move in one.game.moves(one.start):
        if not one.done(one.game, one.start, move):
            for language in LANGUAGES:
                answer = translator_for(language).translate(
                    one.answer(one.start, move), move="M", man="M"
                )
                assert "M" in answer


@pytest.mark.parametrize(("number", "text"), REFUSED)
def test_an_illegal_move_is_refused_with_the_rule_the_lesson_teaches(
    number: int, text: str
) -> None:
    one = found(number)
    with pytest.raises(IllegalMove) as refused:
        one.game.parse(one.start, text)
    assert refused.value.reason.code == REFUSED[number, text]


def test_lessons_have_unique_numbers_in_sequence() -> None:
    assert len({one.number for one in EVERY}) == len(EVERY)
    for name, course in COURSES.items():
        assert [course_of(one) for one in course] == [name] * len(course)
        assert [neighbour_of(one, 1) for one in course] == [*course[1:], None]
        assert [neighbour_of(one, -1) for one in course] == [None, *course[:-1]]
    assert lesson(0) is None


@pytest.mark.parametrize("one", [one for one in EVERY if one.race], ids=lambda one: one.number)
def test_a_race_can_be_won_but_not_with_the_first_move(one: Lesson) -> None:
    game, position = one.game, one.start
    assert not any(one.done(game, position, move) for move in game.moves(position))
    assert len([cell for cell in game.standing(position, 0) if cell not in game.seats[0].goal]) == 4
