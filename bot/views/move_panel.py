"""The panel in which a move is tapped: one private message that asks, shows the board, and is changed
in place from step to step. What the picture shows by letters stands under it in words."""

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
"""So many routes can be told apart in one picture."""


class Aim(NamedTuple):
    """What the buttons of a panel are about."""

    subject: int
    """The match, or the solitaire."""
    ply: int
    step: str = "step"
    """The action of the buttons that lead to a step; empty where there is no other."""
    play: str = "play"
    """The action of those that play."""
    close: str = "close"
    """The action of the one that plays nothing; empty where there is none."""
    queue: str = ""
    """The action of the one that drops several pieces; likewise."""
    asks: bool = True
    """Whether a move is looked at before it is played."""


async def panel(
    said: Words, scenery: Scenery, step: Step, aim: Aim, *, before: str | None = None
) -> Reply:
    """The message of a step, with its picture; `before` is said first."""
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
    """What stands round the picture: the question, the letters in words, and the buttons."""
    letters = twin(said, scenery, step)  # at a last look the buttons say it
    return layout(
        before,
        f"**{question(said, scenery.game, step)}**",
        board,
        f"-# {letters}" if letters and step.stage != "look" else None,
        *buttons(said, scenery, step, aim),
    )


def routes(step: Step) -> list[Move]:
    """The moves that are looked at, if they have ways to draw and are not too many to follow."""
    ways = [move for move in step.moves if len(move.path) > 1]
    return ways if step.stage == "look" and len(ways) <= FOLLOWED else []


def question(said: Words, game: Variant, step: Step) -> str:
    """What is asked."""
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
    """What is drawn over the squares of a step."""
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
    """The letters with what they stand for: "A II,3 · B III,4"; nothing where there are no letters."""
    told = [
        f"{choice.letter}\u00a0{_stands_for(said, scenery, step, choice)}"
        for choice in step.choices
        if choice.letter
    ]
    return " · ".join(told)


def _stands_for(said: Words, scenery: Scenery, step: Step, choice: Choice) -> str:
    """The squares of a letter, with the kind of the man where there are several; or the whole move."""
    game, names = scenery.game, scenery.game.board.names
    if step.stage == "look":
        return _named(said, game, choice.moves[0], step)
    squares = ", ".join(names[cell] for cell in choice.cells)
    if step.stage == "men" and len(game.kinds) > 1:
        kind = game.kinds[kind_of(scenery.position.cells[choice.cells[0]])]
        return f"{said.say(KINDS[kind.name])} {squares}"
    return squares


def _named(said: Words, game: Variant, move: Move, step: Step) -> str:
    """A move among others at a last look: by its end, or in full where others end there too."""
    ends = [other.path[-1:] for other in step.moves]
    men = {other.path[:1] for other in step.moves if len(other.path) > 1}
    if not move.path:
        return said.say("pass")
    if len(move.path) < 2 or len(men) > 1 or ends.count(move.path[-1:]) > 1:
        return game.format(move)
    return said.say("off the board") if move.path[-1] == OFF else game.board.names[move.path[-1]]


def buttons(said: Words, scenery: Scenery, step: Step, aim: Aim) -> list[ui.ActionRow[Any]]:
    """A button for each letter, then those that lead back, in rows of five."""
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
        add(said.say("Other square"), aim.step, step.back)
    elif step.back is not None:
        add(said.say("Other piece") if dropped else said.say("Other man"), aim.step)
    if step.stage != "look" and aim.queue and dropped and sum(_held(scenery)) > 1:
        add(said.say("Several at once"), aim.queue)
    if step.stage == "look" and aim.close:
        add(said.say("Cancel"), aim.close)
    return in_rows(found)


def _unlettered(said: Words, scenery: Scenery, choice: Choice) -> str:
    """The label of what stands on no square: a piece in hand, passing, or leaving the board."""
    game, move = scenery.game, choice.moves[0]
    if not move.path:
        return said.say("Pass")
    if len(move.path) > 1:
        return said.say("Off the board")
    left = _held(scenery)[move.kind]
    return f"{said.say(KINDS[game.kinds[move.kind].name])} ({left})"


def _held(scenery: Scenery) -> tuple[int, ...]:
    """How many pieces of each kind the seat to move has still to drop."""
    return scenery.game.held(scenery.position, scenery.position.turn)
