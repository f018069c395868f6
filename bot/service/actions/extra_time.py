"""Extra time: one more day for an opponent's turn.

In a game that counts (rated, or part of an event), all opponents of that player must agree.
"""

from bot.service.clock import time_control
from bot.service.errors import NobodyToGive
from bot.service.match import lifecycle, turn_clock
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.payloads import NoticeFacts


def required_consents(tx: Tx, match: Match, seat: int) -> set[int]:
    """Return the seats that must agree to extra time, including the offering seat.

    Raises `Undecided`, `NobodyToGive`.
    """
    lifecycle.must_not_await_partner(match)
    assert match.turn is not None
    givers = lifecycle.opponent_seats(tx, match, match.turn)
    timed = time_control.parse(match.control).is_timed
    if seat not in givers or not timed:
        why = None if timed else "no-clock"
        raise NobodyToGive(match, why=why or ("own-turn" if seat == match.turn else None))
    return givers if match.result_counts else {seat}


def apply_gift(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """Add a day to the current turn.

    If its time has run out, the turn ends one day from now.
    """
    clock = turn_clock.get_clock(match)
    # The extra time begins after all other stops of this clock, because any overlap would be lost.
    start = max([now, *(last for _, last in turn_clock.turn_calendar(match).frozen)])
    span = (start, start + time_control.GIFT)
    match = turn_clock.stop_clock(match, span, "gift", since=now)
    lifecycle.queue_notice(tx, match, "gift", clock.seat, now, NoticeFacts(until=match.deadline))
    return match
