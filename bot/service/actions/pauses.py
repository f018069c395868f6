"""Pauses by agreement: the clock is stopped until the next move."""

from bot.service.clock import time_control
from bot.service.errors import NoClock
from bot.service.match import lifecycle, turn_clock
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.payloads import NoticeFacts


def required_consents(tx: Tx, match: Match, seat: int) -> set[int]:
    """Return the seats that must agree: the active players.

    Raises `Undecided`, `NoClock`.
    """
    lifecycle.must_not_await_partner(match)
    if not time_control.parse(match.control).is_timed:
        raise NoClock(match)
    return lifecycle.active_seats(tx, match)


def apply_pause(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """Stop the clock until the next move, for at most fourteen days.

    If the time has already run out, the pause counts from then.
    """
    clock = turn_clock.get_clock(match)
    span = (now, now + time_control.LONGEST_PAUSE)
    match = turn_clock.stop_clock(match, span, "pause", since=now)
    lifecycle.queue_notice(tx, match, "paused", clock.seat, now, NoticeFacts(until=match.deadline))
    return match
