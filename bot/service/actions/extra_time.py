"""A day more for the turn of an opponent: in a rated game only if all their opponents wish it."""

from bot.service.clock import time_control
from bot.service.errors import NobodyToGive
from bot.service.match import lifecycle, turn_clock
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.payloads import Facts


async def voters(tx: Tx, match: Match, seat: int) -> set[int]:
    """Who must agree to the gift of a seat, itself included. Undecided, NobodyToGive."""
    lifecycle.must_be_decided(match)
    assert match.turn is not None
    givers = await lifecycle.opponents(tx, match, match.turn)
    timed = time_control.parse(match.control).timed
    if seat not in givers or not timed:
        why = None if timed else "no-clock"
        raise NobodyToGive(match, why=why or ("own-turn" if seat == match.turn else None))
    return givers if match.rated else {seat}


async def settle(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """The day is given: if the time has run out, a day from now."""
    clock = turn_clock.of(match)
    # After all that stops this clock, so that a gift is never lost in another stop.
    start = max([now, *(last for _, last in turn_clock.calendar(match).frozen)])
    span = (start if clock.overdue is None else clock.overdue, start + time_control.GIFT)
    match = await turn_clock.stop(tx, match, span, "gift", since=now)
    await lifecycle.notify(tx, match, "gift", clock.seat, now, Facts(until=match.deadline))
    return match
