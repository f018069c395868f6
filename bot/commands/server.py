"""`/server`: guild settings, and moderation of matches and ratings."""

from typing import Literal, get_args

import discord
from babel import Locale
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.game_picker import number
from bot.commands.games import whole_lines
from bot.commands.permissions import NO_THREADS, must_manage, named, parent, without_thread
from bot.extensions.puzzles.service import daily_post_schedule
from bot.i18n.durations import stamp
from bot.i18n.escaping import code
from bot.i18n.translator import LANGUAGES, Words, mark
from bot.registry import Option, command, group, handles
from bot.service.errors import NotFound
from bot.service.guilds import guild_settings
from bot.service.rating.ladder_cache import KeptLadder
from bot.store.models import Theme
from bot.views.components import Control
from bot.views.player_labels import mention
from bot.views.reply import Reply
from bot.views.theme_names import THEMES

SHOWN = 20
"""Maximum number of entries in a list."""
Setting = Literal["ratings", "worldwide", "threads", "mentions"]
NAMES = {
    "ratings": mark("Rated games"),
    "worldwide": mark("Global ratings"),
    "threads": mark("A thread for each game"),
    "mentions": mark("Mentions in channels"),
    "theme": mark("Theme for boards in channels"),
    "language": mark("Language in channels"),
    "channels": mark("Game channels"),
    "zone": mark("Time zone of the server"),
    "quiet": mark("Quiet hours (no mentions)"),
    "daily": mark("Channel of the daily puzzle"),
}
VALUES = {guild_settings.ON: mark("on"), guild_settings.OFF: mark("off"), **THEMES}
EMPTY = {
    "language": mark("the server's own"),
    "channels": mark("all"),
    "quiet": mark("never"),
    "daily": mark("none"),
}
"""Label of an empty value."""
LANGUAGE_NAMES = {key: str(Locale(key).get_language_name()).capitalize() for key in LANGUAGES}
"""Name of each language in that language."""


group(
    "server",
    locale_str("Server settings (managers only)"),
    "settings health set language theme channels quiet_hours daily suspicious abort annul",
    must=must_manage,
    default_permissions=discord.Permissions(manage_guild=True),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
)


@handles("welcome-server", about="else")
async def show_on_button(call: Call, control: Control) -> Reply:
    """Handle the settings button of the welcome post."""
    must_manage(call)
    return await show(call)


@command("server settings", locale_str("Current settings, and who changed them"))
async def show(call: Call) -> Reply:
    """Handle the `/server settings` command: show all settings and recent changes."""
    said, guild = call.said, call.guild or 0
    async with call.read() as tx:
        settings = await guild_settings.settings(tx, guild)
        changes = await guild_settings.changes(tx, guild)
    lines = [f"{said.say(NAMES[name])}: **{_value(said, name, settings[name])}**" for name in NAMES]
    if lacking := _no_threads(call, settings["threads"]):
        lines.append(said.say(NO_THREADS, permissions=named(said, lacking)))
    lines.append(
        "-# " + said.say("Use `/server set` and the other `/server` commands to change this.")
    )
    if changes:
        lines.append("**" + said.say("Recent changes") + "**")
    for change in changes:
        what = said.say(NAMES[change.what]) if change.what in NAMES else code(change.what)
        before, after = (
            _value(said, change.what, value) for value in (change.before, change.after)
        )
        lines.append(f"<t:{change.at}:d> {mention(change.by)} · {what}: {before} → {after}")
    return Reply("\n".join(whole_lines(lines)))


def _value(said: Words, name: str, value: str) -> str:
    """Return a setting's value as text."""
    if not value and name in EMPTY:
        return said.say(EMPTY[name])
    if name in ("channels", "daily"):
        return ", ".join(f"<#{channel}>" for channel in value.split()[:SHOWN])
    if name in ("zone", "quiet"):
        return code(value)
    return said.say(VALUES[value]) if value in VALUES else LANGUAGE_NAMES.get(value, value)


def _no_threads(call: Call, threads: str) -> list[str]:
    """Return the missing thread permissions if threads are enabled."""
    return without_thread(call) if threads == guild_settings.ON else []


@command(
    "server language",
    locale_str("Language of my posts in channels"),
    language=Option(locale_str("The language. Leave empty for the server's own"), LANGUAGE_NAMES),
)
async def language(call: Call, language: str = "") -> Reply:
    """Handle the `/server language` command."""
    return await choose(call, "language", language)


@command(
    "server theme",
    locale_str("Theme for boards in channels"),
    theme=Option(locale_str("The theme"), THEMES),
)
async def theme(call: Call, theme: Theme) -> Reply:
    """Handle the `/server theme` command."""
    return await choose(call, "theme", theme)


@command(
    "server set",
    locale_str("Change a setting"),
    setting=Option(locale_str("What to change"), {key: NAMES[key] for key in get_args(Setting)}),
    value=Option(
        locale_str("On or off"),
        {key: VALUES[key] for key in (guild_settings.ON, guild_settings.OFF)},
    ),
)
async def choose(call: Call, setting: str, value: str) -> Reply:
    """Change a setting; handles `/server set`, `language` and `theme`."""
    said = call.said
    async with call.write() as tx:
        changed = await guild_settings.choose(
            tx, call.guild or 0, setting, value, by=call.player, now=call.now
        )
    facts = {"setting": said.say(NAMES[setting]), "value": _value(said, setting, value)}
    if not changed:
        text = said.say("{setting}: {value} (unchanged).", **facts)
    elif setting in ("mentions", "language", "theme"):
        text = said.say("{setting}: {value}, from now on.", **facts)
    else:
        text = said.say("{setting}: {value}, for games that start from now on.", **facts)
    if setting == "threads" and (lacking := _no_threads(call, value)):
        text += "\n" + said.say(NO_THREADS, permissions=named(said, lacking))
    return Reply(text)


@command(
    "server channels",
    locale_str("Where games can be started"),
    games=Option(
        locale_str("Whether games can be started in the channel"),
        {
            "allow": locale_str("games here"),
            "forbid": locale_str("no games here"),
            "anywhere": locale_str("games in all channels"),
        },
    ),
    channel=locale_str("Which channel? Leave empty for this one"),
)
async def channels(
    call: Call,
    games: Literal["allow", "forbid", "anywhere"],
    channel: discord.TextChannel | None = None,
) -> Reply:
    """Handle the `/server channels` command; the default is the current channel."""
    here = channel.id if channel else parent(call) or call.channel
    which = None if games == "anywhere" else here
    async with call.write() as tx:
        chosen = await guild_settings.allow(
            tx, call.guild or 0, which, games == "allow", by=call.player, now=call.now
        )
    value = _value(call.said, "channels", " ".join(map(str, chosen)))
    return Reply(
        call.said.say("Games can be started in these channels: {channels}.", channels=value)
    )


@command(
    "server quiet_hours",
    locale_str("Hours without mentions in channels"),
    hours=locale_str("e.g. 22:00-08:00; 0-0 for none"),
    timezone=locale_str("The time zone of these hours, e.g. Europe/Berlin"),
)
async def quiet(call: Call, hours: str, timezone: str = "") -> Reply:
    """Handle the `/server quiet_hours` command."""
    said, guild = call.said, call.guild or 0
    async with call.write() as tx:
        zone = timezone or (await guild_settings.settings(tx, guild))["zone"]
        await guild_settings.rest(tx, guild, zone, hours, by=call.player, now=call.now)
        settings = await guild_settings.settings(tx, guild)
    facts = {name: _value(said, name, settings[name]) for name in ("quiet", "zone")}
    if not settings["quiet"]:
        return Reply(said.say("Players are mentioned in channels at any hour."))
    return Reply(
        said.say(
            "Quiet hours are {quiet}, time zone {zone}: no one is mentioned in channels. "
            "Players whose turn comes up during that time are mentioned afterwards.",
            **facts,
        )
    )


@command(
    "server daily",
    locale_str("Post the daily puzzle in a channel"),
    channel=locale_str("Which channel? Leave empty to stop"),
)
async def daily(call: Call, channel: discord.TextChannel | None = None) -> Reply:
    """Handle the `/server daily` command."""
    said, place = call.said, None if channel is None else channel.id
    async with call.write() as tx:
        due = await daily_post_schedule.choose(
            tx, call.guild or 0, place, by=call.player, now=call.now
        )
    if due is None:
        return Reply(said.say("The daily puzzle is no longer posted."))
    return Reply(
        said.say(
            "I will post the daily puzzle in {channel}, starting {when}, without "
            "mentioning anyone.",
            channel=f"<#{place}>",
            when=stamp(due),
        )
    )


@command(
    "server abort",
    locale_str("Abort a running game without a result"),
    game=locale_str("The number of the game"),
)
async def abort(call: Call, game: str) -> Reply:
    """Handle the `/server abort` command."""
    async with call.write() as tx:
        await guild_settings.abort(tx, call.guild or 0, _number(game), by=call.player, now=call.now)
    return Reply(call.said.say("The game is aborted and does not count."))


@command(
    "server annul",
    locale_str("Annul a game: it no longer counts in the ratings"),
    game=locale_str("The number of the game"),
)
async def annul(call: Call, game: str) -> Reply:
    """Handle the `/server annul` command."""
    async with call.write() as tx:
        match = await guild_settings.annul(
            tx, call.guild or 0, _number(game), by=call.player, now=call.now
        )
    return Reply(
        call.said.say(
            "Game {number} no longer counts; all ratings are as if it had never been rated.",
            number=match.id,
        )
    )


def _number(game: str) -> int:
    """Parse a match number. Raises `NotFound` with reason "server" if it is invalid."""
    try:
        return number(game)
    except NotFound:
        raise NotFound(what="match", key=game, why="server") from None


WATCHED = {
    "loses-early": mark("{player} has lost three of the last seven rated games within ten moves."),
    "fed-by-newcomers": mark(
        "More than half of the points that {player} has won came from newcomers."
    ),
}


@command(
    "server suspicious", locale_str("Signs of rating farming in this server"), cooldown=(3, 30.0)
)
async def watch(call: Call) -> Reply:
    """Handle the `/server suspicious` command: list signs of rating farming."""
    said, guild = call.said, call.guild or 0
    found = await call.app.ladders.ask(guild, KeptLadder.signs)
    if not found:
        return Reply(said.say("Nothing about the rated games here looks suspicious."))
    lines = [said.say(WATCHED[sign.what], player=mention(sign.player)) for sign in found[:SHOWN]]
    lines.append(
        "-# "
        + said.say("There may be a good reason. Use `/server annul` to cancel a game's rating.")
    )
    return Reply("\n".join(lines))
