"""Vacation budget: one per player, shared by all of their games.

A vacation freezes the player's own turns (`calendar.freeze`). The budget accrues daily and is spent
by the hour. Limits per seat and game keep one player from holding up three others for a month. In a
rated game, a block of vacation is taken automatically before a turn is lost on time.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.service.clock.calendar import DAY, HOUR, BadTime, Span

BEGINNING = 7 * DAY
LARGEST = 14 * DAY
DAYS_FOR_ONE = 15
"""Days in which one day of vacation accrues."""
SHORTEST = DAY
"""The shortest vacation that can be taken by command."""
BLOCK = 12 * HOUR
"""Length of an automatic vacation block."""
IN_A_ROW = 7 * DAY
IN_ALL = 14 * DAY
"""The limits of vacation for one seat of one game: consecutively and in total."""
APART = DAY
"""Vacations of a seat count as consecutive if they are less than this apart."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The vacation that a player has left, in seconds, at a given moment."""

    left: int
    at: int


def begin(now: int) -> Budget:
    """Return the budget of a new player."""
    return Budget(BEGINNING, now)


def accrue(budget: Budget, now: int) -> Budget:
    """Return the budget at `now`. Fractions of a second are carried over."""
    earned = max(0, now - budget.at) // DAYS_FOR_ONE
    if budget.left + earned >= LARGEST:
        return Budget(LARGEST, max(now, budget.at))
    return Budget(budget.left + earned, budget.at + earned * DAYS_FOR_ONE)


def cost(span: Span) -> int:
    """Return the cost of a vacation in seconds: its length, rounded up to full hours."""
    return -(-(span[1] - span[0]) // HOUR) * HOUR


def take(budget: Budget, span: Span, now: int) -> Budget:
    """Return the budget after booking a vacation by command.

    Raises `BadTime` with wanted and limit in seconds: vacation-too-short, vacation-too-long. Raises
    vacation-used-up with have and wanted.
    """
    wanted = cost(span)
    if wanted < SHORTEST:
        raise BadTime("vacation-too-short", limit=SHORTEST, wanted=wanted)
    if wanted > IN_A_ROW:
        raise BadTime("vacation-too-long", limit=IN_A_ROW, wanted=wanted)
    return _spend(accrue(budget, now), wanted)


def give_back(budget: Budget, span: Span, end: int, now: int) -> Budget:
    """Return the budget after a booked vacation has ended early, at `end`.

    Hours that had not started are refunded, but the budget never exceeds its maximum.
    """
    actual = (span[0], max(span[0], min(end, span[1])))
    present = accrue(budget, now)
    return Budget(min(LARGEST, present.left + cost(span) - cost(actual)), present.at)


def automatic(budget: Budget, taken: Sequence[Span], at: int) -> tuple[Budget, Span] | None:
    """Return the new budget and the automatic block that starts at the deadline `at`.

    `taken` is the vacation that this seat has already used in this game. The block starts at the
    deadline even if the bot notices it later, and it is shorter if the budget or the limits of the
    game leave only some hours. None if they leave less than an hour, so that the turn is lost.
    """
    present = accrue(budget, at)
    granted = allowed(taken, (at, at + min(BLOCK, present.left)))
    hours = (granted[1] - at) // HOUR * HOUR if granted else 0
    return (_spend(present, hours), (at, at + hours)) if hours else None


def allowed(taken: Sequence[Span], wanted: Span) -> Span | None:
    """Return the part of a vacation, from its start, that this seat may take.

    `taken` is the vacation that it has already used in this game, in order. The limits are seven
    consecutive days and fourteen days in total. None if nothing is left.
    """
    start, end = wanted
    in_all = sum(last - first for first, last in taken)
    in_a_row, since = 0, start
    for first, last in reversed(taken):
        if since - last >= APART:
            break
        in_a_row += last - first
        since = first
    end = min(end, start + min(IN_A_ROW - in_a_row, IN_ALL - in_all))
    return (start, end) if end > start else None


def _spend(budget: Budget, seconds: int) -> Budget:
    if seconds > budget.left:
        raise BadTime("vacation-used-up", have=budget.left, wanted=seconds)
    return Budget(budget.left - seconds, budget.at)
