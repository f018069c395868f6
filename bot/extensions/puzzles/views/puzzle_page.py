"""Pages of a puzzle game: board, progress, result, solution."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import discord
from babel.numbers import format_decimal
from discord import ui

from bot.extension_api.boards import MovePanel, PanelTarget, Scenery, Step, image_file
from bot.extension_api.people import Theme
from bot.extension_api.texts import N_, Translator, code
from bot.extension_api.views import (
    Button,
    ButtonStyle,
    ComponentId,
    Reply,
    button_row,
    button_rows,
    layout,
    mention,
)
from bot.extensions.puzzles.models import Solitaire
from bot.extensions.puzzles.service import puzzle_ladder
from engine import puzzles
from engine.variants.halma import BOARD

TASKS: Mapping[str, str] = {
    "first": N_("Sixteen men are in the yard already. Bring in the last three, in three moves."),
    "bring-out": N_(
        "Get the nineteen men out of the yard in nineteen moves, into a figure that is "
        "symmetrical about the diagonal from I,1 to XVI,16. Diagram {letter} shows one, "
        "but any such figure will do."
    ),
    "yard": N_(
        "Get the nineteen men of the figure in diagram {letter} into the yard in nineteen moves."
    ),
    "61-jumps": N_(
        "A man stands on I,1. Place the other 37 so that it can go to XV,15 in one turn, "
        "but must make 61 jumps to do so."
    ),
    "figure": N_("Bring the nineteen men out of the yard into the outline, each in one turn."),
    "ending": N_("Bring the last men into the yard in the near left corner. {n} moves are enough."),
    "packing": N_(
        "Nineteen men are scattered at random. Pack them into the yard in the near left "
        "corner in as few moves as you can."
    ),
}
"""Task for each kind of puzzle; the wording matches the engine's `Problem.task_text`."""

NAMES: Mapping[str, str] = {
    "first": N_("Three men to go"),
    "bring-out": N_("Bring out {letter}"),
    "yard": N_("Yard {letter}"),
    "61-jumps": N_("61 jumps"),
    "ending": N_("Pack in {n} moves"),
    "packing": N_("Packing {letter}"),
    "figure": N_("Figure {letter}"),
}

SMALL = 7
"""Side in squares of the part of the board that an ending needs."""

FAULTS: Mapping[str, str] = {
    "corner": N_("There must be a man on I,1."),
    "target": N_("XV,15 must be empty."),
    "men": N_("There must be 38 men, including the one on I,1."),
    "no-way": N_("No chain of jumps leads from I,1 to XV,15."),
    "jumps": N_("The shortest route has {jumps} jumps, not 61."),
}
"""Messages for the fault codes (`engine.puzzles.FAULTS`) of the 61-jump puzzle."""
LEGEND = 500
"""Maximum length in characters of the explanation of the letters.

The board shows the letters anyway.
"""


def problem_kind(problem: puzzles.Problem) -> str:
    """Return the kind of a puzzle, a key of `TASKS`."""
    return next(name for name in TASKS if problem.key.startswith(name))


def _letter(problem: puzzles.Problem) -> str:
    kind, _, rest = problem.key.partition("-")
    size, _, seed = rest.rpartition("-")
    if kind == "packing" and size != "16":
        return f"{seed} ({size}×{size})"
    return problem.letter or seed


def _moves(problem: puzzles.Problem) -> str:
    """Return the number of moves in the key of an ending; "" for other puzzles."""
    return problem.key.split("-")[1] if problem_kind(problem) == "ending" else ""


def problem_name(t: Translator, problem: puzzles.Problem) -> str:
    """Return the title of a puzzle."""
    return t.translate(NAMES[problem_kind(problem)], letter=_letter(problem), n=_moves(problem))


def task_text(t: Translator, problem: puzzles.Problem) -> str:
    """Return the task of a puzzle."""
    return t.translate(TASKS[problem_kind(problem)], letter=_letter(problem), n=_moves(problem))


def part_of_board(game: puzzles.SolitaireGame) -> frozenset[int]:
    """Return the squares to which the picture is cropped; empty for the whole board.

    For an ending or a small packing, these are the puzzle's part of the board and the squares of
    its men.
    """
    kind, size, *_ = *game.problem.key.split("-"), ""
    if kind not in ("ending", "packing"):
        return frozenset()
    side = SMALL if kind == "ending" else int(size)
    if side == BOARD.rows:
        return frozenset()
    part = [cell for cell, spot in enumerate(BOARD.spots) if max(spot) <= side]
    return frozenset((*part, *game.cells))


def question_part(
    t: Translator, attempt: Solitaire, game: puzzles.SolitaireGame, next_step: Step | None
) -> tuple[list[str], list[ui.ActionRow[Any]]]:
    """Return the lines and the buttons for the next step of a move.

    The lines are the question and the explanation of the letters, unless that is too long. Both
    lists are empty if `next_step` is None.
    """
    if next_step is None:
        return [], []
    panel = _panel(t, attempt, game, next_step)
    lines = [f"**{panel.question()}**"]
    if letters := letters_explained(t, attempt, game, next_step):
        lines.append(f"-# {letters}")
    return lines, panel.buttons()


def _panel(
    t: Translator, attempt: Solitaire, game: puzzles.SolitaireGame, next_step: Step
) -> MovePanel:
    aim = PanelTarget(
        attempt.id, len(game.moves), "alone-step", "alone-play", close="", confirms=False
    )
    return MovePanel(t, scenery(attempt, game), next_step, aim)


def letters_explained(
    t: Translator, attempt: Solitaire, game: puzzles.SolitaireGame, next_step: Step
) -> str:
    """Return the meaning of the letters, or "" if it is longer than `LEGEND`."""
    letters = _panel(t, attempt, game, next_step).letters()
    return letters if len(letters) <= LEGEND else ""


def scenery(attempt: Solitaire, game: puzzles.SolitaireGame, theme: Theme = "wood") -> Scenery:
    """Return the board for the picture."""
    last = game.moves[-1] if game.moves else None
    name = f"solitaire-{attempt.id}-{len(game.moves)}.png"
    return Scenery(game.problem.variant, game.position, name, last, theme=theme)


def progress(t: Translator, game: puzzles.SolitaireGame, par: int) -> str:
    """Return the player's progress in words."""
    if game.problem.placing:
        text = t.translate("{n} of {all} men placed.", n=len(game.moves), all=par)
        if len(game.moves) == par and not puzzles.is_solved(game):
            verdict = puzzles.check_61(game.cells)
            faults = [t.translate(FAULTS[each], jumps=verdict.jumps) for each in verdict.faults]
            return " ".join((text, *faults))
        return text
    return t.translate_plural(
        "{n} move made. Best known: {par}.",
        "{n} moves made. Best known: {par}.",
        len(game.moves),
        par=par,
    )


class SolutionStats(NamedTuple):
    """Statistics about all players' solutions of a puzzle."""

    best: tuple[int, int] | None = None
    """The fewest moves of any solution, and the player who found it first.

    The player is 0 if their name is hidden. None if no one has solved the puzzle.
    """
    figure: int | None = None
    """The number of the figure that was formed, or None."""
    finders: int = 0
    """Number of players who have formed this figure."""


def result(
    t: Translator, game: puzzles.SolitaireGame, attempt: Solitaire, par: int, stats: SolutionStats
) -> str:
    """Return the result in words."""
    if attempt.turns is None:
        return t.translate("You gave up.")
    if game.problem.placing:
        return "🏁 " + t.translate("Solved: the man must make 61 jumps!")
    lines = [
        t.translate_plural("Solved in {n} move!", "Solved in {n} moves!", attempt.turns),
        t.translate("Best known: {par}.", par=par),
    ]
    if attempt.turns > par:
        lines.append(t.translate("Can you do it in fewer?"))
    if letter := puzzles.formed_diagram(game):
        lines.append(t.translate("This is diagram {letter} in the rulebook.", letter=letter))
    if whose := rulebook_text(t, game):
        lines.append(whose)
    if stats.figure is not None:
        facts = {"number": figure_number(t, stats.figure), "all": figure_number(t, puzzles.count())}
        lines.append(
            t.translate_plural(
                "This is figure {number} of {all}; {n} person has found it.",
                "This is figure {number} of {all}; {n} people have found it.",
                stats.finders,
                **facts,
            )
        )
        lines.append(
            t.translate("The rulebook expects more than two thousand; there are {all}.", **facts)
        )
    return "🏁 " + " ".join(lines)


def rulebook_text(t: Translator, game: puzzles.SolitaireGame) -> str:
    """Return how a solution compares with the printed one; "" if none is printed."""
    match puzzles.follows_rulebook(game):
        case True:
            return t.translate("The rulebook has the same solution.")
        case False:
            return t.translate(
                "The rulebook's solution is different, and it says: “The discovery of a different "
                "way is in itself a new problem.”"
            )
    return ""


def figure_number(t: Translator, number: int) -> str:
    """Return the number of a figure with the language's digit separators."""
    return str(format_decimal(number, locale=t.language))


def example(game: puzzles.SolitaireGame) -> str:
    """Return up to two consecutive legal moves, as an example of the notation."""
    variant, position = game.problem.variant, game.position
    turns: list[str] = []
    while len(turns) < 2 and (possible := variant.moves(position)):
        turns.append(variant.format(possible[-1]))
        position = variant.apply(position, possible[-1])
    return "; ".join(turns)


def solitaire_board(
    t: Translator,
    attempt: Solitaire,
    game: puzzles.SolitaireGame,
    image: discord.File,
    next_step: Step | None,
    *,
    par: int,
    stats: SolutionStats,
) -> Reply:
    """Return the message with a player's puzzle.

    `next_step` is the current step of the move picker; without one, there is no move picker.
    """
    problem, over = game.problem, attempt.finished_at is not None
    lines = [result(t, game, attempt, par, stats) if over else progress(t, game, par)]
    if stats.best is not None and stats.best[1] != attempt.player and not problem.placing:
        turns, finder = stats.best
        lines.append(
            t.translate("{player} has done it in {best} moves.", best=turns, player=mention(finder))
            if finder
            else t.translate("Someone here has done it in {best} moves.", best=turns)
        )
    if game.moves:
        last = problem.variant.format(game.moves[-1])
        lines.append(t.translate("Last move: {move}", move=code(last)))
    if not over:
        how = (
            t.translate(
                "Tap the letter of a square. Use `/puzzle move` to place several men at "
                "once, e.g. `II: 2, 4; IV: 1`, or to take one away, e.g. `remove II,2`."
            )
            if problem.placing
            else t.translate(
                "Tap the letter of a man, then the letter of its new square. Use "
                "`/puzzle move` to make several moves at once, e.g. {moves}.",
                moves=code(example(game)),
            )
        )
        lines.append(f"-# {how}")
    turn = len(game.moves)
    tapped, taps = question_part(t, attempt, game, next_step)

    def to(action: str, label: str, style: ButtonStyle = "secondary") -> Button:
        return Button(ComponentId(action, attempt.id, turn), label, style)

    return Reply.of(
        f"### {problem_name(t, problem)}\n{task_text(t, problem)}",
        image,
        [*lines, *tapped],
        *taps,
        *button_rows(
            to("alone-undo", t.translate("Undo")) if turn and not over else None,
            to("alone-key", t.translate("Show the solution")),
            to("alone-harder", t.translate("Harder"), "primary" if over else "secondary")
            if puzzle_ladder.next_step(problem.key)
            else None,
            to("alone-again", t.translate("Play again"))
            if over
            else to("alone-quit", t.translate("Give up")),
        ),
    )


def key_view(t: Translator, attempt: Solitaire, problem: puzzles.Problem) -> ui.LayoutView:
    """Return the best known solution, as a spoiler."""
    moves = puzzles.best_known_moves(problem)
    printed = puzzles.printed_key(problem) is not None
    whose = (
        t.translate("The rulebook's solution:") if printed else t.translate("Best known solution:")
    )
    if problem.placing:
        return layout(f"{whose}\n||{puzzles.write_men(move.path[0] for move in moves)}||")
    solution = " · ".join(
        f"{number}. {problem.variant.format(move)}" for number, move in enumerate(moves, 1)
    )
    replay = Button(ComponentId("alone-film", attempt.id), t.translate("Replay"))
    return layout(f"{whose}\n||{solution}||", button_row(replay))


def film_view(t: Translator, attempt: Solitaire, problem: puzzles.Problem, film: bytes) -> Reply:
    """Return the solution of a puzzle as an animation."""
    file = image_file(film, f"key-{attempt.id}.gif", t.translate("Replay"))
    return Reply.of(f"### {problem_name(t, problem)}", file)
