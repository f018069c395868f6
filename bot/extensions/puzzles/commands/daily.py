"""`/puzzle daily`: the same figure for everyone, played in private."""

from typing import NamedTuple

from discord import app_commands
from discord.app_commands import locale_str

from bot.extension_api.boards import StepPanel
from bot.extension_api.commands import CommandContext, JobFailed, Option, command, component_handler
from bot.extension_api.people import player_settings
from bot.extension_api.texts import N_, FirstUseHint, quote, read_date
from bot.extension_api.transactions import NotFound, Tx
from bot.extension_api.views import ComponentId, Reply, StaleComponent, UserError, publicly
from bot.extensions.puzzles.dialogs.puzzle_board import (
    board_reply,
    current_solitaire,
    make_turns,
    turns_made,
)
from bot.extensions.puzzles.models import Solitaire
from bot.extensions.puzzles.service import daily_results, daily_schedule, puzzle_games
from bot.extensions.puzzles.service.daily_results import DailyStanding
from bot.extensions.puzzles.store.puzzle_game_rows import attempt_created
from bot.extensions.puzzles.views import daily_page

JOB = "engine.puzzles.hints:search_json"
SEARCH_SECONDS = 20.0
"""Time limit of a search, in seconds."""
FIRST_PUZZLE = FirstUseHint(
    "daily",
    N_("Everyone gets the same figure today. A man that has moved stays where it is."),
)
MOST_DAYS = 25
"""Maximum number of choices that Discord lists."""
STALE_BOARD = N_(
    "That puzzle is finished, or it is someone else's. Use `/puzzle daily` to see yours."
)
UNREADABLE_DATE = N_(
    "I could not read {text} as a date. Write it like `2026-11-28`, `28 Nov` or `yesterday`."
)
NO_DAY_YET = N_("The puzzles of the day begin on {first}.")
UNKNOWN_DAY = N_("I have a puzzle for each day from {first} to {last}, but none for {day}.")
SERVER_ONLY = N_("Use this in a server: it lists only people who played there.")


async def day_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `day` option: today and earlier days, newest first."""
    choices: dict[str, str] = {}
    for day in range(daily_schedule.today(ctx.now), daily_schedule.FIRST_DAY - 1, -1):
        date, figure = daily_results.date_of(day), daily_schedule.figure_of_day(day)
        difficulty = daily_page.difficulty(ctx.t, figure)
        name = f"{ctx.t.date(date)} · {daily_page.figure_name(ctx.t, figure)} · {difficulty}"
        if typed.casefold() in f"{date} {name}".casefold():
            choices[date.isoformat()] = name
        if len(choices) == MOST_DAYS:
            break
    return choices


@command(
    "puzzle daily",
    locale_str("Today's puzzle, the same for everyone"),
    moves=locale_str("Moves to make, e.g. II,3-IV,5; I,1-III,3"),
    day=Option(
        locale_str("An earlier day, e.g. 28 Nov, 2026-11-28 or yesterday"),
        autocomplete=day_autocomplete,
    ),
)
async def daily_command(
    ctx: CommandContext,
    moves: app_commands.Range[str, 0, 2000] = "",
    day: app_commands.Range[str, 0, 40] = "",
) -> Reply:
    """Handle the `/puzzle daily` command: make any typed moves and show the puzzle."""
    which = _parse_day(ctx, day) if day.strip() else None
    attempt = await ctx.write(_open_and_play, ctx, which, moves)
    return await _daily_board(ctx, attempt)


def _open_and_play(tx: Tx, ctx: CommandContext, day: int | None, moves: str) -> Solitaire:
    """Return this player's attempt at a day's puzzle, after any typed moves.

    Without a day, moves are made in the figure that is open.
    """
    if day is None:
        day = daily_results.open_day(tx, ctx.player, moves.strip(), ctx.now)
    attempt = _open_day(tx, ctx, day)
    if moves.strip() and attempt.finished_at is None:
        attempt = make_turns(tx, ctx, attempt.problem, moves)
    return attempt


async def _daily_board(ctx: CommandContext, attempt: Solitaire) -> Reply:
    """Return the board, with the first-use hint for players who are new to the puzzle."""
    news = await ctx.app.first_use_hint(ctx.player, FIRST_PUZZLE, ctx.t)
    return await board_reply(ctx, attempt, before=news or "")


def _parse_day(ctx: CommandContext, typed: str) -> int:
    """Return the requested day. Raises `UserError` if the text is not a date."""
    today = daily_schedule.today(ctx.now)
    read = read_date(typed, daily_results.date_of(today), str(ctx.interaction.locale))
    if read is None:
        raise UserError(UNREADABLE_DATE, text=quote(typed))
    return daily_results.day_number(read)


def _open_day(tx: Tx, ctx: CommandContext, day: int) -> Solitaire:
    """Return this player's attempt at a day's puzzle, starting it if necessary.

    Raises `UserError` if there is no puzzle for that day.
    """
    now = ctx.now
    try:
        return daily_results.open_daily(tx, player=ctx.player, day=day, now=now)
    except NotFound:
        first, last, asked = (
            ctx.t.date(daily_results.date_of(each))
            for each in (daily_schedule.FIRST_DAY, daily_schedule.today(now), day)
        )
        if daily_schedule.today(now) < daily_schedule.FIRST_DAY:
            raise UserError(NO_DAY_YET, first=first) from None
        raise UserError(UNKNOWN_DAY, first=first, last=last, day=asked) from None


@component_handler("daily", about="else")
async def try_it(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Try it button of a shared result or of a guild's daily post."""
    if control.subject > daily_schedule.today(ctx.now):
        raise StaleComponent(str(control.subject))
    return await _daily_board(ctx, await ctx.write(_open_day, ctx, control.subject))


def _own_daily(tx: Tx, ctx: CommandContext, control: ComponentId) -> Solitaire:
    """Return the puzzle game to which a button belongs.

    Raises `UserError` unless this player is still playing it.
    """
    return current_solitaire(tx, ctx.player, control, STALE_BOARD)


@component_handler("daily-restart", edits=True, about="else", created=attempt_created)
@StepPanel(_own_daily, turns_made, board_reply).changes
def restart(tx: Tx, ctx: CommandContext, attempt: Solitaire, control: ComponentId) -> Solitaire:
    """Handle the Start over button."""
    return puzzle_games.undo(tx, problem=attempt.problem, wholly=True, **ctx.actor)


@component_handler("daily-hint", edits=True, about="else", created=attempt_created)
async def hint(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Hint button: show the next move of a solution."""
    attempt, possible, turn = await _search(ctx, control)
    if turn is not None:
        attempt = await ctx.write(puzzle_games.add_mark, attempt, puzzle_games.HINT)
    text = daily_page.hint_text(ctx.t, possible, turn)
    return await board_reply(ctx, attempt, before=text)


@component_handler("daily-possible", edits=True, about="else", created=attempt_created)
async def check_solvable(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Still possible? button: check whether the figure can still be formed."""
    attempt, possible, _ = await _search(ctx, control)
    text = daily_page.hint_text(ctx.t, possible, None)
    return await board_reply(ctx, attempt, before=text)


async def _search(
    ctx: CommandContext, control: ComponentId
) -> tuple[Solitaire, bool | None, str | None]:
    """Search from the player's current position in the worker.

    Returns the game, whether the figure can still be formed (None if the search took too long), and
    the next move of a solution, or None.
    """
    attempt = await ctx.read(_own_daily, ctx, control)
    try:
        possible, turn = await ctx.app.worker.run(
            JOB, attempt.moves, owner=ctx.job_owner, seconds=SEARCH_SECONDS
        )
    except JobFailed as why:
        if why.why != "late":
            raise
        possible, turn = None, None
    return attempt, possible, turn


@component_handler("daily-share", about="else", created=attempt_created)
async def share(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Share button: post the result publicly, without the solution."""
    attempt, figure, standing = await ctx.read(
        _load_result, control.subject, player=ctx.player, now=ctx.now
    )
    if standing.key_seen:
        raise UserError(STALE_BOARD)
    async with publicly(ctx.interaction) as t:
        return Reply(view=daily_page.share_text(t, attempt, figure, standing.streak))


class _Result(NamedTuple):
    """A daily puzzle that a player has solved."""

    attempt: Solitaire
    figure: int
    standing: DailyStanding


def _load_result(tx: Tx, solitaire: int, *, player: int, now: int) -> _Result:
    """Return a player's result.

    Raises `UserError` if the puzzle is not theirs, not a daily puzzle or not solved.
    """
    try:
        attempt = puzzle_games.load_solitaire(tx, solitaire, player=player)
    except NotFound:
        raise UserError(STALE_BOARD) from None
    game = puzzle_games.current_game(attempt)
    if attempt.turns is None or not game.problem.figure:
        raise UserError(STALE_BOARD)
    standing = daily_results.daily_standing(tx, attempt, game, now)
    return _Result(attempt, game.problem.figure, standing)


@component_handler("daily-tables", about="else")
async def show_tables(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Leaderboard button: show the guild's leaderboards."""
    if ctx.guild is None:
        raise UserError(SERVER_ONLY)
    return Reply(await ctx.read(_tables_text, ctx, ctx.guild))


def _tables_text(tx: Tx, ctx: CommandContext, guild: int) -> str:
    today = daily_results.solvers_of_day(tx, guild, daily_schedule.today(ctx.now))
    month = daily_results.solvers_of_month(tx, guild, ctx.now)
    settings = player_settings(tx, ctx.player)
    return daily_page.tables_view(ctx.t, today, month, named=settings.show_name)
