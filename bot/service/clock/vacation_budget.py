"""The vacation budget: one per person, earned by the day, spent by the hour, in all games at once.

A vacation freezes the person's own turns (`calendar.freeze`). In one game it does so only within
limits, so that one person cannot hold three others for a month. A block of it is taken by itself
where a rated game would be lost on time.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.service.clock.calendar import DAY, HOUR, BadTime, Span

BEGINNING = 7 * DAY
LARGEST = 14 * DAY
DAYS_FOR_ONE = 15
"""So many days earn one."""
SHORTEST = DAY
"""The least that can be taken by command."""
BLOCK = 12 * HOUR
"""What is taken at a time by itself."""
IN_A_ROW = 7 * DAY
IN_ALL = 14 * DAY
"""The most that one seat of one game stands still for vacation."""
APART = DAY
"""Vacations of a seat count as one in a row unless the clock could run so long between them."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a person may still take, in seconds, as it was at a moment."""

    left: int
    at: int


def begin(now: int) -> Budget:
    """The budget of somebody new."""
    return Budget(BEGINNING, now)


def accrue(budget: Budget, now: int) -> Budget:
    """The budget as it is now. What is too little to be a second yet is not lost."""
    earned = max(0, now - budget.at) // DAYS_FOR_ONE
    if budget.left + earned >= LARGEST:
        return Budget(LARGEST, max(now, budget.at))
    return Budget(budget.left + earned, budget.at + earned * DAYS_FOR_ONE)


def cost(span: Span) -> int:
    """What a vacation takes from the budget: its length, in hours begun. In seconds."""
    return -(-(span[1] - span[0]) // HOUR) * HOUR


def take(budget: Budget, span: Span, now: int) -> Budget:
    """The budget after a vacation by command is booked.

    BadTime, with wanted and limit (seconds): vacation-too-short, vacation-too-long,
    vacation-used-up (with have).
    """
    wanted = cost(span)
    if wanted < SHORTEST:
        raise BadTime("vacation-too-short", limit=SHORTEST, wanted=wanted)
    if wanted > IN_A_ROW:
        raise BadTime("vacation-too-long", limit=IN_A_ROW, wanted=wanted)
    return _spend(accrue(budget, now), wanted)


def give_back(budget: Budget, span: Span, end: int, now: int) -> Budget:
    """The budget after a booked vacation ends early, at `end`: hours not begun are returned.

    A budget is never above its largest all the same.
    """
    actual = (span[0], max(span[0], min(end, span[1])))
    present = accrue(budget, now)
    return Budget(min(LARGEST, present.left + cost(span) - cost(actual)), present.at)


def automatic(budget: Budget, taken: Sequence[Span], at: int) -> tuple[Budget, Span] | None:
    """The block that saves a rated turn from being lost at `at`, and the budget after it.

    taken: what this seat has stood still for vacation in this game. The block begins at the
    deadline itself, whenever that is noticed, and is shorter where budget or game allow no more
    than some hours. None if they allow not even one: then the turn is lost.
    """
    present = accrue(budget, at)
    granted = allowed(taken, (at, at + min(BLOCK, present.left)))
    hours = (granted[1] - at) // HOUR * HOUR if granted else 0
    return (_spend(present, hours), (at, at + hours)) if hours else None


def allowed(taken: Sequence[Span], wanted: Span) -> Span | None:
    """The part of a vacation for which this seat of this game may stand still, from its beginning.

    taken: what it has stood still for before, in order. At most seven days in a row and fourteen in
    all; None if none is left.
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
