"""`/daily`: the daily puzzle, the same figure for everyone, played in private."""

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import Call
from bot.extensions.puzzles.commands.puzzle_board import at_it, show, turns
from bot.extensions.puzzles.service import daily_results, daily_schedule, puzzle_games
from bot.extensions.puzzles.views import daily_page
from bot.i18n.date_input import read_date
from bot.i18n.escaping import quote
from bot.i18n.translator import mark, speaker
from bot.registry import Option, command, handles
from bot.runtime.worker_pool import NotDone
from bot.service.errors import NotFound
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.models import Solitaire
from bot.views import discord_limits
from bot.views.components import Control, OldControl
from bot.views.reply import Refused, Reply, publicly

JOB = "engine.puzzles.hints:looked_on"
SECONDS = 20.0
"""Time limit of a search, in seconds."""
OTHER = mark("That puzzle is finished, or it is someone else's. Use `/daily` to see yours.")
NO_DATE = mark(
    "I could not read {text} as a date. Write it like `2026-11-28`, `28 Nov` or `yesterday`."
)
NO_DAY = mark("I have a puzzle for each day from {first} to {last}, but none for {day}.")
SERVER_ONLY = mark("Use this in a server: it lists only people who played there.")


async def days(call: Call, typed: str) -> dict[str, str]:
    """Autocomplete of past days, newest first, with figure and difficulty."""
    found: dict[str, str] = {}
    for day in range(daily_schedule.today(call.now), daily_schedule.FIRST - 1, -1):
        date, figure = daily_results.date_of(day).isoformat(), daily_schedule.of_day(day)
        difficulty = daily_page.difficulty(call.said, figure)
        name = f"{date} · {daily_page.name(call.said, figure)} · {difficulty}"
        if typed.casefold() in name.casefold():
            found[date] = name
        if len(found) == discord_limits.CHOICES:
            break
    return found


@command(
    "daily",
    locale_str("Today's puzzle, the same for everyone"),
    moves=locale_str("Moves to make, e.g. II,3-IV,5; I,1-III,3"),
    day=Option(locale_str("An earlier day, e.g. 28 Nov, 2026-11-28 or yesterday"), offer=days),
)
async def play(
    call: Call,
    moves: app_commands.Range[str, 0, 2000] = "",
    day: app_commands.Range[str, 0, 40] = "",
) -> Reply:
    """`/daily`: show the puzzle of a day, after making the moves that were typed."""
    which = _day(call, day)
    async with call.write() as tx:
        here = await _open(tx, call, which)
        if moves.strip() and here.finished_at is None:
            here = await turns(tx, call, here.problem, moves)
    return await _shown(call, here)


async def _shown(call: Call, here: Solitaire) -> Reply:
    """Return the board, with a hint for players who see one for the first time."""
    news = await call.app.first_use(call.player, "daily", call.said)
    return await show(call, here, before=news or "")


def _day(call: Call, typed: str) -> int:
    """Return the requested day; today if nothing was typed."""
    today = daily_schedule.today(call.now)
    if not typed.strip():
        return today
    read = read_date(typed, daily_results.date_of(today), str(call.interaction.locale))
    if read is None:
        raise Refused(NO_DATE, text=quote(typed))
    return daily_results.day_number(read)


async def _open(tx: Tx, call: Call, day: int) -> Solitaire:
    """Return this player's game of a day's puzzle, started if necessary."""
    now = call.now
    try:
        return await daily_results.open_(tx, player=call.player, day=day, now=now)
    except NotFound:
        first, last, asked = (
            daily_results.date_of(each).isoformat()
            for each in (daily_schedule.FIRST, daily_schedule.today(now), day)
        )
        raise Refused(NO_DAY, first=first, last=last, day=asked) from None


@handles("daily", about="else")
async def try_it(call: Call, control: Control) -> Reply:
    """The Try it button below a shared result and below a guild's daily post."""
    if control.subject > daily_schedule.today(call.now):
        raise OldControl(str(control.subject))
    async with call.write() as tx:
        here = await _open(tx, call, control.subject)
    return await _shown(call, here)


@handles("daily-restart", edits=True, about="else")
async def restart(call: Call, control: Control) -> Reply:
    """The Start over button. On an outdated board it only shows the current one."""
    async with call.write() as tx:
        here = await at_it(tx, call.player, control, OTHER)
        if len(puzzle_games.game(here).moves) == control.ply:
            here = await puzzle_games.undo(tx, problem=here.problem, wholly=True, **call.by)
    return await show(call, here)


@handles("daily-hint", edits=True, about="else")
async def hint(call: Call, control: Control) -> Reply:
    """The Hint button: the next move of a solution."""
    here, possible, turn = await _looked_on(call, control)
    if turn is not None:
        async with call.write() as tx:
            here = await puzzle_games.note(tx, here, puzzle_games.HINT)
    told = daily_page.hinted(call.said, possible, turn)
    return await show(call, here, before=told)


@handles("daily-possible", edits=True, about="else")
async def still_possible(call: Call, control: Control) -> Reply:
    """The button that asks whether the figure can still be formed."""
    here, possible, _ = await _looked_on(call, control)
    told = daily_page.hinted(call.said, possible, None)
    return await show(call, here, before=told)


async def _looked_on(call: Call, control: Control) -> tuple[Solitaire, bool | None, str | None]:
    """Search from the player's current position in the worker.

    Returns the game, whether the figure can still be formed (None if the search took too long), and
    the next move of a solution.
    """
    async with call.read() as tx:
        here = await at_it(tx, call.player, control, OTHER)
    try:
        found, turn = await call.app.worker.run(JOB, here.moves, owner=call.owner, seconds=SECONDS)
    except NotDone as why:
        if why.why != "late":
            raise
        found, turn = None, None
    return here, found, turn


@handles("daily-share", about="else")
async def share(call: Call, control: Control) -> Reply:
    """The Share button: post the result, without the solution, for the whole channel."""
    async with call.read() as tx:
        try:
            here = await puzzle_games.get(tx, control.subject, player=call.player)
        except NotFound:
            raise Refused(OTHER) from None
        game = puzzle_games.game(here)
        if here.turns is None or not game.problem.figure:
            raise Refused(OTHER)
        standing = await daily_results.standing(tx, here, game, call.now)
    if standing.key_seen:
        raise Refused(OTHER)
    async with publicly(call.interaction):
        said = speaker(call.interaction.guild_locale or call.interaction.locale)
        shown = daily_page.shared(said, here, game.problem.figure, standing.streak)
        return Reply(view=shown)


@handles("daily-tables", about="else")
async def tables(call: Call, control: Control) -> Reply:
    """The Who else? button: the tables of the guild."""
    if call.guild is None:
        raise Refused(SERVER_ONLY)
    async with call.read() as tx:
        today = await daily_results.table_of_day(tx, call.guild, daily_schedule.today(call.now))
        month = await daily_results.table_of_month(tx, call.guild, call.now)
        wishes = await player_settings.of(tx, call.player)
    return Reply(daily_page.tables(call.said, today, month, named=wishes.show_name))
