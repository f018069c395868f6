"""Choice of an event by name, and checks of who may manage it."""

from collections.abc import Collection

from bot.extension_api.commands import GAME_FAMILIES, CommandContext, matching_choices
from bot.extension_api.matches import variants_by_size
from bot.extension_api.texts import N_, plain_text
from bot.extension_api.views import UserError
from bot.extensions.tournaments.models import Event, EventStatus
from bot.extensions.tournaments.service import event_view
from bot.extensions.tournaments.views.event_labels import STATES

GAMES_FOR_TWO = [game for game in GAME_FAMILIES if 2 in variants_by_size(game)]
"""Keys of the games that can have a ladder or seasons."""
LISTED = 25
"""Maximum number of events from which a member can choose."""
UNKNOWN_EVENT = N_(
    "I don't know that tournament. Choose one from the list that appears as you type."
)
NO_EVENT = N_(
    "There is no such tournament here. Use **Tournaments** (`/games`) to see all of them."
)


def is_manager(ctx: CommandContext) -> bool:
    """Whether the user may manage the guild."""
    return ctx.interaction.permissions.manage_guild


def has_forums(ctx: CommandContext) -> bool:
    """Return whether the guild has a forum that the bot can see."""
    return ctx.interaction.guild is not None and bool(ctx.interaction.guild.forums)


async def events_here(
    ctx: CommandContext, statuses: Collection[EventStatus] = (), *, own: bool = False
) -> list[Event]:
    """Return the guild's events with one of these statuses; by default, all events.

    With `own`, return only those that the user has entered.
    """
    if own:
        events = await ctx.read(event_view.events_of_player, ctx.player, ctx.guild or 0)
    else:
        events = await ctx.read(event_view.events_of_guild, ctx.guild or 0, limit=LISTED)
    return [event for event in events if not statuses or event.status in statuses]


async def event_choices(
    ctx: CommandContext, typed: str, *statuses: EventStatus, own: bool = False
) -> dict[str, str]:
    """Return the events whose name contains the typed text, for autocomplete."""
    events = await events_here(ctx, statuses, own=own)
    names = {
        str(event.id): f"{plain_text(event.name, 60)} · {ctx.t.translate(STATES[event.status])}"
        for event in events
    }
    return matching_choices(names, typed)


async def chosen_event(
    ctx: CommandContext, typed: str, *statuses: EventStatus, own: bool = False
) -> Event:
    """Return the event that was typed or chosen; without text, the only event.

    Raises `UserError` if there is none or if several match.
    """
    events = await events_here(ctx, statuses, own=own)
    if not events:
        raise UserError(NO_EVENT)
    if not typed and len(events) == 1:
        return events[0]
    wanted = typed.strip().casefold()
    matching = [event for event in events if wanted in (str(event.id), event.name.casefold())]
    if len(matching) != 1:
        raise UserError(UNKNOWN_EVENT)
    return matching[0]
