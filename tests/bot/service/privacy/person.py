"""A player with rows in every table that stores personal data."""

from bot.service.matchmaking import challenges
from bot.service.players import blocklist, ping_limits, players
from bot.store.models import ChallengeSeat, Match
from bot.store.models.payloads import DowntimeCredit, Reminder
from bot.store.outbox import outbox_rows
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, DAVID, GUILD, Club
from tests.extensions import leave_traces
from tests.transactions import writing

GONE = 987_654_321_012_345_678
"""Id of the player to be erased, with as many digits as a real Discord id."""
NAME = "Zenobia Xylander"


async def life(club: Club) -> list[Match]:
    """Create matches, challenges, blocks, messages and extension rows of GONE.

    Returns the matches.
    """
    with writing(club.store) as tx:
        players.record_seen(tx, GONE, NAME, "de", now=club.now)
        players.record_seen(tx, ADA, "Ada", now=club.now)
        blocklist.block(tx, GONE, DAVID, now=club.now)
        blocklist.block(tx, CLARA, GONE, now=club.now)
    done = await club.match(GONE, ADA, note=f"it is {NAME}")
    for _ in range(3):
        await club.turn(done)
    await club.act("resign", done, ADA)
    running = await club.match(BRUNO, GONE)
    for _ in range(4):
        await club.turn(running)
    begun = await club.match(GONE, BRUNO)
    four = await four_of(club)
    await club.challenge(GONE, None, note=f"{NAME} plays anyone")
    await club.challenge(BRUNO, GONE)
    with writing(club.store) as tx:
        leave_traces(tx, GONE, match=done.id, guild=GUILD, now=club.now)
        table_of(club, tx, ADA, [GONE, None, None])
        outbox_rows.queue(tx, DowntimeCredit(GONE, ()), user=GONE, now=club.now)
        outbox_rows.queue(tx, Reminder(GONE, ()), channel=CHANNEL, now=club.now)
        ping_limits.take_ping_allowance(tx, GONE, [ADA], row=1, now=club.now)
        ping_limits.take_ping_allowance(tx, BRUNO, [GONE], row=2, now=club.now)
    return [done, running, begun, four]


def table_of(club, tx, host, invited):  # type: ignore[no-untyped-def]
    return challenges.create(
        tx,
        challenger=host,
        variant="halma-4",
        places=[ChallengeSeat(person) for person in invited],
        guild=GUILD,
        channel=CHANNEL,
        interaction=next(club.ids),
        now=club.now,
    )


async def four_of(club: Club) -> Match:
    """Return a four-player match, in which GONE plays, after five moves."""
    with writing(club.store) as tx:
        table = table_of(club, tx, ADA, [BRUNO, GONE, None])
        for player in (BRUNO, GONE, 55):
            joined = challenges.join(
                tx, table.id, player=player, interaction=next(club.ids), now=club.now, rng=club.rng
            )
    assert joined.match is not None
    for _ in range(5):
        await club.turn(joined.match)
    return joined.match
