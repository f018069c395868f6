"""Vacation and extra time: how players change the clocks of their games."""

from bot.service.actions import agreements, offers
from bot.service.clock import time_control, vacation_budget
from bot.service.clock.calendar import DAY, Span, with_frozen
from bot.service.clock.vacation_budget import VacationBudget
from bot.service.idempotency import once
from bot.service.match import event_games, lifecycle, turn_clock
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.match import match_saver, matches
from bot.store.models import ClockStop, Match
from bot.store.outbox.interactions import Interaction
from bot.store.players import player_rows, vacation_rows


def remaining_budget(tx: Tx, player: int, now: int) -> int:
    """Return the seconds of vacation that this player has left."""
    return (_current_budget(tx, player, now)).left


def vacation_until(tx: Tx, player: int, now: int) -> int | None:
    """Return when this player's vacation ends, or None if they are not on vacation."""
    span = vacation_rows.current_vacation(tx, player, now)
    return None if span is None else span[1]


def _vacation_now(tx: Tx, did: Interaction, player: int, *, now: int, **more: object) -> int:
    return vacation_until(tx, player, now) or now


@once("vacation", _vacation_now)
def start_vacation(tx: Tx, player: int, *, days: int, interaction: int, now: int) -> int:
    """Start a vacation of `days` days in all games, and return when it ends.

    It replaces the current vacation, if any. Moving during a vacation is allowed and does not end
    it. Raises `InvalidTime` if the vacation is too short, too long or exceeds the player's budget.
    """
    player_rows.ensure_players(tx, [player], now)
    end_now(tx, player, now=now)
    span = (now, now + days * DAY)
    budget = vacation_budget.spend(_current_budget(tx, player, now), span, now)
    vacation_rows.set_budget(tx, player, budget.left, budget.at)
    vacation_rows.add_vacation(tx, player, span)
    for match in matches.awaiting_player(tx, player):
        stops = match.deciding_partner is None and match.overdue is None
        if stops and event_games.allows_vacation(tx, match):
            match_saver.save(tx, match, turn_clock.stop_for_vacation(match, span, now))
    return span[1]


def not_stopped(tx: Tx, player: int, now: int) -> list[Match]:
    """Return the matches whose clock the current vacation does not stop until its end.

    In these the player must act, but a limit of the game or of its event, an overdue turn or a
    takeover choice keeps the vacation from stopping the clock.
    """
    until = vacation_until(tx, player, now)
    if until is None:
        return []
    return [
        match
        for match in matches.awaiting_player(tx, player)
        if match.deciding_partner is not None
        or match.overdue is not None
        or not any(end == until for _, end in turn_clock.vacations_of_seat(match, match.turn or 0))
    ]


def end_now(tx: Tx, player: int, *, now: int) -> bool:
    """End the current vacation and refund hours that have not started.

    Returns False if there is none.
    """
    span = vacation_rows.current_vacation(tx, player, now)
    if span is None:
        return False
    budget = vacation_budget.refund(_current_budget(tx, player, now), span, now, now)
    vacation_rows.set_budget(tx, player, budget.left, budget.at)
    vacation_rows.end_vacation(tx, player, now)
    for match in matches.awaiting_player(tx, player):
        cut = turn_clock.end_stops(match, turn_clock.get_clock(match).seat, now, ("vacation",))
        match_saver.save(tx, match, turn_clock.reschedule(cut, now))
    return True


def take_automatic_vacation(tx: Tx, match: Match, now: int) -> Match | None:
    """Take automatic vacation for an overdue rated turn until its clock runs again.

    Vacation is taken in blocks. Returns the match, which the caller saves. Returns None without
    taking any if the player has turned automatic vacation off, if the match's event allows none, or
    if the remaining budget would not move the deadline into the future.
    """
    clock, control = turn_clock.get_clock(match), time_control.parse(match.control)
    player = match.acting_player(clock.seat)
    if not (player_settings.load_settings(tx, player)).vacation:
        return None
    if not event_games.allows_vacation(tx, match):
        return None
    budget = _current_budget(tx, player, clock.deadline)
    days, until, blocks = turn_clock.turn_calendar(match), clock.deadline, list[Span]()
    taken = turn_clock.vacations_of_seat(match, clock.seat)
    while until <= now:
        block = vacation_budget.automatic_block(budget, [*taken, *blocks], until)
        if block is None:
            return None
        budget, span = block
        blocks.append(span)
        days = with_frozen(days, *span)
        until = time_control.deadline(control, clock.started, clock.bank, days)
    for span in blocks:
        match = turn_clock.add_stop(match, ClockStop(clock.seat, *span, "vacation"))
    vacation_rows.set_budget(tx, player, budget.left, budget.at)
    return turn_clock.reschedule(match, now)


def current_gift(tx: Tx, did: Interaction, match_id: int, **more: object) -> int | None:
    """Return the deadline of the turn; None if an offer of extra time is still open."""
    return _with_gift(lifecycle.load(tx, match_id))


@once("offer-gift", current_gift)
def give_time(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> int | None:
    """Give the player to move one extra day, or offer it. Returns the new deadline.

    An overdue turn then ends one day from now. In a rated game all opponents of that player must
    agree. In that case the function makes or accepts an offer, and returns None until all have
    agreed. Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, `Undecided`, `NobodyToGive`,
    `AnotherOffer`, `WithdrawnLately`, `RulesChanged`, `Damaged`.
    """
    return give_or_offer(tx, match_id, player=player, now=now)


def give_or_offer(tx: Tx, match_id: int, *, player: int, now: int) -> int | None:
    """Give extra time or offer it, as `give_time` does."""
    match = lifecycle.get_running(tx, match_id)
    seat = lifecycle.seat_of(match, player)
    if agreements.extra_time_consents(tx, match, seat) == {seat}:
        after = agreements.apply_gift(tx, match, seat, now)
        match_saver.save(tx, match, after)
    elif match.offer is None or match.offer.kind != "gift" or seat not in match.offer.agreed:
        after = offers.propose(tx, match_id, "gift", player=player, now=now)
    else:
        after = match
    return _with_gift(after)


def _with_gift(match: Match) -> int | None:
    waits = match.offer is not None and match.offer.kind == "gift"
    return None if waits else match.deadline


def _current_budget(tx: Tx, player: int, now: int) -> VacationBudget:
    stored = vacation_rows.get_budget(tx, player)
    return vacation_budget.accrue(
        vacation_budget.initial_budget(now) if stored is None else VacationBudget(*stored), now
    )
