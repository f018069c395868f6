"""A lesson as one person sees it: what to do, the board, and what came of a try."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import ui

from bot.store.values import Theme
from bot.views.controls import Control, Press, layout, row
from bot.views.move_panel import Aim, Scenery, buttons, marks, question, twin
from bot.views.picture import gallery, picture
from bot.views.play import play_button
from bot.views.reply import Reply
from bot.views.rules import rules_button
from bot.views.start_game import start_button
from bot.views.steps import Step
from bot.words import Words
from bot.words.lessons import COURSES, PLATONIC, Lesson, beside, course_of
from engine import Move, Position
from render.scenes import Mark

FIELD = "move"


@dataclass(frozen=True)
class Here:
    """A lesson in a position, as somebody sees it."""

    words: Words
    lesson: Lesson
    position: Position
    theme: Theme

    def control(self, action: str) -> Control:
        """A control that knows both."""
        return Control(action, self.lesson.number, self.position.ply)


async def asking(
    here: Here, asked: Step, *, last: Move | None = None, before: str | None = None
) -> Reply:
    """What to do, and the next tap of it; `before` is said first, `last` was played last."""
    words, lesson = here.words, here.lesson
    scenery = Scenery(lesson.game, here.position, last, 0, _name(here), here.theme)
    letters = twin(words, scenery, asked)
    file = await picture(
        words,
        lesson.game,
        here.position,
        scenery.name,
        last=last,
        theme=here.theme,
        marks=marks(asked),
        faded=True,
        before=letters,
    )
    aim = Aim(lesson.number, here.position.ply, "learn-step", "learn-play", close="", asks=False)
    view = layout(
        _head(words, lesson),
        before,
        gallery(scenery.name, file.description or ""),
        f"**{question(words, lesson.game, asked)}**" + (f"\n-# {letters}" if letters else ""),
        *buttons(words, scenery, asked, aim),
        row(
            _back(here),
            Press(here.control("learn-hint"), words.say("Hint")),
            Press(here.control("learn-type"), words.say("Type a move")),
            _onward(here, words.say("Skip")),
        ),
    )
    return Reply(view=view, files=[file])


async def tried(
    here: Here, told: str, *, shown: Sequence[Mark] = (), move: Move | None = None
) -> Reply:
    """What came of a try, or a hint, on the board: by marks, or with the move drawn; and once more."""
    if move is not None and len(move.path) == 1:
        shown, move = [Mark(move.path[0], "choice")], None
    file = await _picture(here, told, marks=shown, routes=() if move is None else [move])
    again = here.words.say("Try again")
    return _told(
        here,
        told,
        file,
        Press(here.control("learn-step"), again, discord.ButtonStyle.primary),
        _onward(here, here.words.say("Skip")),
    )


async def done(here: Here, told: str, move: Move) -> Reply:
    """The board after the move that did it, and the way on."""
    told = f"✅ {told}"
    following = _onward(here, here.words.say("Next"), discord.ButtonStyle.primary)
    ways = [following] if following else _afterwards(here.words, here.lesson)
    file = await _picture(here, told, last=move)
    return _told(here, told, file, *ways, task=False)


def form(here: Here) -> ui.Modal:
    """Where a move is typed."""
    title = here.words.say("Type a move")
    shown = ui.Modal(title=title, custom_id=here.control("learn-typed").id("m"), timeout=900)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=FIELD, placeholder="II,3-IV,5", max_length=200
    )
    label = here.words.say("From where to where, like II,3-IV,5")
    shown.add_item(ui.Label(text=label, component=field))
    return shown


async def _picture(
    here: Here,
    told: str,
    *,
    last: Move | None = None,
    marks: Sequence[Mark] = (),
    routes: Sequence[Move] = (),
) -> discord.File:
    """The board under a sentence, which its alt text says as well."""
    return await picture(
        here.words,
        here.lesson.game,
        here.position,
        _name(here),
        last=last,
        theme=here.theme,
        marks=marks,
        routes=routes,
        before=told.replace("`", ""),
    )


def _told(
    here: Here, told: str, file: discord.File, *ways: Press | None, task: bool = True
) -> Reply:
    """A sentence over the board, and buttons that lead on; with the task if there is one still."""
    head = _head(here.words, here.lesson)
    if not task:
        head = head.partition("\n")[0]
    board = gallery(file.filename, file.description or "")
    view = layout(head, told, board, row(_back(here), *ways))
    return Reply(view=view, files=[file])


def _name(here: Here) -> str:
    """The name of the picture."""
    return f"lesson-{here.lesson.number}-{here.position.ply}.png"


def _head(words: Words, lesson: Lesson) -> str:
    """Which lesson it is, and what to do."""
    lessons = COURSES[course_of(lesson)]
    title = words.say(
        "{n} of {all}: {title}",
        n=lessons.index(lesson) + 1,
        all=len(lessons),
        title=words.say(lesson.title),
    )
    return f"### {title}\n{words.say(lesson.task)}"


def _back(here: Here) -> Press | None:
    """The way to the lesson before, if there is one."""
    before = beside(here.lesson, -1)
    if before is None:
        return None
    return Press(Control("learn-go", before.number), here.words.say("Back"))


def _onward(
    here: Here, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Press | None:
    """The way to the next lesson, if there is one."""
    after = beside(here.lesson, 1)
    return None if after is None else Press(Control("learn-go", after.number), label, style)


def _afterwards(words: Words, lesson: Lesson) -> list[Press]:
    """What one can do who is through: play, read the rules, or learn the other game."""
    key, other = lesson.game.key, PLATONIC[0]
    ways = [play_button(words, key), start_button(words), rules_button(words, key)]
    if lesson not in PLATONIC:
        ways.append(Press(Control("learn-go", other.number), words.say(other.game.name)))
    return ways
