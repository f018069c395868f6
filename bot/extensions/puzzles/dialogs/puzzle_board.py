"""The board of a puzzle game, as its player sees it."""

import asyncio
from typing import NamedTuple

from bot.extension_api.boards import ManLetters, Step, board_image
from bot.extension_api.commands import CommandContext
from bot.extension_api.people import Theme, board_theme
from bot.extension_api.transactions import NotFound, Tx
from bot.extension_api.views import ComponentId, Reply, UserError
from bot.extensions.puzzles.models import Solitaire
from bot.extensions.puzzles.service import daily_results, daily_schedule, puzzle_games
from bot.extensions.puzzles.service.daily_results import DailyStanding
from bot.extensions.puzzles.store import figure_solutions
from bot.extensions.puzzles.views import daily_page, puzzle_page
from bot.extensions.puzzles.views.puzzle_page import SolutionStats
from engine import puzzles
from render.scenes import Marker


def current_solitaire(tx: Tx, player: int, control: ComponentId, otherwise: str) -> Solitaire:
    """Return the puzzle game to which a button belongs.

    Raises `UserError` with the message `otherwise` unless this player is still playing it.
    """
    try:
        attempt = puzzle_games.load_solitaire(tx, control.subject, player=player)
    except NotFound:
        raise UserError(otherwise) from None
    if attempt.finished_at is not None:
        raise UserError(otherwise)
    return attempt


def make_turns(tx: Tx, ctx: CommandContext, problem: str, text: str) -> Solitaire:
    """Make the moves in `text` in this player's running game of a puzzle."""
    return puzzle_games.play(tx, problem=problem, text=text, guild=ctx.guild, **ctx.actor)


def turns_made(attempt: Solitaire) -> int:
    """Return the ply of a puzzle's board."""
    return len(puzzle_games.current_game(attempt).moves)


async def board_reply(
    ctx: CommandContext, attempt: Solitaire, key: str | None = None, before: str = ""
) -> Reply:
    """Return the current board with buttons for the next move.

    `key` selects the step of the move picker. `before` is shown only with a daily puzzle.
    """
    t, game = ctx.t, puzzle_games.current_game(attempt)
    moves = [] if attempt.finished_at is not None else puzzles.legal_turns(game)
    letters = man_letters(game)
    asked = Step.of(game.problem.variant, moves, key or "", 0, letters) if moves else None
    par = await asyncio.to_thread(puzzles.par_turns, game.problem)
    theme, standing, stats = await ctx.read(_load_facts, ctx, attempt, game)
    if stats.best is not None:
        par = min(par, stats.best[0])
    scenery = puzzle_page.scenery(attempt, game, theme)
    file = await board_image(
        t,
        scenery,
        marks=[*_open_squares(game, asked), *(asked.marks if asked else ())],
        routes=asked.routes if asked else (),
        faded=asked is not None,
        before=puzzle_page.letters_explained(t, attempt, game, asked) if asked else "",
        around=daily_page.part_of_board(game.problem) or puzzle_page.part_of_board(game),
    )
    if standing is not None:
        now = ctx.now
        return daily_page.daily_board(
            t, attempt, game, file, asked, standing, now=now, before=before
        )
    return puzzle_page.solitaire_board(t, attempt, game, file, asked, par=par, stats=stats)


def man_letters(game: puzzles.SolitaireGame) -> dict[int, str]:
    """Return the letters of the men, which they keep until the end of the puzzle."""
    rules, position = game.problem.variant, game.problem.start
    for move in game.moves:
        position = rules.apply(position, move)
    return ManLetters.after(rules, position).to_move(rules, position)


class _BoardFacts(NamedTuple):
    """Facts shown with a puzzle board.

    A daily puzzle has a standing, other puzzles have statistics.
    """

    theme: Theme
    standing: DailyStanding | None = None
    stats: SolutionStats = SolutionStats()


def _load_facts(
    tx: Tx, ctx: CommandContext, attempt: Solitaire, game: puzzles.SolitaireGame
) -> _BoardFacts:
    theme = board_theme(tx, ctx.guild, ctx.player)
    if game.problem.figure:
        return _BoardFacts(theme, daily_results.daily_standing(tx, attempt, game, ctx.now))
    formed = None if attempt.turns is None else daily_schedule.formed_figure(game)
    finders = 0 if formed is None else figure_solutions.count_solutions(tx, formed)[1]
    best = puzzle_games.best_solution(tx, attempt.problem, reader=attempt.player)
    return _BoardFacts(theme, stats=SolutionStats(best, formed, finders))


def _open_squares(game: puzzles.SolitaireGame, next_step: Step | None) -> list[Marker]:
    """Return ring markers for the squares of a figure that are still empty.

    Returns [] if the puzzle has no figure, or while the move picker marks squares.
    """
    if not game.problem.figure or (next_step is not None and next_step.stage != "men"):
        return []
    goal = game.problem.variant.seats[0].goal
    return [Marker(cell, "target") for cell in sorted(goal - set(game.cells))]
