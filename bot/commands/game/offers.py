"""`/game draw`, `takeback`, `pause` and `abort`, and gifts of time: offers.

Agreeing to an offer that ends the match requires confirmation.
"""

from collections.abc import Mapping
from functools import partial
from typing import cast

from discord.app_commands import locale_str

from bot.app import Actor, CommandContext
from bot.commands.game_picker import Filter, action_button, game_command
from bot.i18n.durations import stamp
from bot.i18n.translator import N_, Translator
from bot.registry import component_handler, game_action
from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import SearchRequest
from bot.service.actions import aborts, available_actions, computer_moves, offers, vacations
from bot.service.match import computer_players, event_games, lifecycle
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


async def make_offer(ctx: CommandContext, match_id: int, kind: OfferKind) -> Reply:
    """Make an offer, or agree to the same offer made by another player."""
    drawn = await _drawn_ply(ctx, match_id) if kind == "draw" else None
    match, asker = await ctx.write(_offer_or_find_same, match_id, kind, drawn, ctx.actor)
    if asker is not None:
        return _question_reply(ctx.t, match, kind, asker)
    return Reply(_offer_reply(ctx.t, match, kind, ctx.player))


def _offer_or_find_same(
    tx: Tx, match_id: int, kind: OfferKind, drawn: int | None, actor: Actor
) -> tuple[Match, int | None]:
    """Make an offer, or find the same offer if agreeing to it needs confirmation.

    Returns the match and the seat whose offer awaits confirmation, which is None if an offer was
    made.
    """
    match = lifecycle.load(tx, match_id)
    offer_open, seat = match.offer, match.seat_of(actor["player"])
    same = kind in ENDING_QUESTIONS and offer_open is not None and offer_open.kind == kind
    if same and offer_open is not None and seat is not None and seat not in offer_open.agreed:
        return match, offer_open.seat
    return offers.make_offer(tx, match_id, kind, drawn=drawn, **actor), None


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


async def _drawn_ply(ctx: CommandContext, match_id: int) -> int | None:
    """Return the match's ply if the computer player accepts a draw in this position.

    Returns None if it declines the draw, if there is no computer player in the match, or if the
    match is over.
    """
    request = await ctx.read(_load_draw_request, match_id)
    if request is None:
        return None
    match, asked = request
    yes: bool = await ctx.app.worker.run(
        computer_jobs.DRAWN_JOB,
        asked,
        owner=match.guild or match.channel,
        seconds=computer_jobs.QUEUE_TIMEOUT,
    )
    return match.ply if yes else None


def _load_draw_request(tx: Tx, match_id: int) -> tuple[Match, SearchRequest] | None:
    """Return a match, and the search request that decides whether to accept a draw.

    Returns None if the match is over or has no computer player.
    """
    match = lifecycle.load(tx, match_id)
    if match.status != "running" or not computer_players.includes_computer(match.players):
        return None
    return match, computer_moves.search_request(tx, match, match.level or 0)


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
    match, late = await ctx.read(_load_abortable, match_id, ctx.player)
    if late:
        return await make_offer(ctx, match_id, "abort")
    control = ComponentId("abort", match.id, match.ply)
    return _confirmation(ctx.t, match, ABORT, control, N_("Abort the game"))


def _load_abortable(tx: Tx, match_id: int, player: int) -> tuple[Match, bool]:
    """Return a running match of the player, and whether everyone has moved.

    Raises `BoundByEvent`, and the errors of `lifecycle.get_running` and `lifecycle.seat_of`.
    """
    match = lifecycle.get_running(tx, match_id)
    lifecycle.seat_of(match, player)
    event_games.must_allow(match, "abort")
    return match, lifecycle.all_seats_moved(tx, match)


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


def gift_reply(t: Translator, until: int | None) -> Reply:
    """Return the reply to a gift of time; `until` is None if others must still agree."""
    if until is None:
        return Reply(
            t.translate(
                "Your offer of an extra day stands until all opponents agree or someone moves."
            )
        )
    return Reply(t.translate("Done: your opponent now has until {when}.", when=stamp(until, "f")))
