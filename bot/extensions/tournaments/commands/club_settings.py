"""`/club settings`: who may create tournaments, and the role of the champion."""

from collections.abc import Mapping

from discord import ui
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.commands.permissions import must_manage
from bot.extensions.tournaments.service import club_settings
from bot.extensions.tournaments.service.club_settings import CHAMPION, MANAGERS, ORGANISERS
from bot.extensions.tournaments.service.drafts import ORGANISER_GAMES
from bot.i18n.translator import N_
from bot.registry import command, component_handler
from bot.service.guilds import guild_settings
from bot.views.components import Button, ComponentId, StaleComponent, button_rows, layout, parse_int
from bot.views.forms import form, radio_field, role_field
from bot.views.reply import Reply, UserError

MEMBERS = "members"
ROLE_TOO_HIGH = N_(
    "I cannot give {role} to anyone, because it is above my own highest role. Move my role above "
    "it in the server's settings, or choose another."
)
ROLE_OF_BOT = N_(
    "{role} belongs to a bot, an integration or everyone, so I cannot give it. Choose another role."
)
NO_ROLE_PERMISSION = N_(
    "To give {role}, I need the permission **Manage Roles**, which I do not have here. Give it to "
    "me in the server's settings, or leave the role empty."
)


@command("club settings", locale_str("Who may create tournaments (managers only)"))
async def settings_command(ctx: CommandContext) -> Reply:
    """Handle the `/club settings` command: open the form."""
    must_manage(ctx)
    return await _open_form(ctx)


@component_handler("club-settings", about="else")
async def reopen(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button shown with the settings, which opens the form."""
    must_manage(ctx)
    return await _open_form(ctx)


async def _open_form(ctx: CommandContext) -> Reply:
    """Open the form with the current settings."""
    t = ctx.t
    settings = await ctx.read(guild_settings.load_settings, ctx.guild or 0)
    chosen = settings[ORGANISERS] or MEMBERS
    choices = {
        MEMBERS: (
            t.translate("Managers and members"),
            t.translate("Members who have finished {n} games in this server", n=ORGANISER_GAMES),
        ),
        MANAGERS: (t.translate("Managers only"), ""),
    }
    shown = form(
        ComponentId("club-change", 0),
        t.translate("Tournaments"),
        radio_field("organisers", t.translate("Who may create tournaments"), choices, chosen),
        role_field(
            "champion",
            t.translate("Champion's role"),
            t.translate("Winners keep it until the next tournament ends. Leave empty for none"),
            int(settings[CHAMPION] or 0) or None,
        ),
    )
    return Reply(view=_settings_view(ctx, settings), form=shown)


def _settings_view(ctx: CommandContext, settings: Mapping[str, str]) -> ui.LayoutView:
    """Return the settings in words, with a button that opens the form."""
    t = ctx.t
    who = (
        t.translate("Only managers may create tournaments.")
        if settings[ORGANISERS] == MANAGERS
        else t.translate(
            "Managers may create tournaments, and so may members who have finished {n} games here.",
            n=ORGANISER_GAMES,
        )
    )
    role = t.translate("Champions get no role.")
    if settings[CHAMPION]:
        role = t.translate("Champions get the role {role}.", role=f"<@&{settings[CHAMPION]}>")
    again = Button(ComponentId("club-settings", 0), t.translate("Change"))
    return layout([who, role], *button_rows(again))


@component_handler("club-change", edits=True, about="else")
async def submit(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted form."""
    must_manage(ctx)
    organisers = next(iter(control.fields.get("organisers", ())), "")
    if organisers not in (MEMBERS, MANAGERS):
        raise StaleComponent(organisers)
    role = next(iter(control.fields.get("champion", ())), "")
    if role:
        _must_be_able_to_give(ctx, parse_int(role))
    settings = await ctx.write(
        club_settings.change,
        ctx.guild or 0,
        organisers="" if organisers == MEMBERS else organisers,
        champion=role,
        by=ctx.player,
        now=ctx.now,
    )
    return Reply(view=_settings_view(ctx, settings))


def _must_be_able_to_give(ctx: CommandContext, role_id: int) -> None:
    """Raise `UserError` unless the bot can give this role.

    Raises `StaleComponent` if the guild has no such role.
    """
    guild = ctx.interaction.guild
    role = None if guild is None else guild.get_role(role_id)
    if guild is None or role is None:
        raise StaleComponent(str(role_id))
    if role.is_default() or role.managed:
        raise UserError(ROLE_OF_BOT, role=role.mention)
    if not guild.me.guild_permissions.manage_roles:
        raise UserError(NO_ROLE_PERMISSION, role=role.mention)
    if role >= guild.me.top_role:
        raise UserError(ROLE_TOO_HIGH, role=role.mention)
