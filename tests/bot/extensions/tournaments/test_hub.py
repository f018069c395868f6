"""Edits of the hub, which Discord rate-limits."""

from dataclasses import replace

from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.payloads import HubUpdate
from bot.extensions.tournaments.service import hub
from bot.extensions.tournaments.store.event_rows import HUB_EDIT_INTERVAL
from bot.store import outbox_rows
from bot.store.models.outbox import OutboxRow
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
