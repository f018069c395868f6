"""Time controls: what a seat has to begin with, what each move earns it, and up to how much.

A control is per seat and game: `bank`, `increment` and `cap`, in seconds. After a move the bank is
min(cap, bank - used + increment). So many days per move is the control whose three figures are the
same: the bank is full again at every turn. Nothing counts down: a turn has a deadline, reckoned from
the bank and the player's calendar, and is charged when it ends.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot.service.clock.calendar import DAY, HOUR, BadTime, Calendar, Span, add_time, used

IDLE = 30 * DAY
"""An untimed game in which nobody moved for so long is abandoned, without a result."""
GIFT = DAY
"""What a player may give their opponent, on top of the bank, for the turn that runs."""
LONGEST_PAUSE = 14 * DAY
"""A pause by everybody's consent ends by itself after so long."""
SHORT_ABSENCE = 300
"""The bot's own absences up to this long are not made good: they are one restart."""
GRACE = HOUR
"""After a longer one nobody has less than this, counted from the bot's return."""
LONGEST_BANK = 14 * DAY
LONGEST_INCREMENT = 72 * HOUR
LONGEST_CAP = 21 * DAY
BANK_WITHOUT_INCREMENT = 7 * DAY
"""The least bank with which a control may do without an increment."""
SHORTEST_RATED_BANK = 12 * HOUR
LONGEST_RATED_CAP = 14 * DAY
QUICK_PLY, SLOW_PLY = 6 * HOUR, DAY
"""How long a move takes between people who look in four times a day, and once."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control, in seconds, whole hours each and at least one to begin with.

    Its text form is what is stored and printed.
    """

    bank: int
    increment: int
    cap: int

    def __post_init__(self) -> None:
        figures = (self.bank, self.increment, self.cap)
        if any(figure < 0 or figure % HOUR for figure in figures) or not self.bank:
            raise ValueError(f"not whole hours: {figures}")

    @property
    def simple(self) -> bool:
        """Whether it is so much time per move, the same for each."""
        return self.bank == self.increment == self.cap

    @property
    def timed(self) -> bool:
        """Whether time can be lost on it. An untimed game is abandoned instead, by nobody's fault."""
        return self != UNTIMED

    @property
    def sleeps(self) -> bool:
        """Whether a deadline waits for the player's morning.

        Not where a day is all that one begins with (Daily): a night would be half as much again.
        """
        return self.bank > DAY

    def __str__(self) -> str:
        if not self.timed:
            return "untimed"
        if self.simple:
            days, rest = divmod(self.bank, DAY)
            return f"{self.bank // HOUR}h/move" if rest else f"{days}d/move"
        bank, increment, cap = (f // HOUR for f in (self.bank, self.increment, self.cap))
        return f"{bank}h+{increment}h cap {cap}h"


UNTIMED = TimeControl(IDLE, IDLE, IDLE)
"""No clock. As a control it is the time after which a game without a move is abandoned."""


def _hours(bank: int, increment: int, cap: int) -> TimeControl:
    return TimeControl(bank * HOUR, increment * HOUR, cap * HOUR)


PRESETS: Mapping[str, TimeControl] = MappingProxyType(
    {
        "daily": _hours(24, 8, 48),
        "standard": _hours(72, 12, 120),
        "relaxed": _hours(168, 24, 240),
        **{f"simple-{days}": _hours(*[24 * days] * 3) for days in (1, 2, 3, 5, 7)},
        "untimed": UNTIMED,
    }
)
"""The controls that have a name."""
STANDARD = PRESETS["standard"]

_LENGTH = r"(\d{1,3}) ?(h|d)(?:ours?|ays?)?"
_BANK = re.compile(rf"{_LENGTH} ?\+ ?{_LENGTH}(?:,? cap {_LENGTH})?")
_SIMPLE = re.compile(rf"{_LENGTH}(?: ?(?:/|per|a|each|for each) ?(?:move|turn))?")


def parse(text: str) -> TimeControl:
    """The control that is written: a preset's name, 72h+12h cap 120h, 3d/move, 3 days or untimed.

    Days and hours may be mixed; without a cap the bank is never more than at the beginning. Not
    checked against the limits, so that a game begun under others can still be read. BadTime:
    unreadable-clock.
    """
    words = " ".join(text.lower().split())
    if words in PRESETS:
        return PRESETS[words]
    found = _BANK.fullmatch(words) or _SIMPLE.fullmatch(words)
    if not found:
        raise BadTime("unreadable-clock", text=text)
    figures = list(found.groups())
    lengths = [
        int(figure) * (DAY if unit == "d" else HOUR)
        for figure, unit in zip(figures[::2], figures[1::2], strict=True)
        if figure
    ]
    if not lengths[0]:
        raise BadTime("unreadable-clock", text=text)
    bank, increment, cap = (lengths * 3 if len(lengths) == 1 else [*lengths, lengths[0]])[:3]
    return TimeControl(bank, increment, cap)


def check(control: TimeControl, *, rated: bool) -> None:
    """Refuse a control that a new game may not have.

    BadTime, with limit and wanted in seconds: bank-too-long, increment-too-long, cap-below-bank,
    cap-too-long, no-increment, rated-bank-too-short, rated-cap-too-long; and rated-untimed.
    """
    bank, increment, cap = control.bank, control.increment, control.cap
    if not control.timed:
        if rated:
            raise BadTime("rated-untimed")
        return
    _at_most("bank-too-long", LONGEST_BANK, bank)
    _at_least("cap-below-bank", bank, cap)
    _at_most("cap-too-long", LONGEST_CAP, cap)
    if not control.simple:
        _at_most("increment-too-long", min(LONGEST_INCREMENT, cap), increment)
    if not increment:
        _at_least("no-increment", BANK_WITHOUT_INCREMENT, bank)
    if rated:
        _at_least("rated-bank-too-short", SHORTEST_RATED_BANK, bank)
        _at_most("rated-cap-too-long", LONGEST_RATED_CAP, cap)


def first_bank(control: TimeControl, *, newcomer: bool) -> int:
    """What a seat begins with: twice the bank in a person's first game of all, cap or no cap."""
    return control.bank * 2 if newcomer and control.timed else control.bank


def next_bank(control: TimeControl, bank: int, spent: int) -> int:
    """What a seat has after a move that used so much of it; a move made by a plan uses 0.

    What was given to it beyond the cap was for that turn only.
    """
    return min(control.cap, bank - spent + control.increment)


def deadline(control: TimeControl, start: int, bank: int, calendar: Calendar) -> int:
    """When the turn that began at start is lost on time; if untimed, when the game is abandoned.

    What a move within it uses is `calendar.used(start, now, calendar, allowed=bank)`.
    """
    return add_time(start, bank, calendar if control.sleeps else replace(calendar, quiet=None))


def absence(
    control: TimeControl, start: int, bank: int, away: Span, calendar: Calendar
) -> Span | None:
    """What to freeze in the calendar of a running turn when the bot was away, to make it good.

    Exactly the absence; and where that would leave less than an hour after the bot's return, so
    much more that it leaves an hour. The bank stays what it was: this is no refill. None if the
    absence was short, or the turn was lost before it or began after it. The hours that a night
    adds to a deadline are a gift, and are made good only by that last hour.
    """
    gone, returned = away
    if returned - gone <= SHORT_ABSENCE or start >= returned:
        return None
    if deadline(control, start, bank, calendar) < gone:
        return None
    left = bank - used(start, gone, calendar, allowed=bank)
    return max(start, gone), returned + max(0, GRACE - left)


def longest(control: TimeControl, moves: int) -> int:
    """How long one player can take over so many moves of their own, without vacation or pause."""
    return control.bank + max(0, moves - 1) * control.increment


def expected(control: TimeControl, plies: int, seats: int = 2) -> tuple[int, int]:
    """How long a game of so many plies lasts: between prompt players, and between slow ones.

    Seconds. Never longer than the control lets it be.
    """
    most = sum(longest(control, len(range(seat, plies, seats))) for seat in range(seats))
    return min(most, plies * QUICK_PLY), min(most, plies * SLOW_PLY)


def _at_least(code: str, limit: int, wanted: int) -> None:
    if wanted < limit:
        raise BadTime(code, limit=limit, wanted=wanted)


def _at_most(code: str, limit: int, wanted: int) -> None:
    if wanted > limit:
        raise BadTime(code, limit=limit, wanted=wanted)
