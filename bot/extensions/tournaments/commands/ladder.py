"""Ladders: create a ladder, show it, join, challenge and leave."""

from bot.extension_api.commands import (
    CommandContext,
    component_handler,
    must_manage,
    resolve_variant,
    text_channel,
)
from bot.extension_api.matches import Match
from bot.extension_api.texts import N_, game_name, quote
from bot.extension_api.transactions import Tx
from bot.extension_api.views import Button, ComponentId, Reply, button_rows, layout, parse_int
from bot.extensions.tournaments.dialogs.event_choice import GAMES_FOR_TWO
from bot.extensions.tournaments.errors import NoSuchLadder, NotOnLadder
from bot.extensions.tournaments.models import ClubLadder, LadderMember
from bot.extensions.tournaments.service import (
    ladder_challenges,
    ladder_members,
    ladder_view,
    ladders,
)
from bot.extensions.tournaments.store import ladder_member_rows
from bot.extensions.tournaments.store.ladder_rows import ladder_created
from bot.extensions.tournaments.views.event_form import refusal_view
from bot.extensions.tournaments.views.ladder_page import (
    ladder_game,
    ladder_list,
    ladder_panel,
    leave_question,
)
from bot.extensions.tournaments.views.new_forms import ladder_form, read_new_form
from engine.suggested_rules import as_usual

NOT_HERE = N_("A ladder needs a text channel. Use **Tournaments** (`/games`) in one.")


@component_handler("ladder-new", about="else")
async def open_form(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the New ladder button."""
    text_channel(ctx, NOT_HERE)
    must_manage(ctx)
    again = refusal_view(ctx.t, "### " + ctx.t.translate("New ladder"), control)
    return Reply(view=again, form=ladder_form(ctx.t, GAMES_FOR_TWO))


@component_handler("ladder-form", edits=True, about="else")
async def create(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted form: open the ladder in this channel."""
    channel = text_channel(ctx, NOT_HERE)
    must_manage(ctx)
    given = read_new_form(control)
    rules = resolve_variant(given.game)
    ladder = await ctx.write(
        ladders.create_ladder,
        name=given.name or game_name(ctx.t, rules)[: ladders.NAME_LENGTH],
        variant=as_usual(rules.key).key,
        control=given.control,
        rated=given.rated,
        guild=ctx.guild or 0,
        channel=channel,
        by=ctx.player,
        is_manager=ctx.interaction.permissions.manage_guild,
        interaction=ctx.interaction.id,
        now=ctx.now,
    )
    text = ctx.t.translate(
        "The ladder {ladder} is open. Its post appears in this channel.",
        ladder=f"**{quote(ladder.name)}**",
    )
    return Reply(view=layout(text))


@component_handler("ladders", about="else")
async def show_list(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the buttons that list the ladders of the guild."""
    return await list_reply(ctx)


async def list_reply(ctx: CommandContext) -> Reply:
    """Show the ladders of the guild; if there is only one, its panel."""
    guild_ladders = await ctx.read(ladders.ladders_of_guild, ctx.guild or 0)
    if len(guild_ladders) == 1:
        return await panel_reply(ctx, guild_ladders[0].id)
    manages = ctx.interaction.permissions.manage_guild
    return Reply(view=ladder_list(ctx.t, guild_ladders, manages=manages))


@component_handler("ladder-pick", edits=True, about="else")
async def pick(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select of a ladder."""
    ladder = parse_int(control.value)
    ctx.must_be_newer(ladder, "ladder", ladder_created)
    return await panel_reply(ctx, ladder)


@component_handler("ladder", about="else", created=ladder_created)
async def open_panel(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Challenge button of a ladder's post: show the panel."""
    return await panel_reply(ctx, control.subject)


@component_handler("ladder-page", edits=True, about="else", created=ladder_created)
async def turn_page(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the buttons for other pages of the panel."""
    return await panel_reply(ctx, control.subject, page=control.ply)


async def panel_reply(
    ctx: CommandContext, ladder_id: int, before: str = "", page: int | None = None
) -> Reply:
    """Show the private panel of a ladder below the sentence `before`."""
    view = await ctx.read(
        ladder_view.ladder_view, ladder_id, ctx.player, now=ctx.now, guild=ctx.guild
    )
    manages = ctx.guild is not None and ctx.interaction.permissions.manage_guild
    return Reply(view=ladder_panel(ctx.t, view, manages=manages, before=before, page=page))


@component_handler("ladder-join", edits=True, about="else", created=ladder_created)
async def join(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Join buttons, also for inactive members."""
    member: LadderMember = await ctx.write(_join, ctx, control.subject)
    text = ctx.t.translate("You are on the ladder. Your place: {rank}", rank=member.rank)
    return await panel_reply(ctx, control.subject, text)


def _join(tx: Tx, ctx: CommandContext, ladder_id: int) -> LadderMember:
    ladder = _ladder_here(tx, ctx, ladder_id)
    return ladder_members.join(tx, ladder.id, **ctx.actor)


def _ladder_here(tx: Tx, ctx: CommandContext, ladder_id: int) -> ClubLadder:
    """Return a ladder of this guild. Raises `NoSuchLadder`.

    In direct messages, it must be a ladder that the user has joined.
    """
    ladder = ladders.load_ladder(tx, ladder_id, ctx.guild)
    if ctx.guild is None and ladder_member_rows.get_member(tx, ladder.id, ctx.player) is None:
        raise NoSuchLadder(key=ladder_id)
    return ladder


@component_handler("ladder-challenge", edits=True, about="else", created=ladder_created)
async def challenge(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the select of the panel: begin a game with the chosen member."""
    other = parse_int(control.value)
    match = await ctx.write(_challenge, ctx, control.subject, other)
    text = ctx.t.translate(
        "Game {number} has begun. Its board will appear in a thread of this channel.",
        number=match.id,
    )
    return await panel_reply(ctx, control.subject, text)


def _challenge(tx: Tx, ctx: CommandContext, ladder_id: int, other: int) -> Match:
    ladder = _ladder_here(tx, ctx, ladder_id)
    return ladder_challenges.challenge(tx, ladder.id, other=other, **ctx.actor)


@component_handler("ladder-leave", about="else", created=ladder_created)
async def ask_leave(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Leave buttons: ask for confirmation."""
    ladder = await ctx.read(_own_ladder, ctx, control.subject)
    return Reply(view=leave_question(ctx.t, ladder))


def _own_ladder(tx: Tx, ctx: CommandContext, ladder_id: int) -> ClubLadder:
    """Return a ladder of which the user is a member, active or inactive."""
    ladder = _ladder_here(tx, ctx, ladder_id)
    member = ladder_member_rows.get_member(tx, ladder.id, ctx.player)
    if member is None or member.left_at is not None:
        raise NotOnLadder
    return ladder


@component_handler("ladder-leave-now", edits=True, about="else", created=ladder_created)
async def leave(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button that confirms leaving a ladder."""
    ladder = await ctx.write(_leave, ctx, control.subject)
    text = ctx.t.translate("You have left {name}.", name=f"**{quote(ladder.name)}**")
    return Reply(view=layout(text))


def _leave(tx: Tx, ctx: CommandContext, ladder_id: int) -> ClubLadder:
    ladder = _ladder_here(tx, ctx, ladder_id)
    ladder_members.leave(tx, ladder.id, **ctx.actor)
    return ladder


@component_handler("ladder-here", edits=True, about="else", created=ladder_created)
async def confirm(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button "I am here" under a question or a warning."""
    await ctx.write(
        ladder_members.confirm_presence, control.subject, player=ctx.player, now=ctx.now
    )
    return Reply(view=layout(ctx.t.translate("Thank you. You keep your place on the ladder.")))


@component_handler("ladder-remove", about="else", created=ladder_created)
async def ask_remove(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the managers' button Remove the ladder: ask for confirmation."""
    must_manage(ctx)
    ladder = await ctx.read(ladders.load_ladder, control.subject, ctx.guild or 0)
    text = ctx.t.translate(
        "Remove the ladder {ladder} for everyone? Its games in progress will continue.",
        ladder=f"**{quote(ladder.name)}** ({ladder_game(ctx.t, ladder)})",
    )
    remove = Button(
        ComponentId("ladder-remove-now", ladder.id), ctx.t.translate("Remove the ladder"), "danger"
    )
    return Reply(view=layout(text, *button_rows(remove)))


@component_handler("ladder-remove-now", edits=True, about="else", created=ladder_created)
async def remove(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button that confirms removing a ladder."""
    must_manage(ctx)
    ladder = await ctx.write(
        ladders.remove_ladder,
        control.subject,
        guild=ctx.guild or 0,
        by=ctx.player,
        is_manager=True,
        now=ctx.now,
    )
    text = ctx.t.translate("{name} has been removed.", name=f"**{quote(ladder.name)}**")
    return Reply(view=layout(text))
