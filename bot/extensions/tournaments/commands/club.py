"""The club: its tournaments, ladders and seasons, and its champions.

`/club` is for managers. Members reach the same panel from `/games` and `/help`.
"""

from typing import NamedTuple

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.extension_api.commands import CommandContext, command, component_handler, group
from bot.extension_api.texts import N_
from bot.extension_api.transactions import Tx
from bot.extension_api.views import ComponentId, Reply, UserError, parse_int
from bot.extensions.tournaments.dialogs.event_cards import event_reply
from bot.extensions.tournaments.dialogs.event_choice import LISTED, is_manager
from bot.extensions.tournaments.errors import MayNotOrganise
from bot.extensions.tournaments.models import ClubLadder, Event, Series
from bot.extensions.tournaments.service import drafts, event_view, ladders, seasons
from bot.extensions.tournaments.store.event_rows import event_created
from bot.extensions.tournaments.views.club_panel import champions_text, club_panel

SERVER_ONLY = N_("Tournaments are played in servers. Use this in one.")

group(
    "club",
    locale_str("Tournaments, ladders and seasons"),
    "show score",
    default_permissions=discord.Permissions(manage_guild=True),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
)


class _Club(NamedTuple):
    """The content of the panel."""

    events: list[Event]
    mine: frozenset[int]
    """The numbers of the events that the user has entered."""
    out: frozenset[int]
    """Those of them in which the user has no more games."""
    ladders: list[ClubLadder]
    seasons: list[Series]
    refusal: MayNotOrganise | None
    """Why the user may not create a tournament; None if they may."""


def _load_club(tx: Tx, guild: int, player: int, manages: bool) -> _Club:
    refusal = None
    try:
        if not manages:
            drafts.must_be_organiser(tx, guild, player)
    except MayNotOrganise as refused:
        refusal = refused
    mine = [event.id for event in event_view.events_of_player(tx, player, guild)]
    views = [event_view.event_view(tx, event) for event in mine]
    return _Club(
        event_view.events_of_guild(tx, guild, limit=LISTED),
        frozenset(mine),
        frozenset(view.event.id for view in views if event_view.is_out(view, player)),
        ladders.ladders_of_guild(tx, guild),
        seasons.series_of_guild(tx, guild),
        refusal,
    )


@command("club show", locale_str("Tournaments, ladders and seasons of this server"))
async def show_command(ctx: CommandContext) -> Reply:
    """Handle the `/club show` command."""
    return await club_reply(ctx)


@component_handler("club", about="else")
async def show_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the buttons that open the panel."""
    if ctx.guild is None:
        raise UserError(SERVER_ONLY)
    return await club_reply(ctx)


async def club_reply(ctx: CommandContext) -> Reply:
    """Show the panel: the events of the guild, with a button for each."""
    club = await ctx.read(_load_club, ctx.guild or 0, ctx.player, is_manager(ctx))
    shown = [
        event
        for event in club.events
        if event.status != "draft" or event.organiser == ctx.player or is_manager(ctx)
    ]
    refusal = None
    if club.refusal is not None:
        refusal = (await ctx.app.error_reply(club.refusal, ctx.t, ctx.player)).text
    view = club_panel(
        ctx.t, shown, club.mine, club.ladders, club.seasons, out=club.out, refusal=refusal
    )
    return Reply(view=view)


@component_handler("event-pick", about="else")
async def show_event(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select of the panel: show an event with the buttons for this user."""
    event = parse_int(control.value)
    ctx.must_be_newer(event, "event", event_created)
    return await event_reply(ctx, event)


@component_handler("event-card", about="else", created=event_created)
async def show_card(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the buttons that show an event."""
    return await event_reply(ctx, control.subject)


@component_handler("club-champions", about="else")
async def champions_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Champions button of the panel."""
    champions = await ctx.read(event_view.results_of_guild, ctx.guild or 0)
    return Reply(champions_text(ctx.t, champions))
