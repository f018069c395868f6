"""`/learn`: lessons in one private message."""

import pytest

from bot.extensions.tutorial import lesson_progress
from bot.extensions.tutorial.halma_lessons import HALMA
from bot.extensions.tutorial.lesson import Lesson
from bot.extensions.tutorial.lessons import course_of
from bot.extensions.tutorial.platonic_lessons import PLATONIC
from tests.e2e import simulator
from tests.e2e.days import wait
from tests.e2e.table import Table, alts, ids, parts, text
from tests.e2e.test_user_installs import Visitor
from tests.e2e.test_welcome import joined
from tests.transactions import writing

pytestmark = pytest.mark.check


def label(message: simulator.ResponseMessage, square: str) -> str:
    """Return the letter of a square in the legend under the picture."""
    lesson = next(
        part
        for part in text(message).replace("\n-# ", " · ").split(" · ")
        if part.endswith(f"\u00a0{square}")
    )
    return lesson[0]


async def at_lesson(table: Table, lesson: Lesson) -> simulator.ResponseMessage:
    """Set Ada's progress to a lesson and return the reply to `/learn`."""
    with writing(table.store) as tx:
        course = course_of(lesson)
        lesson_progress.save_progress(
            tx, table.ada.id, course, lesson.number, now=table.client.clock()
        )
    return await learning(table)


async def clicked(
    table: Table, message: simulator.ResponseMessage, action: str
) -> simulator.ResponseMessage:
    """Press a button with this action and return the same message."""
    interaction = await table.ada.click(message, custom_id=ids(message)[action])
    assert interaction.response is not None
    assert interaction.response.id == message.id
    return interaction.response


async def learning(table: Table, **options: str) -> simulator.ResponseMessage:
    """Return the reply to `/learn`."""
    interaction = await table.ada.slash(table.channel, "learn", **options)
    assert interaction.response is not None
    assert interaction.response.ephemeral
    return interaction.response


async def typed(
    table: Table, message: simulator.ResponseMessage, move: str
) -> simulator.ResponseMessage:
    """Type a move in the form and return the message."""
    form = await table.ada.click(message, custom_id=ids(message)["learn-type"])
    assert form.modal is not None
    interaction = await table.ada.submit_modal(form, {"move": move})
    assert interaction.response is not None
    return interaction.response


async def test_a_lesson_is_done_by_taps_and_progress_survives_a_restart(
    table: Table,
) -> None:
    board = await learning(table)
    assert "### 1 of 15: A step\nA man steps" in text(board)
    assert "**III,3: where to?**" in text(board)
    assert alts(board)[0].startswith("A\u00a0IV,2 · B\u00a0IV,3 · ")
    interaction = await table.ada.click(board, label=label(board, "II,2"))
    board = interaction.response
    assert board is not None
    assert "`III,3-II,2` is legal, but it is not what this lesson asks for." in text(board)
    assert alts(board)[0].startswith("III,3-II,2 is legal")
    board = await clicked(table, board, "learn-step")
    interaction = await table.ada.click(board, label=label(board, "IV,4"))
    board = interaction.response
    assert board is not None
    assert "✅ Well done: `III,3-IV,4`." in text(board)
    await table.restart()
    board = await clicked(table, board, "learn-go")
    assert "### 2 of 15: A hop" in text(board)
    assert "### 2 of 15: A hop" in text(await learning(table))
    await wait(table, 60)
    assert "### 1 of 12: Drops" in text(await learning(table, course="platonic"))
    assert "### 1 of 12: Drops" in text(await learning(table)), "the one that was last"


async def test_a_typed_mistake_is_explained_and_a_hint_is_drawn(table: Table) -> None:
    board = await learning(table)
    board = await clicked(table, board, "learn-hint")
    assert "💡 One solution: `III,3-IV,4`." in text(board)
    board = await clicked(table, board, "learn-go")
    assert "2 of 15" in text(board)
    board = await typed(table, board, "III,3-III,5")
    assert "There is no man on `III,4` to jump over." in text(board)
    assert set(ids(board)) == {"learn-step", "learn-go"}
    board = await clicked(table, board, "learn-step")
    board = await typed(table, board, "ii2 iv4")
    assert "Well done: `II,2-IV,4`" in text(board)


async def test_the_race_against_the_computer_is_resumed_after_a_break(table: Table) -> None:
    race = HALMA[-1]
    old, board = await at_lesson(table, race), await learning(table)
    assert "### 15 of 15: The race" in text(board)
    assert not [part for part in parts(board) if part.get("label") == "Skip"]
    board = await typed(table, board, "IV,4-IV,5")
    assert "The computer played `" in text(board)
    assert ids(board)["learn-hint"] == f"h:learn-hint:{race.number}:2"
    board = await clicked(table, board, "learn-hint")
    assert "💡 One solution: `" in text(board)
    await table.restart()
    again = await learning(table)
    assert ids(again)["learn-hint"] == f"h:learn-hint:{race.number}:2"
    interaction = await table.ada.click(old, label="A")
    assert interaction.response is not None
    assert ids(interaction.response)["learn-hint"] == f"h:learn-hint:{race.number}:2"


async def test_turns_left_are_exact_once_the_men_no_longer_meet(table: Table) -> None:
    await at_lesson(table, HALMA[-1])
    passed = "halma-8 40 0 - - - BBB2B2/BBBB4/BB6/8/3A4/5A1A/5AAA/4AAAA"
    with writing(table.store) as tx:
        lesson_progress.save_progress(tx, table.ada.id, "halma", HALMA[-1].number, passed, now=1)
    board = await typed(table, await learning(table), "V,4-V,5")
    exact = "The men no longer meet. The exact number of turns left: you 4, the computer 4."
    assert exact in text(board)


async def test_a_lost_race_starts_over(table: Table) -> None:
    await at_lesson(table, HALMA[-1])
    ahead = "halma-8 40 0 - - - BBB1B3/BBB5/BB6/B7/3A4/5A1A/5AAA/4AAAA"
    with writing(table.store) as tx:
        lesson_progress.save_progress(tx, table.ada.id, "halma", HALMA[-1].number, ahead, now=1)
    board = await typed(table, await learning(table), "V,4-VI,4")
    assert "The computer finished first. Try again!" in text(board)
    board = await clicked(table, board, "learn-step")
    assert ids(board)["learn-hint"] == f"h:learn-hint:{HALMA[-1].number}:0"


async def test_the_last_lesson_leads_to_a_match_and_the_course_starts_over(table: Table) -> None:
    last = PLATONIC[-1]
    board = await typed(table, await at_lesson(table, last), last.hint)
    assert "Well done! Now you know everything you need to play." in text(board)
    assert set(ids(board)) == {"computer", "begin", "rules", "learn-go"}
    assert "1 of 12" in text(await learning(table, course="platonic"))


async def test_pages_for_new_players_lead_to_the_lessons(table: Table) -> None:
    await joined(table)
    page = (await table.ada.click(table.last, custom_id=ids(table.last)["how"])).response
    for message in (page, (await table.ada.slash(table.channel, "help")).response):
        interaction = await table.ada.click(message, custom_id=ids(message)["learn"])
        assert "### 1 of 15: " in text(interaction.response)


async def test_a_visitor_can_take_lessons(visitor: Visitor) -> None:
    assert "### 1 of 15: " in text(await visitor.slash("learn"))
