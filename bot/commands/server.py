"""`/server settings`: guild settings, their last changes, and their forms.

The table of settings is `SETTINGS` in `bot.service.guilds.guild_settings`.
"""

from collections.abc import Iterator, Mapping, Sequence

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.permissions import (
    NO_THREADS,
    missing_for_threads,
    must_manage,
    obstacle_to_role,
    permission_names,
)
from bot.i18n.escaping import code
from bot.i18n.translator import Translator
from bot.registry import command, component_handler, group
from bot.service.guilds import guild_settings
from bot.setting_definition import ON, Setting
from bot.store import Tx
from bot.store.models import SettingChange
from bot.views.components import (
    Button,
    ComponentId,
    StaleComponent,
    button_rows,
    layout,
    parse_int,
)
from bot.views.discord_limits import join_lines
from bot.views.player_labels import mention
from bot.views.reply import Reply
from bot.views.settings_form import (
    changed_values,
    describe,
    fault_lines,
    page_buttons,
    page_of,
    retry_button,
    setting_lines,
    settings_form,
    unreadable,
)

group(
    "server",
    locale_str("Server settings (managers only)"),
    "settings health abort annul",
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
    return await settings_reply(ctx)


@command("server settings", locale_str("Change this server's settings, and see who changed them"))
async def settings_command(ctx: CommandContext) -> Reply:
    """Handle the `/server settings` command."""
    return await settings_reply(ctx)


async def settings_reply(
    ctx: CommandContext,
    faults: Sequence[str] = (),
    page: str = "",
    entered: Mapping[str, str] = {},
) -> Reply:
    """Show all settings, recent changes and the buttons of the forms.

    The sentences `faults` come first, with a button that opens `page` with what was `entered`.
    """
    t, guild = ctx.t, ctx.guild or 0
    values, changes = await ctx.read(_load_settings, guild)
    lines = setting_lines(t, guild_settings.all_settings(), values, ctx.now)
    if values["threads"] == ON and (lacking := missing_for_threads(ctx)):
        lines.append(t.translate(NO_THREADS, permissions=permission_names(t, lacking)))
    if changes:
        lines.append("**" + t.translate("Recent changes") + "**")
    lines += [_change_line(t, change) for change in changes]
    title = "### " + t.translate("Settings for this server")
    buttons = page_buttons(t, "server-form", guild_settings.all_pages())
    if faults:
        buttons.insert(0, retry_button(t, "server-form", page, entered))
    buttons.append(Button(ComponentId("server-health", 0), t.translate("Check permissions")))
    return Reply(
        view=layout(title, fault_lines(t, faults), join_lines(lines), *button_rows(*buttons))
    )


def _change_line(t: Translator, change: SettingChange) -> str:
    """Describe an entry of the audit log."""
    what, before, after = code(change.what), change.before, change.after
    for row in guild_settings.all_settings():
        if row.name == change.what:
            what = t.translate(row.title)
            before, after = describe(t, row, before), describe(t, row, after)
    return f"<t:{change.at}:d> {mention(change.by)} · {what}: {before} → {after}"


def _load_settings(tx: Tx, guild: int) -> tuple[dict[str, str], list[SettingChange]]:
    """Return the settings of a guild and its recent changes."""
    return guild_settings.load_settings(tx, guild), guild_settings.recent_changes(tx, guild)


@component_handler("server-form", about="else")
async def open_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a button of `/server settings`: open the form."""
    must_manage(ctx)
    pages = guild_settings.all_pages()
    page, entered = page_of(control, pages)
    opened = settings_form(
        ctx.t,
        ComponentId("server-change", 0, extra=page),
        ctx.t.translate(pages[page]),
        [row for row in guild_settings.all_settings() if row.page == page],
        await ctx.read(guild_settings.load_settings, ctx.guild or 0),
        entered,
    )
    return Reply(view=(await settings_reply(ctx)).view, form=opened)


@component_handler("server-change", edits=True, about="else")
async def submit(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a submitted form: apply its changes and show all settings.

    An empty text field restores the default. If anything is wrong, nothing is changed.
    """
    must_manage(ctx)
    page, _ = page_of(control, guild_settings.all_pages())
    rows = [row for row in guild_settings.all_settings() if row.page == page]
    changes = changed_values(control, rows)
    faults = [*unreadable(ctx.t, rows, changes), *_unusable(ctx, rows, changes)]
    if faults:
        return await settings_reply(ctx, faults, page, changes)
    await ctx.write(
        guild_settings.change_settings, ctx.guild or 0, changes, by=ctx.player, now=ctx.now
    )
    return await settings_reply(ctx)


def _unusable(
    ctx: CommandContext, rows: Sequence[Setting], changes: Mapping[str, str]
) -> Iterator[str]:
    """Yield a sentence for each chosen role that the bot cannot give.

    Raises `StaleComponent` for a role or a text channel that the guild does not have.
    """
    guild = ctx.interaction.guild
    for row in (row for row in rows if row.kind in ("channel", "channels", "role")):
        for number in map(parse_int, changes.get(row.name, "").split()):
            if row.kind == "role":
                if why := obstacle_to_role(ctx, number):
                    yield why
            elif guild is None or not isinstance(guild.get_channel(number), discord.TextChannel):
                raise StaleComponent(str(number))
