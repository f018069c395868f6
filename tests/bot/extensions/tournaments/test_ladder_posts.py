"""Posts of ladders: at most one edit an hour, and one summary a week."""

import pytest

from bot.extensions.tournaments.service import ladders
from bot.extensions.tournaments.store import ladder_rows
from bot.service.clock.calendar import DAY, HOUR
from bot.store import Store
from tests.bot.extensions.tournaments.climbers import Climbers
from tests.bot.extensions.tournaments.organiser import Organiser
from tests.bot.service.club import ADA, GUILD, Club
from tests.transactions import reading, writing


@pytest.fixture
def climbers(store: Store) -> Climbers:
    """Return a ladder without members."""
    return Climbers(Club(store))


async def kinds(climbers: Climbers, *, failing: str = "") -> list[str]:
    """Run the jobs, and return the kinds of the messages that are delivered."""
    climbers.run_jobs()
    return await Organiser(climbers.club).deliver(failing=failing)


async def test_the_post_is_edited_at_most_once_an_hour(climbers: Climbers) -> None:
    climbers.join("A")
    assert await kinds(climbers) == ["ladder-post"]
    with reading(climbers.club.store) as tx:
        ladder = ladder_rows.get_ladder(tx, climbers.ladder.id)
    assert ladder is not None
    assert ladder.post is not None
    climbers.join("BC")
    assert await kinds(climbers) == []
    climbers.club.now += HOUR - 1
    climbers.join("D")
    assert await kinds(climbers) == []
    climbers.club.now += 1
    assert await kinds(climbers) == ["ladder-post-edit"]
    climbers.club.now += 5 * HOUR
    assert await kinds(climbers) == []
    climbers.join("E")
    assert await kinds(climbers) == ["ladder-post-edit"]


async def test_a_refused_edit_is_retried_after_an_hour(climbers: Climbers) -> None:
    await kinds(climbers)
    climbers.club.now += HOUR
    climbers.join("A")
    assert await kinds(climbers, failing="ladder-post-edit") == ["ladder-post-edit"]
    climbers.club.now += HOUR - 1
    assert await kinds(climbers) == []
    climbers.club.now += 1
    assert await kinds(climbers) == ["ladder-post-edit"]


async def test_a_week_without_changes_has_no_line(climbers: Climbers) -> None:
    climbers.join("AB")
    climbers.club.now += 7 * DAY
    assert "ladder-news" in await kinds(climbers)
    climbers.club.now += 21 * DAY
    assert await kinds(climbers) == []
    climbers.leave("B")
    climbers.club.now += 7 * DAY - 1
    assert "ladder-news" not in await kinds(climbers)
    climbers.club.now += 1
    assert "ladder-news" in await kinds(climbers)


async def test_a_removed_ladder_has_a_last_edit_and_no_line(climbers: Climbers) -> None:
    climbers.join("AB")
    await kinds(climbers)
    climbers.club.now += DAY
    with writing(climbers.club.store) as tx:
        now = climbers.club.now
        ladders.remove_ladder(tx, climbers.ladder.id, guild=GUILD, by=ADA, is_manager=True, now=now)
    assert await kinds(climbers) == ["ladder-post-edit"]
    climbers.club.now += 30 * DAY
    assert await kinds(climbers) == []
