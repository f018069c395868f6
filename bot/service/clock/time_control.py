"""Time controls: the initial bank, the increment per move and the cap of the bank.

A control applies per seat and game and has `bank`, `increment` and `cap`, in seconds. After a move
the bank is min(cap, bank - used + increment). A fixed number of days per move is the control in
which all three are equal, so that the bank is full again at every turn. No timer counts down. A
turn has a deadline, computed from the bank and the player's calendar, and is charged when it ends.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from bot.service.clock.calendar import DAY, HOUR, Calendar, InvalidTime, Span, add_time, time_used

UNTIMED_LIMIT = 30 * DAY
"""Seconds without a move after which an untimed game is abandoned."""
GIFT = DAY
"""Extra seconds for one turn that a player may give an opponent, beyond the bank."""
LONGEST_PAUSE = 14 * DAY
"""Seconds after which a pause by agreement ends automatically."""
IGNORED_DOWNTIME = 300
"""Maximum seconds of bot downtime that are not credited. A restart takes less."""
GRACE = HOUR
"""Minimum seconds left for a turn when the bot is back after credited downtime."""
LONGEST_BANK = 14 * DAY
LONGEST_INCREMENT = 72 * HOUR
LONGEST_CAP = 21 * DAY
BANK_WITHOUT_INCREMENT = 7 * DAY
"""The minimum bank of a control without an increment, in seconds."""
SHORTEST_RATED_BANK = 12 * HOUR
LONGEST_RATED_CAP = 14 * DAY
QUICK_PLY, SLOW_PLY = 6 * HOUR, DAY
"""Estimated seconds per ply for players who check in four times a day or once a day."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control in seconds.

    Each value is a whole number of hours, and the bank is not zero. Controls are stored and
    displayed in text form.
    """

    bank: int
    increment: int
    cap: int

    def __post_init__(self) -> None:
        figures = (self.bank, self.increment, self.cap)
        if any(figure < 0 or figure % HOUR for figure in figures) or not self.bank:
            raise ValueError(f"not whole hours: {figures}")

    @property
    def is_per_move(self) -> bool:
        """Whether the control is a fixed time per move."""
        return self.bank == self.increment == self.cap

    @property
    def is_timed(self) -> bool:
        """Whether a player can lose on time.

        An inactive untimed game is abandoned instead, without a loser.
        """
        return self != UNTIMED

    @property
    def respects_quiet_hours(self) -> bool:
        """Whether quiet hours extend a deadline.

        They do not if the bank is a day or less, e.g. in the preset "daily", because they would
        extend such a turn by a large part of its length.
        """
        return self.bank > DAY

    def validate(self, *, rated: bool) -> None:
        """Check that a new game may use this control.

        Raises `InvalidTime` with the code rated-untimed (no facts) or one of bank-too-long,
        increment-too-long, cap-below-bank, cap-too-long, no-increment, rated-bank-too-short,
        rated-cap-too-long (facts: limit and wanted, in seconds).
        """
        bank, increment, cap = self.bank, self.increment, self.cap
        if not self.is_timed:
            if rated:
                raise InvalidTime("rated-untimed")
            return
        _at_most("bank-too-long", LONGEST_BANK, bank)
        _at_least("cap-below-bank", bank, cap)
        _at_most("cap-too-long", LONGEST_CAP, cap)
        if not self.is_per_move:
            _at_most("increment-too-long", min(LONGEST_INCREMENT, cap), increment)
        if not increment:
            _at_least("no-increment", BANK_WITHOUT_INCREMENT, bank)
        if rated:
            _at_least("rated-bank-too-short", SHORTEST_RATED_BANK, bank)
            _at_most("rated-cap-too-long", LONGEST_RATED_CAP, cap)

    def expected_duration(self, plies: int, seats: int = 2) -> tuple[int, int]:
        """Estimate how long a game of `plies` plies lasts, in seconds.

        Returns the duration with quick players and with slow players. Neither is longer than the
        control allows.
        """
        most = sum(longest_time(self, len(range(seat, plies, seats))) for seat in range(seats))
        return min(most, plies * QUICK_PLY), min(most, plies * SLOW_PLY)

    def __str__(self) -> str:
        if not self.is_timed:
            return "untimed"
        if self.is_per_move:
            days, rest = divmod(self.bank, DAY)
            return f"{self.bank // HOUR}h/move" if rest else f"{days}d/move"
        bank, increment, cap = (f // HOUR for f in (self.bank, self.increment, self.cap))
        return f"{bank}h+{increment}h cap {cap}h"


UNTIMED = TimeControl(UNTIMED_LIMIT, UNTIMED_LIMIT, UNTIMED_LIMIT)
"""The control of untimed games: a game without a move for this long is abandoned."""


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
"""The named time controls."""
STANDARD = PRESETS["standard"]

_LENGTH = r"(\d{1,3}) ?(h|d)(?:ours?|ays?)?"
_BANK = re.compile(rf"{_LENGTH} ?\+ ?{_LENGTH}(?:,? cap {_LENGTH})?")
_SIMPLE = re.compile(rf"{_LENGTH}(?: ?(?:/|per|a|each|for each) ?(?:move|turn))?")


@lru_cache
def parse(text: str) -> TimeControl:
    """Parse a control: a preset's name, or e.g. 72h+12h cap 120h, 3d/move, 3 days.

    Days and hours may be mixed. Without a cap, the cap equals the initial bank. The limits are not
    checked, so that a game started under other limits can still be read. Raises `InvalidTime`
    (unreadable-clock).
    """
    words = " ".join(text.lower().split())
    if words in PRESETS:
        return PRESETS[words]
    parsed = _BANK.fullmatch(words) or _SIMPLE.fullmatch(words)
    if not parsed:
        raise InvalidTime("unreadable-clock", text=text)
    figures = list(parsed.groups())
    lengths = [
        int(figure) * (DAY if unit == "d" else HOUR)
        for figure, unit in zip(figures[::2], figures[1::2], strict=True)
        if figure
    ]
    if not lengths[0]:
        raise InvalidTime("unreadable-clock", text=text)
    bank, increment, cap = (lengths * 3 if len(lengths) == 1 else [*lengths, lengths[0]])[:3]
    return TimeControl(bank, increment, cap)


def first_bank(control: TimeControl, *, newcomer: bool) -> int:
    """Return the initial bank of a seat, in seconds.

    It is twice the bank of the control in a player's very first game, regardless of the cap.
    """
    return control.bank * 2 if newcomer and control.is_timed else control.bank


def next_bank(control: TimeControl, bank: int, spent: int) -> int:
    """Return the bank after a move that used `spent` seconds.

    A conditional move uses 0 seconds. Extra time beyond the cap does not carry over to the next
    turn.
    """
    return min(control.cap, bank - spent + control.increment)


def deadline(control: TimeControl, start: int, bank: int, calendar: Calendar) -> int:
    """Return when the turn that began at `start` is lost on time.

    For an untimed game, this is when the game is abandoned. A move within the turn uses
    `calendar.time_used(start, now, calendar, allowed=bank)`.
    """
    return add_time(
        start, bank, calendar if control.respects_quiet_hours else replace(calendar, quiet=None)
    )


def downtime_credit(
    control: TimeControl, start: int, bank: int, away: Span, calendar: Calendar
) -> Span | None:
    """Return the interval to freeze in the calendar of a turn to credit bot downtime.

    The interval is the downtime itself, extended if less than an hour would be left after the bot's
    return. The bank does not change. Time that quiet hours add to a deadline does not count as time
    left. Returns None if the downtime was short, or if the turn began after it or was lost before
    it.
    """
    gone, returned = away
    if returned - gone <= IGNORED_DOWNTIME or start >= returned:
        return None
    if deadline(control, start, bank, calendar) < gone:
        return None
    left = bank - time_used(start, gone, calendar, allowed=bank)
    return max(start, gone), returned + max(0, GRACE - left)


def longest_time(control: TimeControl, moves: int) -> int:
    """Return how many seconds one player can take for `moves` moves.

    Vacation and pauses are not included.
    """
    return control.bank + max(0, moves - 1) * control.increment


def _at_least(code: str, limit: int, value: int) -> None:
    if value < limit:
        raise InvalidTime(code, limit=limit, wanted=value)


def _at_most(code: str, limit: int, value: int) -> None:
    if value > limit:
        raise InvalidTime(code, limit=limit, wanted=value)
