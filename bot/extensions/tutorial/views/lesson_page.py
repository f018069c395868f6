"""Pages of a lesson: the task, the board, and the response to an attempt."""

from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

from bot.extensions.tutorial.lessons import COURSES, PLATONIC, Lesson, beside, course_of
from bot.i18n.translator import Words
from bot.store.models import Theme
from bot.views.board_image import Scenery, picture
from bot.views.components import Control, Press, Style, form_of, row
from bot.views.computer_game_panel import play_button
from bot.views.move_panel import Aim, buttons, marks, question, twin
from bot.views.move_steps import Step
from bot.views.reply import Reply
from bot.views.rule_cards import rules_button
from bot.views.start_game_panel import start_button
from engine import Move, Position
from render.scenes import Mark


@dataclass(frozen=True)
class Here:
    """A lesson in a position, as one player sees it."""

    words: Words
    lesson: Lesson
    position: Position
    theme: Theme

    def control(self, action: str) -> Control:
        """Return a component id with the lesson and the ply."""
        return Control(action, self.lesson.number, self.position.ply)

    def scenery(self, last: Move | None = None) -> Scenery:
        """Return the board; `last` is the last move."""
        name = f"lesson-{self.lesson.number}-{self.position.ply}.png"
        return Scenery(self.lesson.game, self.position, name, last, theme=self.theme)


async def asking(
    here: Here, asked: Step, *, last: Move | None = None, before: str | None = None
) -> Reply:
    """Return the task with the next step of the move picker.

    `last`: the last move. `before`: a text above the board.
    """
    words, lesson = here.words, here.lesson
    scenery = here.scenery(last)
    letters = twin(words, scenery, asked)
    aim = Aim(lesson.number, here.position.ply, "learn-step", "learn-play", close="", asks=False)
    return Reply.of(
        _head(words, lesson),
        before,
        await picture(words, scenery, marks=marks(asked), faded=True, before=letters),
        [f"**{question(words, lesson.game, asked)}**", letters and f"-# {letters}"],
        *buttons(words, scenery, asked, aim),
        row(
            _back(here),
            Press(here.control("learn-hint"), words.say("Hint")),
            Press(here.control("learn-type"), words.say("Type a move")),
            _onward(here, words.say("Skip")),
        ),
    )


async def tried(
    here: Here, told: str, *, shown: Sequence[Mark] = (), move: Move | None = None
) -> Reply:
    """Return the response to an attempt or a hint, drawn on the board."""
    if move is not None and len(move.path) == 1:
        shown, move = [Mark(move.path[0], "choice")], None
    routes = () if move is None else [move]
    return Reply.of(
        _head(here.words, here.lesson),
        told,
        await picture(here.words, here.scenery(), marks=shown, routes=routes, before=_plain(told)),
        row(
            _back(here),
            Press(here.control("learn-step"), here.words.say("Try again"), "primary"),
            _onward(here, here.words.say("Skip")),
        ),
    )


async def done(here: Here, told: str, move: Move) -> Reply:
    """Return the board after the move that solved the task, with buttons to continue."""
    told = f"✅ {told}"
    following = _onward(here, here.words.say("Next"), "primary")
    ways = [following] if following else _afterwards(here.words, here.lesson)
    return Reply.of(
        _head(here.words, here.lesson).partition("\n")[0],
        told,
        await picture(here.words, here.scenery(move), before=_plain(told)),
        row(_back(here), *ways),
    )


def form(here: Here) -> ui.Modal:
    """Return the form for typing a move."""
    return form_of(
        here.control("learn-typed"),
        here.words.say("Type a move"),
        here.words.say("From and to, e.g. II,3-IV,5"),
        ui.TextInput(custom_id="move", placeholder="II,3-IV,5", max_length=200),
    )


def _plain(told: str) -> str:
    """Return a sentence for an alt text, without backquotes."""
    return told.replace("`", "")


def _head(words: Words, lesson: Lesson) -> str:
    """Return title and task of a lesson."""
    lessons = COURSES[course_of(lesson)]
    title = words.say(
        "{n} of {all}: {title}",
        n=lessons.index(lesson) + 1,
        all=len(lessons),
        title=words.say(lesson.title),
    )
    return f"### {title}\n{words.say(lesson.task)}"


def _back(here: Here) -> Press | None:
    """Return the button to the previous lesson, if there is one."""
    before = beside(here.lesson, -1)
    if before is None:
        return None
    return Press(Control("learn-go", before.number), here.words.say("Back"))


def _onward(here: Here, label: str, style: Style = "secondary") -> Press | None:
    """Return the button to the next lesson, if there is one."""
    after = beside(here.lesson, 1)
    return None if after is None else Press(Control("learn-go", after.number), label, style)


def _afterwards(words: Words, lesson: Lesson) -> list[Press]:
    """Return the buttons after the last lesson: play, rules, or another game."""
    key, other = lesson.game.key, PLATONIC[0]
    ways = [play_button(words, key), start_button(words), rules_button(words, key)]
    if lesson not in PLATONIC:
        ways.append(Press(Control("learn-go", other.number), words.say(other.game.name)))
    return ways
