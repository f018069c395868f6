"""Pages of a lesson: the task, the board, and the response to an attempt."""

from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

from bot.extension_api.boards import MovePanel, PanelTarget, Scenery, Step, board_image
from bot.extension_api.people import Theme
from bot.extension_api.texts import Translator
from bot.extension_api.views import (
    Button,
    ButtonStyle,
    ComponentId,
    Field,
    Reply,
    button_row,
    form,
    new_game_button,
    play_button,
    rules_button,
)
from bot.extensions.tutorial.lesson import Lesson
from bot.extensions.tutorial.lessons import COURSES, course_of, neighbour_of
from bot.extensions.tutorial.platonic_lessons import PLATONIC
from engine import Move, Position
from render.scenes import Marker


@dataclass(frozen=True)
class LessonView:
    """A lesson in its current position, as shown to one player."""

    words: Translator
    lesson: Lesson
    position: Position
    theme: Theme

    def control(self, action: str) -> ComponentId:
        """Return a component id that contains the lesson and the ply."""
        return ComponentId(action, self.lesson.number, self.position.ply)

    def scenery(self, last: Move | None = None) -> Scenery:
        """Return the board; `last` is the last move."""
        name = f"lesson-{self.lesson.number}-{self.position.ply}.png"
        return Scenery(self.lesson.game, self.position, name, last, theme=self.theme)


async def question_view(
    lesson_view: LessonView, next_step: Step, *, last: Move | None = None, before: str | None = None
) -> Reply:
    """Return the task with the next step of the move picker.

    `last` is the last move, and `before` is shown above the board.
    """
    words, lesson = lesson_view.words, lesson_view.lesson
    scenery = lesson_view.scenery(last)
    aim = PanelTarget(
        lesson.number,
        lesson_view.position.ply,
        "learn-step",
        "learn-play",
        close="",
        confirms=False,
    )
    panel = MovePanel(words, scenery, next_step, aim)
    letters = panel.letters()
    return Reply.of(
        _head(words, lesson),
        before,
        await board_image(words, scenery, marks=next_step.marks, faded=True, before=letters),
        [f"**{panel.question()}**", letters and f"-# {letters}"],
        *panel.buttons(),
        button_row(
            _previous_button(lesson_view),
            Button(lesson_view.control("learn-hint"), words.translate("Hint")),
            Button(lesson_view.control("learn-type"), words.translate("Type a move")),
            _next_button(lesson_view, words.translate("Skip")),
        ),
    )


async def result_view(
    lesson_view: LessonView, text: str, *, markers: Sequence[Marker] = (), move: Move | None = None
) -> Reply:
    """Return the response to an attempt or a hint, drawn on the board."""
    if move is not None and len(move.path) == 1:
        markers, move = [Marker(move.path[0], "choice")], None
    routes = () if move is None else [move]
    return Reply.of(
        _head(lesson_view.words, lesson_view.lesson),
        text,
        await board_image(
            lesson_view.words,
            lesson_view.scenery(),
            marks=markers,
            routes=routes,
            before=_plain(text),
        ),
        button_row(
            _previous_button(lesson_view),
            Button(
                lesson_view.control("learn-step"),
                lesson_view.words.translate("Try again"),
                "primary",
            ),
            _next_button(lesson_view, lesson_view.words.translate("Skip")),
        ),
    )


async def success_view(lesson_view: LessonView, text: str, move: Move) -> Reply:
    """Return the board after the move that solved the task, with buttons to continue."""
    text = f"✅ {text}"
    following = _next_button(lesson_view, lesson_view.words.translate("Next"), "primary")
    ways = [following] if following else _afterwards(lesson_view.words, lesson_view.lesson)
    return Reply.of(
        _head(lesson_view.words, lesson_view.lesson).partition("\n")[0],
        text,
        await board_image(lesson_view.words, lesson_view.scenery(move), before=_plain(text)),
        button_row(_previous_button(lesson_view), *ways),
    )


def move_form(lesson_view: LessonView) -> ui.Modal:
    """Return the form for typing a move."""
    return form(
        lesson_view.control("learn-typed"),
        lesson_view.words.translate("Type a move"),
        Field(
            "move",
            lesson_view.words.translate("From and to, e.g. II,3-IV,5"),
            ui.TextInput(placeholder="II,3-IV,5", max_length=200),
        ),
    )


def _plain(text: str) -> str:
    """Return a sentence without backquotes, for use as alt text."""
    return text.replace("`", "")


def _head(t: Translator, lesson: Lesson) -> str:
    """Return the title and task of a lesson."""
    lessons = COURSES[course_of(lesson)]
    title = t.translate(
        "{n} of {all}: {title}",
        n=lessons.index(lesson) + 1,
        all=len(lessons),
        title=t.translate(lesson.title),
    )
    return f"### {title}\n{t.translate(lesson.task)}"


def _previous_button(lesson_view: LessonView) -> Button | None:
    """Return the button to the previous lesson, or None."""
    before = neighbour_of(lesson_view.lesson, -1)
    if before is None:
        return None
    return Button(ComponentId("learn-go", before.number), lesson_view.words.translate("Back"))


def _next_button(
    lesson_view: LessonView, label: str, style: ButtonStyle = "secondary"
) -> Button | None:
    """Return the button to the next lesson, or None."""
    after = neighbour_of(lesson_view.lesson, 1)
    return None if after is None else Button(ComponentId("learn-go", after.number), label, style)


def _afterwards(t: Translator, lesson: Lesson) -> list[Button]:
    """Return the buttons after the last lesson: play, rules, or another game."""
    key, other = lesson.game.key, PLATONIC[0]
    ways = [play_button(t, key), new_game_button(t), rules_button(t, key)]
    if lesson not in PLATONIC:
        ways.append(Button(ComponentId("learn-go", other.number), t.translate(other.game.name)))
    return ways
