"""Conservation of time: stopping a clock neither adds nor removes thinking time.

Players move, go on vacation, pause and give time, and the bot has downtime, over years and in many
time zones. After each step, the running time until the deadline must equal the time bank, extended
only by quiet hours, and no reminder may be due in quiet hours.
"""

import random
from dataclasses import replace

import pytest

from bot.service.actions import vacations
from bot.service.actions.timeouts import GRACE
from bot.service.clock import time_control
from bot.service.clock.calendar import (
    DAY,
    HOUR,
    LONGEST_QUIET_HOURS,
    InvalidTime,
    add_time,
    quiet_hours_at,
    running_time,
    time_used,
)
from bot.service.clock.time_control import PRESETS, TimeControl
from bot.service.errors import NobodyToGive, OutOfTime
from bot.service.match import lifecycle, turn_clock
from bot.service.notifications import reminders
from bot.service.players import player_settings
from bot.store.models import Clock, Match
from tests.bot.service.club import ADA, BRUNO, Club
from tests.bot.service.days import FIRST, LAST, ZONES, changes
from tests.bot.service.row_counts import bank as seat_bank
from tests.transactions import reading, writing

CONTROLS = ("daily", "standard", "relaxed", "simple-2")
CHANGED = 2 * HOUR
"""Maximum number of seconds that a clock change adds to quiet hours."""


class Walk:
    """A match with a random history."""

    def __init__(self, club: Club, match: Match, seed: int) -> None:
        self.club, self.match, self.rng = club, match, random.Random(seed)

    @property
    def control(self) -> TimeControl:
        return time_control.parse(self.match.control)

    async def turn(self) -> tuple[Clock, int, int]:
        """Return the clock, and how long it runs up to now and up to the deadline.

        Both running times are in seconds from the start of the turn.
        """
        with reading(self.club.store) as tx:
            match = lifecycle.load(tx, self.match.id)
        clock, days = turn_clock.get_clock(match), turn_clock.turn_calendar(match)
        assert clock.deadline == time_control.deadline(
            self.control, clock.started, clock.bank, days
        )
        if self.control.respects_quiet_hours:
            assert quiet_hours_at(clock.deadline, days) is None
        if clock.alarm_at is not None:
            assert quiet_hours_at(clock.alarm_at, days) is None
        bare = replace(days, quiet=None)
        plain = add_time(clock.started, clock.bank, bare)
        assert time_used(clock.started, plain, bare, allowed=clock.bank) == clock.bank
        return (
            clock,
            running_time(clock.started, self.club.now, days),
            running_time(clock.started, clock.deadline, days),
        )

    async def step(self) -> None:
        """Take one random action and check that the times add up."""
        before, ran, _ = await self.turn()
        event = self.rng.choice((self.play, self.play, self.away, self.back, self.pause, self.gift))
        event = self.rng.choice((event, event, self.outage))
        await event(before, ran)
        now = await self.club.get(self.match)
        if now.status == "running" and now.overdue is None:
            clock, ran, whole = await self.turn()
            assert clock.bank <= whole <= clock.bank + LONGEST_QUIET_HOURS + CHANGED
            if clock.ply == before.ply:
                assert clock.bank == before.bank, "nothing is refilled"
        self.club.now += self.rng.choice((0, 60, HOUR, 7 * HOUR, self.rng.randrange(20 * HOUR)))

    async def play(self, clock: Clock, ran: int) -> None:
        if self.club.now > clock.deadline:
            return
        seat = clock.seat
        await self.club.turn(self.match)
        with reading(self.club.store) as tx:
            bank = seat_bank(tx, self.match.id, seat)
        spent = min(clock.bank, ran)
        assert bank == min(self.control.cap, clock.bank - spent + self.control.increment)

    async def away(self, clock: Clock, ran: int) -> None:
        try:
            with writing(self.club.store) as tx:
                vacations.start_vacation(
                    tx,
                    self.rng.choice((ADA, BRUNO)),
                    days=self.rng.randint(1, 4),
                    interaction=next(self.club.ids),
                    now=self.club.now,
                )
        except InvalidTime:
            return

    async def back(self, clock: Clock, ran: int) -> None:
        with writing(self.club.store) as tx:
            vacations.end_now(tx, self.rng.choice((ADA, BRUNO)), now=self.club.now)

    async def pause(self, clock: Clock, ran: int) -> None:
        for player in (ADA, BRUNO):
            await self.club.act("offer_pause", self.match, player)

    async def gift(self, clock: Clock, ran: int) -> None:
        giver = (BRUNO, ADA)[clock.seat]
        try:
            with writing(self.club.store) as tx:
                until = vacations.give_time(
                    tx,
                    self.match.id,
                    player=giver,
                    interaction=next(self.club.ids),
                    now=self.club.now,
                )
        except NobodyToGive:
            return
        assert until is not None
        if clock.quiet == "":
            assert until == clock.deadline + DAY

    async def outage(self, clock: Clock, ran: int) -> None:
        before, left = self.club.now, clock.bank - ran
        await self.club.resume(self.rng.choice((200, HOUR, 9 * HOUR, 3 * DAY)))
        if self.club.now - before > 300 and clock.deadline >= before:
            _, after, _ = await self.turn()
            # Only the time before the downtime counts: no clock runs during downtime.
            assert after == ran or left < HOUR


@pytest.mark.check
@pytest.mark.parametrize("seed", range(10))
async def test_thinking_time_is_conserved_through_moves_vacations_pauses_gifts_and_downtime(
    club: Club, seed: int
) -> None:
    rng = random.Random(seed)
    zones = rng.sample(ZONES, 2)
    club.now = rng.choice(
        (rng.randrange(max(FIRST, 1_500_000_000), LAST), rng.choice(changes(zones[0])) - DAY)
    )
    control = PRESETS[rng.choice(CONTROLS)]
    match = await club.match(control=control)
    with writing(club.store) as tx:
        for player, zone in zip((ADA, BRUNO), zones, strict=True):
            quiet = rng.choice(("", "22-8", "0-6", "23:30-7:15", "9-19"))
            player_settings.change_settings(
                tx, player, {"zone": zone, "quiet": quiet}, now=club.now
            )
    walk = Walk(club, match, seed)
    for _ in range(30):
        await walk.step()
        await club.sweep()
        if (now := await club.get(match)).status != "running" or now.overdue is not None:
            break
        with writing(club.store) as tx:
            reminders.queue_due_reminders(tx, now=club.now)
        await club.deliver()
    assert await club.faults() == []


async def test_edge_4_and_35_only_the_bots_clock_decides_whether_a_rated_move_is_late(
    club: Club,
) -> None:
    match = await club.strict(await club.match())
    assert match.deadline is not None
    club.now = match.deadline + GRACE
    text = await club.some_move(match)
    with pytest.raises(OutOfTime):
        await club.play(match, ADA, text, interaction=club.sent_at(club.now + DAY))
