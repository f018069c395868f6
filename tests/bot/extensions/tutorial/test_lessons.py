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

EVERY = [course_lesson for course in COURSES.values() for course_lesson in course]
STATIC = [course_lesson for course_lesson in EVERY if not course_lesson.race]
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
    (52, "II,2-IV,4"): STOPPED,
    (53, "III,3-V,3"): UNPREPARED,
    (53, "VI,4-VI,5"): "After {move} a rung is still missing. Where must a man stand?",
    (54, "II,2-II,4"): STOPPED,
    (54, "IV,5-IV,6"): (
        "After {move} a man of yours is still in the yard, and you would have lost."
    ),
    (55, "VI,5-VI,4"): STEPPED,
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
    (51, "III,3-IV,4"): "wrong-direction",
    (52, "II,2-IV,2"): "nobody-to-jump",
}
"""The expected reason code of each illegal move, by lesson number and move."""


def found(number: int) -> Lesson:
    course_lesson = lesson(number)
    assert course_lesson is not None
    return course_lesson


@pytest.mark.parametrize("course_lesson", EVERY, ids=lambda course_lesson: course_lesson.number)
def test_a_lesson_starts_with_the_learner_to_move_and_unsolved(course_lesson: Lesson) -> None:
    game, start = course_lesson.game, course_lesson.start
    assert start.turn == 0
    assert game.outcome(start) is None
    assert game.dump(start) == course_lesson.position
    moves = game.moves(start)
    assert any(course_lesson.done(game, start, move) for move in moves) or course_lesson.race
    assert not all(course_lesson.done(game, start, move) for move in moves)


@pytest.mark.parametrize("course_lesson", STATIC, ids=lambda course_lesson: course_lesson.number)
def test_the_hint_is_a_legal_move_that_solves_the_lesson(course_lesson: Lesson) -> None:
    move = course_lesson.game.parse(course_lesson.start, course_lesson.hint)
    assert course_lesson.done(course_lesson.game, course_lesson.start, move)


@pytest.mark.parametrize(("number", "text"), MISTAKES)
def test_a_common_mistake_gets_its_own_response(number: int, text: str) -> None:
    course_lesson = found(number)
    move = course_lesson.game.parse(course_lesson.start, text)
    assert not course_lesson.done(course_lesson.game, course_lesson.start, move)
    assert course_lesson.answer(course_lesson.start, move) == MISTAKES[number, text]


@pytest.mark.parametrize("course_lesson", STATIC, ids=lambda course_lesson: course_lesson.number)
def test_the_response_to_any_other_move_names_the_move(course_lesson: Lesson) -> None:
    for move in course_lesson.game.moves(course_lesson.start):
        if not course_lesson.done(course_lesson.game, course_lesson.start, move):
            for language in LANGUAGES:
                answer = translator_for(language).translate(
                    course_lesson.answer(course_lesson.start, move), move="M", man="M"
                )
                assert "M" in answer


@pytest.mark.parametrize(("number", "text"), REFUSED)
def test_an_illegal_move_is_refused_with_the_rule_the_lesson_teaches(
    number: int, text: str
) -> None:
    course_lesson = found(number)
    with pytest.raises(IllegalMove) as refused:
        course_lesson.game.parse(course_lesson.start, text)
    assert refused.value.reason.code == REFUSED[number, text]


def test_lessons_have_unique_numbers_in_sequence() -> None:
    assert len({course_lesson.number for course_lesson in EVERY}) == len(EVERY)
    for name, course in COURSES.items():
        assert [course_of(course_lesson) for course_lesson in course] == [name] * len(course)
        assert [neighbour_of(course_lesson, 1) for course_lesson in course] == [*course[1:], None]
        assert [neighbour_of(course_lesson, -1) for course_lesson in course] == [None, *course[:-1]]
    assert lesson(0) is None


@pytest.mark.parametrize(
    "course_lesson",
    [course_lesson for course_lesson in EVERY if course_lesson.race],
    ids=lambda course_lesson: course_lesson.number,
)
def test_a_race_can_be_won_but_not_with_the_first_move(course_lesson: Lesson) -> None:
    game, position = course_lesson.game, course_lesson.start
    assert not any(course_lesson.done(game, position, move) for move in game.moves(position))
    assert len([cell for cell in game.standing(position, 0) if cell not in game.seats[0].goal]) == 4
