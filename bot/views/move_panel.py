"""Move panel: an ephemeral message that is edited from step to step.

Letters in the image are repeated in words below it.
"""

from typing import Any, NamedTuple

from discord import ui

from bot.i18n.escaping import code
from bot.i18n.translator import Words
from bot.texts.piece_names import KINDS
from bot.views.board_image import Scenery, picture
from bot.views.components import Control, Part, Press, Style, in_rows, layout
from bot.views.move_steps import Choice, Step, token
from bot.views.reply import Reply
from engine import Move, Variant
from engine.analysis import jumps_of
from engine.board import OFF
from engine.position import kind_of
from render.scenes import Mark

FOLLOWED = 6
"""Maximum number of routes drawn in one image."""


class Aim(NamedTuple):
    """Targets of the panel's buttons."""

    subject: int
    """Id of the match, or of the puzzle."""
    ply: int
    step: str = "step"
    """Action of the buttons that lead to another step; empty if there is none."""
    play: str = "play"
    """Action of the buttons that play a move."""
    close: str = "close"
    """Action of the Cancel button; empty if there is none."""
    queue: str = ""
    """Action of the button that opens the drop queue; empty if there is none."""
    asks: bool = True
    """Whether a move is confirmed before it is played."""


async def panel(
    said: Words, scenery: Scenery, step: Step, aim: Aim, *, before: str | None = None
) -> Reply:
    """Build the reply for a step, with its image; the text `before` comes first."""
    file = await picture(
        said,
        scenery,
        marks=marks(step),
        routes=routes(step),
        faded=True,
        before=twin(said, scenery, step) or question(said, scenery.game, step).replace("`", ""),
    )
    view = message(said, scenery, step, aim, file, before=before)
    return Reply(view=view, files=[file])


def message(
    said: Words, scenery: Scenery, step: Step, aim: Aim, board: Part, *, before: str | None = None
) -> ui.LayoutView:
    """Build the message around the image: question, letters in words, buttons."""
    # In the confirmation step the buttons show the letters' meaning.
    letters = twin(said, scenery, step)
    return layout(
        before,
        f"**{question(said, scenery.game, step)}**",
        board,
        f"-# {letters}" if letters and step.stage != "look" else None,
        *buttons(said, scenery, step, aim),
    )


def routes(step: Step) -> list[Move]:
    """Return the moves to draw as routes, unless there are too many to tell apart."""
    ways = [move for move in step.moves if len(move.path) > 1]
    return ways if step.stage == "look" and len(ways) <= FOLLOWED else []


def question(said: Words, game: Variant, step: Step) -> str:
    """Return the question of a step."""
    if step.stage == "men":
        drops = any(len(move.path) == 1 for move in step.moves)
        return said.say("Which piece?") if drops else said.say("Which man?")
    if step.stage == "squares":
        if step.man is None:
            return said.say("Where?")
        return said.say("{square}: where to?", square=game.board.names[step.man])
    if len(step.moves) > 1:
        return said.say("Which of these?")
    move = code(game.format(step.moves[0]))
    jumps = jumps_of(game, step.moves[0])
    if not jumps:
        return said.say("Play {move}?", move=move)
    return said.say_n("Play {move}? {n} jump", "Play {move}? {n} jumps", jumps, move=move)


def marks(step: Step) -> list[Mark]:
    """Return the marks drawn on the squares of a step."""
    found = [
        Mark(cell, "choice" if choice.letter else "target", choice.letter)
        for choice in step.choices
        for cell in choice.cells
        if choice.letter or len(choice.moves[0].path) == 1
    ]
    lettered = {mark.cell for mark in found}
    origin = [] if step.man is None or step.man in lettered else [Mark(step.man, "origin")]
    return found + origin if len(step.moves) > 1 else found


def twin(said: Words, scenery: Scenery, step: Step) -> str:
    """Return the letters with their squares: "A II,3 · B III,4"; "" without letters."""
    told = [
        f"{choice.letter}\u00a0{_stands_for(said, scenery, step, choice)}"
        for choice in step.choices
        if choice.letter
    ]
    return " · ".join(told)


def _stands_for(said: Words, scenery: Scenery, step: Step, choice: Choice) -> str:
    """Return what a letter stands for: its squares, or a whole move."""
    game, names = scenery.game, scenery.game.board.names
    if step.stage == "look":
        return _named(said, game, choice.moves[0], step)
    squares = ", ".join(names[cell] for cell in choice.cells)
    if step.stage == "men" and len(game.kinds) > 1:
        kind = game.kinds[kind_of(scenery.position.cells[choice.cells[0]])]
        return f"{said.say(KINDS[kind.name])} {squares}"
    return squares


def _named(said: Words, game: Variant, move: Move, step: Step) -> str:
    """Return a move as short as it is unambiguous: by its end, or in full."""
    ends = [other.path[-1:] for other in step.moves]
    men = {other.path[:1] for other in step.moves if len(other.path) > 1}
    if not move.path:
        return said.say("pass")
    if len(move.path) < 2 or len(men) > 1 or ends.count(move.path[-1:]) > 1:
        return game.format(move)
    return said.say("off the board") if move.path[-1] == OFF else game.board.names[move.path[-1]]


def buttons(said: Words, scenery: Scenery, step: Step, aim: Aim) -> list[ui.ActionRow[Any]]:
    """Build a button for each letter, then the navigation buttons, in rows of five."""
    found: list[Press] = []

    def add(label: str, action: str, key: str = "", style: Style = "secondary") -> None:
        found.append(Press(Control(action, aim.subject, aim.ply, key), label, style))

    for choice in step.choices:
        label = choice.letter or _unlettered(said, scenery, choice)
        if step.stage == "look":
            named = f"{choice.letter} · {_named(said, scenery.game, choice.moves[0], step)}"
            label = said.say("Play {move}", move=named) if choice.letter else said.say("Play")
            add(label, aim.play, choice.key, "success")
        elif step.stage == "squares" and not aim.asks and len(choice.moves) == 1:
            add(label, aim.play, token(scenery.game, choice.moves[0]), "primary")
        else:
            add(label, aim.step, choice.key, "primary")
    dropped = len(step.moves[0].path) == 1
    if step.back:
        add(said.say("Different square"), aim.step, step.back)
    elif step.back is not None:
        add(said.say("Different piece") if dropped else said.say("Different man"), aim.step)
    if step.stage != "look" and aim.queue and dropped and sum(_held(scenery)) > 1:
        add(said.say("Several at once"), aim.queue)
    if step.stage == "look" and aim.close:
        add(said.say("Cancel"), aim.close)
    return in_rows(found)


def _unlettered(said: Words, scenery: Scenery, choice: Choice) -> str:
    """Label a choice that is on no square: a piece in hand, a pass, or an exit."""
    game, move = scenery.game, choice.moves[0]
    if not move.path:
        return said.say("Pass")
    if len(move.path) > 1:
        return said.say("Off the board")
    left = _held(scenery)[move.kind]
    return f"{said.say(KINDS[game.kinds[move.kind].name])} ({left})"


def _held(scenery: Scenery) -> tuple[int, ...]:
    """Return how many pieces of each kind the seat to move still has to drop."""
    return scenery.game.held(scenery.position, scenery.position.turn)
