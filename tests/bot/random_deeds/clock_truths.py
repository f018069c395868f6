"""Checks of clocks: time is computed a second time from moves, stops and causes."""

from collections.abc import Iterable, Iterator, Sequence

from bot.service.clock.calendar import DAY, HOUR
from bot.service.clock.time_control import parse
from bot.service.match import turn_clock
from bot.store import Tx
from bot.store.match import downtimes as downtime_rows
from bot.store.match import move_rows
from bot.store.models import ClockStop, Match, level_of
from engine import variant
from tests.year import ledger
from tests.year.ledger import Ledger
from tests.year.monitor import NIGHT

SLACK = 14 * HOUR
"""Seconds by which quiet hours and their changes may extend a deadline."""
LONGEST = {"pause": 14 * DAY, "gift": DAY}
"""Seconds that an agreed clock stop may last.

A pause and an extra day that are agreed after the deadline count from it, so in an unrated game, in
which an overdue turn is not lost at once, they may last longer.
"""
CLAIM = 31 * DAY
"""Seconds for which an overdue turn may wait for a claim."""
BLOCK = 12 * HOUR
"""Seconds of vacation that are taken at a time for a turn whose time has run out."""


class ClockTruths:
    """Checks of clocks, with a memory of the vacations that players have booked."""

    def __init__(self) -> None:
        self.booked: dict[int, list[int]] = {}
        """The end of each vacation that a player has booked."""

    def book(self, player: int, until: int) -> None:
        """Remember a vacation."""
        self.booked.setdefault(player, []).append(until)

    def faults(self, match: Match, now: int) -> Iterator[str]:
        """Yield the faults of the clock of a running match."""
        clock = turn_clock.get_clock(match)
        for stop in match.stops_of(clock.seat):
            if stop.until > now and not self._has_cause(match, stop):
                yield f"match {match.id}: the stop {stop} has no cause"
        if clock.is_endless or level_of(match.to_move or 0) is not None:
            return
        if clock.started > now + 60:
            yield f"match {match.id}: its turn begins in the future"
        if clock.overdue is not None or match.deciding_partner is not None:
            return
        if match.downtimes and match.downtimes[-1].id > clock.applied_downtime_id:
            return  # to be credited
        least, most = deadlines(match)
        if not least <= clock.deadline <= most:
            yield (
                f"match {match.id}, ply {match.ply}: the deadline is {clock.deadline},"
                f" but it should be from {least} to {most}"
            )

    def _has_cause(self, match: Match, stop: ClockStop) -> bool:
        length = stop.until - stop.started
        if stop.why == "unreachable_channel":
            return True  # each downtime extends it
        if stop.why != "vacation":
            late = 0 if match.result_counts else CLAIM
            return length <= LONGEST[stop.why] + 60 + late
        if length <= BLOCK and match.result_counts:
            return True
        ends = [until for player in match.people for until in self.booked.get(player, ())]
        return stop.until <= max(ends, default=0)


def deadlines(match: Match) -> tuple[int, int]:
    """Return the earliest and the latest time that the deadline of a turn may be.

    They are computed from the bank, the stops and the downtimes. Quiet hours lie between them.
    """
    clock = turn_clock.get_clock(match)
    book = ledger.opened(match.control, [], clock.started)
    book.banks = [clock.bank] * len(match.players)
    stops: list[ledger.Stop] = [(*stop[:3], stop.why) for stop in match.stops_of(clock.seat)]
    least, most = (
        _end(book, clock.seat, stops, match, night)
        for night in (0, NIGHT if book.control.respects_quiet_hours else 0)
    )
    return least, most


def _end(book: Ledger, seat: int, own: Sequence[ledger.Stop], match: Match, night: int) -> int:
    """Return the end of a turn, of which each stop may add a night.

    A downtime after the end of the time is not credited.
    """
    stops = list(own)

    def end() -> int:
        at = ledger.runs_out(book, seat, stops)
        still = sum(last > at for _, _, last, _ in stops)
        more = ledger.standing_still(stops, seat, at) if night else 0
        return at + night * (1 + still) + more

    for period in match.downtimes:
        if period.until - period.started > 300:
            gone = [(period.started, period.until)]
            stops += ledger.away(book, seat, end(), stops, gone)
    return end()


def losers_on_time(finished: Iterable[Match]) -> Iterator[str]:
    """Yield a fault for each match of two that is won by the player who was late.

    That is the player to move in the last position.
    """
    for match in finished:
        outcome = match.outcome
        if outcome is None or outcome.reason != "time" or len(match.players) > 2:
            continue
        late = variant(match.variant).load(match.position).turn
        if outcome.ranking[-1] != (late,):
            yield f"match {match.id} was won by the player whose time ran out"


def wrong_banks(tx: Tx, match: Match) -> Iterator[str]:
    """Yield each bank that is not what the moves and stops have left of it.

    The match must have two players and no takebacks. Turns with downtime are left out.
    """
    control, moves = parse(match.control), move_rows.moves_of(tx, match.id)
    if len(match.players) > 2 or match.retracted_plies or match.opening_plies:
        return
    downtimes = downtime_rows.downtimes_since(tx, match.created)
    for seat in (0, 1):
        own = [move for move in moves if move.seat == seat and move.bank is not None]
        banks = [move.bank or 0 for move in own[1:]]
        banks += [match.banks[seat]] if match.status == "running" else []
        for move, left in zip(own, banks, strict=False):
            start = moves[move.ply - 1].at if move.ply else match.created
            if move.by not in ("player", "plan") or any(
                first < move.at and start < last for first, last in downtimes
            ):
                continue
            book = Ledger(control, [move.bank or 0] * 2, start)
            if move.by == "plan":
                ledger.earn(book, seat)
            else:
                stops = [(*stop[:3], stop.why) for stop in match.stops_of(seat)]
                ledger.pay(book, seat, move.at, stops)
            if book.banks[seat] != left:
                yield (
                    f"match {match.id}: after its move {move.ply}, seat {seat} has {left} s left,"
                    f" but {book.banks[seat]} s by the moves"
                )
