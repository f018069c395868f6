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
from bot.views.move_steps import step_of
from bot.views.reply import Reply

EVERY = [one for course in COURSES.values() for one in course]


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
    found = {}
    for part in parts:
        if part["type"] == 2:
            control = parse_custom_id(part["custom_id"])
            assert control is not None
            found[control.action] = part["label"]
    return found


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.number)
async def test_each_step_of_a_lesson_can_be_sent(one: Lesson) -> None:
    for number, language in enumerate(LANGUAGES):
        here = LessonView(translator_for(language), one, one.start, "wood")
        moves = one.game.moves(one.start)
        first = step_of(one.game, moves, "", 0)
        keys = [choice.key for choice in first.choices] if first.stage == "men" else []
        for key in ["", *(keys if number == 0 else ())]:
            buttons = sent(await question_view(here, step_of(one.game, moves, key, 0)))
            assert {"learn-hint", "learn-type"} <= set(buttons)
            assert "learn-play" in buttons or "learn-step" in buttons


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.number)
async def test_each_response_to_an_attempt_can_be_sent_and_leads_on(one: Lesson) -> None:
    here = LessonView(translator_for("de"), one, one.start, "wood")
    move = one.game.moves(one.start)[0]
    assert "learn-step" in sent(await result_view(here, "told", move=move))
    buttons = sent(await success_view(here, "told", move))
    last = one in (course[-1] for course in COURSES.values())
    assert ("computer" in buttons) is last
    assert ("learn-go" in buttons) or last
