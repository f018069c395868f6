"""Edits of the hub, which Discord rate-limits."""

from dataclasses import replace

import pytest

from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.payloads import HubUpdate
from bot.extensions.tournaments.service import hub
from bot.extensions.tournaments.store.event_rows import HUB_EDIT_INTERVAL
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import outbox_rows
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.transactions import reading, writing


async def an_open_event(organiser: Organiser) -> Event:
    """Open an event, whose hub is posted and then edited for the first time."""
    event = organiser.open()
    await organiser.deliver()
    organiser.club.now += HUB_EDIT_INTERVAL
    return event


def change(organiser: Organiser, event: Event, player: int) -> list[OutboxRow]:
    """Let a player enter, run the jobs, and return the pending edits of the hub."""
    organiser.enter(event, player)
    organiser.run_jobs()
    with reading(organiser.club.store) as tx:
        rows = outbox_rows.due_rows(tx, now=organiser.club.now, limit=99)
    return [row for row in rows if isinstance(row.payload, HubUpdate)]


async def test_after_a_delayed_edit_the_next_one_waits_an_hour(organiser: Organiser) -> None:
    event = await an_open_event(organiser)
    assert len(change(organiser, event, FIRST_PLAYER)) == 1
    organiser.club.now += HUB_EDIT_INTERVAL // 2
    await organiser.deliver()
    edited_at = organiser.club.now
    assert change(organiser, event, FIRST_PLAYER + 1) == []
    assert organiser.get(event).hub_at == edited_at + HUB_EDIT_INTERVAL


async def test_of_two_delayed_edits_only_the_last_one_is_made(organiser: Organiser) -> None:
    event = await an_open_event(organiser)
    (first,) = change(organiser, event, FIRST_PLAYER)
    organiser.club.now += HUB_EDIT_INTERVAL
    change(organiser, event, FIRST_PLAYER + 1)
    second = replace(first, created=organiser.club.now)
    assert not hub.is_needed(organiser.get(event), first)
    assert hub.is_needed(organiser.get(event), second)
    later = organiser.club.now + 60
    with writing(organiser.club.store) as tx:
        hub.on_edited(tx, first, first.payload, None, later)
    assert hub.is_needed(organiser.get(event), second)
    with writing(organiser.club.store) as tx:
        hub.on_edited(tx, second, second.payload, None, later)
    assert organiser.get(event).hub_edited_at == later


async def test_a_change_that_comes_before_the_post_is_shown(organiser: Organiser) -> None:
    event = organiser.open()
    organiser.club.now += 2
    assert change(organiser, event, FIRST_PLAYER) == []
    assert await organiser.deliver() == ["event-hub"]
    organiser.run_jobs()
    assert await organiser.deliver() == ["event-hub-edit"]


@pytest.mark.check
async def test_a_new_round_and_the_result_are_shown_at_once(organiser: Organiser) -> None:
    event = organiser.begin(4, format="cup")
    await organiser.deliver()
    organiser.club.now += 2 * HUB_EDIT_INTERVAL
    for stage in (1, 2):
        assert organiser.get(event).stage == stage
        for match in await organiser.open_matches(event):
            organiser.club.now += 1
            await organiser.end(match, 1)
        organiser.run_jobs()
        assert "event-hub-edit" in await organiser.club.pending_kinds()
        assert organiser.get(event).hub_edited_at == organiser.club.now
        await organiser.deliver()
    assert organiser.get(event).status == "finished"


async def test_a_change_during_the_delivery_of_an_edit_is_not_postponed(
    organiser: Organiser,
) -> None:
    event = await an_open_event(organiser)
    organiser.enter(event, *range(FIRST_PLAYER, FIRST_PLAYER + 3))
    (row,) = change(organiser, event, FIRST_PLAYER + 3)
    organiser.club.now += 1
    organiser.start(event)
    with writing(organiser.club.store) as tx:
        hub.on_edited(tx, row, row.payload, None, organiser.club.now)
    assert organiser.get(event).hub_at == organiser.club.now
