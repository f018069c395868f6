"""`/club score` and the managers' buttons: cancel a tournament, remove a player."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.extension_api.commands import (
    CommandContext,
    Option,
    command,
    component_handler,
    matching_choices,
    must_manage,
)
from bot.extension_api.texts import N_, Translator, plain_text, quote
from bot.extension_api.transactions import Tx
from bot.extension_api.views import (
    Button,
    ComponentId,
    Field,
    Reply,
    UserError,
    button_rows,
    form,
    layout,
    mention,
)
from bot.extensions.tournaments.dialogs.event_choice import chosen_event, event_choices, is_manager
from bot.extensions.tournaments.models import Event, EventStatus, Pairing, PairingSeat
from bot.extensions.tournaments.service import drafts, event_view, events, moderation
from bot.extensions.tournaments.service.event_view import EventView
from bot.extensions.tournaments.service.moderation import Decision
from bot.extensions.tournaments.store.event_rows import event_created

SCORABLE: Sequence[EventStatus] = ("running", "finished")
"""Statuses of events whose games can be scored."""
RESULTS = {
    "first": N_("{first} wins"),
    "second": N_("{second} wins"),
    "draw": N_("Draw"),
    "forfeit-first": N_("{second} wins by forfeit"),
    "forfeit-second": N_("{first} wins by forfeit"),
    "void": N_("The game does not count"),
}
"""Results of a game for two that a manager can decide."""
UNKNOWN_GAME = N_(
    "I don't know that tournament game. Choose one from the list that appears as you type."
)
NOBODY_CHOSEN = N_("Choose the player to remove.")
UNKNOWN_RESULT = N_(
    "I could not read {text} as a result. Choose one from the list that appears as you type; at a "
    "table of several players, give the place of each, e.g. 1, 2, 2, 4."
)


class _Game(NamedTuple):
    """A pairing of an event, with the names of its players."""

    view: EventView
    pairing: Pairing
    seats: tuple[PairingSeat, ...]

    def name(self, player: int) -> str:
        """Return the plain name of a player."""
        return plain_text(self.view.names[player], 30)

    def label(self, t: Translator) -> str:
        """Return the players in the order of their seats, with the number of the match."""
        names = " – ".join(self.name(seat.player) for seat in self.seats)
        if self.pairing.match is None:
            return names
        return f"{names} · " + t.translate("game {number}", number=self.pairing.match)


async def _games(ctx: CommandContext, typed_event: str) -> list[_Game]:
    """Return all games of the chosen event, newest stage first."""
    event = await chosen_event(ctx, typed_event, *SCORABLE)
    view = await ctx.read(event_view.event_view, event.id)
    games = [
        _Game(view, pairing, seats)
        for section in view.sections
        for pairing, seats in section.pairings
    ]
    return sorted(games, key=lambda game: (game.pairing.state != "running", -game.pairing.id))


def _typed(ctx: CommandContext, option: str) -> str:
    """Return the value of another option, as filled in so far, for autocomplete."""
    return str(getattr(ctx.interaction.namespace, option, None) or "")


async def running_event_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete an option for an event with games."""
    return await event_choices(ctx, typed, *SCORABLE)


async def pairing_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete an option for a game of the event chosen so far."""
    games = await _games(ctx, _typed(ctx, "tournament"))
    return matching_choices({str(each.pairing.id): each.label(ctx.t) for each in games}, typed)


async def result_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the result of the game chosen so far."""
    games = await _games(ctx, _typed(ctx, "tournament"))
    game = _chosen(games, ctx, _typed(ctx, "game"))
    if len(game.seats) > 2:
        return {}
    first, second = (game.name(seat.player) for seat in game.seats)
    names = {
        key: ctx.t.translate(sentence, first=first, second=second)
        for key, sentence in RESULTS.items()
    }
    return matching_choices(names, typed)


def _chosen(games: list[_Game], ctx: CommandContext, typed: str) -> _Game:
    """Return the game that was typed or chosen. Raises `UserError`."""
    wanted = typed.strip().casefold()
    matching = [
        game for game in games if wanted in (str(game.pairing.id), game.label(ctx.t).casefold())
    ]
    if len(matching) != 1:
        raise UserError(UNKNOWN_GAME)
    return matching[0]


@command(
    "club score",
    locale_str("Decide the result of a tournament's game (managers only)"),
    tournament=Option(locale_str("Which tournament?"), autocomplete=running_event_autocomplete),
    game=Option(locale_str("Which game?"), autocomplete=pairing_autocomplete),
    result=Option(
        locale_str("The result; with three or more players, the place of each"),
        autocomplete=result_autocomplete,
    ),
    reason=locale_str("Why? Everyone can read it"),
)
async def score_command(
    ctx: CommandContext,
    tournament: str,
    game: str,
    result: str,
    reason: app_commands.Range[str, 1, 200],
) -> Reply:
    """Handle the `/club score` command."""
    must_manage(ctx)
    chosen = _chosen(await _games(ctx, tournament), ctx, game)
    if len(chosen.seats) > 2:
        await ctx.write(
            moderation.score_table,
            chosen.pairing.id,
            places=_read_places(result),
            reason=reason,
            by=ctx.player,
            is_manager=is_manager(ctx),
            guild=ctx.guild,
            now=ctx.now,
        )
    else:
        await ctx.write(
            moderation.score_pairing,
            chosen.pairing.id,
            result=_read_result(chosen, ctx.t, result),
            reason=reason,
            by=ctx.player,
            is_manager=is_manager(ctx),
            guild=ctx.guild,
            now=ctx.now,
        )
    answer = ctx.t.translate(
        "The result of {game} has been decided: {result}. The tournament's post shows your reason.",
        game=quote(chosen.label(ctx.t)),
        result=quote(_shown_result(chosen, ctx.t, result)),
    )
    if chosen.pairing.stage < chosen.view.event.stage:
        answer += " " + ctx.t.translate(
            "The next round or final has already begun, and its pairs stay as they are."
        )
    return Reply(answer)


def _read_result(game: _Game, t: Translator, typed: str) -> Decision:
    """Return the result that was typed or chosen.

    Raises `UserError` if there is none.
    """
    for key in RESULTS:
        if typed.strip().casefold() in (key, _result_name(game, t, key).casefold()):
            return cast(Decision, key)
    raise UserError(UNKNOWN_RESULT, text=quote(typed) or "…")


def _result_name(game: _Game, t: Translator, key: str) -> str:
    first, second = (game.name(seat.player) for seat in game.seats)
    return t.translate(RESULTS[key], first=first, second=second)


def _shown_result(game: _Game, t: Translator, typed: str) -> str:
    return typed if len(game.seats) > 2 else _result_name(game, t, _read_result(game, t, typed))


def _read_places(typed: str) -> list[int]:
    """Return the typed places in the order of the seats. Raises `UserError`."""
    if not re.fullmatch(r"\s*[0-9]{1,2}(?:[\s,;]+[0-9]{1,2})*\s*", typed):
        raise UserError(UNKNOWN_RESULT, text=quote(typed) or "…")
    return [int(each) for each in re.findall(r"[0-9]+", typed)]


def _of_guild(tx: Tx, event_id: int, guild: int | None) -> Event:
    """Return an event of this guild. Raises `NoSuchEvent`."""
    return events.load_event(tx, event_id, guild or 0)


def _reason_field(ctx: CommandContext) -> Field:
    """Return the required field for the reason."""
    box: ui.TextInput[Any] = ui.TextInput(max_length=events.REASON_LENGTH, required=True)
    return Field("reason", ctx.t.translate("Why? Everyone can read it"), box)


def _again(ctx: CommandContext, action: str, event: Event) -> ui.LayoutView:
    """Return the reply if it is too late to open the form: a button that opens it."""
    button = Button(ComponentId(action, event.id), ctx.t.translate("Open the form"))
    return layout(f"**{quote(event.name)}**", *button_rows(button))


@component_handler("event-cancel", about="else", created=event_created)
async def ask_to_cancel(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button that cancels a tournament: ask for the reason."""
    event = await ctx.read(_of_guild, control.subject, ctx.guild)
    shown = form(
        ComponentId("event-cancel-now", event.id),
        ctx.t.translate("Cancel the tournament"),
        _reason_field(ctx),
    )
    return Reply(view=_again(ctx, "event-cancel", event), form=shown)


@component_handler("event-cancel-now", edits=True, about="else", created=event_created)
async def cancel(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted reason: cancel the tournament."""
    event = await ctx.read(_of_guild, control.subject, ctx.guild)
    await ctx.write(
        drafts.cancel_event,
        event.id,
        by=ctx.player,
        is_manager=is_manager(ctx),
        reason=next(iter(control.fields.get("reason", ())), ""),
        now=ctx.now,
    )
    text = ctx.t.translate("{name} has been cancelled.", name=f"**{quote(event.name)}**")
    return Reply(view=layout(text))


@component_handler("event-remove", about="else", created=event_created)
async def ask_to_remove(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button that removes a player: ask for the player and the reason."""
    event = await ctx.read(_of_guild, control.subject, ctx.guild)
    t = ctx.t
    shown = form(
        ComponentId("event-remove-now", event.id),
        t.translate("Remove a player"),
        Field("player", t.translate("Player"), "people"),
        _reason_field(ctx),
    )
    return Reply(view=_again(ctx, "event-remove", event), form=shown)


@component_handler("event-remove-now", edits=True, about="else", created=event_created)
async def remove(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the submitted form: remove the player from the tournament."""
    event = await ctx.read(_of_guild, control.subject, ctx.guild)
    if not control.people:
        raise UserError(NOBODY_CHOSEN)
    person = control.people[0]
    await ctx.write(
        moderation.remove_entrant,
        event.id,
        player=person.id,
        reason=next(iter(control.fields.get("reason", ())), ""),
        by=ctx.player,
        is_manager=is_manager(ctx),
        now=ctx.now,
    )
    text = ctx.t.translate(
        "{player} is no longer in {name}.",
        player=mention(person.id),
        name=f"**{quote(event.name)}**",
    )
    return Reply(view=layout(text))
