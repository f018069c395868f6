"""`/learn`: lessons on a board, one thing to do in each, in one private message.

learn       button in the help, the welcome -> the lesson that one is at, in a new message
learn-go    button                          -> the lesson of its number, from its beginning
learn-step  button in the panel             -> the step whose key is in its id
learn-play  button in the panel             -> the move is tried
learn-type  button                          -> a form, and what is sent in it is tried
learn-hint  button                          -> a move that does it
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
"""How strongly the computer plays a race: so that who has just learnt wins more often than not."""
COURSE_NAMES = {"halma": "Halma", "platonic": "Platonic Halma"}


async def _here(call: Call, control: Control) -> Here:
    """The lesson of a control, in the position that this person has in it."""
    one = lesson(control.subject)
    if one is None:
        raise OldControl(control.action)
    async with call.read() as tx:
        known = await lesson_progress.current(tx, call.player, course_of(one))
        theme = await board_themes.of_person(tx, call.player, call.guild)
    return Here(call.said, one, _position(one, known), theme)


async def _asking(here: Here, key: str = "") -> Reply:
    """The step of a key."""
    return await lesson_page.asking(here, step(here.lesson.game, _moves(here), key, 0))


def _moves(here: Here) -> list[Move]:
    return here.lesson.game.moves(here.position)


def _position(one: Lesson, known: Progress | None) -> Position:
    """That of the race that they are in, or the first one of the lesson."""
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
    """What `/learn` does: go on with a course, or with the one that was last, or begin it."""
    async with call.read() as tx:
        known = await lesson_progress.current(tx, call.player, course)
    one = lesson(known.lesson) if known else COURSES[course][0] if course else HALMA[0]
    one = one or HALMA[0]
    if course is not None:
        await _remember(call, one, position=known.position if known else "")
    return await _asking(await _here(call, Control("learn", one.number)))


@handles("learn", about="else")
async def begin(call: Call, control: Control) -> Reply:
    """The button Learn to play."""
    return await start(call)


@handles("learn-go", edits=True, about="else")
async def go(call: Call, control: Control) -> Reply:
    """Another lesson, or the same race once more: from its beginning."""
    one = lesson(control.subject)
    if one is None:
        raise OldControl(control.action)
    await _remember(call, one)
    return await _asking(await _here(call, control))


@handles("learn-step", edits=True, about="else")
async def turn_page(call: Call, control: Control) -> Reply:
    """A letter that leads to the next step; on an older board of a race it only shows the newest."""
    here = await _here(call, control)
    return await _asking(here, control.more if here.position.ply == control.ply else "")


@handles("learn-play", edits=True, about="else")
async def play(call: Call, control: Control) -> Reply:
    """A letter that makes a move; likewise."""
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
    """The form was sent: the rules say why a move is none."""
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
    """A move that does it, drawn."""
    here = await _here(call, control)
    game, known = here.lesson.game, here.lesson.hint
    move = game.parse(here.position, known) if known else await _computer(game, here.position)
    told = here.words.say("One solution: {move}.", move=code(game.format(move)))
    return await lesson_page.tried(here, f"💡 {told}", move=move)


async def _try(call: Call, here: Here, move: Move) -> Reply:
    """What comes of a legal move."""
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
    """The computer's turn in a race that goes on."""
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
    """A move of a level that people can beat; it takes milliseconds, and holds nobody up."""
    return await asyncio.to_thread(choose, game, position, levels(game)[LEVEL - 1])


async def _remember(
    call: Call, one: Lesson | None, course: str = "", *, position: str = ""
) -> None:
    """Write down where this person is: at this lesson, or through with the course."""
    async with call.write() as tx:
        if one is None:
            await progress_rows.forget(tx, call.player, course)
        else:
            course = course_of(one)
            await lesson_progress.go(tx, call.player, course, one.number, position, now=call.now)
