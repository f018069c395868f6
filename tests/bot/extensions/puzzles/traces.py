"""Test data: a player's rows in every table of the puzzles extension."""

from bot.extensions.puzzles.models import DailyResult
from bot.extensions.puzzles.service import puzzle_games
from bot.extensions.puzzles.store import daily_result_rows, figure_solutions, longest_hop_answers
from bot.store import Tx


def leave(tx: Tx, player: int, *, match: int, guild: int, now: int) -> None:
    """Start a puzzle, solve a daily one and find the longest hop in a match."""
    puzzle_games.start(tx, player=player, problem="yard-a", interaction=7, now=now)
    daily_result_rows.add_daily(tx, DailyResult(player, 20_000, guild, now, 0))
    figure_solutions.add_solution(tx, 7, "00", player, now)
    longest_hop_answers.add_answer(tx, match, 2, player, 3, now)
