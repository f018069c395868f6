"""Daily puzzle results: streaks, leaderboards, and the standing of each player."""

from collections.abc import Collection
from datetime import date, timedelta
from typing import NamedTuple

from bot.extension_api.people import player_settings
from bot.extension_api.transactions import NotFound, Tx
from bot.extensions.puzzles.models import Solitaire, Solver
from bot.extensions.puzzles.service import daily_schedule, puzzle_games
from bot.extensions.puzzles.store import daily_result_rows, figure_solutions, puzzle_game_rows
from engine import EngineError, puzzles

GRACE = 7
"""One day in this many may be missed without breaking a streak."""
TOP = 10
"""Maximum number of players in a leaderboard."""


class DailyStanding(NamedTuple):
    """One player's view of a day's puzzle: solvers, solutions found, first finder."""

    day: int
    streak: int
    solvers: int
    """Number of players who have solved the puzzle."""
    ways: int
    """Number of different solutions found for the figure."""
    first: int | None = None
    """The first finder of this player's solution, or 0 for a hidden name.

    None if the puzzle is not solved or no finder is recorded.
    """
    key_seen: bool = False
    """Whether this player has looked at the solution; see `has_seen_key`."""


def open_daily(tx: Tx, *, player: int, day: int, now: int) -> Solitaire:
    """Return this player's attempt at a day's puzzle, starting it if necessary.

    Raises `NotFound` if there is no puzzle for that day, or not yet.
    """
    if not daily_schedule.FIRST_DAY <= day <= daily_schedule.today(now):
        raise NotFound(what="problem", key=day)
    problem = f"figure-{daily_schedule.figure_of_day(day)}"
    latest = puzzle_game_rows.latest_or_none(tx, player, problem)
    if latest is not None and latest.turns is not None:
        return latest
    return puzzle_games.get_or_start(tx, player, problem, now)


def open_day(tx: Tx, player: int, moves: str, now: int) -> int:
    """Return the day of the figure in which a player makes moves without naming a day.

    It is the figure that was opened or played last, if it is unfinished: an earlier one, or the
    previous one shortly after midnight. If today's figure has not been opened and the moves are
    possible only there, or if there are no `moves`, it is today's.
    """
    today = daily_schedule.today(now)
    attempts = puzzle_game_rows.open_solitaires(tx, player)
    games = (puzzle_games.current_game(attempt) for attempt in attempts)
    latest = next((game for game in games if game.problem.figure), None)
    if not moves or latest is None:
        return today
    problem = puzzles.figure_problem(daily_schedule.figure_of_day(today))
    if puzzle_game_rows.latest_or_none(tx, player, problem.key) is None:
        beginning = daily_schedule.begin_puzzle(problem)
        if _is_possible(beginning, moves) and not _is_possible(latest, moves):
            return today
    return daily_schedule.day_of(latest.problem.figure)


def _is_possible(game: puzzles.SolitaireGame, moves: str) -> bool:
    try:
        puzzles.play_text(game, moves)
    except EngineError:
        return False
    return True


def daily_standing(
    tx: Tx, attempt: Solitaire, game: puzzles.SolitaireGame, now: int
) -> DailyStanding:
    """Return the state of a daily puzzle for the player of `attempt`."""
    figure, day = game.problem.figure, daily_schedule.day_of(game.problem.figure)
    ways, _ = figure_solutions.count_solutions(tx, figure)
    first = None
    if attempt.turns is not None:
        first = figure_solutions.first_finder(tx, figure, puzzles.solution_key(game.moves))
        if first not in (None, attempt.player) and not player_settings(tx, first).show_name:
            first = 0
    days = daily_result_rows.solved_days(tx, attempt.player)
    solvers, kept = (
        daily_result_rows.count_solvers(tx, day),
        current_streak(days, daily_schedule.today(now)),
    )
    seen = puzzle_game_rows.has_seen_key(tx, attempt.player, attempt.problem)
    return DailyStanding(day, kept, solvers, ways, first, seen)


def current_streak(days: Collection[int], today: int) -> int:
    """Return how many daily puzzles in a row were solved, up to today or yesterday.

    One day in any seven may be missed.
    """
    solved = set(days)
    count, day, missed = 0, today if today in solved else today - 1, today + GRACE
    while True:
        if day in solved:
            count += 1
        elif missed - day < GRACE:
            return count
        else:
            missed = day
        day -= 1


def solvers_of_day(tx: Tx, guild: int, day: int) -> list[Solver]:
    """Return the players who solved a day's puzzle on that day in this guild.

    Only players who show their name are included.
    """
    return daily_result_rows.list_solvers(tx, guild, day, day, TOP)


def solvers_of_month(tx: Tx, guild: int, now: int) -> list[Solver]:
    """Return the guild's players with the most same-day solutions this month.

    Only players who show their name are included.
    """
    day = daily_schedule.today(now)
    return daily_result_rows.list_solvers(tx, guild, day - date_of(day).day + 1, day, TOP)


def day_number(when: date) -> int:
    """Return the number of days between 1970-01-01 and a date."""
    return (when - date(1970, 1, 1)).days


def date_of(day: int) -> date:
    """Return the date of a day number."""
    return date(1970, 1, 1) + timedelta(day)
