"""`/server`: guild settings. Their forms are in `server_forms`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot import extensions
from bot.app import CommandContext
from bot.commands.games import join_lines
from bot.commands.permissions import (
    NO_THREADS,
    missing_for_threads,
    must_have_channel,
    must_manage,
    parent_channel,
    permission_names,
)
from bot.i18n.durations import local_time_text
from bot.i18n.escaping import code
from bot.i18n.translator import LANGUAGE_NAMES, N_, Translator
from bot.registry import Option, command, component_handler, group
from bot.service.guilds import guild_settings
from bot.store import Tx
from bot.store.models import SettingChange, Theme
from bot.views.components import Button, ComponentId, button_rows, layout
from bot.views.player_labels import mention
from bot.views.reply import Reply
from bot.views.settings_form import FormRow, Kind
from bot.views.theme_names import THEMES

MAX_CHANNELS = 20
"""Maximum number of channels in a list."""
SWITCH: Mapping[str, str] = {guild_settings.ON: N_("on"), guild_settings.OFF: N_("off")}
"""Labels of a setting that is on or off."""


def _channels(value: str) -> str:
    """Return links to the channels with these ids."""
    return ", ".join(f"<#{channel}>" for channel in value.split()[:MAX_CHANNELS])


def _channel(value: str) -> str:
    """Return a link to the channel with this id."""
    return f"<#{value}>"


def _role(value: str) -> str:
    """Return a mention of the role with this id."""
    return f"<@&{value}>"


class Setting(NamedTuple):
    """A guild setting as managers see it. Its default is in `guild_settings.DEFAULTS`."""

    title: str
    label: Mapping[str, str] | Callable[[str], str] = SWITCH
    """Label of each value, or a function.

    `/server set` changes the settings that have the labels `SWITCH`.
    """
    empty: str = ""
    """Label of the empty value if the setting can be empty."""
    is_immediate: bool = False
    """Whether a change applies to running games too."""
    page: str = "games"
    """The form that contains the setting, as a key of `PAGES`."""
    hint: str = ""
    """The explanation in the form."""

    def describe(self, t: Translator, value: str) -> str:
        """Return a value as text."""
        if not value and self.empty:
            return t.translate(self.empty)
        if callable(self.label):
            return self.label(value)
        return t.translate(self.label[value]) if value in self.label else value

    @property
    def kind(self) -> Kind:
        """The type of field that the form shows for the setting."""
        if self.label is SWITCH:
            return "switch"
        if self.label in (_channel, _channels):
            return "channel" if self.label is _channel else "channels"
        return "text" if callable(self.label) or not self.label else "choice"

    def as_row(self, t: Translator, name: str, value: str) -> FormRow:
        """Return the setting with this value as a row of a form."""
        labels = {} if callable(self.label) else self.label
        if self.empty and labels:
            labels = {"": self.empty, **labels}
        choices = {key: t.translate(label) for key, label in labels.items()}
        hint = t.translate(self.hint) if self.hint else ""
        return FormRow(name, t.translate(self.title), value, self.kind, hint, choices)


PAGES: Mapping[str, str] = {
    "games": N_("Games and boards"),
    "channels": N_("Channels and quiet hours"),
}
"""Titles of the forms by page. A form has at most five fields."""
SETTINGS: Mapping[str, Setting] = {
    "ratings": Setting(N_("Rated games")),
    "worldwide": Setting(N_("Global ratings")),
    "threads": Setting(N_("A thread for each game")),
    "mentions": Setting(N_("Mentions in channels"), is_immediate=True),
    "theme": Setting(N_("Theme for boards in channels"), THEMES, is_immediate=True),
    "language": Setting(
        N_("Language in channels"),
        LANGUAGE_NAMES,
        N_("the server's own"),
        is_immediate=True,
    ),
    "channels": Setting(
        N_("Game channels"),
        _channels,
        N_("all"),
        page="channels",
        hint=N_("Leave empty for all channels"),
    ),
    "zone": Setting(
        N_("Server time zone"),
        code,
        page="channels",
        hint=N_("For the quiet hours, e.g. Berlin"),
    ),
    "quiet": Setting(
        N_("Quiet hours (no mentions)"),
        code,
        N_("never"),
        page="channels",
        hint=N_("e.g. 22:00-08:00; 0-0 for none"),
    ),
}
"""All guild settings of the core, in the order in which they are shown."""


def all_settings() -> Mapping[str, Setting]:
    """Return the settings of the core and, after them, those of extensions."""
    more = {
        setting.name: Setting(
            setting.label,
            _channel if setting.is_channel else _role if setting.is_role else setting.labels,
            setting.empty,
            page="" if setting.has_own_form else "channels",
        )
        for setting in guild_settings.extension_settings()
    }
    return {**SETTINGS, **more}


group(
    "server",
    locale_str("Server settings (managers only)"),
    "settings health set language theme channels quiet_hours abort annul",
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
    """Handle the `/server settings` command."""
    return await settings_reply(ctx)


async def settings_reply(ctx: CommandContext, before: Sequence[str] = ()) -> Reply:
    """Show all settings, recent changes and the buttons of the forms.

    The lines `before` come first.
    """
    t, guild = ctx.t, ctx.guild or 0
    settings, changes = await ctx.read(_load_settings, guild)
    lines = [
        f"{t.translate(setting.title)}: **{setting.describe(t, settings[name])}**"
        + (f" · {local_time_text(t, settings[name], ctx.now)}" if name == "zone" else "")
        for name, setting in all_settings().items()
    ]
    if lacking := _missing_for_threads(ctx, settings["threads"]):
        lines.append(t.translate(NO_THREADS, permissions=permission_names(t, lacking)))
    if changes:
        lines.append("**" + t.translate("Recent changes") + "**")
    lines += [_change_line(t, change) for change in changes]
    title = "### " + t.translate("Settings for this server")
    return Reply(view=layout(title, before, join_lines(lines), *button_rows(*_forms(t))))


def _forms(t: Translator) -> list[Button]:
    """Return the buttons that open the forms, and the one that checks the permissions."""
    own = {
        action: label
        for extension in extensions.installed()
        for action, label in extension.settings_forms.items()
    }
    return [
        *(
            Button(ComponentId("server-form", 0, extra=page), t.translate(title))
            for page, title in PAGES.items()
        ),
        *(Button(ComponentId(action, 0), t.translate(label)) for action, label in own.items()),
        Button(ComponentId("server-health", 0), t.translate("Check permissions")),
    ]


def _change_line(t: Translator, change: SettingChange) -> str:
    """Describe an entry of the audit log."""
    what, before, after = code(change.what), change.before, change.after
    if setting := all_settings().get(change.what):
        what = t.translate(setting.title)
        before, after = setting.describe(t, before), setting.describe(t, after)
    return f"<t:{change.at}:d> {mention(change.by)} · {what}: {before} → {after}"


def _load_settings(tx: Tx, guild: int) -> tuple[dict[str, str], list[SettingChange]]:
    """Return the settings of a guild and its recent changes."""
    return guild_settings.load_settings(tx, guild), guild_settings.recent_changes(tx, guild)


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
        locale_str("What to change"),
        {name: setting.title for name, setting in SETTINGS.items() if setting.label is SWITCH},
    ),
    value=Option(locale_str("On or off"), SWITCH),
)
async def set_setting(ctx: CommandContext, setting: str, value: str) -> Reply:
    """Handle the `/server set` command.

    Also called for `/server language` and `/server theme`.
    """
    t = ctx.t
    changed = await ctx.write(
        guild_settings.change_setting, ctx.guild or 0, setting, value, by=ctx.player, now=ctx.now
    )
    row = SETTINGS[setting]
    facts = {"setting": t.translate(row.title), "value": row.describe(t, value)}
    if not changed:
        text = t.translate("{setting}: {value} (unchanged).", **facts)
    elif row.is_immediate:
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
    which = None
    if games != "anywhere":
        which = channel.id if channel else parent_channel(ctx) or must_have_channel(ctx)
    chosen = await ctx.write(
        guild_settings.set_channel_allowed,
        ctx.guild or 0,
        which,
        games == "allow",
        by=ctx.player,
        now=ctx.now,
    )
    value = SETTINGS["channels"].describe(ctx.t, " ".join(map(str, chosen)))
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
    facts = {name: SETTINGS[name].describe(t, settings[name]) for name in ("quiet", "zone")}
    if not settings["quiet"]:
        return Reply(t.translate("Players are mentioned in channels at any hour."))
    return Reply(
        t.translate(
            "During quiet hours ({quiet}, {zone}), no one is mentioned in channels. "
            "Players whose turn begins during that time are mentioned afterwards.",
            **facts,
        )
        + f" {local_time_text(t, settings['zone'], ctx.now)}"
    )


def _set_quiet_hours(
    tx: Tx, guild: int, timezone: str, hours: str, *, by: int, now: int
) -> dict[str, str]:
    """Set the quiet hours and return all settings.

    The time zone defaults to the guild's.
    """
    zone = timezone or guild_settings.load_settings(tx, guild)["zone"]
    guild_settings.set_quiet_hours(tx, guild, zone, hours, by=by, now=now)
    return guild_settings.load_settings(tx, guild)
