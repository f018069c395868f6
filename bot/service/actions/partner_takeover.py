"""Partner takeover: a partner chooses who plays for a player who has left.

The partner can play both seats, let the computer take over, or concede by resigning. The seat of
the player who left does not move until the partner has chosen. After a day without a choice, the
computer takes over. A partner who plays both seats receives notices and reminders for both, and has
a clock for each. If the second seat runs out of time, the computer takes it over and the partner
keeps their own. No player has more than one partner.
"""

from dataclasses import replace
from typing import Literal

from bot.service.clock import time_control
from bot.service.clock.calendar import DAY
from bot.service.errors import NothingToChoose
from bot.service.idempotency import once
from bot.service.match import lifecycle, turn_clock
from bot.store import Tx
from bot.store.match import match_saver
from bot.store.models import Match, StandIn
from bot.store.models.payloads import NoticeFacts
from engine import variant

Choice = Literal["hands", "computer"]
MIN_SECONDS = DAY
"""Minimum bank in seconds for a second seat, or the initial bank if it is smaller."""


@once("choose")
def choose_takeover(
    tx: Tx, match_id: int, *, player: int, choice: Choice, interaction: int, now: int
) -> Match:
    """Choose who plays for the partner who has left: the player or the computer.

    Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, `NothingToChoose`, `RulesChanged`,
    `Damaged`.
    """
    match = lifecycle.get_running(tx, match_id)
    own = lifecycle.seat_of(match, player)
    asked = next(
        (stand_in for stand_in in match.stand_ins if stand_in.partner == own and stand_in.until),
        None,
    )
    # While the match is waiting for this choice, only the timeout job decides that it is too late.
    if asked is None or (match.turn != asked.seat and (asked.until or 0) < now):
        left = any(stand_in.partner == own for stand_in in match.stand_ins)
        alone = variant(match.variant).seats[own].team < 0
        raise NothingToChoose(match, why=None if left else "alone" if alone else "plays")
    after = apply_takeover(tx, match, asked, choice, now)
    match_saver.save(tx, match, after)
    return after


def apply_takeover(tx: Tx, match: Match, stand_in: StandIn, choice: Choice, now: int) -> Match:
    """Apply a takeover choice and return the match, which the caller saves.

    The choice is "computer" if the partner did not choose or move in time.
    """
    hands = choice == "hands"
    seat = stand_in.seat
    # Load the position first, so that `Damaged` is raised before any change.
    state = lifecycle.load_position(tx, match, whole=True) if match.turn == seat else None
    if state is not None:
        turn_clock.finish_turn(tx, match, now)
    match = lifecycle.set_played_by(match, seat, "partner" if hands else "computer")
    if hands:
        least = min(MIN_SECONDS, time_control.parse(match.control).bank)
        match = turn_clock.set_bank(match, seat, max(match.banks[seat], least))
    if state is not None:
        match = turn_clock.end_stops(replace(match, clock=None), seat, now)
        match = (lifecycle.advance(tx, replace(state, match=match), now=now))[0].match
        if match.level is None:
            lifecycle.queue_board(tx, match, now)
    if match.status == "running":
        what = "both-hands" if hands else "computer-hands"
        lifecycle.queue_notice(tx, match, what, seat, now, NoticeFacts(partner=stand_in.partner))
    return match
