"""Pages of a puzzle game: board, progress, result, key."""

import io
from collections.abc import Mapping
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.i18n.escaping import code
from bot.i18n.translator import Words, mark
from bot.store.models import Solitaire, Theme
from bot.views.board_image import Scenery
from bot.views.components import Control, Press, Style, gallery, layout, row, rows
from bot.views.move_panel import Aim, buttons, question, twin
from bot.views.move_steps import Step
from bot.views.player_labels import mention
from bot.views.reply import Reply
from engine import puzzles

TASKS: Mapping[str, str] = {
    "first": mark("Sixteen men are in the yard already. Bring in the last three, in three moves."),
    "bring-out": mark(
        "Get the nineteen men out of the yard in nineteen moves, into a figure that is "
        "symmetrical about the diagonal from I,1 to XVI,16. Diagram {letter} shows one; "
        "any other will do."
    ),
    "yard": mark(
        "Get the nineteen men of the figure in diagram {letter} into the yard in nineteen moves."
    ),
    "61-jumps": mark(
        "A man stands on I,1. Place the other 37 so that it can go to XV,15 in one turn, "
        "but must make 61 jumps to do so."
    ),
    "figure": mark("Bring the nineteen men out of the yard into the outline, each in one turn."),
    "packing": mark(
        "Pack the nineteen men, spread at random, into the yard in the near left corner in "
        "as few moves as you can."
    ),
}
"""Task of each kind of puzzle, as in the engine's `Problem.task`."""

NAMES: Mapping[str, str] = {
    "first": mark("Three men to go"),
    "bring-out": mark("Bring out {letter}"),
    "yard": mark("Yard {letter}"),
    "61-jumps": mark("61 jumps"),
    "packing": mark("Packing {letter}"),
    "figure": mark("Figure {letter}"),
}

FAULTS: Mapping[str, str] = {
    "corner": mark("No man stands on I,1."),
    "target": mark("XV,15 must be empty."),
    "men": mark("There must be 38 men, the first one included."),
    "no-way": mark("No chain of jumps leads from I,1 to XV,15."),
    "jumps": mark("The shortest route has {jumps} jumps, not 61."),
}
"""By `engine.puzzles.FAULTS`: what is wrong with a placement for the 61 jumps."""


def kind(problem: puzzles.Problem) -> str:
    """Return the kind of a puzzle, a key of `TASKS`."""
    return next(name for name in TASKS if problem.key.startswith(name))


def _letter(problem: puzzles.Problem) -> str:
    kind, _, rest = problem.key.partition("-")
    size, _, seed = rest.rpartition("-")
    if kind == "packing" and size != "16":
        return f"{seed} ({size}×{size})"
    return problem.letter or seed


def name(words: Words, problem: puzzles.Problem) -> str:
    """Return the title of a puzzle."""
    return words.say(NAMES[kind(problem)], letter=_letter(problem))


def task(words: Words, problem: puzzles.Problem) -> str:
    """Return the task of a puzzle."""
    return words.say(TASKS[kind(problem)], letter=_letter(problem))


def tapping(
    words: Words, here: Solitaire, game: puzzles.Game, asked: Step | None
) -> tuple[list[str], list[ui.ActionRow[Any]]]:
    """Return the question of the next step, its letters in words, and its buttons."""
    if asked is None:
        return [], []
    shown = scenery(here, game)
    lines = [f"**{question(words, shown.game, asked)}**"]
    if letters := twin(words, shown, asked):
        lines.append(f"-# {letters}")
    aim = Aim(here.id, len(game.moves), "alone-step", "alone-play", close="", asks=False)
    return lines, buttons(words, shown, asked, aim)


def scenery(here: Solitaire, game: puzzles.Game, theme: Theme = "wood") -> Scenery:
    """Return the board for the picture."""
    last = game.moves[-1] if game.moves else None
    name = f"solitaire-{here.id}-{len(game.moves)}.png"
    return Scenery(game.problem.variant, game.position, name, last, theme=theme)


def progress(words: Words, game: puzzles.Game, par: int) -> str:
    """Return the player's progress in words."""
    if game.problem.placing:
        said = words.say("{n} of {all} men placed.", n=len(game.moves), all=par)
        if len(game.moves) == par and not puzzles.solved(game):
            verdict = puzzles.check_61(game.cells)
            faults = [words.say(FAULTS[each], jumps=verdict.jumps) for each in verdict.faults]
            return " ".join((said, *faults))
        return said
    return words.say_n(
        "{n} move made. Best known: {par}.",
        "{n} moves made. Best known: {par}.",
        len(game.moves),
        par=par,
    )


class Known(NamedTuple):
    """What other players have found out about a puzzle."""

    best: tuple[int, int] | None = None
    """The fewest moves, and the player; 0 if they do not show their name."""
    figure: int | None = None
    """The number of the figure that was formed."""
    finders: int = 0
    """How many players have formed it."""


def result(words: Words, game: puzzles.Game, here: Solitaire, par: int, known: Known) -> str:
    """Return the result in words."""
    if here.turns is None:
        return words.say("Given up.")
    if game.problem.placing:
        return "🏁 " + words.say("Solved: the man must make 61 jumps!")
    lines = [
        words.say_n("Solved in {n} move!", "Solved in {n} moves!", here.turns),
        words.say("Best known: {par}.", par=par),
    ]
    if here.turns > par:
        lines.append(words.say("Can you do it in fewer?"))
    if letter := puzzles.diagram(game):
        lines.append(words.say("It is diagram {letter} of the rulebook.", letter=letter))
    if known.figure is not None:
        lines.append(
            words.say_n(
                "It is figure {number}; {n} person has found it.",
                "It is figure {number}; {n} people have found it.",
                known.finders,
                number=known.figure,
            )
        )
    return "🏁 " + " ".join(lines)


def example(game: puzzles.Game) -> str:
    """Return one or two legal moves, in the notation for several at once."""
    variant, position = game.problem.variant, game.position
    turns: list[str] = []
    while len(turns) < 2 and (possible := variant.moves(position)):
        turns.append(variant.format(possible[-1]))
        position = variant.apply(position, possible[-1])
    return "; ".join(turns)


def board(
    words: Words,
    here: Solitaire,
    game: puzzles.Game,
    shown: discord.File,
    asked: Step | None,
    *,
    par: int,
    known: Known,
) -> Reply:
    """Return the player's message, with the step `asked` of the next move."""
    problem, over = game.problem, here.finished_at is not None
    lines = [result(words, game, here, par, known) if over else progress(words, game, par)]
    if known.best is not None and known.best[1] != here.player and not problem.placing:
        turns, finder = known.best
        lines.append(
            words.say("{player} has done it in {best}.", best=turns, player=mention(finder))
            if finder
            else words.say("Someone here has done it in {best}.", best=turns)
        )
    if game.moves:
        last = problem.variant.format(game.moves[-1])
        lines.append(words.say("Last: {move}", move=code(last)))
    if not over:
        how = (
            words.say(
                "Tap the letter of a square. Use `/puzzle move` to place many men at once: "
                "`II: 2, 4; IV: 1`; `remove II,2` takes one away."
            )
            if problem.placing
            else words.say(
                "Tap the letter of a man, then where it goes. Use `/puzzle move` to make "
                "several moves at once: {moves}.",
                moves=code(example(game)),
            )
        )
        lines.append(f"-# {how}")
    turn = len(game.moves)
    tapped, taps = tapping(words, here, game, asked)

    def to(action: str, label: str, style: Style = "secondary") -> Press:
        return Press(Control(action, here.id, turn), label, style)

    return Reply.of(
        f"### {name(words, problem)}\n{task(words, problem)}",
        shown,
        [*lines, *tapped],
        *taps,
        *rows(
            to("alone-undo", words.say("Undo")) if turn and not over else None,
            to("alone-key", words.say("Show the solution")),
            to("alone-again", words.say("Play again"), "primary")
            if over
            else to("alone-quit", words.say("Give up")),
        ),
    )


def key(words: Words, here: Solitaire, problem: puzzles.Problem) -> ui.LayoutView:
    """Return the best known solution, as a spoiler."""
    moves = puzzles.best_known(problem)
    printed = puzzles.printed_key(problem) is not None
    whose = words.say("The rulebook's solution:") if printed else words.say("Best known solution:")
    if problem.placing:
        return layout(f"{whose}\n||{puzzles.write_men(move.path[0] for move in moves)}||")
    told = " · ".join(
        f"{number}. {problem.variant.format(move)}" for number, move in enumerate(moves, 1)
    )
    replay = Press(Control("alone-film", here.id), words.say("Replay"))
    return layout(f"{whose}\n||{told}||", row(replay))


def film(words: Words, here: Solitaire, problem: puzzles.Problem, film: bytes) -> Reply:
    """Return the key of a puzzle as an animation."""
    file = f"key-{here.id}.gif"
    shown = layout(f"### {name(words, problem)}", gallery(file, words.say("Replay")))
    return Reply(view=shown, files=[discord.File(io.BytesIO(film), file)])
