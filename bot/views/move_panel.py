"""Move panel: an ephemeral message that is edited at each step.

The buttons come last. Discord keeps the end of the newest message in place when it is edited, so
the last row of buttons stays where it is, however high the rest is. The image shows what the
letters stand for, and its alt text says it.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from discord import ui

from bot.i18n.escaping import code
from bot.i18n.translator import Translator
from bot.texts.game_names import KINDS
from bot.views.board_image import Scenery, board_image
from bot.views.board_part import WHOLE, StepView
from bot.views.components import (
    Button,
    ButtonStyle,
    ComponentId,
    LayoutPart,
    in_rows,
    layout,
)
from bot.views.move_steps import Choice, Step, move_token
from bot.views.reply import Reply
from engine import Move, Variant
from engine.board import OFF
from engine.jumps import jumps_of
from engine.position import kind_of
from render.crop import HALF

LONG_MOVE = 17
"""Length above which the question shows only the first and the last square of a move."""
SEPARATOR = " · "
"""Text between the letters in an alt text."""


class PanelTarget(NamedTuple):
    """The targets of the panel's buttons."""

    subject: int
    """Id of the match or puzzle."""
    ply: int
    step: str = "step"
    """Action of the buttons that lead to another step; empty if there are none."""
    play: str = "play"
    """Action of the buttons that play a move."""
    close: str = "close"
    """Action of the Cancel button; empty if there is none."""
    confirms: bool = True
    """Whether a move is confirmed before it is played."""
    undo: str = ""
    """Action of the button that undoes the last move; empty if there is none.

    The button appears in the first step.
    """
    view: StepView = StepView()
    """The part of the board that the image shows."""
    prefix: str = ""
    """Text before the keys of all steps, e.g. the moves chosen earlier."""
    token: Callable[[Variant, Move], str] = move_token
    """Function that returns the text after the action `play`: by default a token of the move."""
    asks: bool = True
    """Whether the buttons of whole moves say "Play"."""


class MovePanel(NamedTuple):
    """A step of a move, shown with a board."""

    t: Translator
    scenery: Scenery
    step: Step
    aim: PanelTarget

    async def reply(
        self,
        *,
        before: str | None = None,
        whose: str = "",
        after: str | None = None,
        more: Sequence[Button] = (),
    ) -> Reply:
        """Build the reply with the image of the board.

        The texts `before` and `after` enclose the image, and `whose` says whose men are to be
        moved. The buttons in `more` follow the others.
        """
        file = await board_image(
            self.t,
            self.scenery,
            marks=self.step.marks,
            routes=self.step.routes,
            faded=True,
            before=self.letters() or self.question().replace("`", ""),
            around=self.aim.view.around,
            least=HALF,
        )
        view = self.message(file, before=before, whose=whose, after=after, more=more)
        return Reply(view=view, files=[file])

    def message(
        self,
        board: LayoutPart,
        *,
        before: str | None = None,
        whose: str = "",
        after: str | None = None,
        more: Sequence[Button] = (),
    ) -> ui.LayoutView:
        """Build the message: text, image, question and buttons."""
        return layout(
            before,
            board,
            [after and f"-# {after}", f"{whose} **{self.question(is_brief=True)}**".lstrip()],
            *self.buttons(more),
        )

    def letters(self) -> str:
        """Return the letters with their squares: "A II,3 · B III,4"; "" without letters."""
        return SEPARATOR.join(_letters(self.t, self.scenery, self.step))

    def question(self, *, is_brief: bool = False) -> str:
        """Return the question of a step.

        With `is_brief`, a long move is shortened to its first and last square.
        """
        t, game, step = self.t, self.scenery.game, self.step
        if step.stage == "men":
            drops = any(len(move.path) == 1 for move in step.moves)
            return t.translate("Which piece?") if drops else t.translate("Which man?")
        if step.stage == "squares":
            if step.man is None:
                return t.translate("Where?")
            return t.translate("{square}: where to?", square=game.board.names[step.man])
        if len(step.moves) > 1:
            return t.translate("Which of these?")
        text = game.format(step.moves[0])
        if is_brief and len(text) > LONG_MOVE and len(step.moves[0].path) > 2:
            text = _ends(game, step.moves[0])
        move = code(text)
        jumps = jumps_of(game, step.moves[0])
        if not jumps:
            return t.translate("Play {move}?", move=move)
        return t.translate_plural(
            "Play {move}? {n} jump", "Play {move}? {n} jumps", jumps, move=move
        )

    def buttons(self, more: Sequence[Button] = ()) -> list[ui.ActionRow[Any]]:
        """Build a button for each letter, then the navigation buttons, in rows of five."""
        t, scenery, step, aim = self.t, self.scenery, self.step, self.aim
        components: list[Button] = []

        def add(label: str, action: str, key: str = "", style: ButtonStyle = "secondary") -> None:
            key = aim.prefix + key if action == aim.step else key
            components.append(Button(ComponentId(action, aim.subject, aim.ply, key), label, style))

        def add_move(label: str, move: Move, style: ButtonStyle) -> None:
            key = aim.token(scenery.game, move)
            components.append(
                Button(ComponentId(aim.play, aim.subject, aim.ply, key), label, style)
            )

        for choice in step.choices:
            label = choice.letter or _unlettered(t, scenery, choice)
            if step.stage == "look":
                named = f"{choice.letter} · {_named(t, scenery.game, choice.moves[0], step)}"
                if aim.asks:
                    named = (
                        t.translate("Play {move}", move=named)
                        if choice.letter
                        else t.translate("Play")
                    )
                add_move(named, choice.moves[0], "success" if aim.asks else "primary")
            elif step.stage == "squares" and not aim.confirms and len(choice.moves) == 1:
                add_move(label, choice.moves[0], "primary")
            else:
                add(label, aim.step, choice.key + aim.view.suffix, "primary")
        dropped = len(step.moves[0].path) == 1
        if step.back:
            add(t.translate("Different square"), aim.step, step.back + aim.view.suffix)
        elif step.back is not None:
            label = t.translate("Different piece") if dropped else t.translate("Different man")
            add(label, aim.step, aim.view.suffix)
        if step.stage == "look" and aim.close:
            add(t.translate("Cancel"), aim.close)
        if step.back is None and aim.undo:
            add(t.translate("Undo"), aim.undo)
        if aim.view.part and aim.view.is_whole:
            add(t.translate("Zoom in"), aim.step, aim.view.key)
        elif aim.view.part:
            add(t.translate("Whole board"), aim.step, aim.view.key + WHOLE)
        return in_rows([*components, *more])


def _ends(game: Variant, move: Move) -> str:
    """Return the first and the last square of a move, with an ellipsis between them."""
    names = game.board.names
    first, last = move.path[0], move.path[-1]
    return f"{names[first]}-…-{'off' if last == OFF else names[last]}"


def _letters(t: Translator, scenery: Scenery, step: Step) -> list[str]:
    """Return each letter with its squares."""
    return [
        f"{choice.letter}\u00a0{_stands_for(t, scenery, step, choice)}"
        for choice in step.choices
        if choice.letter
    ]


def _stands_for(t: Translator, scenery: Scenery, step: Step, choice: Choice) -> str:
    """Return the meaning of a letter: its squares, or a whole move."""
    game, names = scenery.game, scenery.game.board.names
    if step.stage == "look":
        return _named(t, game, choice.moves[0], step)
    squares = ", ".join(names[cell] for cell in choice.cells)
    if step.stage == "men" and len(game.kinds) > 1:
        kind = game.kinds[kind_of(scenery.position.cells[choice.cells[0]])]
        return f"{t.translate(KINDS[kind.name])} {squares}"
    return squares


def _named(t: Translator, game: Variant, move: Move, step: Step) -> str:
    """Return the shortest unambiguous text for a move: its last square or all of it."""
    ends = [other.path[-1:] for other in step.moves]
    men = {other.path[:1] for other in step.moves if len(other.path) > 1}
    if not move.path:
        return t.translate("pass")
    if len(move.path) < 2 or len(men) > 1 or ends.count(move.path[-1:]) > 1:
        return game.format(move)
    return t.translate("off the board") if move.path[-1] == OFF else game.board.names[move.path[-1]]


def _unlettered(t: Translator, scenery: Scenery, choice: Choice) -> str:
    """Return the label of a choice without a square: a drop, a pass or an exit."""
    game, move = scenery.game, choice.moves[0]
    if not move.path:
        return t.translate("Pass")
    if len(move.path) > 1:
        return t.translate("Off the board")
    left = _pieces_in_hand(scenery)[move.kind]
    return f"{t.translate(KINDS[game.kinds[move.kind].name])} ({left})"


def _pieces_in_hand(scenery: Scenery) -> tuple[int, ...]:
    """Return the number of pieces in hand for the seat to move, by kind."""
    return scenery.game.in_hand(scenery.position, scenery.position.turn)
