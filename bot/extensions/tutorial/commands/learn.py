"""`/learn`: lessons on a board, with one task each, in one private message.

learn       button in the help or welcome -> the current lesson, in a new message
learn-go    button                        -> another lesson, from its start
learn-step  button of the move picker     -> the step whose key is in the custom id
learn-play  button of the move picker     -> tries the move
learn-type  button                        -> a form, whose text is tried as a move
learn-hint  button                        -> a move that solves the task
"""

import asyncio
from dataclasses import replace

from discord.app_commands import locale_str

from bot.app import Call
from bot.extensions.tutorial import lesson_progress, progress_rows
from bot.extensions.tutorial.lessons import COURSES, HALMA, Lesson, beside, course_of, lesson
from bot.extensions.tutorial.views import lesson_page
from bot.extensions.tutorial.views.lesson_page import Here
from bot.i18n.escaping import code
from bot.registry import Option, command, handles
from bot.service.guilds import board_themes
from bot.store.models import Progress
from bot.texts.error_messages import refused_move
from bot.views.components import Control, OldControl
from bot.views.illegal_move import marks
from bot.views.move_steps import LETTERS, look, meant, step
from bot.views.reply import Reply
from engine import AmbiguousMove, EngineError, Move, Position, Variant
from engine.search import choose, levels

LEVEL = 1
"""Level of the computer in a race, such that beginners usually win."""
COURSE_NAMES = {"halma": "Halma", "platonic": "Platonic Halma"}


async def _here(call: Call, control: Control) -> Here:
    """Return the lesson of a component, in this player's current position."""
    one = lesson(control.subject)
    if one is None:
        raise OldControl(control.action)
    async with call.read() as tx:
        known = await lesson_progress.current(tx, call.player, course_of(one))
        theme = await board_themes.of_person(tx, call.player, call.guild)
    return Here(call.said, one, _position(one, known), theme)


async def _asking(here: Here, key: str = "") -> Reply:
    """Return the lesson with the step of this key."""
    return await lesson_page.asking(here, step(here.lesson.game, _moves(here), key, 0))


def _moves(here: Here) -> list[Move]:
    return here.lesson.game.moves(here.position)


def _position(one: Lesson, known: Progress | None) -> Position:
    """Return the position of the player's race, or else the lesson's first one."""
    if known is not None and known.lesson == one.number and known.position:
        return one.game.load(known.position)
    return one.start


@command(
    "learn",
    locale_str("Learn to play, step by step"),
    course=Option(
        locale_str("Which game? Leave empty for the last one you were learning"), COURSE_NAMES
    ),
)
async def start(call: Call, course: str | None = None) -> Reply:
    """`/learn`: resume a course, by default the last one, or start it."""
    async with call.read() as tx:
        known = await lesson_progress.current(tx, call.player, course)
    one = lesson(known.lesson) if known else COURSES[course][0] if course else HALMA[0]
    one = one or HALMA[0]
    if course is not None:
        await _remember(call, one, position=known.position if known else "")
    return await _asking(await _here(call, Control("learn", one.number)))


@handles("learn", about="else")
async def begin(call: Call, control: Control) -> Reply:
    """The Learn to play button."""
    return await start(call)


@handles("learn-go", edits=True, about="else")
async def go(call: Call, control: Control) -> Reply:
    """A button to another lesson, or to the same race again, from its start."""
    one = lesson(control.subject)
    if one is None:
        raise OldControl(control.action)
    await _remember(call, one)
    return await _asking(await _here(call, control))


@handles("learn-step", edits=True, about="else")
async def turn_page(call: Call, control: Control) -> Reply:
    """A letter button that leads to the next step.

    On an outdated board of a race it only shows the current one.
    """
    here = await _here(call, control)
    return await _asking(here, control.more if here.position.ply == control.ply else "")


@handles("learn-play", edits=True, about="else")
async def play(call: Call, control: Control) -> Reply:
    """A letter button that completes a move.

    On an outdated board of a race it only shows the current one.
    """
    here = await _here(call, control)
    if here.position.ply != control.ply:
        return await _asking(here)
    move = meant(here.lesson.game, _moves(here), control.more)
    return await _try(call, here, move)


@handles("learn-type", edits=True, about="else")
async def type_move(call: Call, control: Control) -> Reply:
    """The button that opens the form."""
    here = await _here(call, control)
    return Reply(here.words.say(here.lesson.task), form=lesson_page.form(here))


@handles("learn-typed", edits=True, about="else")
async def typed(call: Call, control: Control) -> Reply:
    """The submitted form. An illegal move is answered with the rule it breaks."""
    here = await _here(call, control)
    game, position = here.lesson.game, here.position
    try:
        move = game.parse(position, control.value)
    except AmbiguousMove as several:
        return await lesson_page.asking(here, look(game, several.moves[: len(LETTERS)]))
    except EngineError as error:
        told = refused_move(here.words, error.reason)
        return await lesson_page.tried(here, told, shown=marks(game, position, error.reason))
    return await _try(call, here, move)


@handles("learn-hint", edits=True, about="else")
async def hint(call: Call, control: Control) -> Reply:
    """The Hint button: a move that solves the task, drawn on the board."""
    here = await _here(call, control)
    game, known = here.lesson.game, here.lesson.hint
    move = game.parse(here.position, known) if known else await _computer(game, here.position)
    told = here.words.say("One solution: {move}.", move=code(game.format(move)))
    return await lesson_page.tried(here, f"💡 {told}", move=move)


async def _try(call: Call, here: Here, move: Move) -> Reply:
    """Return the response to a legal move."""
    words, one, game = here.words, here.lesson, here.lesson.game
    after = replace(here, position=game.apply(here.position, move))
    if one.done(game, here.position, move):
        following = beside(one, 1)
        await _remember(call, following, course_of(one))
        if following is None:
            told = words.say("Well done! Now you know everything you need.")
        else:
            told = words.say("Well done: {move}.", move=code(game.format(move)))
        return await lesson_page.done(after, told, move)
    if one.race:
        return await _race(call, after)
    facts = {"move": code(game.format(move)), "man": code(game.board.names[move.path[0]])}
    return await lesson_page.tried(
        here, words.say(one.answer(here.position, move), **facts), move=move
    )


async def _race(call: Call, here: Here) -> Reply:
    """Play the computer's move in a race that continues, and return the board."""
    words, one, game = here.words, here.lesson, here.lesson.game
    position, last = here.position, None
    if game.outcome(position) is None:
        last = await _computer(game, position)
        position = game.apply(position, last)
    if last is None or game.outcome(position) is not None:
        await _remember(call, one)
        lost = words.say("The computer finished first. Try again!")
        return await lesson_page.tried(replace(here, position=one.start), lost)
    await _remember(call, one, position=game.dump(position))
    told = words.say("The computer played {move}.", move=code(game.format(last)))
    here = replace(here, position=position)
    return await lesson_page.asking(here, step(game, _moves(here), "", 0), last=last, before=told)


async def _computer(game: Variant, position: Position) -> Move:
    """Return a move of a level that beginners can beat.

    It takes milliseconds, in a thread.
    """
    return await asyncio.to_thread(choose, game, position, levels(game)[LEVEL - 1])


async def _remember(
    call: Call, one: Lesson | None, course: str = "", *, position: str = ""
) -> None:
    """Store the player's progress: this lesson, or None for a completed course."""
    async with call.write() as tx:
        if one is None:
            await progress_rows.forget(tx, call.player, course)
        else:
            course = course_of(one)
            await lesson_progress.go(tx, call.player, course, one.number, position, now=call.now)
