"""Test helper: events with entrants, and quick results of their matches."""

from collections.abc import Callable
from typing import Any

from bot.extensions.tournaments.models import Entrant, Event, Pairing
from bot.extensions.tournaments.service import drafts, sign_up
from bot.extensions.tournaments.service.drafts import EventDraft
from bot.extensions.tournaments.service.event_state import EventState, load_state
from bot.extensions.tournaments.service.events import load_event
from bot.extensions.tournaments.store import entrant_rows, pairing_rows
from bot.service import outbox
from bot.service.match import lifecycle
from bot.service.outbox import DeliveryFailed
from bot.store.match import match_saver
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import message_kinds, outbox_rows
from engine import Outcome
from tests.bot.service.club import ADA, CHANNEL, GUILD, Club, job_due_at, run_job
from tests.transactions import reading, writing

JOBS = ("event phases", "event openings", "event questions", "event hubs", "seasons")
FIRST_PLAYER = 101
"""Id of the first entrant by default. The others have the next ids."""
Choose = Callable[[Match], int | None]
"""Function that returns the seat that resigns, or None for a draw."""


class Organiser:
    """Ada, who manages the server and organises events in a club."""

    def __init__(self, club: Club) -> None:
        self.club = club

    def draft(self, **options: Any) -> EventDraft:
        """Return a draft of an event, by default all-play-all in halma-8."""
        return EventDraft(**{"name": "Spring Cup", "variant": "halma-8"} | options)

    def create(self, *, by: int = ADA, is_manager: bool = True, **options: Any) -> Event:
        """Create an event as a draft."""
        with writing(self.club.store) as tx:
            return drafts.create_event(
                tx,
                self.draft(**options),
                guild=GUILD,
                channel=CHANNEL,
                organiser=by,
                is_manager=is_manager,
                interaction=next(self.club.ids),
                now=self.club.now,
            )

    def open(self, **options: Any) -> Event:
        """Create an event and open its sign-up."""
        event = self.create(**options)
        with writing(self.club.store) as tx:
            return drafts.open_event(tx, event.id, by=ADA, is_manager=True, now=self.club.now)

    def cancel(self, event: Event, *, reason: str = "rain", **options: Any) -> Event:
        """Cancel an event as its organiser, who is a manager by default."""
        asked: dict[str, Any] = {"by": ADA, "is_manager": True} | options
        with writing(self.club.store) as tx:
            return drafts.cancel_event(tx, event.id, reason=reason, now=self.club.now, **asked)

    def get(self, event: Event) -> Event:
        """Return the current state of the event."""
        with reading(self.club.store) as tx:
            return load_event(tx, event.id)

    def enter(self, event: Event, *players: int, **options: Any) -> list[Entrant]:
        """Enter these players into an event."""
        entered = []
        for player in players:
            with writing(self.club.store) as tx:
                entered.append(
                    sign_up.join_event(
                        tx,
                        event.id,
                        player=player,
                        interaction=next(self.club.ids),
                        now=self.club.now,
                        **options,
                    )
                )
        return entered

    def leave(self, event: Event, player: int) -> Event:
        """Leave an event."""
        with writing(self.club.store) as tx:
            asked: dict[str, Any] = {"interaction": next(self.club.ids), "now": self.club.now}
            return sign_up.leave_event(tx, event.id, player=player, **asked)

    def begin(self, players: int, **options: Any) -> Event:
        """Open an event, enter this number of players and begin it."""
        event = self.open(**options)
        self.enter(event, *range(FIRST_PLAYER, FIRST_PLAYER + players))
        return self.start(event)

    def start(self, event: Event) -> Event:
        """Begin an event before the end of its sign-up."""
        with writing(self.club.store) as tx:
            return sign_up.start_now(tx, event.id, by=ADA, is_manager=True, now=self.club.now)

    def state(self, event: Event) -> EventState:
        """Return the current state of an event with its sections."""
        with reading(self.club.store) as tx:
            return load_state(tx, load_event(tx, event.id))

    def entrant(self, event: Event, player: int) -> Entrant:
        """Return the current state of an entrant."""
        with reading(self.club.store) as tx:
            entrant = entrant_rows.get_entrant(tx, event.id, player)
        assert entrant is not None
        return entrant

    async def open_matches(self, event: Event) -> list[Match]:
        """Run the jobs until no match opens, and return the running matches."""
        while True:
            self.run_jobs()
            await self.deliver()
            due = self.get(event).openings_at
            if due is None:
                return self.running(event)
            self.club.now = max(due, self.club.now)

    def running(self, event: Event) -> list[Match]:
        """Return the running matches of an event, oldest first."""
        with reading(self.club.store) as tx:
            numbers = [
                pairing.match
                for pairing, _ in pairing_rows.unfinished_pairings(tx, event.id)
                if pairing.match is not None
            ]
            matches = [lifecycle.load(tx, number) for number in sorted(numbers)]
        return [match for match in matches if match.status == "running"]

    def pairing_of(self, event: Event, match: Match) -> Pairing:
        """Return the pairing of a match."""
        (match_pairing,) = (
            pairing
            for section in self.state(event).sections
            for pairing, _ in section.pairings
            if pairing.match == match.id
        )
        return match_pairing

    async def end(self, match: Match, loser: int | None, *, plays: bool = True) -> None:
        """End a two-player match: this seat resigns, or both agree to a draw.

        Both make a move before, unless `plays` is false.
        """
        match = await self.club.get(match)
        in_time = match.deadline is not None and self.club.now <= match.deadline
        for _ in range(max(0, 2 - match.ply) if plays and in_time else 0):
            await self.club.turn(match)
        match = await self.club.get(match)
        if loser is not None:
            await self.club.act("resign", match, match.players[loser])
            return
        with writing(self.club.store) as tx:
            drawn = Outcome(((0, 1),), "agreed")
            over = lifecycle.finish(tx, match, "finished", drawn, self.club.now)
            match_saver.save(tx, match, over)

    async def play_out(self, event: Event, loser: Choose = lambda match: 1) -> Event:
        """Play all matches of an event until it is over, and return it."""
        for _ in range(200):
            matches = await self.open_matches(event)
            if self.get(event).status != "running":
                return self.get(event)
            for match in matches:
                if len(match.players) == 2:
                    await self.end(match, loser(match))
                else:
                    await self.end_table(match)
        raise AssertionError("the event does not end")

    async def end_table(self, match: Match) -> None:
        """End a match of more than two players, in which the first seat wins.

        The others resign, starting with the last seat.
        """
        missing = 0 if match.departed_seats else len(match.players) - match.ply
        for _ in range(max(0, missing)):
            await self.club.turn(match)
        for seat in reversed(range(1, len(match.players))):
            match = await self.club.get(match)
            if match.status == "running" and seat not in match.departed_seats:
                await self.club.act("resign", match, match.players[seat])

    async def deliver(self, *, failing: str = "") -> list[str]:
        """Deliver all due messages, and return their kinds.

        Messages of the kind `failing` are temporarily refused by Discord.
        """
        kinds: list[str] = []
        while rows := self._due_rows():
            for row in rows:
                await self._deliver(row, failing)
                kinds.append(row.kind)
        return kinds

    def _due_rows(self) -> list[OutboxRow]:
        with reading(self.club.store) as tx:
            return [
                *outbox_rows.due_button_removals(tx, now=self.club.now, limit=99),
                *outbox_rows.due_rows(tx, now=self.club.now, limit=99),
            ]

    async def _deliver(self, row: OutboxRow, failing: str) -> None:
        """Deliver a message as `bot.service.jobs.outbox_sender` does."""
        kind, now = message_kinds.KINDS[row.kind], self.club.now
        with writing(self.club.store) as tx:
            if not outbox.claim_row(tx, row, now=now):
                return
            if row.kind == failing:
                refused = DeliveryFailed("429 30046", retry_after=3600)
                outbox.mark_failed(tx, row, refused, jitter=0.0, now=now)
                if kind.on_delayed:
                    kind.on_delayed(tx, row, row.payload, now)
                return
            message = next(self.club.messages)
            if outbox.mark_sent(tx, row.id, message, now=now) and kind.on_sent:
                kind.on_sent(tx, row, row.payload, message, now)

    def run_jobs(self) -> None:
        """Run all jobs of events until none is due."""
        for _ in range(1000):
            with writing(self.club.store) as tx:
                due = [
                    job
                    for job in JOBS
                    if (at := job_due_at(tx, job)) is not None and at <= self.club.now
                ]
            if not due:
                return
            for job in due:
                with writing(self.club.store) as tx:
                    run_job(tx, job, self.club.now)
        raise AssertionError(f"jobs stay due: {due}")
