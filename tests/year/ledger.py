"""Reference implementation of the turn clock, as simple as possible."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bot.service.clock.time_control import TimeControl, parse

Stop = tuple[int, int, int, str]
"""A clock stop: seat, start, end, reason."""


@dataclass(slots=True)
class Ledger:
    """The clocks of a match: the bank of each seat and the start of the current turn."""

    control: TimeControl
    banks: list[int]
    started: int
    made: list[tuple[int, bool, list[int]]] = field(default_factory=list)
    """For each move: the seat, whether it was a conditional move, and all banks before it."""
    taken: int = 0
    """Number of moves undone by the last takeback, not counting conditional moves."""

    @property
    def timed(self) -> bool:
        return self.control.is_timed


def opened(control: str, newcomers: Iterable[bool], now: int) -> Ledger:
    """Return the ledger of a match that starts now.

    New players start with a double bank.
    """
    known = parse(control)
    banks = [known.bank * (2 if new and known.is_timed else 1) for new in newcomers]
    return Ledger(known, banks, now)


def pay(ledger: Ledger, seat: int, at: int, stops: Iterable[Stop]) -> None:
    """Charge this seat for the time of its move, and add the increment up to the cap."""
    standing = sum(
        max(0, min(at, last) - max(ledger.started, first)) for first, last in _apart(stops, seat)
    )
    bank = ledger.banks[seat]
    ledger.made.append((seat, False, list(ledger.banks)))
    used = min(bank, max(0, at - ledger.started) - standing)
    assert used >= 0
    ledger.banks[seat] = min(ledger.control.cap, bank - used + ledger.control.increment)


def earn(ledger: Ledger, seat: int) -> None:
    """Record a conditional move of this seat, which takes no time."""
    ledger.made.append((seat, True, list(ledger.banks)))
    ledger.banks[seat] = min(ledger.control.cap, ledger.banks[seat] + ledger.control.increment)


def go_back(ledger: Ledger, seat: int, now: int) -> None:
    """Undo the last move of this seat and all later moves. The seat's turn starts now."""
    ledger.taken = 0
    while True:
        mover, planned, before = ledger.made.pop()
        ledger.taken += not planned
        if mover == seat:
            break
    ledger.banks = before
    ledger.started = now


def runs_out(ledger: Ledger, seat: int, stops: Iterable[Stop]) -> int:
    """Return when the current turn runs out of time, ignoring quiet hours."""
    at = ledger.started + ledger.banks[seat]
    for first, last in _apart(stops, seat):
        if last > ledger.started and first <= at:
            at += last - max(first, ledger.started)
    return at


def away(
    ledger: Ledger,
    seat: int,
    deadline: int | None,
    stops: Iterable[Stop],
    downtimes: Iterable[tuple[int, int]],
) -> list[Stop]:
    """Return the clock stops of a seat for bot downtime in the current turn.

    Each stop covers the downtime, and is extended so that at least one hour remains afterwards.
    `deadline` is the deadline of the turn when the first downtime started, or a later one. A turn that
    had timed out before the downtime stays lost.
    """
    known = list(stops)
    skipped = list[Stop]()
    for gone, back in sorted(downtimes):
        if back <= ledger.started or (deadline is not None and deadline < gone):
            continue
        still = sum(
            max(0, min(gone, last) - max(ledger.started, first))
            for first, last in _apart([*known, *skipped], seat)
        )
        left = max(0, ledger.banks[seat] - max(0, gone - ledger.started - still))
        until = back + max(0, 3600 - left)
        skipped.append((seat, max(ledger.started, gone), until, "outage"))
        if deadline is not None:
            deadline = max(deadline, until)
    return skipped


def standing_still(stops: Iterable[Stop], seat: int, since: int) -> int:
    """Return the number of seconds after `since` in which the seat's clock is stopped."""
    return sum(max(0, last - max(first, since)) for first, last in _apart(stops, seat))


def _apart(stops: Iterable[Stop], seat: int) -> Iterator[tuple[int, int]]:
    """Yield the disjoint intervals in which the seat's clock is stopped, in order."""
    until = 0
    for _, first, last, _ in sorted(stop for stop in stops if stop[0] == seat):
        if last > until:
            yield max(first, until), last
            until = last
