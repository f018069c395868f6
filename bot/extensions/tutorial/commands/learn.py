"""`/learn`: lessons with one task each on a board, in one private message.

learn       Learn to play button          -> the current lesson, in a new message
learn-go    button                        -> another lesson, from its start
learn-step  button of the move picker     -> the step whose key is in the custom id
learn-play  button of the move picker     -> plays the move
learn-type  button                        -> a form; its text is played as a move
learn-hint  button                        -> a move that solves the task
"""

import asyncio
from dataclasses import replace

from discord.app_commands import locale_str

from bot.extension_api.boards import Step, StepPanel, illegal_move
from bot.extension_api.commands import CommandContext, Option, command, component_handler
from bot.extension_api.people import board_theme
from bot.extension_api.texts import code
from bot.extension_api.transactions import Tx
from bot.extension_api.views import ComponentId, Reply, StaleComponent
from bot.extensions.tutorial import lesson_progress, progress_rows
from bot.extensions.tutorial.halma_lessons import HALMA
from bot.extensions.tutorial.lesson import Lesson
from bot.extensions.tutorial.lessons import COURSES, course_of, lesson, neighbour_of
from bot.extensions.tutorial.progress_rows import Progress
from bot.extensions.tutorial.views import lesson_page
from bot.extensions.tutorial.views.lesson_page import LessonView
from engine import AmbiguousMove, EngineError, Move, Position, Variant
from engine.search import choose, levels
from engine.search.perfect_races import perfect_race

COMPUTER_LEVEL = 1
"""Level of the computer in a race, against which beginners usually win."""
COURSE_NAMES = {"halma": "Halma", "platonic": "Platonic Halma", "ugolki": "Ugolki"}


def _load_lesson(tx: Tx, ctx: CommandContext, control: ComponentId) -> LessonView:
    """Return the view of a component's lesson, at the player's current position in it.

    Raises `StaleComponent` if the lesson no longer exists.
    """
    current_lesson = lesson(control.subject)
    if current_lesson is None:
        raise StaleComponent(control.action)
    progress = lesson_progress.current_progress(tx, ctx.player, course_of(current_lesson))
    theme = board_theme(tx, ctx.guild, ctx.player)
    return LessonView(ctx.t, current_lesson, _lesson_position(current_lesson, progress), theme)


async def _show(ctx: CommandContext, lesson_view: LessonView, key: str | None) -> Reply:
    """Return the lesson page with the move picker at the step of this key."""
    return await lesson_page.question_view(
        lesson_view, Step.of(lesson_view.lesson.game, _moves(lesson_view), key or "", 0)
    )


PANEL = StepPanel(_load_lesson, lambda lesson_view: lesson_view.position.ply, _show)


def _moves(lesson_view: LessonView) -> list[Move]:
    return lesson_view.lesson.game.moves(lesson_view.position)


def _lesson_position(current_lesson: Lesson, progress: Progress | None) -> Position:
    """Return the position of the player's race, or else the lesson's start position."""
    if progress is not None and progress.lesson == current_lesson.number and progress.position:
        return current_lesson.game.load(progress.position)
    return current_lesson.start


@command(
    "learn",
    locale_str("Learn to play, step by step"),
    before="rules",
    course=Option(
        locale_str("Which game? Leave empty for the last one you were learning"), COURSE_NAMES
    ),
)
async def learn_command(ctx: CommandContext, course: str | None = None) -> Reply:
    """Handle the `/learn` command: resume or start a course.

    By default, this is the course used last.
    """
    progress = await ctx.read(lesson_progress.current_progress, ctx.player, course)
    current_lesson = (
        lesson(progress.lesson) if progress else COURSES[course][0] if course else HALMA[0]
    )
    current_lesson = current_lesson or HALMA[0]
    if course is not None:
        await _save_progress(ctx, current_lesson, position=progress.position if progress else "")
    return await _begin(ctx, ComponentId("learn", current_lesson.number))


@component_handler("learn", about="else")
async def begin_lessons(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Learn to play button."""
    return await learn_command(ctx)


@component_handler("learn-go", edits=True, about="else")
async def go_to_lesson(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a button that leads to another lesson; a race there starts over."""
    current_lesson = lesson(control.subject)
    if current_lesson is None:
        raise StaleComponent(control.action)
    await _save_progress(ctx, current_lesson)
    return await _begin(ctx, control)


async def _begin(ctx: CommandContext, control: ComponentId) -> Reply:
    """Show a lesson at its first step."""
    return await _show(ctx, await ctx.read(_load_lesson, ctx, control), None)


component_handler("learn-step", edits=True, about="else")(PANEL.turn_page)


@component_handler("learn-play", edits=True, about="else")
@PANEL.answers
async def play_move(ctx: CommandContext, lesson_view: LessonView, control: ComponentId) -> Reply:
    """Handle a letter button that completes a move."""
    move = PANEL.chosen_move(lesson_view.lesson.game, _moves(lesson_view), control)
    return await _try_move(ctx, lesson_view, move)


@component_handler("learn-type", edits=True, about="else")
async def open_move_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Type a move button: open the form."""
    lesson_view = await ctx.read(_load_lesson, ctx, control)
    return Reply(
        lesson_view.words.translate(lesson_view.lesson.task),
        form=lesson_page.move_form(lesson_view),
    )


@component_handler("learn-typed", edits=True, about="else")
async def submit_move(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted form; for an illegal move, show which rule it breaks."""
    lesson_view = await ctx.read(_load_lesson, ctx, control)
    game, position = lesson_view.lesson.game, lesson_view.position
    try:
        move = game.parse(position, control.value)
    except AmbiguousMove as several:
        return await lesson_page.question_view(lesson_view, Step.final(game, several.moves))
    except EngineError as error:
        text, markers = illegal_move(lesson_view.words, game, position, error.reason)
        return await lesson_page.result_view(lesson_view, text, markers=markers)
    return await _try_move(ctx, lesson_view, move)


@component_handler("learn-hint", edits=True, about="else")
async def show_hint(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Hint button: draw a move that solves the task.

    In a race, this is the move that the computer would play.
    """
    lesson_view = await ctx.read(_load_lesson, ctx, control)
    game, hint_text = lesson_view.lesson.game, lesson_view.lesson.hint
    move = (
        game.parse(lesson_view.position, hint_text)
        if hint_text
        else await _computer_move(game, lesson_view.position)
    )
    text = lesson_view.words.translate("One solution: {move}.", move=code(game.format(move)))
    return await lesson_page.result_view(lesson_view, f"💡 {text}", move=move)


async def _try_move(ctx: CommandContext, lesson_view: LessonView, move: Move) -> Reply:
    """Return the response to a legal move."""
    words, current_lesson, game = lesson_view.words, lesson_view.lesson, lesson_view.lesson.game
    after = replace(lesson_view, position=game.apply(lesson_view.position, move))
    if current_lesson.done(game, lesson_view.position, move):
        following = neighbour_of(current_lesson, 1)
        await _save_progress(ctx, following, course_of(current_lesson))
        if following is None:
            text = words.translate("Well done! Now you know everything you need to play.")
        else:
            text = words.translate("Well done: {move}.", move=code(game.format(move)))
        return await lesson_page.success_view(after, text, move)
    if current_lesson.race:
        return await _computer_turn(ctx, after)
    facts = {"move": code(game.format(move)), "man": code(game.board.names[move.path[0]])}
    return await lesson_page.result_view(
        lesson_view,
        words.translate(current_lesson.answer(lesson_view.position, move), **facts),
        move=move,
    )


async def _computer_turn(ctx: CommandContext, lesson_view: LessonView) -> Reply:
    """Play the computer's move in a race and return the board.

    If the player has lost the race, it starts over.
    """
    words, current_lesson, game = lesson_view.words, lesson_view.lesson, lesson_view.lesson.game
    position, last = lesson_view.position, None
    if game.outcome(position) is None:
        last = await _computer_move(game, position)
        position = game.apply(position, last)
    if last is None or game.outcome(position) is not None:
        await _save_progress(ctx, current_lesson)
        lost = words.translate("The computer finished first. Try again!")
        return await lesson_page.result_view(
            replace(lesson_view, position=current_lesson.start), lost
        )
    await _save_progress(ctx, current_lesson, position=game.dump(position))
    text = words.translate("The computer played {move}.", move=code(game.format(last)))
    if (left := await asyncio.to_thread(_exact_turns, game, position)) is not None:
        exact = words.translate(
            "The men no longer meet. The exact number of turns left: you {mine}, the computer "
            "{theirs}.",
            mine=left[position.turn],
            theirs=left[1 - position.turn],
        )
        text = f"{text} {exact}"
    lesson_view = replace(lesson_view, position=position)
    return await lesson_page.question_view(
        lesson_view, Step.of(game, _moves(lesson_view), "", 0), last=last, before=text
    )


def _exact_turns(game: Variant, position: Position) -> tuple[int, int] | None:
    """Return the exact turns left of both seats; None if the men may still meet."""
    first, second = (perfect_race(game, position, seat) for seat in (0, 1))
    return (first.turns, second.turns) if first and second else None


async def _computer_move(game: Variant, position: Position) -> Move:
    """Return the computer's move, at a level that beginners can beat.

    The search runs in a thread and takes a few milliseconds.
    """
    return await asyncio.to_thread(choose, game, position, levels(game)[COMPUTER_LEVEL - 1])


async def _save_progress(
    ctx: CommandContext, current_lesson: Lesson | None, course: str = "", *, position: str = ""
) -> None:
    """Store the player's progress: this lesson, or None for a completed course."""
    if current_lesson is None:
        await ctx.write(progress_rows.delete_progress, ctx.player, course)
    else:
        course, number = course_of(current_lesson), current_lesson.number
        await ctx.write(
            lesson_progress.save_progress, ctx.player, course, number, position, now=ctx.now
        )
