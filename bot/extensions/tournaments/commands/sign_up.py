"""Buttons of an event's post, leaving, and the answer "I am here"."""

from collections.abc import Collection, Sequence

import discord

from bot.extension_api.commands import (
    CommandContext,
    component_handler,
)
from bot.extension_api.texts import quote
from bot.extension_api.transactions import Tx
from bot.extension_api.views import Button, ComponentId, Reply, button_rows, layout
from bot.extensions.tournaments.dialogs.event_choice import (
    is_manager,
)
from bot.extensions.tournaments.errors import AlreadyLeft, NotEntered
from bot.extensions.tournaments.models import Event, EventStatus
from bot.extensions.tournaments.service import absences, event_view, events, sign_up
from bot.extensions.tournaments.store import entrant_rows
from bot.extensions.tournaments.store.event_rows import event_created
from bot.extensions.tournaments.views.hub_post import entrant_names

OPEN_OR_RUNNING: Sequence[EventStatus] = ("open", "running")


def _of_guild(tx: Tx, event_id: int, guild: int | None) -> Event:
    """Return an event of this guild. Raises `NoSuchEvent`."""
    return events.load_event(tx, event_id, guild or 0)


@component_handler("event-join", about="else", created=event_created)
async def join(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Join buttons. The extra value "once" means only this season."""
    event = await ctx.read(_of_guild, control.subject, ctx.guild)
    entrant = await ctx.write(
        sign_up.join_event,
        event.id,
        player=ctx.player,
        roles=_roles(ctx),
        once=control.extra == "once",
        interaction=ctx.interaction.id,
        now=ctx.now,
    )
    t, name = ctx.t, f"**{quote(event.name)}**"
    if entrant.waiting:
        text = t.translate(
            "{name} is full. You are on the waiting list: if someone leaves, you may get their "
            "place.",
            name=name,
        )
    else:
        text = t.translate(
            "You have signed up for {name}. I will send you a direct message when it begins.",
            name=name,
        )
    view = await ctx.read(event_view.event_view, event.id)
    inside = [each.player for each in view.entrants if not each.waiting]
    names = t.translate("Players so far: {players}", players=entrant_names(view, inside))
    leave = Button(ComponentId("event-leave", event.id), t.translate("Leave"))
    return Reply(view=layout([text, names], *button_rows(leave)))


def _roles(ctx: CommandContext) -> Collection[int]:
    """Return the ids of the user's roles."""
    user = ctx.interaction.user
    return [role.id for role in user.roles] if isinstance(user, discord.Member) else []


@component_handler("event-leave", about="else", created=event_created)
async def leave_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Leave button. Once the event has begun, ask for confirmation."""
    return await _leave_or_ask(ctx, await ctx.read(_of_guild, control.subject, ctx.guild))


async def _leave_or_ask(ctx: CommandContext, event: Event) -> Reply:
    if event.status != "running":
        return await _leave(ctx, event)
    await ctx.read(_must_be_inside, event.id, ctx.player)
    text = ctx.t.translate(
        "Leave {name}? Your games in progress in it will be resigned, the rest will be "
        "forfeited, and you cannot come back.",
        name=f"**{quote(event.name)}**",
    )
    leave = Button(ComponentId("event-leave-now", event.id), ctx.t.translate("Leave"), "danger")
    return Reply(view=layout(text, *button_rows(leave)))


@component_handler("event-leave-now", edits=True, about="else", created=event_created)
async def leave_now(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button that confirms leaving."""
    return await _leave(ctx, await ctx.read(_of_guild, control.subject, ctx.guild))


def _must_be_inside(tx: Tx, event_id: int, player: int) -> None:
    """Raise `NotEntered` or `AlreadyLeft` unless the player is in the event."""
    entrant = entrant_rows.get_entrant(tx, event_id, player)
    if entrant is None:
        raise NotEntered
    if entrant.left_at is not None:
        raise AlreadyLeft


async def _leave(ctx: CommandContext, event: Event) -> Reply:
    await ctx.write(
        sign_up.leave_event,
        event.id,
        player=ctx.player,
        interaction=ctx.interaction.id,
        now=ctx.now,
    )
    return Reply(
        view=layout(ctx.t.translate("You have left {name}.", name=f"**{quote(event.name)}**"))
    )


@component_handler("event-here", edits=True, about="else", created=event_created)
async def answer_question(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button "I am here" under the question after a timeout."""
    await ctx.write(absences.answer_question, control.subject, player=ctx.player, now=ctx.now)
    return Reply(view=layout(ctx.t.translate("Thank you. You are still in.")))


@component_handler("event-start", edits=True, about="else", created=event_created)
async def start_now(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Start now button of the organiser."""
    event = await ctx.read(_of_guild, control.subject, ctx.guild)
    await ctx.write(
        sign_up.start_now, event.id, by=ctx.player, is_manager=is_manager(ctx), now=ctx.now
    )
    text = ctx.t.translate("{name} is starting now.", name=f"**{quote(event.name)}**")
    return Reply(view=layout(text))
