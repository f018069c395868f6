"""What players agree on: a draw, a pause, or one more day for an opponent's turn.

In a game that counts (rated, or part of an event), all opponents of a player must agree to extra
time.
"""

from bot.service.clock import time_control
from bot.service.errors import NobodyToGive, NoClock, TooEarlyToDraw
from bot.service.match import lifecycle, turn_clock
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.payloads import NoticeFacts
from engine import Outcome
from engine.outcome import ranking

FIRST_ROUNDS = 10
"""Number of rounds before a draw may be offered.

Every player moves once per round.
"""


def draw_consents(tx: Tx, match: Match, seat: int) -> set[int]:
    """Return the seats that must agree: the active players. Raises `TooEarlyToDraw`."""
    if match.turn_count < FIRST_ROUNDS * len(match.players):
        raise TooEarlyToDraw(match, rounds=FIRST_ROUNDS)
    return lifecycle.active_seats(tx, match)


def apply_draw(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """End the match as a draw: the active players share a rank."""
    ranks: tuple[tuple[int, ...], ...] = (tuple(range(len(match.players))),)
    if len(match.players) > 2:
        state = lifecycle.load_position(tx, match)
        ranks = lifecycle.merge_departed(ranking(state.rules, state.position), match.departures)
    return lifecycle.finish(tx, match, "finished", Outcome(ranks, "agreed"), now)


def pause_consents(tx: Tx, match: Match, seat: int) -> set[int]:
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


def extra_time_consents(tx: Tx, match: Match, seat: int) -> set[int]:
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
