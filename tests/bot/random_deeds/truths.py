"""What must be true after each deed: database, messages and promises."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing

from bot.operations import integrity_check
from bot.service.actions import timeouts
from bot.service.clock.calendar import DAY
from bot.service.notifications import reminders
from bot.store import Tx
from bot.store.challenges import challenge_rows
from bot.store.match import matches, move_rows
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import BoardPost, Notice, PlayerTurns, ResultPost
from tests.bot.random_deeds.clock_truths import ClockTruths, losers_on_time, wrong_banks
from tests.bot.random_deeds.world import World
from tests.bot.service.reference_ratings import wrong_ratings
from tests.transactions import reading
from tests.year.invariants import NEVER

LATE = timeouts.GRACE + 60
EACH = 5
"""Number of checks of which one reads the whole database."""
Check = Callable[[World, bool], Sequence[str]]
"""Returns the faults of an extension; the second argument is whether to look thoroughly."""
UNSHOWN = (
    "SELECT m.id FROM matches m WHERE m.status = 'running'"
    " AND NOT EXISTS (SELECT 1 FROM computer_moves c WHERE c.match = m.id)"
    " AND NOT EXISTS (SELECT 1 FROM undelivered_boards u WHERE u.match = m.id)"
    " AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.match = m.id AND o.state = 'owed')"
    " AND NOT EXISTS (SELECT 1 FROM posts p WHERE p.match = m.id AND p.ply = m.ply)"
)
"""Running matches whose newest board has been neither posted nor queued."""
QUERIES = {**NEVER, "(match) has a board that was never posted": UNSHOWN}


def winners_on_time(finished: Iterable[Match]) -> Iterator[str]:
    """Yield a fault for each match that is won by someone whose time ran out."""
    for match in finished:
        late = {each.seat for each in match.departures if each.why == "time"}
        ranking = match.outcome.ranking if match.outcome is not None else ()
        if len(ranking) > 1 and late & {*ranking[0]}:
            yield f"match {match.id} was won by a player whose time ran out"


class Truths:
    """Checks of a world, with a memory of what players have been shown."""

    def __init__(self, world: World, more: Sequence[Check] = ()) -> None:
        self.world, self.more = world, more
        self.shown: dict[int, tuple[int, int]] = {}
        """The ply and the deadline that the players of each running match have been shown."""
        self.posted: set[tuple[int, int, str]] = set()
        """The match, ply and kind of each board and result."""
        self.clocks = ClockTruths()
        self.planned: dict[tuple[int, int], int] = {}
        """The ply at which each match and seat has stored its conditional move."""
        self.stepped = False
        """Whether the system clock was ever wrong, so that times of moves may be."""
        self.checks = 0
        self.false: list[str] = []
        world.on_delivery = self.on_delivery

    def forget(self) -> None:
        """Forget what players have been shown, after a restore or a step of the clock."""
        self.shown.clear()
        self.posted.clear()
        self.planned.clear()

    # -- messages --------------------------------------------------------------------------------

    def on_delivery(self, tx: Tx, row: OutboxRow) -> None:
        """Check that a message is true at the moment of its delivery."""
        payload = row.payload
        for fault in self._message_faults(tx, row, payload):
            self.false.append(f"message {row.kind} {payload}: {fault}")

    def _message_faults(self, tx: Tx, row: OutboxRow, payload: object) -> Iterator[str]:
        if row.user is not None and row.user < 0:
            yield "it is for someone who does not exist"
        if isinstance(payload, BoardPost):
            yield from self._board_faults(tx, row, payload)
        elif isinstance(payload, PlayerTurns):
            for match, kind in reminders.still_running(tx, payload):
                if match.to_move != payload.player:
                    yield f"it is not {payload.player}'s turn in match {match.id}, but {match.to_move}'s"
                elif row.user not in (None, payload.player):
                    yield "it is sent to another player"
                elif row.kind == "reminder" and row.channel not in (
                    None,
                    match.place,
                    match.channel,
                ):
                    yield f"match {match.id} is played elsewhere"
                elif kind == "downtime-credit" and (match.deadline or 0) <= row.created:
                    yield f"match {match.id} has no time left"
        elif isinstance(payload, Notice):
            match_ = matches.get_match(tx, payload.match)
            if match_ is not None and match_.ply == payload.ply:
                yield from self._notice_faults(match_, payload)
        elif row.kind == "challenge" and row.challenge is not None:
            if challenge_rows.get_challenge(tx, row.challenge) is None:
                yield "the challenge does not exist"
        elif row.kind == "challenge-end" and row.challenge is not None:
            challenge = challenge_rows.get_challenge(tx, row.challenge)
            if challenge is None or challenge.status == "open":
                yield "the challenge is open"

    def _board_faults(self, tx: Tx, row: OutboxRow, board: BoardPost) -> Iterator[str]:
        match = matches.get_match(tx, board.match)
        if match is None:
            yield "the match does not exist"
            return
        is_result = isinstance(board, ResultPost)
        if is_result == (match.status == "running"):
            yield f"the match is {match.status}"
        if row.channel != match.place and match.place:  # the guild may be deleted
            yield f"the match is played in {match.place}"
        key = (match.id, board.ply, row.kind)
        if key in self.posted and not board.in_place and row.created < self.world.now - DAY:
            yield "it was posted before"
        self.posted.add(key)

    def _notice_faults(self, match: Match, notice: Notice) -> Iterator[str]:
        what, until = notice.notice, notice.facts.until
        if what == "overdue" and match.overdue is None and match.status == "running":
            yield "the turn is not overdue"
        if what in ("paused", "gift") and match.status == "running" and match.deadline != until:
            known = match.clock is not None and match.clock.applied_downtime_id
            if not known:
                yield f"the deadline is {match.deadline}"
        if what == "left" and notice.seat not in match.departed_seats:
            yield "the player has not left"

    # -- promises --------------------------------------------------------------------------------

    def keep_promises(self) -> Iterator[str]:
        """Yield each turn that was lost before the time that its players were shown."""
        with reading(self.world.store) as tx:
            for number, (ply, deadline) in list(self.shown.items()):
                match = matches.get_match(tx, number)
                if match is None or self.world.now > deadline:
                    continue
                late = match.outcome is not None and match.outcome.reason == "time"
                left = any(each.why == "time" and each.ply == ply for each in match.departures)
                if match.ply == ply and (late or left or match.overdue is not None):
                    yield f"match {number} was lost on time before {deadline}, which was shown"

    def show(self) -> None:
        """Remember the deadlines that players see now."""
        now: dict[int, tuple[int, int]] = {}
        for match in self.world.running():
            if match.deadline is not None and match.overdue is None:
                now[match.id] = (match.ply, match.deadline)
        self.shown = now

    # -- the database ----------------------------------------------------------------------------

    def check(self, *, thorough: bool = False) -> None:
        """Raise `AssertionError` with the faults and the history, if there are faults."""
        if faults := self.faults(thorough=thorough):
            raise AssertionError("\n".join([*faults, "History:", *self.world.history]))

    def faults(self, *, thorough: bool = False) -> list[str]:
        """Return all faults of the world."""
        self.checks += 1
        faults = self._stored_faults() if thorough or self.checks % EACH == 0 else []
        with reading(self.world.store) as tx:
            for match in matches.running_matches(tx):
                faults += self.clocks.faults(match, self.world.now)
                faults += self._plan_faults(tx, match)
        faults += self.keep_promises()
        faults += self.false
        self.false = []
        return faults + [fault for check in self.more for fault in check(self.world, thorough)]

    def _stored_faults(self) -> list[str]:
        """Return all faults that are stored."""
        with reading(self.world.store) as tx:
            faults = integrity_check.find_faults(tx, now=self.world.now)
            stored = matches.all_matches(tx)
            faults += [*winners_on_time(stored), *losers_on_time(stored)]
            if not self.stepped:
                faults += [fault for match in stored for fault in wrong_banks(tx, match)]
            faults += wrong_ratings(tx)
        with closing(sqlite3.connect(self.world.path)) as connection:
            times = {"now": self.world.now, "late": LATE}
            for what, query in QUERIES.items():
                rows = connection.execute(query, times).fetchall()
                faults += [f"{row[0]} {what}" for row in rows]
        return faults

    # -- conditional moves -----------------------------------------------------------------------

    def plan(self, match: Match, seat: int) -> None:
        """Remember that a seat has stored one conditional move."""
        self.planned[match.id, seat] = match.ply

    def _plan_faults(self, tx: Tx, match: Match) -> Iterator[str]:
        """Yield each conditional move that is still stored after it was played."""
        for seat in match.planned:
            since = self.planned.get((match.id, seat))
            played = [] if since is None else move_rows.moves_since(tx, match.id, since)
            if any(move.seat == seat and move.by == "plan" for move in played):
                yield f"match {match.id}: seat {seat} has played its conditional move and keeps it"
