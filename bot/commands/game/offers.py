"""`/game draw`, `takeback`, `pause`, `abort` and `gift`: offers and their answers.

Agreeing to an offer that ends the match requires confirmation.
"""

from collections.abc import Mapping
from typing import cast

from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.game_picker import button, fresh, of_game
from bot.i18n.durations import stamp
from bot.i18n.translator import Words, mark
from bot.registry import handles
from bot.runtime import computer_jobs
from bot.service.actions import aborts, computer_moves, offers, vacations
from bot.service.match import computer_players, lifecycle
from bot.store.models import Match, OfferKind
from bot.views.components import Control, OldControl, Press, layout, row, whole
from bot.views.player_labels import numbered
from bot.views.reply import Reply

ENDS: Mapping[OfferKind, tuple[str, str]] = {
    "draw": (
        mark("Agree to a draw in {about}? That ends the game."),
        mark("Yes, a draw"),
    ),
    "abort": (
        mark("Agree to abort {about}? It ends without a result and does not count."),
        mark("Yes, abort it"),
    ),
}
"""Offers that end the match: (confirmation question, button label)."""
SETTLED: Mapping[OfferKind, str] = {
    "draw": mark("Agreed: the game is a draw."),
    "takeback": mark("Agreed: the move is taken back."),
    "pause": mark("Agreed: the clock is stopped until the next move."),
    "abort": mark("Agreed: the game is aborted and does not count."),
    "gift": mark("Agreed: one more day has been given."),
}
ABORT = mark("Abort {about}? It ends without a result and does not count.")
WAITS = mark(
    "I have asked the others. Your offer stands until they answer or someone moves, for a "
    "week at most."
)


async def wish(call: Call, match_id: int, kind: OfferKind) -> Reply:
    """Make an offer, or agree to the same offer made by another player."""
    drawn = await _drawn(call, match_id) if kind == "draw" else None
    async with call.write() as tx:
        match = await lifecycle.get(tx, match_id)
        there, seat = match.offer, match.seat_of(call.player)
        same = kind in ENDS and there is not None and there.kind == kind
        if same and there is not None and seat is not None and seat not in there.agreed:
            return _question(call.said, match, kind, there.seat)
        after = await offers.offer(tx, match_id, kind, drawn=drawn, **call.by)
    return Reply(_told(call.said, after, kind, call.player))


@button("draw")
@of_game("draw", locale_str("Offer a draw, or agree to one"))
async def draw(call: Call, match: int, more: str) -> Reply:
    """Offer a draw."""
    return await wish(call, match, "draw")


@button("takeback")
@of_game("takeback", locale_str("Take back your last move, if everyone agrees"))
async def takeback(call: Call, match: int, more: str) -> Reply:
    """Offer to take back the last move."""
    return await wish(call, match, "takeback")


@of_game("pause", locale_str("Pause a game's clock, if everyone agrees"))
async def pause(call: Call, match: int, more: str) -> Reply:
    """Offer to pause the clock."""
    return await wish(call, match, "pause")


async def _drawn(call: Call, match_id: int) -> int | None:
    """Return the ply at which the computer player accepts a draw.

    Returns None if it does not accept or does not play in this match.
    """
    async with call.read() as tx:
        match = await lifecycle.get(tx, match_id)
        if match.status != "running" or not computer_players.plays(match.players):
            return None
        asked = await computer_moves.question(tx, match, match.level or 0)
    yes: bool = await call.app.worker.run(
        computer_jobs.DRAWN,
        asked,
        owner=match.guild or match.channel,
        seconds=computer_jobs.PATIENCE,
    )
    return match.ply if yes else None


def _question(said: Words, match: Match, kind: OfferKind, asker: int) -> Reply:
    """Ask for confirmation before agreeing to an offer that ends the match."""
    question, yes = ENDS[kind]
    control = Control("agreed", match.id, match.ply, f"{kind}-{asker}")
    return _once_more(said, match, question, control, yes)


def _once_more(said: Words, match: Match, question: str, control: Control, yes: str) -> Reply:
    """Build a confirmation question for an action that ends the match."""
    end = Press(control, said.say(yes), "danger")
    no = Press(Control("never-mind", match.id, match.ply), said.say("No, play on"))
    return Reply(view=layout(said.say(question, about=numbered(said, match)), row(end, no)))


def _told(said: Words, match: Match, kind: OfferKind, player: int) -> str:
    """Return the reply after making or accepting an offer."""
    if match.offer is None:
        return said.say(SETTLED[kind])
    if match.offer.seat == match.seat_of(player):
        return said.say(WAITS)
    return said.say("You have agreed. The others have yet to answer.")


def _meant(control: Control) -> tuple[OfferKind, int]:
    """Parse the kind of offer and its seat from a button. Raises `OldControl`."""
    kind, _, asker = control.more.partition("-")
    if kind not in SETTLED:
        raise OldControl(control.more)
    return cast("OfferKind", kind), whole(asker)


@handles("agree")
async def agree(call: Call, control: Control) -> Reply:
    """Handle the agree button of an offer."""
    kind, asker = _meant(control)
    if kind not in ENDS:
        return await agreed(call, control)
    async with call.read() as tx:
        match = await fresh(tx, control)
        seat = lifecycle.seat_of(match, call.player)
        asker = offers.must_be_open(match, kind, asker, seat).seat
    return _question(call.said, match, kind, asker)


@handles("agreed", edits=True)
async def agreed(call: Call, control: Control) -> Reply:
    """Accept an offer: directly, or after the confirmation question."""
    after = await _answer(call, control, agrees=True)
    kind, _ = _meant(control)
    return Reply(_told(call.said, after, kind, call.player))


@handles("refuse")
async def refuse(call: Call, control: Control) -> Reply:
    """Handle the No button of an offer; the player who made the offer withdraws it."""
    await _answer(call, control, agrees=False)
    return Reply(call.said.say("All right. The game continues."))


async def _answer(call: Call, control: Control, *, agrees: bool) -> Match:
    """Answer a button's offer if the board is current; return the updated match."""
    kind, asker = _meant(control)
    async with call.write() as tx:
        await fresh(tx, control)
        return await offers.answer(tx, control.subject, kind, agrees=agrees, by=asker, **call.by)


@of_game(
    "abort", locale_str("End a game without a result; once everyone has moved, all must agree")
)
async def abort(call: Call, match_id: int, more: str) -> Reply:
    """Abort alone, after confirmation, until everyone has moved; later offer to abort."""
    async with call.read() as tx:
        match = await lifecycle.running(tx, match_id)
        lifecycle.seat_of(match, call.player)
        late = await lifecycle.everybody_moved(tx, match)
    if late:
        return await wish(call, match_id, "abort")
    control = Control("abort", match.id, match.ply)
    return _once_more(call.said, match, ABORT, control, mark("Abort the game"))


@handles("abort", edits=True)
async def aborted(call: Call, control: Control) -> Reply:
    """Handle the confirmed Abort button of a match that has barely begun."""
    async with call.write() as tx:
        await aborts.abort(tx, control.subject, **call.by)
    return Reply(call.said.say("The game is aborted and does not count."))


@of_game("gift", locale_str("Give your opponent one more day for this turn"))
async def gift(call: Call, match: int, more: str) -> Reply:
    """Give the opponent one more day; in a rated match all opponents must agree."""
    async with call.write() as tx:
        until = await vacations.give(tx, match, **call.by)
    return given(call.said, until)


def given(said: Words, until: int | None) -> Reply:
    """Return the reply to a gift of time; `until` is None if others must still agree."""
    if until is None:
        return Reply(
            said.say(
                "Your offer of an extra day stands until all opponents agree or someone moves."
            )
        )
    return Reply(said.say("Done: your opponent now has until {when}.", when=stamp(until, "f")))
