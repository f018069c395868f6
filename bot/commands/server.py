"""`/server`: guild settings, and moderation of matches and ratings."""

from typing import Literal, get_args

import discord
from babel import Locale
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.commands.game_picker import parse_game_number
from bot.commands.games import join_lines
from bot.commands.permissions import (
    NO_THREADS,
    missing_for_threads,
    must_manage,
    parent_channel,
    permission_names,
)
from bot.i18n.escaping import code
from bot.i18n.translator import LANGUAGES, N_, Translator
from bot.registry import Option, command, component_handler, group
from bot.service.errors import NotFound
from bot.service.guilds import guild_settings
from bot.service.rating import player_ratings
from bot.store import Tx
from bot.store.models import SettingChange, Theme
from bot.views.components import ComponentId
from bot.views.player_labels import mention
from bot.views.rating_texts import recalculation_note
from bot.views.reply import Reply
from bot.views.theme_names import THEMES

MAX_SIGNS = 20
"""Maximum number of entries in a list."""
SettingName = Literal["ratings", "worldwide", "threads", "mentions"]
NAMES = {
    "ratings": N_("Rated games"),
    "worldwide": N_("Global ratings"),
    "threads": N_("A thread for each game"),
    "mentions": N_("Mentions in channels"),
    "theme": N_("Theme for boards in channels"),
    "language": N_("Language in channels"),
    "channels": N_("Game channels"),
    "zone": N_("Time zone of the server"),
    "quiet": N_("Quiet hours (no mentions)"),
}
VALUES = {guild_settings.ON: N_("on"), guild_settings.OFF: N_("off"), **THEMES}
EMPTY = {"language": N_("the server's own"), "channels": N_("all"), "quiet": N_("never")}
"""Label of an empty value, by setting."""
LANGUAGE_NAMES = {key: str(Locale(key).get_language_name()).capitalize() for key in LANGUAGES}
"""Name of each language in that language."""


group(
    "server",
    locale_str("Server settings (managers only)"),
    "settings health set language theme channels quiet_hours suspicious abort annul",
    check=must_manage,
    default_permissions=discord.Permissions(manage_guild=True),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
)


@component_handler("welcome-server", about="else")
async def settings_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the settings button of the welcome post."""
    must_manage(ctx)
    return await settings_command(ctx)


@command("server settings", locale_str("Current settings, and who changed them"))
async def settings_command(ctx: CommandContext) -> Reply:
    """Handle the `/server settings` command: show all settings and recent changes."""
    t, guild = ctx.t, ctx.guild or 0
    settings, changes = await ctx.read(_load_settings, guild)
    names = _names()
    lines = [f"{t.translate(names[name])}: **{_value(t, name, settings[name])}**" for name in names]
    if lacking := _missing_for_threads(ctx, settings["threads"]):
        lines.append(t.translate(NO_THREADS, permissions=permission_names(t, lacking)))
    lines.append(
        "-# " + t.translate("Use `/server set` and the other `/server` commands to change this.")
    )
    if changes:
        lines.append("**" + t.translate("Recent changes") + "**")
    for change in changes:
        what = t.translate(names[change.what]) if change.what in names else code(change.what)
        before, after = (_value(t, change.what, value) for value in (change.before, change.after))
        lines.append(f"<t:{change.at}:d> {mention(change.by)} · {what}: {before} → {after}")
    return Reply("\n".join(join_lines(lines)))


def _load_settings(tx: Tx, guild: int) -> tuple[dict[str, str], list[SettingChange]]:
    """Return the settings of a guild and its recent changes."""
    return guild_settings.load_settings(tx, guild), guild_settings.recent_changes(tx, guild)


def _names() -> dict[str, str]:
    """Return the names of all settings, with those of extensions."""
    more = {setting.name: setting.label for setting in guild_settings.extension_settings()}
    return {**NAMES, **more}


def _value(t: Translator, name: str, value: str) -> str:
    """Return a setting's value as text."""
    more = {setting.name: setting for setting in guild_settings.extension_settings()}
    if not value and (name in EMPTY or name in more):
        return t.translate(EMPTY[name] if name in EMPTY else more[name].empty)
    if name == "channels" or (name in more and more[name].is_channel):
        return ", ".join(f"<#{channel}>" for channel in value.split()[:MAX_SIGNS])
    if name in ("zone", "quiet"):
        return code(value)
    return t.translate(VALUES[value]) if value in VALUES else LANGUAGE_NAMES.get(value, value)


def _missing_for_threads(ctx: CommandContext, threads: str) -> list[str]:
    """Return the missing thread permissions if threads are enabled."""
    return missing_for_threads(ctx) if threads == guild_settings.ON else []


@command(
    "server language",
    locale_str("Language of my posts in channels"),
    language=Option(
        locale_str("The language. Leave empty for the server's language"), LANGUAGE_NAMES
    ),
)
async def language_command(ctx: CommandContext, language: str = "") -> Reply:
    """Handle the `/server language` command."""
    return await set_setting(ctx, "language", language)


@command(
    "server theme",
    locale_str("Theme for boards in channels"),
    theme=Option(locale_str("The theme"), THEMES),
)
async def theme_command(ctx: CommandContext, theme: Theme) -> Reply:
    """Handle the `/server theme` command."""
    return await set_setting(ctx, "theme", theme)


@command(
    "server set",
    locale_str("Change a setting"),
    setting=Option(
        locale_str("What to change"), {key: NAMES[key] for key in get_args(SettingName)}
    ),
    value=Option(
        locale_str("On or off"),
        {key: VALUES[key] for key in (guild_settings.ON, guild_settings.OFF)},
    ),
)
async def set_setting(ctx: CommandContext, setting: str, value: str) -> Reply:
    """Handle the `/server set` command.

    Also called for `/server language` and `/server theme`.
    """
    t = ctx.t
    changed = await ctx.write(
        guild_settings.change_setting, ctx.guild or 0, setting, value, by=ctx.player, now=ctx.now
    )
    facts = {"setting": t.translate(NAMES[setting]), "value": _value(t, setting, value)}
    if not changed:
        text = t.translate("{setting}: {value} (unchanged).", **facts)
    elif setting in ("mentions", "language", "theme"):
        text = t.translate("{setting}: {value}, from now on.", **facts)
    else:
        text = t.translate("{setting}: {value}, for games that start from now on.", **facts)
    if setting == "threads" and (lacking := _missing_for_threads(ctx, value)):
        text += "\n" + t.translate(NO_THREADS, permissions=permission_names(t, lacking))
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
async def channels_command(
    ctx: CommandContext,
    games: Literal["allow", "forbid", "anywhere"],
    channel: discord.TextChannel | None = None,
) -> Reply:
    """Handle the `/server channels` command; `channel` defaults to the current one."""
    channel_id = channel.id if channel else parent_channel(ctx) or ctx.channel
    which = None if games == "anywhere" else channel_id
    chosen = await ctx.write(
        guild_settings.set_channel_allowed,
        ctx.guild or 0,
        which,
        games == "allow",
        by=ctx.player,
        now=ctx.now,
    )
    value = _value(ctx.t, "channels", " ".join(map(str, chosen)))
    return Reply(
        ctx.t.translate("Games can be started in these channels: {channels}.", channels=value)
    )


@command(
    "server quiet_hours",
    locale_str("Hours without mentions in channels"),
    hours=locale_str("e.g. 22:00-08:00; 0-0 for none"),
    timezone=locale_str("The time zone of these hours, e.g. Europe/Berlin"),
)
async def quiet_hours_command(ctx: CommandContext, hours: str, timezone: str = "") -> Reply:
    """Handle the `/server quiet_hours` command."""
    t, guild = ctx.t, ctx.guild or 0
    settings = await ctx.write(_set_quiet_hours, guild, timezone, hours, by=ctx.player, now=ctx.now)
    facts = {name: _value(t, name, settings[name]) for name in ("quiet", "zone")}
    if not settings["quiet"]:
        return Reply(t.translate("Players are mentioned in channels at any hour."))
    return Reply(
        t.translate(
            "Quiet hours are {quiet}, time zone {zone}: no one is mentioned in channels. "
            "Players whose turn comes up during that time are mentioned afterwards.",
            **facts,
        )
    )


def _set_quiet_hours(
    tx: Tx, guild: int, timezone: str, hours: str, *, by: int, now: int
) -> dict[str, str]:
    """Set the quiet hours, by default in the guild's time zone. Returns all settings."""
    zone = timezone or guild_settings.load_settings(tx, guild)["zone"]
    guild_settings.set_quiet_hours(tx, guild, zone, hours, by=by, now=now)
    return guild_settings.load_settings(tx, guild)


@command(
    "server abort",
    locale_str("Abort a running game without a result"),
    game=locale_str("The number of the game"),
)
async def abort_game(ctx: CommandContext, game: str) -> Reply:
    """Handle the `/server abort` command."""
    await ctx.write(
        guild_settings.abort_match,
        ctx.guild or 0,
        _match_number(game),
        by=ctx.player,
        now=ctx.now,
    )
    return Reply(ctx.t.translate("The game is aborted and does not count."))


@command(
    "server annul",
    locale_str("Annul a game: it no longer counts in the ratings"),
    game=locale_str("The number of the game"),
)
async def annul_game(ctx: CommandContext, game: str) -> Reply:
    """Handle the `/server annul` command."""
    match = await ctx.write(
        guild_settings.annul_match,
        ctx.guild or 0,
        _match_number(game),
        by=ctx.player,
        now=ctx.now,
    )
    return Reply(
        ctx.t.translate(
            "Game {number} no longer counts; all ratings are as if it had never been rated.",
            number=match.id,
        )
    )


def _match_number(game: str) -> int:
    """Parse a match number. Raises `NotFound` with reason "server" if it is invalid."""
    try:
        return parse_game_number(game)
    except NotFound:
        raise NotFound(what="match", key=game, why="server") from None


FARMING_SIGNS = {
    "loses-early": N_(
        "{player} has lost three of their last seven rated games in fewer than ten moves."
    ),
    "fed-by-newcomers": N_(
        "More than half of the points that {player} has won came from newcomers."
    ),
}


@command(
    "server suspicious", locale_str("Signs of rating farming in this server"), cooldown=(3, 30.0)
)
async def farming_command(ctx: CommandContext) -> Reply:
    """Handle the `/server suspicious` command: list signs of rating farming."""
    t, guild = ctx.t, ctx.guild or 0
    signs, stale = await ctx.read(player_ratings.farming_signs, guild)
    if not signs:
        return Reply(t.translate("Nothing about the rated games here looks suspicious."))
    lines = [
        t.translate(FARMING_SIGNS[sign.what], player=mention(sign.player))
        for sign in signs[:MAX_SIGNS]
    ]
    lines.append(
        "-# "
        + t.translate("There may be an innocent explanation. Use `/server annul` to annul a game.")
    )
    if stale:
        lines.append(recalculation_note(t))
    return Reply("\n".join(lines))
