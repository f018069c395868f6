"""The post of a round is queued once, when all games of the round are open."""

from bot.extensions.tournaments.service import catch_up
from tests.bot.extensions.tournaments.organiser import Organiser
from tests.transactions import writing


async def opened(organiser: Organiser) -> tuple[int, int]:
    """Begin and deliver the next batch. Returns the numbers of threads and posts."""
    organiser.run_jobs()
    kinds = await organiser.deliver()
    organiser.club.now += 60
    return kinds.count("event-thread-game"), kinds.count("event-line")


async def test_the_post_follows_the_last_game_of_the_round(organiser: Organiser) -> None:
    event = organiser.begin(8, format="cup")
    assert [await opened(organiser) for _ in range(3)] == [(5, 0), (3, 1), (0, 0)]
    for match in organiser.running(event):
        await organiser.end(match, 1)
    assert [await opened(organiser) for _ in range(2)] == [(4, 1), (0, 0)]


async def test_a_game_that_begins_much_later_does_not_post_the_round_again(
    organiser: Organiser,
) -> None:
    event = organiser.begin(4, format="cup")
    assert await opened(organiser) == (4, 1)
    await organiser.club.spoil(
        "UPDATE pairings SET match = NULL, began_at = began_at + 90000 WHERE position = 1"
    )
    with writing(organiser.club.store) as tx:
        catch_up.begin_pending(tx, organiser.club.now)
    assert await opened(organiser) == (1, 0)
    assert len(organiser.running(event)) == 4
