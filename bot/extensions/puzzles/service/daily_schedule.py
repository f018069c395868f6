"""Daily puzzle schedule: figures, difficulties and recorded solutions.

The week becomes harder from Monday, when most of the turns are played already, to Sunday, when the
whole figure is the puzzle.

A day is a number of days since 1970, in UTC. Two solutions are the same if each man goes to the
same square, in any order. In the words of the rulebook, "a different way is in itself a new
problem".
"""

from dataclasses import dataclass
from datetime import date

from bot.extension_api.people import change_guild_setting, next_daily_time, quiet_until
from bot.extension_api.transactions import OutboxRow, Tx, queue_message
from bot.extensions.puzzles.models import DAY, DailyChannel, DailyResult, Solitaire
from bot.extensions.puzzles.store import daily_result_rows, figure_solutions, puzzle_game_rows
from engine import puzzles

_EPOCH = date(1970, 1, 1).toordinal()
FIRST_DAY = date(2026, 11, 17).toordinal() - _EPOCH
"""The first day with a puzzle: a Tuesday, as the order of the figures requires."""
HINT_MARKS = "urt"
"""Marks of a puzzle game that count as help: undo, restart and hint."""


def today(now: int) -> int:
    """Return the day number (UTC) at this time."""
    return now // DAY


def figure_of_day(day: int) -> int:
    """Return the figure number of a day's puzzle."""
    return puzzles.problem_of_day(day - FIRST_DAY)


def day_of(figure: int) -> int:
    """Return the first day on which a figure is the daily puzzle."""
    return FIRST_DAY + puzzles.day_of(figure)


def turns_played(figure: int) -> int:
    """Return how many turns are already played in a figure's daily puzzle."""
    return puzzles.head_start(figure)


def difficulty(figure: int) -> str:
    """Return the difficulty of a figure's daily puzzle, from `puzzles.DIFFICULTIES`."""
    return puzzles.difficulty(figure, turns_played(figure))


def begin_puzzle(problem: puzzles.Problem) -> puzzles.SolitaireGame:
    """Return a puzzle at its beginning, which for a figure is after some turns."""
    if not problem.figure:
        return puzzles.begin_game(problem)
    solution = puzzles.figure_solution(problem.figure)
    return puzzles.begin_game(problem, solution[: turns_played(problem.figure)])


def is_at_beginning(game: puzzles.SolitaireGame) -> bool:
    """Whether no turns have been made, or only those that are given."""
    return not game.moves or game.moves == begin_puzzle(game.problem).moves


def formed_figure(game: puzzles.SolitaireGame) -> int | None:
    """Return the number of the figure that the men form.

    Returns None unless each man reached its square in a single move from the yard.
    """
    if game.problem.placing or len(game.moves) != len(puzzles.YARD):
        return None
    return puzzles.number_of(game.cells)


def record_solution(
    tx: Tx, attempt: Solitaire, game: puzzles.SolitaireGame, *, guild: int | None, now: int
) -> None:
    """Record a solved puzzle as a solution of the figure that was formed.

    Nothing is recorded if no figure was formed or the player has looked at the solution. Solving a
    daily puzzle also adds a daily result, but not before the day of the puzzle.
    """
    figure = formed_figure(game)
    if figure is None or puzzle_game_rows.has_seen_key(tx, attempt.player, attempt.problem):
        return
    figure_solutions.add_solution(tx, figure, puzzles.solution_key(game.moves), attempt.player, now)
    day = day_of(figure)
    if game.problem.figure and FIRST_DAY <= day <= today(now):
        helps = sum(map(attempt.marks.count, HINT_MARKS))
        daily_result_rows.add_daily(tx, DailyResult(attempt.player, day, guild, now, helps))


POST_MINUTE = 9 * 60
"""Minute of the guild's day at which the puzzle is posted."""


@dataclass(frozen=True, slots=True)
class DailyPost:
    """Outbox payload: a day's puzzle, to be posted in a guild."""

    guild: int
    day: int


def set_channel(tx: Tx, guild: int, channel: str, *, by: int, now: int) -> int | None:
    """Set the channel for daily posts by its id, or "" to turn them off.

    Returns when the next post is due, or None if daily posts are turned off.
    """
    change_guild_setting(tx, guild, "daily", channel, by=by, now=now)
    if not channel:
        daily_result_rows.remove_daily_place(tx, guild)
        return None
    before = daily_result_rows.get_daily_place(tx, guild)
    posted = None if before is None else before.day
    due_at = next_daily_time(tx, guild, POST_MINUTE, now)
    daily_result_rows.put_daily_place(tx, DailyChannel(guild, int(channel), due_at, posted))
    return due_at


def post_due(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Queue the posts that are due, in up to `limit` guilds.

    A post that falls within quiet hours is delayed until they end. Missed days are skipped. Returns
    the number of guilds processed.
    """
    done, day = 0, today(now)
    for channel in daily_result_rows.due_places(tx, now, limit):
        done += 1
        if (morning := quiet_until(tx, channel.guild, now)) > now:
            daily_result_rows.put_daily_place(
                tx, DailyChannel(channel.guild, channel.channel, morning, channel.day)
            )
            continue
        if channel.day != day:
            post = DailyPost(channel.guild, day)
            queue_message(tx, post, channel=channel.channel, now=now)
        due_at = next_daily_time(tx, channel.guild, POST_MINUTE, now)
        daily_result_rows.put_daily_place(
            tx, DailyChannel(channel.guild, channel.channel, due_at, day)
        )
    return done


def on_given_up(tx: Tx, row: OutboxRow, post: DailyPost, destination_gone: bool, now: int) -> None:
    """Turn daily posts off after a failed post if the channel no longer exists."""
    channel = daily_result_rows.get_daily_place(tx, post.guild)
    if destination_gone and channel is not None and channel.channel == row.channel:
        daily_result_rows.remove_daily_place(tx, post.guild)
