"""`/learn`: lessons on a board, one thing to do in each, in one private message.

learn       button in the help, the welcome -> the lesson that one is at, in a new message
learn-go    button                          -> the lesson of its number, from its beginning
learn-step  button in the panel             -> the step whose key is in its id
learn-play  button in the panel             -> the move is tried
learn-type  button                          -> a form, and what is sent in it is tried
learn-hint  button                          -> a move that does it
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App, Handler
from bot.service.people import learning
from bot.service.server import themes
from bot.store.values import Progress
from bot.views import learn as view
from bot.views.controls import Control, OldControl
from bot.views.learn import Here
from bot.views.reply import Reply
from bot.views.steps import LETTERS, look, meant, step
from bot.views.wrong_move import marks
from bot.words import speaker
from bot.words.lessons import COURSES, HALMA, Lesson, beside, course_of, lesson
from bot.words.quoting import code
from bot.words.refusals import refused_move
from engine import AmbiguousMove, EngineError, Move, Position, Variant
from engine.search import choose, levels

LEVEL = 1
"""How strongly the computer plays a race: so that who has just learnt wins more often than not."""
COURSE_NAMES = {"halma": "Halma", "platonic": "Platonic Halma"}


async def _here(app: App, interaction: discord.Interaction, control: Control) -> Here:
    """The lesson of a control, in the position that this person has in it."""
    one = lesson(control.subject)
    if one is None:
        raise OldControl(control.action)
    async with app.store.read() as tx:
        known = await learning.current(tx, interaction.user.id, course_of(one))
        theme = await themes.of_person(tx, interaction.user.id, interaction.guild_id)
    return Here(speaker(interaction.locale), one, _position(one, known), theme)


async def _asking(here: Here, key: str = "") -> Reply:
    """The step of a key."""
    return await view.asking(here, step(here.lesson.game, _moves(here), key, 0))


def _moves(here: Here) -> list[Move]:
    return here.lesson.game.moves(here.position)


def _position(one: Lesson, known: Progress | None) -> Position:
    """That of the race that they are in, or the first one of the lesson."""
    if known is not None and known.lesson == one.number and known.position:
        return one.game.load(known.position)
    return one.start


async def start(app: App, interaction: discord.Interaction, course: str | None = None) -> Reply:
    """What `/learn` does: go on with a course, or with the one that was last, or begin it."""
    async with app.store.read() as tx:
        known = await learning.current(tx, interaction.user.id, course)
    one = lesson(known.lesson) if known else COURSES[course][0] if course else HALMA[0]
    one = one or HALMA[0]
    if course is not None:
        await _remember(app, interaction, one, position=known.position if known else "")
    return await _asking(await _here(app, interaction, Control("learn", one.number)))


async def begin(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Learn to play."""
    return await start(app, interaction)


async def go(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """Another lesson, or the same race once more: from its beginning."""
    one = lesson(control.subject)
    if one is None:
        raise OldControl(control.action)
    await _remember(app, interaction, one)
    return await _asking(await _here(app, interaction, control))


async def turn_page(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """A letter that leads to the next step; on an older board of a race it only shows the newest."""
    here = await _here(app, interaction, control)
    return await _asking(here, control.more if here.position.ply == control.ply else "")


async def play(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """A letter that makes a move; likewise."""
    here = await _here(app, interaction, control)
    if here.position.ply != control.ply:
        return await _asking(here)
    move = meant(here.lesson.game, _moves(here), control.more)
    return await _try(app, interaction, here, move)


async def type_move(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button that opens the form."""
    here = await _here(app, interaction, control)
    return Reply(here.words.say(here.lesson.task), form=view.form(here))


async def typed(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The form was sent: the rules say why a move is none."""
    here = await _here(app, interaction, control)
    game, position = here.lesson.game, here.position
    try:
        move = game.parse(position, control.value)
    except AmbiguousMove as several:
        return await view.asking(here, look(game, several.moves[: len(LETTERS)]))
    except EngineError as error:
        told = refused_move(here.words, error.reason)
        return await view.tried(here, told, shown=marks(game, position, error.reason))
    return await _try(app, interaction, here, move)


async def hint(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """A move that does it, drawn."""
    here = await _here(app, interaction, control)
    game, known = here.lesson.game, here.lesson.hint
    move = game.parse(here.position, known) if known else await _computer(game, here.position)
    told = here.words.say("One way: {move}.", move=code(game.format(move)))
    return await view.tried(here, f"💡 {told}", move=move)


async def _try(app: App, interaction: discord.Interaction, here: Here, move: Move) -> Reply:
    """What comes of a legal move."""
    words, one, game = here.words, here.lesson, here.lesson.game
    after = replace(here, position=game.apply(here.position, move))
    if one.done(game, here.position, move):
        following = beside(one, 1)
        await _remember(app, interaction, following, course_of(one))
        if following is None:
            told = words.say("Well done! Now you know all that it takes.")
        else:
            told = words.say("Well done: {move}.", move=code(game.format(move)))
        return await view.done(after, told, move)
    if one.race:
        return await _race(app, interaction, after)
    facts = {"move": code(game.format(move)), "man": code(game.board.names[move.path[0]])}
    return await view.tried(here, words.say(one.answer(here.position, move), **facts), move=move)


async def _race(app: App, interaction: discord.Interaction, here: Here) -> Reply:
    """The computer's turn in a race that goes on."""
    words, one, game = here.words, here.lesson, here.lesson.game
    position, last = here.position, None
    if game.outcome(position) is None:
        last = await _computer(game, position)
        position = game.apply(position, last)
    if last is None or game.outcome(position) is not None:
        await _remember(app, interaction, one)
        lost = words.say("The computer was first. Try again!")
        return await view.tried(replace(here, position=one.start), lost)
    await _remember(app, interaction, one, position=game.dump(position))
    told = words.say("The computer played {move}.", move=code(game.format(last)))
    here = replace(here, position=position)
    return await view.asking(here, step(game, _moves(here), "", 0), last=last, before=told)


async def _computer(game: Variant, position: Position) -> Move:
    """A move of a level that people can beat; it takes milliseconds, and holds nobody up."""
    return await asyncio.to_thread(choose, game, position, levels(game)[LEVEL - 1])


async def _remember(
    app: App,
    interaction: discord.Interaction,
    one: Lesson | None,
    course: str = "",
    *,
    position: str = "",
) -> None:
    """Write down where this person is: at this lesson, or through with the course."""
    async with app.store.write() as tx:
        if one is None:
            await learning.finish(tx, interaction.user.id, course)
        else:
            await learning.go(
                tx,
                interaction.user.id,
                course_of(one),
                one.number,
                position,
                now=app.clock(),
            )


def install(app: App) -> None:
    """Put the command on the tree, the buttons and the form."""
    app.controls["learn"] = Handler(begin, about="else")
    acts = {
        "learn-go": go,
        "learn-step": turn_page,
        "learn-play": play,
        "learn-type": type_move,
        "learn-typed": typed,
        "learn-hint": hint,
    }
    for action, act in acts.items():
        app.controls[action] = Handler(act, edits=True, about="else")

    @app.tree.command(
        name="learn", description=locale_str("Learn to play, step by step on a board")
    )
    @app_commands.describe(course=locale_str("Which game; where you left off if left empty"))
    @app_commands.choices(
        course=[app_commands.Choice(name=COURSE_NAMES[course], value=course) for course in COURSES]
    )
    async def learn_command(
        interaction: discord.Interaction, course: app_commands.Choice[str] | None = None
    ) -> None:
        await app.serve(interaction, start(app, interaction, course.value if course else None))
