"""Timeouts: turns whose time has run out.

In a game that counts (rated, or part of an event), vacation is taken automatically. If the player
has none left, they lose or leave the match. In any other game, the turn stays overdue until an
opponent claims it. In either case, the match is aborted if any seat has never moved.

The sweep is idempotent: a turn is lost only if it is still the current one.
"""

from dataclasses import replace

import structlog

from bot.service.actions import claims, partner_takeover, vacations
from bot.service.actions.resignations import remove_players
from bot.service.clock import time_control
from bot.service.clock.calendar import DAY
from bot.service.errors import Damaged, RulesChanged
from bot.service.match import lifecycle, turn_clock, vacation_notices
from bot.store import Tx
from bot.store.match import match_saver, matches
from bot.store.models import Match
from bot.store.models.payloads import AbortReason
from bot.store.rating import ratings

GRACE = 30
"""Grace period in seconds for a move that was sent in time and arrives late."""

log = structlog.get_logger(__name__)


def process_timeouts(tx: Tx, *, now: int, limit: int | None = None) -> list[Match]:
    """Process up to `limit` turns whose time has run out, and return their matches.

    Uncredited bot downtime is credited first. If a turn then has time left, it is not lost, but its
    match is returned too.
    """
    fallen = []
    for stored in matches.overdue(tx, now - GRACE, limit):
        match = turn_clock.credit_downtimes(stored)
        clock = turn_clock.get_clock(match)
        if clock.deadline < now - GRACE:
            try:
                match = _time_out(tx, match, now)
            except (Damaged, RulesChanged) as fault:
                # The operator must repair this match. It must not block other matches.
                log.error("a turn cannot be given up", match=match.id, why=str(fault))
                postponed = replace(clock, deadline=now + DAY)
                match_saver.save(tx, stored, replace(match, clock=postponed))
                continue
        match_saver.save(tx, stored, match)
        fallen.append(match)
    return fallen


def _time_out(tx: Tx, match: Match, now: int) -> Match:
    """Apply a timeout to a match and return it. The caller saves it."""
    clock = turn_clock.get_clock(match)
    second = match.stand_in(clock.seat)
    if second is not None and second.until is not None:
        return partner_takeover.apply_takeover(tx, match, second, "computer", now)
    if clock.overdue is not None or not time_control.parse(match.control).is_timed:
        return _abort_match(tx, match, "abandoned", clock.seat, now)
    if (
        match.result_counts
        and (away := vacations.take_automatic_vacation(tx, match, now)) is not None
    ):
        first = not turn_clock.used_vacation(match, clock)
        vacation_notices.on_vacation_started(
            tx, away, match.acting_player(clock.seat), first=first, now=now
        )
        return away
    if second is not None:
        return partner_takeover.apply_takeover(tx, match, second, "computer", now)
    if not lifecycle.all_seats_moved(tx, match):
        ratings.add_abort(tx, match.id, clock.seat, "no-show", now)
        return _abort_match(tx, match, "no-show", clock.seat, now)
    if match.result_counts:
        return remove_players(tx, match, [clock.seat], why="time", now=now)
    return claims.open_to_claim(tx, match, now)


def _abort_match(tx: Tx, match: Match, why: AbortReason, seat: int, now: int) -> Match:
    return lifecycle.finish(tx, match, "aborted", None, now, aborted_by=(why, seat))
