"""Lesson pages: each can be sent, describes its picture and offers a next step."""

import pytest

from bot.extensions.tutorial.lesson import Lesson
from bot.extensions.tutorial.lessons import COURSES
from bot.extensions.tutorial.views.lesson_page import (
    LessonView,
    question_view,
    result_view,
    success_view,
)
from bot.i18n.translator import LANGUAGES, translator_for
from bot.views import discord_limits
from bot.views.components import parse_custom_id
from bot.views.move_steps import Step
from bot.views.reply import Reply

EVERY = [course_lesson for course in COURSES.values() for course_lesson in course]


def sent(reply: Reply) -> dict[str, str]:
    """Return the label of each button of a message, by action.

    The message is also checked: it must be within Discord's limits, and its alt text must not be
    cut off.
    """
    assert reply.view is not None
    parts = list(discord_limits.walk(reply.view.to_components()))  # type: ignore[no-untyped-call]
    assert len(parts) <= discord_limits.COMPONENTS
    texts = [part["content"] for part in parts if part["type"] == 10]
    assert 0 < sum(map(len, texts)) < discord_limits.TEXT
    [alt] = [item["description"] for part in parts for item in part.get("items") or ()]
    assert not alt.endswith("…")
    buttons = {}
    for part in parts:
        if part["type"] == 2:
            control = parse_custom_id(part["custom_id"])
            assert control is not None
            buttons[control.action] = part["label"]
    return buttons


@pytest.mark.parametrize("course_lesson", EVERY, ids=lambda course_lesson: course_lesson.number)
async def test_each_step_of_a_lesson_can_be_sent(course_lesson: Lesson) -> None:
    for number, language in enumerate(LANGUAGES):
        lesson_view = LessonView(
            translator_for(language), course_lesson, course_lesson.start, "wood"
        )
        moves = course_lesson.game.moves(course_lesson.start)
        first = Step.of(course_lesson.game, moves, "", 0)
        keys = [choice.key for choice in first.choices] if first.stage == "men" else []
        for key in ["", *(keys if number == 0 else ())]:
            buttons = sent(
                await question_view(lesson_view, Step.of(course_lesson.game, moves, key, 0))
            )
            assert {"learn-hint", "learn-type"} <= set(buttons)
            assert "learn-play" in buttons or "learn-step" in buttons


@pytest.mark.parametrize("course_lesson", EVERY, ids=lambda course_lesson: course_lesson.number)
async def test_each_response_to_an_attempt_can_be_sent_and_leads_on(course_lesson: Lesson) -> None:
    lesson_view = LessonView(translator_for("de"), course_lesson, course_lesson.start, "wood")
    move = course_lesson.game.moves(course_lesson.start)[0]
    assert "learn-step" in sent(await result_view(lesson_view, "told", move=move))
    buttons = sent(await success_view(lesson_view, "told", move))
    last = course_lesson in (course[-1] for course in COURSES.values())
    assert ("computer" in buttons) is last
    assert ("learn-go" in buttons) or last
