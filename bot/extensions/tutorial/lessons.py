"""Courses of `/learn`.

The lessons are in `halma_lessons`, `platonic_lessons` and `ugolki_lessons`, and `lesson` defines
their parts.
"""

from collections.abc import Mapping

from bot.extensions.tutorial.halma_lessons import HALMA
from bot.extensions.tutorial.lesson import Lesson
from bot.extensions.tutorial.platonic_lessons import PLATONIC
from bot.extensions.tutorial.ugolki_lessons import UGOLKI

COURSES: Mapping[str, tuple[Lesson, ...]] = {
    "halma": HALMA,
    "platonic": PLATONIC,
    "ugolki": UGOLKI,
}
"""The lessons of each course, in order."""


def lesson(number: int) -> Lesson | None:
    """Return the lesson with this number, or None."""
    return next(
        (
            candidate
            for course in COURSES.values()
            for candidate in course
            if candidate.number == number
        ),
        None,
    )


def course_of(lesson_asked: Lesson) -> str:
    """Return the course of a lesson."""
    return next(name for name, lessons in COURSES.items() if lesson_asked in lessons)


def neighbour_of(lesson_asked: Lesson, by: int) -> Lesson | None:
    """Return the lesson `by` places after this one; None outside the course."""
    lessons = COURSES[course_of(lesson_asked)]
    at = lessons.index(lesson_asked) + by
    return lessons[at] if 0 <= at < len(lessons) else None
