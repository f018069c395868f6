"""Vacation budget: one per player, shared by all of their games.

A vacation freezes the player's own turns (`calendar.with_frozen`). The budget accrues continuously
and is spent by the hour. Limits per seat and game keep one player from delaying three others for a
month. In a rated game, a block of vacation is taken automatically before a turn is lost on time.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bot.service.clock.calendar import DAY, HOUR, InvalidTime, Span

INITIAL = 7 * DAY
MAX_BUDGET = 14 * DAY
DAYS_PER_VACATION_DAY = 15
"""Days that a player waits for one more day of vacation."""
SHORTEST = DAY
"""The shortest vacation that can be taken by command, in seconds."""
AUTOMATIC_BLOCK = 12 * HOUR
"""Length of an automatic vacation block, in seconds."""
MAX_IN_A_ROW = 7 * DAY
MAX_PER_GAME = 14 * DAY
"""Vacation limits for one seat in one game: consecutive and total seconds."""
MIN_GAP = DAY
"""Minimum gap in seconds between vacations of a seat that are not consecutive."""


class VacationBudget(NamedTuple):
    """The vacation that a player has left, in seconds, at the time `at`."""

    left: int
    at: int


def initial_budget(now: int) -> VacationBudget:
    """Return the budget of a new player."""
    return VacationBudget(INITIAL, now)


def accrue(budget: VacationBudget, now: int) -> VacationBudget:
    """Return the budget at `now`. Fractions of a second are carried over."""
    earned = max(0, now - budget.at) // DAYS_PER_VACATION_DAY
    if budget.left + earned >= MAX_BUDGET:
        return VacationBudget(MAX_BUDGET, max(now, budget.at))
    return VacationBudget(budget.left + earned, budget.at + earned * DAYS_PER_VACATION_DAY)


def cost(span: Span) -> int:
    """Return the cost of a vacation in seconds: its length, rounded up to whole hours."""
    return -(-(span[1] - span[0]) // HOUR) * HOUR


def spend(budget: VacationBudget, span: Span, now: int) -> VacationBudget:
    """Return the budget after booking a vacation by command.

    Raises `InvalidTime` with the code vacation-too-short or vacation-too-long (facts: limit and
    wanted), or vacation-used-up (facts: have and wanted).
    """
    wanted = cost(span)
    if wanted < SHORTEST:
        raise InvalidTime("vacation-too-short", limit=SHORTEST, wanted=wanted)
    if wanted > MAX_IN_A_ROW:
        raise InvalidTime("vacation-too-long", limit=MAX_IN_A_ROW, wanted=wanted)
    return _deduct(accrue(budget, now), wanted)


def refund(budget: VacationBudget, span: Span, end: int, now: int) -> VacationBudget:
    """Return the budget after a booked vacation has ended early, at `end`.

    Hours that had not started are refunded, but the budget never exceeds its maximum.
    """
    actual = (span[0], max(span[0], min(end, span[1])))
    present = accrue(budget, now)
    return VacationBudget(min(MAX_BUDGET, present.left + cost(span) - cost(actual)), present.at)


def automatic_block(
    budget: VacationBudget, earlier: Sequence[Span], at: int
) -> tuple[VacationBudget, Span] | None:
    """Return the new budget and the automatic block that starts at the deadline `at`.

    `earlier` lists the vacations that this seat has already taken in this game. The block starts at
    the deadline even if the bot processes the timeout later. It is shorter if the budget or the
    limits of the game leave fewer hours. Returns None if they leave less than an hour, so that the
    turn is lost.
    """
    present = accrue(budget, at)
    granted = allowed_part(earlier, (at, at + min(AUTOMATIC_BLOCK, present.left)))
    hours = (granted[1] - at) // HOUR * HOUR if granted else 0
    return (_deduct(present, hours), (at, at + hours)) if hours else None


def allowed_part(earlier: Sequence[Span], requested: Span) -> Span | None:
    """Return how much of a vacation, counted from its start, this seat may take.

    `earlier` lists the vacations that the seat has already taken in this game, in order. The limits
    are seven consecutive days and fourteen days in total. Returns None if nothing is left.
    """
    start, end = requested
    in_all = sum(last - first for first, last in earlier)
    in_a_row, since = 0, start
    for first, last in reversed(earlier):
        if since - last >= MIN_GAP:
            break
        in_a_row += last - first
        since = first
    end = min(end, start + min(MAX_IN_A_ROW - in_a_row, MAX_PER_GAME - in_all))
    return (start, end) if end > start else None


def _deduct(budget: VacationBudget, seconds: int) -> VacationBudget:
    if seconds > budget.left:
        raise InvalidTime("vacation-used-up", have=budget.left, wanted=seconds)
    return VacationBudget(budget.left - seconds, budget.at)
