"""Ping limits: one ping per hour from one player to another, except for turns."""

from bot.service.clock.calendar import DAY, HOUR
from bot.service.notifications import reminders
from bot.service.players import ping_limits
from bot.store.models import Match
from tests.bot.service.club import ADA, BRUNO, CLARA, Club, job_due_at, run_job
from tests.transactions import writing


async def call(club: Club, by: int, *people: int, row: int) -> tuple[int, ...]:
    with writing(club.store) as tx:
        return ping_limits.take_ping_allowance(tx, by, people, row=row, now=club.now)


async def nudge(club: Club, match: Match) -> int:
    with writing(club.store) as tx:
        return reminders.nudge(tx, match.id, player=BRUNO, interaction=next(club.ids), now=club.now)


async def test_each_pair_of_players_is_limited_separately_and_per_direction(club: Club) -> None:
    await club.match(ADA, BRUNO)
    await club.match(ADA, CLARA)
    assert await call(club, ADA, BRUNO, row=1) == (BRUNO,)
    assert await call(club, ADA, BRUNO, CLARA, row=2) == (CLARA,)
    assert await call(club, BRUNO, ADA, row=3) == (ADA,)


async def test_a_retried_post_mentions_the_same_players(club: Club) -> None:
    await club.match(ADA, BRUNO)
    assert await call(club, ADA, BRUNO, row=1) == (BRUNO,)
    club.now += 60
    assert await call(club, ADA, BRUNO, row=2) == ()
    assert await call(club, ADA, BRUNO, row=1) == (BRUNO,)
    club.now += HOUR
    assert await call(club, ADA, BRUNO, row=2) == (BRUNO,)


async def test_nudges_in_several_matches_come_together_an_hour_after_the_last_ping(
    club: Club,
) -> None:
    games = [await club.match(ADA, BRUNO) for _ in range(3)]
    await club.deliver()
    club.now += DAY
    assert await call(club, BRUNO, ADA, row=1) == (ADA,)
    called = club.now
    club.now += 600
    assert [await nudge(club, game) for game in games] == [called + HOUR] * 3
    club.now = called + HOUR
    with writing(club.store) as tx:
        reminders.queue_due_reminders(tx, now=club.now)
    [row] = [row for row in await club.deliver() if row.kind == "reminder"]
    assert len(row.payload.turns) == 3
    assert await call(club, BRUNO, ADA, row=2) == ()


async def test_pings_are_deleted_after_a_day(club: Club) -> None:
    await club.match(ADA, BRUNO)
    await call(club, ADA, BRUNO, row=1)
    with writing(club.store) as tx:
        assert job_due_at(tx, "pings") == club.now + ping_limits.PING_INTERVAL + 86400
        assert run_job(tx, "pings", club.now + ping_limits.PING_INTERVAL) == 0
        assert run_job(tx, "pings", club.now + ping_limits.PING_INTERVAL + 1) == 1
        assert job_due_at(tx, "pings") is None
