"""Events whose channel is deleted, and events that are posted in another channel."""

from typing import Any

import pytest

from bot.extensions.tournaments.errors import EventIsOver, EventNotRunning, NotOrganiser
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.payloads import HubPost
from bot.extensions.tournaments.service import hub_places
from bot.extensions.tournaments.store import series_rows
from bot.service.clock.calendar import DAY
from bot.service.privacy import erasure
from bot.store.outbox import outbox_rows
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.bot.extensions.tournaments.test_seasons import created
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, GUILD
from tests.transactions import reading, writing

OTHER = CHANNEL + 7


def delete_channel(organiser: Organiser, channel: int = CHANNEL) -> None:
    """Tell the extension that a channel has been deleted."""
    with writing(organiser.club.store) as tx:
        hub_places.on_channel_deleted(tx, GUILD, channel, organiser.club.now)


def move(organiser: Organiser, event: Event, **options: Any) -> Event:
    """Post an event in another channel, by default as Ada, its organiser."""
    asked = {"channel": OTHER, "by": ADA, "is_manager": False} | options
    asked.setdefault("interaction", next(organiser.club.ids))
    with writing(organiser.club.store) as tx:
        return hub_places.move_event(tx, event.id, guild=GUILD, now=organiser.club.now, **asked)


async def asked_players(organiser: Organiser) -> list[int]:
    """Return the players who were asked for another channel."""
    rows = await organiser.club.rows("SELECT user, payload FROM outbox WHERE kind = 'event-notice'")
    return [row["user"] for row in rows if '"what":"channel"' in row["payload"].replace(" ", "")]


async def test_the_organiser_of_an_event_in_a_deleted_channel_is_asked_once(
    organiser: Organiser,
) -> None:
    event = organiser.open(by=BRUNO)
    await organiser.deliver()
    delete_channel(organiser, OTHER)
    assert organiser.get(event).hub is not None
    delete_channel(organiser)
    delete_channel(organiser)
    assert organiser.get(event).hub is None
    assert await asked_players(organiser) == [BRUNO]


async def test_nobody_is_asked_about_an_event_of_an_erased_organiser_or_one_that_is_over(
    organiser: Organiser,
) -> None:
    event, over = organiser.open(by=CLARA), organiser.open()
    await organiser.deliver()
    organiser.cancel(over)
    with writing(organiser.club.store) as tx:
        erasure.erase(tx, CLARA, now=organiser.club.now)
    delete_channel(organiser)
    assert organiser.get(event).hub is None
    assert organiser.get(over).hub is not None
    assert await asked_players(organiser) == []
    assert move(organiser, event, by=ADA, is_manager=True).channel == OTHER


async def test_a_hub_that_cannot_be_posted_is_reported_to_the_organiser(
    organiser: Organiser,
) -> None:
    event = organiser.open()
    with writing(organiser.club.store) as tx:
        row, *_ = outbox_rows.due_rows(tx, now=organiser.club.now, limit=1)
        hub_places.on_post_failed(tx, row, HubPost(event.id), True, organiser.club.now)
        hub_places.on_post_failed(tx, row, HubPost(99), True, organiser.club.now)
    assert await asked_players(organiser) == [ADA]


async def test_only_a_lost_hub_is_forgotten_and_a_deleted_message_asks_nobody(
    organiser: Organiser,
) -> None:
    event = organiser.open()
    await organiser.deliver()
    message = organiser.get(event).hub
    assert message is not None
    with writing(organiser.club.store) as tx:
        for gone in (message + 1, message):
            hub_places.on_hub_gone(tx, event.id, gone, has_channel=True, now=organiser.club.now)
    assert organiser.get(event).hub is None
    assert await asked_players(organiser) == []


@pytest.mark.check
async def test_a_moved_event_is_posted_and_played_in_the_other_channel(
    organiser: Organiser,
) -> None:
    event = organiser.begin(4)
    await organiser.deliver()
    delete_channel(organiser)
    moved = move(organiser, event)
    assert (moved.channel, moved.hub) == (OTHER, None)
    await organiser.deliver()
    assert organiser.get(event).hub is not None
    matches = await organiser.open_matches(event)
    assert {match.channel for match in matches} == {OTHER}
    assert (await organiser.play_out(event)).status == "finished"


def test_the_same_press_posts_an_event_once(organiser: Organiser) -> None:
    event = organiser.open()
    for _ in range(2):
        move(organiser, event, interaction=77)
    with reading(organiser.club.store) as tx:
        rows = outbox_rows.due_rows(tx, now=organiser.club.now, limit=9)
    assert [row.channel for row in rows if isinstance(row.payload, HubPost)] == [CHANNEL, OTHER]


def test_the_seasons_that_follow_move_too(organiser: Organiser) -> None:
    series = created(organiser)
    organiser.club.now += 40 * DAY
    organiser.run_jobs()
    with reading(organiser.club.store) as tx:
        (event, *_) = series_rows.events_of_series(tx, series.id, 1)
    move(organiser, event, is_manager=True)
    with reading(organiser.club.store) as tx:
        kept = series_rows.get_series(tx, series.id)
    assert kept is not None
    assert kept.channel == OTHER


def test_only_the_organiser_or_a_manager_moves_an_open_or_running_event(
    organiser: Organiser,
) -> None:
    draft, event = organiser.create(), organiser.open()
    with pytest.raises(EventNotRunning):
        move(organiser, draft)
    with pytest.raises(NotOrganiser):
        move(organiser, event, by=BRUNO)
    organiser.cancel(event)
    with pytest.raises(EventIsOver):
        move(organiser, event)


@pytest.mark.check
async def test_an_event_needs_nothing_of_an_organiser_who_has_left_the_server(
    organiser: Organiser,
) -> None:
    """Without an organiser, the jobs begin and end the event, and any manager can act."""
    event = organiser.open(by=BRUNO, closes_in=3 * DAY)
    organiser.enter(event, *range(FIRST_PLAYER, FIRST_PLAYER + 4))
    organiser.club.now += 3 * DAY
    organiser.run_jobs()
    assert organiser.get(event).status == "running"
    assert (await organiser.play_out(event)).status == "finished"
    other = organiser.open(by=BRUNO)
    organiser.enter(other, *range(FIRST_PLAYER, FIRST_PLAYER + 4))
    assert move(organiser, other, by=ADA, is_manager=True).channel == OTHER
    assert organiser.start(other).status == "running"
    assert organiser.cancel(other).status == "cancelled"
