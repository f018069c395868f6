"""The clocks of a game once more, reckoned as simple-mindedly as can be."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bot.service.clock.time_control import TimeControl, parse

Stop = tuple[int, int, int, str]
"""Seat, from when, until when, why."""


@dataclass(slots=True)
class Ledger:
    """What each seat has, and since when the turn runs."""

    control: TimeControl
    banks: list[int]
    started: int
    made: list[tuple[int, bool, list[int]]] = field(default_factory=list)
    """Which seat moved, whether by a plan, and what all had before."""
    taken: int = 0
    """How many moves the last takeback took that people had made themselves."""

    @property
    def timed(self) -> bool:
        return self.control.timed


def opened(control: str, newcomers: Iterable[bool], now: int) -> Ledger:
    """The ledger of a game that begins now: who plays for the first time has twice as much."""
    known = parse(control)
    banks = [known.bank * (2 if new and known.timed else 1) for new in newcomers]
    return Ledger(known, banks, now)


def pay(ledger: Ledger, seat: int, at: int, stops: Iterable[Stop]) -> None:
    """This seat moved at that moment: its time is taken off, its increment added, up to the cap."""
    standing = sum(
        max(0, min(at, last) - max(ledger.started, first)) for first, last in _apart(stops, seat)
    )
    bank = ledger.banks[seat]
    ledger.made.append((seat, False, list(ledger.banks)))
    used = min(bank, max(0, at - ledger.started) - standing)
    assert used >= 0
    ledger.banks[seat] = min(ledger.control.cap, bank - used + ledger.control.increment)


def earn(ledger: Ledger, seat: int) -> None:
    """A plan has moved for this seat: it took no time."""
    ledger.made.append((seat, True, list(ledger.banks)))
    ledger.banks[seat] = min(ledger.control.cap, ledger.banks[seat] + ledger.control.increment)


def go_back(ledger: Ledger, seat: int, now: int) -> None:
    """The last move of this seat and what followed never happened; its turn begins now."""
    ledger.taken = 0
    while True:
        mover, planned, before = ledger.made.pop()
        ledger.taken += not planned
        if mover == seat:
            break
    ledger.banks = before
    ledger.started = now


def runs_out(ledger: Ledger, seat: int, stops: Iterable[Stop]) -> int:
    """When the bank of the turn that runs is used up, nights apart."""
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
    outages: Iterable[tuple[int, int]],
) -> list[Stop]:
    """When the seat's clock stood still because the bot was away in the turn that runs.

    As long as the bot was, and so much longer that an hour is left then. `deadline`: when the turn was
    to end when the bot went, or later; what was lost before the bot went stays lost.
    """
    known = list(stops)
    found = list[Stop]()
    for gone, back in sorted(outages):
        if back <= ledger.started or (deadline is not None and deadline < gone):
            continue
        still = sum(
            max(0, min(gone, last) - max(ledger.started, first))
            for first, last in _apart([*known, *found], seat)
        )
        left = max(0, ledger.banks[seat] - max(0, gone - ledger.started - still))
        found.append((seat, max(ledger.started, gone), back + max(0, 3600 - left), "outage"))
    return found


def standing_still(stops: Iterable[Stop], seat: int, since: int) -> int:
    """For how long the seat's clock stands still after a moment."""
    return sum(max(0, last - max(first, since)) for first, last in _apart(stops, seat))


def _apart(stops: Iterable[Stop], seat: int) -> Iterator[tuple[int, int]]:
    """The spans in which the seat's clock stands still, in order, none counted twice."""
    until = 0
    for _, first, last, _ in sorted(stop for stop in stops if stop[0] == seat):
        if last > until:
            yield max(first, until), last
            until = last
