"""Move panel: an ephemeral message that is edited from step to step.

The text below the image explains its letters.
"""

from typing import Any, NamedTuple

from discord import ui

from bot.i18n.escaping import code
from bot.i18n.translator import Translator
from bot.texts.piece_names import KINDS
from bot.views.board_image import Scenery, board_image
from bot.views.components import Button, ButtonStyle, ComponentId, LayoutPart, in_rows, layout
from bot.views.move_steps import Choice, Step, move_token
from bot.views.reply import Reply
from engine import Move, Variant
from engine.analysis import jumps_of
from engine.board import OFF
from engine.position import kind_of
from render.scenes import Marker

FOLLOWED = 6
"""Maximum number of routes drawn in one image."""


class PanelTarget(NamedTuple):
    """Targets of the panel's buttons."""

    subject: int
    """Id of the match or puzzle."""
    ply: int
    step: str = "step"
    """Action of the buttons that lead to another step; empty if there is none."""
    play: str = "play"
    """Action of the buttons that play a move."""
    close: str = "close"
    """Action of the Cancel button; empty if there is none."""
    queue: str = ""
    """Action of the button that opens the drop queue; empty if there is none."""
    confirms: bool = True
    """Whether a move is confirmed before it is played."""
    undo: str = ""
    """Action of the button that undoes the last move, in the first step; empty if there is none."""


async def panel(
    t: Translator,
    scenery: Scenery,
    step: Step,
    aim: PanelTarget,
    *,
    before: str | None = None,
    whose: str = "",
) -> Reply:
    """Build the reply for a step with its image, preceded by the text `before`.

    `whose` is a sentence that says whose men are to be moved.
    """
    file = await board_image(
        t,
        scenery,
        marks=marks(step),
        routes=routes(step),
        faded=True,
        before=letters_text(t, scenery, step)
        or question_text(t, scenery.game, step).replace("`", ""),
    )
    view = message(t, scenery, step, aim, file, before=before, whose=whose)
    return Reply(view=view, files=[file])


def message(
    t: Translator,
    scenery: Scenery,
    step: Step,
    aim: PanelTarget,
    board: LayoutPart,
    *,
    before: str | None = None,
    whose: str = "",
) -> ui.LayoutView:
    """Build the message: the question, the image, the meaning of its letters, buttons."""
    # In the confirmation step the button labels already explain the letters.
    letters = letters_text(t, scenery, step)
    return layout(
        before,
        f"{whose} **{question_text(t, scenery.game, step)}**".lstrip(),
        board,
        f"-# {letters}" if letters and step.stage != "look" else None,
        *buttons(t, scenery, step, aim),
    )


def routes(step: Step) -> list[Move]:
    """Return the moves to draw as routes, unless there are too many to tell apart."""
    ways = [move for move in step.moves if len(move.path) > 1]
    return ways if step.stage == "look" and len(ways) <= FOLLOWED else []


def question_text(t: Translator, game: Variant, step: Step) -> str:
    """Return the question to ask at a step."""
    if step.stage == "men":
        drops = any(len(move.path) == 1 for move in step.moves)
        return t.translate("Which piece?") if drops else t.translate("Which man?")
    if step.stage == "squares":
        if step.man is None:
            return t.translate("Where?")
        return t.translate("{square}: where to?", square=game.board.names[step.man])
    if len(step.moves) > 1:
        return t.translate("Which of these?")
    move = code(game.format(step.moves[0]))
    jumps = jumps_of(game, step.moves[0])
    if not jumps:
        return t.translate("Play {move}?", move=move)
    return t.translate_plural("Play {move}? {n} jump", "Play {move}? {n} jumps", jumps, move=move)


def marks(step: Step) -> list[Marker]:
    """Return the marks drawn on the squares of a step."""
    markers = [
        Marker(cell, "choice" if choice.letter else "target", choice.letter)
        for choice in step.choices
        for cell in choice.cells
        if choice.letter or len(choice.moves[0].path) == 1
    ]
    lettered = {mark.cell for mark in markers}
    origin = [] if step.man is None or step.man in lettered else [Marker(step.man, "origin")]
    return markers + origin if len(step.moves) > 1 else markers


def letters_text(t: Translator, scenery: Scenery, step: Step) -> str:
    """Return the letters with their squares: "A II,3 · B III,4"; "" without letters."""
    parts = [
        f"{choice.letter}\u00a0{_stands_for(t, scenery, step, choice)}"
        for choice in step.choices
        if choice.letter
    ]
    return " · ".join(parts)


def _stands_for(t: Translator, scenery: Scenery, step: Step, choice: Choice) -> str:
    """Return what a letter stands for: its squares, or a whole move."""
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


def buttons(
    t: Translator, scenery: Scenery, step: Step, aim: PanelTarget
) -> list[ui.ActionRow[Any]]:
    """Build a button for each letter, then the navigation buttons, in rows of five."""
    components: list[Button] = []

    def add(label: str, action: str, key: str = "", style: ButtonStyle = "secondary") -> None:
        components.append(Button(ComponentId(action, aim.subject, aim.ply, key), label, style))

    for choice in step.choices:
        label = choice.letter or _unlettered(t, scenery, choice)
        if step.stage == "look":
            named = f"{choice.letter} · {_named(t, scenery.game, choice.moves[0], step)}"
            label = t.translate("Play {move}", move=named) if choice.letter else t.translate("Play")
            add(label, aim.play, choice.key, "success")
        elif step.stage == "squares" and not aim.confirms and len(choice.moves) == 1:
            add(label, aim.play, move_token(scenery.game, choice.moves[0]), "primary")
        else:
            add(label, aim.step, choice.key, "primary")
    dropped = len(step.moves[0].path) == 1
    if step.back:
        add(t.translate("Different square"), aim.step, step.back)
    elif step.back is not None:
        add(t.translate("Different piece") if dropped else t.translate("Different man"), aim.step)
    if step.stage != "look" and aim.queue and dropped and sum(_pieces_in_hand(scenery)) > 1:
        add(t.translate("Several at once"), aim.queue)
    if step.stage == "look" and aim.close:
        add(t.translate("Cancel"), aim.close)
    if step.back is None and aim.undo:
        add(t.translate("Undo"), aim.undo)
    return in_rows(components)


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
