"""Members of a ladder who fall due in the same run: ranks without gaps."""

from dataclasses import replace
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.extensions.tournaments.service import ladder_inactivity, ladder_members
from bot.extensions.tournaments.store import integrity_rows, ladder_member_rows
from bot.service.clock.calendar import DAY
from bot.store import Store
from tests.bot.extensions.tournaments.climbers import LETTERS, Climbers
from tests.bot.service.club import GUILD, Club
from tests.transactions import reading, writing

GUILDS = count(GUILD + 1)
"""Guilds for one ladder each."""


@pytest.fixture
def climbers(store: Store) -> Climbers:
    """Return a ladder without members."""
    return Climbers(Club(store))


def make_due(climbers: Climbers, letters: str, *, timed_out: bool) -> None:
    """Make these members due, after a second timeout or after a warning."""
    now = climbers.club.now
    for letter in letters:
        before = climbers.member(letter)
        due = (
            replace(before, timeouts=2, timeout_at=now - DAY, check_at=before.active_at)
            if timed_out
            else replace(before, warned=True, check_at=now)
        )
        with writing(climbers.club.store) as tx:
            ladder_member_rows.save_member(tx, before, due)


@pytest.mark.check
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(members=st.integers(2, 12), timed_out=st.booleans(), data=st.data())
async def test_any_number_of_members_may_become_inactive_in_one_run(
    climbers: Climbers, members: int, timed_out: bool, data: st.DataObject
) -> None:
    climbers.ladder = climbers.create(guild=next(GUILDS))
    everyone = LETTERS[:members]
    climbers.join(everyone)
    climbers.club.now += 2 * DAY
    due = data.draw(st.sets(st.sampled_from(everyone), min_size=2))
    make_due(climbers, "".join(sorted(due)), timed_out=timed_out)
    with writing(climbers.club.store) as tx:
        ladder_inactivity.process_due(tx, now=climbers.club.now, limit=999)
    order = climbers.order()
    assert set(everyone) - due <= set(order)
    assert order == "".join(letter for letter in everyone if letter in order)
    if timed_out:
        assert set(order) == set(everyone) - due
    with reading(climbers.club.store) as tx:
        assert integrity_rows.find_faults(tx) == []


async def test_members_read_earlier_are_removed_from_their_present_rank(climbers: Climbers) -> None:
    climbers.join("ABCD")
    second, third = climbers.member("B"), climbers.member("C")
    with writing(climbers.club.store) as tx:
        ladder_members.deactivate(tx, second, climbers.club.now)
        ladder_members.deactivate(tx, third, climbers.club.now)
    assert climbers.order() == "AD"
    assert climbers.member("C").old_rank == 2
