"""`/server`: what whoever manages a server may choose, break off, strike out, and look up."""

from __future__ import annotations

from typing import Literal

import discord
from babel import Locale
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.commands.permissions import NO_THREADS, must_manage, named, parent, without_thread
from bot.commands.server_health import health
from bot.commands.which_game import number
from bot.service.errors import NotFound
from bot.service.rating.kept_ladders import KeptLadder
from bot.service.server import daily_posts, servers
from bot.store.values import Theme
from bot.views import limits
from bot.views.reply import Reply
from bot.views.seats import mention
from bot.views.themes import THEMES
from bot.words import LANGUAGES, Words, mark, speaker
from bot.words.quoting import code
from bot.words.times import stamp

SHOWN = 20
"""How many signs, or channels, are shown."""
Setting = Literal["ratings", "worldwide", "threads", "mentions"]
NAMES = {
    "ratings": mark("Rated games"),
    "worldwide": mark("Worldwide ratings"),
    "threads": mark("A thread for each game"),
    "mentions": mark("Mentions in channels"),
    "theme": mark("Theme of the boards in channels"),
    "language": mark("Language in channels"),
    "channels": mark("Game channels"),
    "zone": mark("Time zone of the server"),
    "quiet": mark("No mentions between"),
    "daily": mark("Channel of the problem of the day"),
}
VALUES = {servers.ON: mark("on"), servers.OFF: mark("off"), **THEMES}
EMPTY = {
    "language": mark("the server's own"),
    "channels": mark("all"),
    "quiet": mark("never"),
    "daily": mark("none"),
}
"""What it means that nothing is chosen."""
LANGUAGE_NAMES = {key: str(Locale(key).get_language_name()).capitalize() for key in LANGUAGES}
"""Each in its own language."""


async def show(app: App, interaction: discord.Interaction) -> Reply:
    """What `/server settings` does: everything as it is, and who changed it lately."""
    must_manage(interaction)
    said, guild = speaker(interaction.locale), interaction.guild_id or 0
    async with app.store.read() as tx:
        settings = await servers.settings(tx, guild)
        changes = await servers.changes(tx, guild)
    lines = [f"{said.say(NAMES[name])}: **{_value(said, name, settings[name])}**" for name in NAMES]
    if lacking := _no_threads(interaction, settings["threads"]):
        lines.append(said.say(NO_THREADS, permissions=named(said, lacking)))
    lines.append("-# " + said.say("`/server set` and the commands beside it change this."))
    if changes:
        lines.append("**" + said.say("Recent changes") + "**")
    for change in changes:
        what = said.say(NAMES[change.what]) if change.what in NAMES else code(change.what)
        before, after = (
            _value(said, change.what, value) for value in (change.before, change.after)
        )
        lines.append(f"<t:{change.at}:d> {mention(change.by)} · {what}: {before} → {after}")
    return Reply("\n".join(_that_fit(lines)))


def _that_fit(lines: list[str]) -> list[str]:
    """As many of the lines as one message holds."""
    while sum(len(line) + 1 for line in lines) > limits.CONTENT:
        lines = lines[:-1]
    return lines


def _value(said: Words, name: str, value: str) -> str:
    """A value of a setting in words."""
    if not value and name in EMPTY:
        return said.say(EMPTY[name])
    if name in ("channels", "daily"):
        return ", ".join(f"<#{channel}>" for channel in value.split()[:SHOWN])
    if name in ("zone", "quiet"):
        return code(value)
    return said.say(VALUES[value]) if value in VALUES else LANGUAGE_NAMES.get(value, value)


def _no_threads(interaction: discord.Interaction, threads: str) -> list[str]:
    """The permissions that are missing here for threads, if they are wished for."""
    return without_thread(interaction) if threads == servers.ON else []


async def choose(app: App, interaction: discord.Interaction, setting: str, value: str) -> Reply:
    """What `/server set`, `/server language` and `/server theme` do."""
    must_manage(interaction)
    said = speaker(interaction.locale)
    async with app.store.write() as tx:
        changed = await servers.choose(
            tx,
            interaction.guild_id or 0,
            setting,
            value,
            by=interaction.user.id,
            now=app.clock(),
        )
    facts = {"setting": said.say(NAMES[setting]), "value": _value(said, setting, value)}
    if not changed:
        text = said.say("{setting}: {value}, as it was.", **facts)
    elif setting in ("mentions", "language", "theme"):
        text = said.say("{setting}: {value}, from now on.", **facts)
    else:
        text = said.say("{setting}: {value}, for games that begin from now on.", **facts)
    if setting == "threads" and (lacking := _no_threads(interaction, value)):
        text += "\n" + said.say(NO_THREADS, permissions=named(said, lacking))
    return Reply(text)


async def channels(
    app: App,
    interaction: discord.Interaction,
    games: Literal["allow", "forbid", "anywhere"],
    channel: int | None,
) -> Reply:
    """What `/server channels` does; without a channel, the one of the command is meant."""
    must_manage(interaction)
    said = speaker(interaction.locale)
    which = (
        None if games == "anywhere" else channel or parent(interaction) or interaction.channel_id
    )
    async with app.store.write() as tx:
        chosen = await servers.allow(
            tx,
            interaction.guild_id or 0,
            which,
            games == "allow",
            by=interaction.user.id,
            now=app.clock(),
        )
    value = _value(said, "channels", " ".join(map(str, chosen)))
    return Reply(said.say("Games can be started in these channels: {channels}.", channels=value))


async def quiet(app: App, interaction: discord.Interaction, hours: str, zone: str) -> Reply:
    """What `/server quiet` does."""
    must_manage(interaction)
    said, guild = speaker(interaction.locale), interaction.guild_id or 0
    async with app.store.write() as tx:
        zone = zone or (await servers.settings(tx, guild))["zone"]
        await servers.rest(tx, guild, zone, hours, by=interaction.user.id, now=app.clock())
        settings = await servers.settings(tx, guild)
    facts = {name: _value(said, name, settings[name]) for name in ("quiet", "zone")}
    if not settings["quiet"]:
        return Reply(said.say("Players are mentioned in channels at any hour."))
    return Reply(
        said.say(
            "No one is mentioned in channels between {quiet}, time zone {zone}; players "
            "whose turn came then are mentioned when the night is over.",
            **facts,
        )
    )


async def daily(app: App, interaction: discord.Interaction, channel: int | None) -> Reply:
    """What `/server daily` does."""
    must_manage(interaction)
    said = speaker(interaction.locale)
    async with app.store.write() as tx:
        due = await daily_posts.choose(
            tx, interaction.guild_id or 0, channel, by=interaction.user.id, now=app.clock()
        )
    if due is None:
        return Reply(said.say("The problem of the day is no longer posted."))
    return Reply(
        said.say(
            "I post the problem of the day in {channel}, first {when}, and mention nobody.",
            channel=f"<#{channel}>",
            when=stamp(due),
        )
    )


async def abort(app: App, interaction: discord.Interaction, game: str) -> Reply:
    """What `/server abort` does."""
    must_manage(interaction)
    async with app.store.write() as tx:
        await servers.abort(
            tx,
            interaction.guild_id or 0,
            _number(game),
            by=interaction.user.id,
            now=app.clock(),
        )
    return Reply(speaker(interaction.locale).say("The game is aborted and does not count."))


async def annul(app: App, interaction: discord.Interaction, game: str) -> Reply:
    """What `/server annul` does."""
    must_manage(interaction)
    async with app.store.write() as tx:
        match = await servers.annul(
            tx,
            interaction.guild_id or 0,
            _number(game),
            by=interaction.user.id,
            now=app.clock(),
        )
    return Reply(
        speaker(interaction.locale).say(
            "Game {number} no longer counts; all ratings are as if it had never been rated.",
            number=match.id,
        )
    )


def _number(game: str) -> int:
    """The number that a manager has written; NotFound if it is none, as of a game of another server."""
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


async def watch(app: App, interaction: discord.Interaction) -> Reply:
    """What `/server watch` does: signs that ratings are being made rather than played for."""
    must_manage(interaction)
    said, guild = speaker(interaction.locale), interaction.guild_id or 0
    found = await app.ladders.ask(guild, KeptLadder.signs)
    if not found:
        return Reply(said.say("Nothing about the rated games here looks odd."))
    lines = [said.say(WATCHED[sign.what], player=mention(sign.player)) for sign in found[:SHOWN]]
    lines.append(
        "-# " + said.say("There may be a good reason. `/server annul` strikes a game out.")
    )
    return Reply("\n".join(lines))


def install(app: App) -> None:
    """Put the group on the tree; Discord shows it to those who may manage the server."""
    group = app_commands.Group(
        name="server",
        description=locale_str("For the managers of this server"),
        default_permissions=discord.Permissions(manage_guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=False, private_channel=False
        ),
    )

    @group.command(
        name="settings", description=locale_str("Current settings, and who changed them")
    )
    async def settings_command(interaction: discord.Interaction) -> None:
        await app.serve(interaction, show(app, interaction))

    @group.command(name="health", description=locale_str("How I am doing in this server"))
    async def health_command(interaction: discord.Interaction) -> None:
        await app.serve(interaction, health(app, interaction))

    @group.command(name="set", description=locale_str("Change a setting"))
    @app_commands.describe(setting=locale_str("What to change"), value=locale_str("On or off"))
    @app_commands.choices(
        setting=[
            app_commands.Choice(name=locale_str("Rated games"), value="ratings"),
            app_commands.Choice(name=locale_str("Worldwide ratings"), value="worldwide"),
            app_commands.Choice(name=locale_str("A thread for each game"), value="threads"),
            app_commands.Choice(name=locale_str("Mentions in channels"), value="mentions"),
        ],
        value=[
            app_commands.Choice(name=locale_str("on"), value=servers.ON),
            app_commands.Choice(name=locale_str("off"), value=servers.OFF),
        ],
    )
    async def set_command(
        interaction: discord.Interaction, setting: Setting, value: Literal["on", "off"]
    ) -> None:
        await app.serve(interaction, choose(app, interaction, setting, value))

    @group.command(name="language", description=locale_str("The language of my posts in channels"))
    @app_commands.describe(language=locale_str("The language; leave empty for the server's own"))
    @app_commands.choices(
        language=[
            app_commands.Choice(name=name, value=value) for value, name in LANGUAGE_NAMES.items()
        ]
    )
    async def language_command(
        interaction: discord.Interaction, language: str | None = None
    ) -> None:
        await app.serve(interaction, choose(app, interaction, "language", language or ""))

    @group.command(name="theme", description=locale_str("How the boards in channels look"))
    @app_commands.describe(theme=locale_str("The theme"))
    @app_commands.choices(
        theme=[
            app_commands.Choice(name=locale_str(name), value=key) for key, name in THEMES.items()
        ]
    )
    async def theme_command(interaction: discord.Interaction, theme: Theme) -> None:
        await app.serve(interaction, choose(app, interaction, "theme", theme))

    @group.command(name="channels", description=locale_str("Where games can be started"))
    @app_commands.describe(
        games=locale_str("Whether games can be started in the channel"),
        channel=locale_str("Which channel; leave empty for this one"),
    )
    @app_commands.choices(
        games=[
            app_commands.Choice(name=locale_str("games here"), value="allow"),
            app_commands.Choice(name=locale_str("no games here"), value="forbid"),
            app_commands.Choice(name=locale_str("games in all channels"), value="anywhere"),
        ]
    )
    async def channels_command(
        interaction: discord.Interaction,
        games: Literal["allow", "forbid", "anywhere"],
        channel: discord.TextChannel | None = None,
    ) -> None:
        place = None if channel is None else channel.id
        await app.serve(interaction, channels(app, interaction, games, place))

    @group.command(name="quiet", description=locale_str("Hours without mentions in channels"))
    @app_commands.describe(
        hours=locale_str("Like 22:00-08:00; 0-0 for none"),
        zone=locale_str("The time zone of these hours, like Europe/Berlin"),
    )
    async def quiet_command(interaction: discord.Interaction, hours: str, zone: str = "") -> None:
        await app.serve(interaction, quiet(app, interaction, hours, zone))

    @group.command(name="daily", description=locale_str("Post the problem of the day in a channel"))
    @app_commands.describe(channel=locale_str("Which channel; leave empty for none any more"))
    async def daily_command(
        interaction: discord.Interaction, channel: discord.TextChannel | None = None
    ) -> None:
        place = None if channel is None else channel.id
        await app.serve(interaction, daily(app, interaction, place))

    @group.command(name="watch", description=locale_str("Signs that ratings are being farmed here"))
    @app_commands.checks.cooldown(3, 30.0)
    async def watch_command(interaction: discord.Interaction) -> None:
        await app.serve(interaction, watch(app, interaction))

    @group.command(name="abort", description=locale_str("Abort a running game, without a result"))
    @app_commands.describe(game=locale_str("Its number"))
    async def abort_command(interaction: discord.Interaction, game: str) -> None:
        await app.serve(interaction, abort(app, interaction, game))

    @group.command(
        name="annul", description=locale_str("Annul a game: it no longer counts in the ratings")
    )
    @app_commands.describe(game=locale_str("Its number"))
    async def annul_command(interaction: discord.Interaction, game: str) -> None:
        await app.serve(interaction, annul(app, interaction, game))

    app.tree.add_command(group)
