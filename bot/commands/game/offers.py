"""`/game draw`, `takeback`, `pause` and `abort`, and gifts of time: offers.

Agreeing to an offer that ends the match requires confirmation.
"""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple, cast

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.game_picker import Filter, action_button, game_command
from bot.i18n.durations import stamp
from bot.i18n.translator import N_, Translator
from bot.registry import component_handler, game_action
from bot.request_context import Actor
from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import SearchRequest
from bot.service.actions import aborts, available_actions, claims, computer_moves, offers, vacations
from bot.service.errors import PlaysOn
from bot.service.match import event_games, lifecycle
from bot.store import Tx
from bot.store.models import Match, Offer, OfferKind
from bot.views.components import Button, ComponentId, StaleComponent, button_row, layout, parse_int
from bot.views.player_labels import game_and_number
from bot.views.reply import Reply

ENDING_QUESTIONS: Mapping[OfferKind, tuple[str, str]] = {
    "draw": (
        N_("Agree to a draw in {about}? That ends the game."),
        N_("Yes, agree to a draw"),
    ),
    "abort": (
        N_("Agree to abort {about}? It ends without a result and does not count."),
        N_("Yes, abort it"),
    ),
}
"""For offers that end the match, the confirmation question and the button label."""
ACCEPTED: Mapping[OfferKind, str] = {
    "draw": N_("Agreed: the game is a draw."),
    "takeback": N_("Agreed: the move has been taken back."),
    "pause": N_("Agreed: the clock is stopped until the next move."),
    "abort": N_("Agreed: the game has been aborted and does not count."),
    "gift": N_("Agreed: the player whose turn it is gets one more day."),
}
ABORT = N_("Abort {about}? It ends without a result and does not count.")
OFFER_SENT = N_(
    "I have asked the others. Your offer stands until they answer, someone moves or a week "
    "has passed."
)

DRAW_GAMES = Filter(
    partial(available_actions.can_offer, kind="draw"),
    N_("You cannot offer a draw right now: it is too early, or another offer is open."),
)
TAKEBACK_GAMES = Filter(
    available_actions.can_take_back,
    N_("You have no move to take back right now, or another offer is open."),
)
PAUSE_GAMES = Filter(
    partial(available_actions.can_offer, kind="pause"),
    N_("There is no clock to pause right now: your games have none, or another offer is open."),
)
ABORT_GAMES = Filter(
    available_actions.can_abort,
    N_("You cannot abort any of your games: they all belong to tournaments or ladders."),
)


class _Request(NamedTuple):
    """What became of a request for an offer."""

    match: Match
    asker: int | None = None
    """The seat whose offer awaits confirmation; None if an offer was made."""
    search: SearchRequest | None = None
    """The question whether the computer player accepts a draw; None if an offer was made."""


async def make_offer(ctx: CommandContext, match_id: int, kind: OfferKind) -> Reply:
    """Make an offer, or agree to the same offer made by another player."""
    made = await ctx.write(_offer_or_find_same, match_id, kind, ctx.actor)
    if made.search is not None:
        await _must_be_drawn(ctx, made.match, made.search)
        drawn = made.match.ply
        made = await ctx.write(_offer_or_find_same, match_id, kind, ctx.actor, drawn=drawn)
    return _request_reply(ctx, made, kind)


def _offer_or_find_same(
    tx: Tx, match_id: int, kind: OfferKind, actor: Actor, *, drawn: int | None = None
) -> _Request:
    """Make an offer, or find the same offer if agreeing to it needs confirmation.

    `drawn` is the ply at which the computer player accepts a draw, or None if it was not asked.
    """
    match = lifecycle.load(tx, match_id)
    offer_open, seat = match.offer, match.seat_of(actor["player"])
    same = kind in ENDING_QUESTIONS and offer_open is not None and offer_open.kind == kind
    if same and offer_open is not None and seat is not None and seat not in offer_open.agreed:
        return _Request(match, asker=offer_open.seat)
    try:
        return _Request(offers.make_offer(tx, match_id, kind, drawn=drawn, **actor))
    except PlaysOn:
        if drawn is not None:
            raise
        return _Request(match, search=computer_moves.search_request(tx, match, match.level or 0))


def _request_reply(ctx: CommandContext, made: _Request, kind: OfferKind) -> Reply:
    """Return the reply to a request: the offer's state, or a question."""
    if made.asker is not None:
        return _question_reply(ctx.t, made.match, kind, made.asker)
    return Reply(_offer_reply(ctx.t, made.match, kind, ctx.player))


@action_button("draw")
@game_command("draw", locale_str("Offer a draw, or agree to one"), only=DRAW_GAMES)
async def draw(ctx: CommandContext, match: int, more: str) -> Reply:
    """Offer a draw."""
    return await make_offer(ctx, match, "draw")


@action_button("takeback")
@game_command(
    "takeback", locale_str("Take back your last move, if everyone agrees"), only=TAKEBACK_GAMES
)
async def takeback(ctx: CommandContext, match: int, more: str) -> Reply:
    """Undo the last move as long as that is possible; after that, offer a takeback."""
    after, undone = await ctx.write(offers.take_back, match, **ctx.actor)
    if undone or after.is_solo:
        return Reply(ctx.t.translate("Undone. It is your turn again."))
    return Reply(_offer_reply(ctx.t, after, "takeback", ctx.player))


@game_command("pause", locale_str("Pause a game's clock, if everyone agrees"), only=PAUSE_GAMES)
async def pause(ctx: CommandContext, match: int, more: str) -> Reply:
    """Offer to pause the clock."""
    return await make_offer(ctx, match, "pause")


async def _must_be_drawn(ctx: CommandContext, match: Match, search: SearchRequest) -> None:
    """Raise `PlaysOn` unless the computer player accepts a draw in this position."""
    yes: bool = await ctx.app.worker.run(
        computer_jobs.DRAWN_JOB,
        search,
        owner=match.guild or match.channel,
        seconds=computer_jobs.QUEUE_TIMEOUT,
    )
    if not yes:
        raise PlaysOn(match)


def _question_reply(t: Translator, match: Match, kind: OfferKind, asker: int) -> Reply:
    """Ask for confirmation before agreeing to an offer that ends the match."""
    question, yes = ENDING_QUESTIONS[kind]
    control = ComponentId("agreed", match.id, match.ply, f"{kind}-{asker}")
    return _confirmation(t, match, question, control, yes)


def _confirmation(
    t: Translator, match: Match, question: str, control: ComponentId, yes: str
) -> Reply:
    """Build the question that confirms an action which ends the match."""
    end = Button(control, t.translate(yes), "danger")
    no = Button(ComponentId("never-mind", match.id, match.ply), t.translate("No, play on"))
    return Reply(
        view=layout(t.translate(question, about=game_and_number(t, match)), button_row(end, no))
    )


def _offer_reply(t: Translator, match: Match, kind: OfferKind, player: int) -> str:
    """Return the reply after making or accepting an offer."""
    if match.offer is None:
        return t.translate(ACCEPTED[kind])
    if match.offer.seat == match.seat_of(player):
        return t.translate(OFFER_SENT)
    return t.translate("You have agreed. The others have yet to answer.")


def _parse_offer(control: ComponentId) -> tuple[OfferKind, int]:
    """Return the kind of a button's offer, and the seat that made it.

    Raises `StaleComponent` if they are invalid.
    """
    kind, _, asker = control.extra.partition("-")
    if kind not in ACCEPTED:
        raise StaleComponent(control.extra)
    return cast("OfferKind", kind), parse_int(asker)


@component_handler("agree")
async def accept_offer(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the agree button of an offer."""
    kind, asker = _parse_offer(control)
    if kind not in ENDING_QUESTIONS:
        return await confirm_accept(ctx, control)
    match, offer = await ctx.read(_load_open_offer, control, kind, asker, ctx.player)
    return _question_reply(ctx.t, match, kind, offer.seat)


def _load_open_offer(
    tx: Tx, control: ComponentId, kind: OfferKind, asker: int, player: int
) -> tuple[Match, Offer]:
    """Return a button's match and offer if the player can still agree to the offer."""
    match = lifecycle.get_running(tx, control.subject, ply=control.ply)
    seat = lifecycle.seat_of(match, player)
    return match, offers.must_be_open(match, kind, asker, seat)


@component_handler("agreed", edits=True)
async def confirm_accept(ctx: CommandContext, control: ComponentId) -> Reply:
    """Accept an offer, directly or after the confirmation question."""
    kind, asker = _parse_offer(control)
    after = await _answer(ctx, control, kind, asker, agrees=True)
    return Reply(_offer_reply(ctx.t, after, kind, ctx.player))


@component_handler("refuse")
async def decline_offer(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the No button: decline an offer, or withdraw the player's own offer."""
    kind, asker = _parse_offer(control)
    await _answer(ctx, control, kind, asker, agrees=False)
    return Reply(ctx.t.translate("All right. The game continues."))


async def _answer(
    ctx: CommandContext, control: ComponentId, kind: OfferKind, asker: int, *, agrees: bool
) -> Match:
    """Answer a button's offer if the board is current; return the updated match."""
    return await ctx.write(
        offers.answer_offer,
        control.subject,
        kind,
        agrees=agrees,
        by=asker,
        ply=control.ply,
        **ctx.actor,
    )


@game_command(
    "abort",
    locale_str("End a game without a result; once everyone has moved, all must agree"),
    only=ABORT_GAMES,
)
async def abort(ctx: CommandContext, match_id: int, more: str) -> Reply:
    """Ask for confirmation to abort; once everyone has moved, offer to abort."""
    made = await ctx.write(_offer_late_abort, match_id, ctx.actor)
    if isinstance(made, _Request):
        return _request_reply(ctx, made, "abort")
    control = ComponentId("abort", made.id, made.ply)
    return _confirmation(ctx.t, made, ABORT, control, N_("Abort the game"))


def _offer_late_abort(tx: Tx, match_id: int, actor: Actor) -> _Request | Match:
    """Offer to abort; until everyone has moved, return the match instead.

    Raises `BoundByEvent`, and the errors of `lifecycle.get_running`, `lifecycle.seat_of` and
    `offers.make_offer`.
    """
    match = lifecycle.get_running(tx, match_id)
    lifecycle.seat_of(match, actor["player"])
    event_games.must_allow(match, "abort")
    if not lifecycle.all_seats_moved(tx, match):
        return match
    return _offer_or_find_same(tx, match_id, "abort", actor)


@component_handler("abort", edits=True)
async def confirm_abort(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the confirmation to abort a match in which not everyone has moved yet."""
    await ctx.write(aborts.abort, control.subject, **ctx.actor)
    return Reply(ctx.t.translate("The game has been aborted and does not count."))


@game_action("gift")
async def gift(ctx: CommandContext, match: int, more: str) -> Reply:
    """Give the opponent one more day; in rated matches, all opponents must agree."""
    until = await ctx.write(vacations.give_time, match, **ctx.actor)
    return gift_reply(ctx.t, until)


@component_handler("give")
async def give_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Give 24 hours button."""
    until = await ctx.write(claims.give_day, control.subject, ply=control.ply, **ctx.actor)
    return gift_reply(ctx.t, until)


def gift_reply(t: Translator, until: int | None) -> Reply:
    """Return the reply to a gift of time; `until` is None if others must still agree."""
    if until is None:
        return Reply(
            t.translate(
                "Your offer of an extra day stands until all opponents agree or someone moves."
            )
        )
    return Reply(t.translate("Done: your opponent now has until {when}.", when=stamp(until, "f")))
