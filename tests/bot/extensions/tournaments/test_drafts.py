"""Events: creating, opening and cancelling them, and the hub."""

from typing import Any

import pytest

from bot.extensions.tournaments.errors import (
    BadEntrantLimits,
    BadEventName,
    BadEventOption,
    BadReason,
    EventIsOver,
    EventNeedsDuel,
    EventNeedsTable,
    EventUntimed,
    MayNotOrganise,
    NoSuchEvent,
    NotADraft,
    NotOrganiser,
    TooManyDrafts,
)
from bot.extensions.tournaments.models import EventFormat
from bot.extensions.tournaments.service import drafts, previews
from bot.extensions.tournaments.service.events import load_event
from bot.service.clock.calendar import DAY, HOUR, InvalidTime
from bot.service.errors import NotFound
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, GUILD
from tests.transactions import writing


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"variant": "ludo"}, NotFound),
        ({"name": " \u200b "}, BadEventName),
        ({"name": "x" * 41}, BadEventName),
        ({"variant": "halma-4"}, EventNeedsDuel),
        ({"format": "tables"}, EventNeedsTable),
        ({"format": "tables", "variant": "chinese-checkers-5"}, EventNeedsTable),
        ({"control": "untimed"}, EventUntimed),
        ({"control": "5 minutes"}, InvalidTime),
        ({"control": "1h+1h"}, InvalidTime),
        ({"min_entrants": 2}, BadEntrantLimits),
        ({"min_entrants": 9, "max_entrants": 8}, BadEntrantLimits),
        ({"max_entrants": 65}, BadEntrantLimits),
        ({"format": "cup", "min_entrants": 3}, BadEntrantLimits),
        ({"format": "rounds", "max_entrants": 8}, BadEntrantLimits),
        ({"games_each": 3}, BadEventOption),
        ({"at_once": 1}, BadEventOption),
        ({"at_once": 8}, BadEventOption),
        ({"min_reliability": 75}, BadEventOption),
        ({"min_rating": 1600, "max_rating": 1500}, BadEventOption),
        ({"rounds": 2}, BadEventOption),
        ({"round_days": 0}, BadEventOption),
        ({"closes_in": 60}, BadEventOption),
    ],
)
async def test_a_draft_with_a_mistake_is_refused(
    organiser: Organiser, options: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        organiser.create(**options)


async def test_a_new_member_cannot_create_events(organiser: Organiser) -> None:
    with pytest.raises(MayNotOrganise) as refused:
        organiser.create(by=BRUNO, is_manager=False)
    assert refused.value.facts["why"] == "games"


@pytest.mark.check
async def test_an_experienced_member_can_create_small_or_unrated_events(
    organiser: Organiser,
) -> None:
    for _ in range(drafts.ORGANISER_GAMES):
        match = await organiser.club.match()
        await organiser.club.act("resign", match, BRUNO)
    member: dict[str, Any] = {"by": BRUNO, "is_manager": False}
    with pytest.raises(MayNotOrganise) as refused:
        organiser.create(max_entrants=9, **member)
    assert refused.value.facts["why"] == "rated"
    assert organiser.create(max_entrants=9, rated=False, **member).status == "draft"
    assert organiser.create(max_entrants=8, **member).min_entrants == 3


async def test_a_server_has_a_limit_of_unfinished_events(organiser: Organiser) -> None:
    for _ in range(drafts.MAX_UNFINISHED):
        event = organiser.create()
    with pytest.raises(TooManyDrafts):
        organiser.create()
    organiser.cancel(event)
    assert organiser.create().status == "draft"


async def test_creating_an_event_twice_by_one_interaction_makes_one_event(
    organiser: Organiser,
) -> None:
    club = organiser.club
    made = []
    for _ in range(2):
        with writing(club.store) as tx:
            made.append(
                drafts.create_event(
                    tx, organiser.draft(), guild=GUILD, channel=CHANNEL, organiser=ADA,
                    is_manager=True, interaction=club.sent_at(club.now, 5), now=club.now,
                )
            )  # fmt: skip
    assert made[0] == made[1]
    assert len(await club.rows("SELECT id FROM events")) == 1


async def test_an_opened_event_posts_its_hub_and_remembers_the_message(
    organiser: Organiser,
) -> None:
    draft = organiser.create(closes_in=3 * DAY)
    organiser.club.now += HOUR
    with writing(organiser.club.store) as tx:
        with pytest.raises(NotOrganiser):
            drafts.open_event(tx, draft.id, by=BRUNO, is_manager=False, now=organiser.club.now)
        event = drafts.open_event(tx, draft.id, by=ADA, is_manager=False, now=organiser.club.now)
        with pytest.raises(NotADraft):
            drafts.open_event(tx, draft.id, by=ADA, is_manager=True, now=organiser.club.now)
    assert event.closes_at == organiser.club.now + 3 * DAY
    assert await organiser.deliver() == ["event-hub"]
    assert organiser.get(event).hub == 900


async def test_the_hub_is_edited_at_most_once_an_hour(organiser: Organiser) -> None:
    event = organiser.open()
    await organiser.deliver()
    organiser.club.now += HOUR
    organiser.enter(event, BRUNO)
    organiser.run_jobs()
    assert (await organiser.club.pending_kinds()).count("event-hub-edit") == 1
    organiser.club.now += 60
    organiser.enter(event, CLARA)
    organiser.run_jobs()
    assert (await organiser.club.pending_kinds()).count("event-hub-edit") == 1
    organiser.cancel(event)
    organiser.run_jobs()
    assert (await organiser.club.pending_kinds()).count("event-hub-edit") == 2
    organiser.club.now += DAY
    organiser.run_jobs()
    assert (await organiser.club.pending_kinds()).count("event-hub-edit") == 2


async def test_the_first_sign_ups_and_the_start_are_shown_at_once(
    organiser: Organiser,
) -> None:
    event = organiser.open()
    await organiser.deliver()
    organiser.club.now += 60
    organiser.enter(event, FIRST_PLAYER)
    organiser.run_jobs()
    assert (await organiser.club.pending_kinds()).count("event-hub-edit") == 1
    organiser.club.now += 1
    organiser.enter(event, *range(FIRST_PLAYER + 1, FIRST_PLAYER + 4))
    organiser.run_jobs()
    assert (await organiser.club.pending_kinds()).count("event-hub-edit") == 2
    organiser.club.now += 2 * HOUR
    organiser.enter(event, FIRST_PLAYER + 4)
    organiser.run_jobs()
    organiser.club.now += 1
    organiser.start(event)
    organiser.run_jobs()
    assert (await organiser.club.pending_kinds()).count("event-hub-edit") == 4
    begun_at = organiser.club.now
    organiser.run_jobs()
    assert organiser.get(event).hub_edited_at == begun_at
    organiser.leave(event, FIRST_PLAYER)
    organiser.run_jobs()
    assert organiser.get(event).hub_at == begun_at + HOUR


async def test_a_refused_edit_of_the_hub_is_retried_after_an_hour(organiser: Organiser) -> None:
    event = organiser.open()
    await organiser.deliver()
    organiser.cancel(event)
    organiser.run_jobs()
    await organiser.deliver(failing="event-hub-edit")
    assert "event-hub-edit" not in await organiser.club.pending_kinds()
    assert organiser.get(event).hub_at == organiser.club.now + HOUR


async def test_a_cancelled_event_says_why_in_the_audit_log_and_stays_cancelled(
    organiser: Organiser,
) -> None:
    event = organiser.open()
    with pytest.raises(BadReason):
        organiser.cancel(event, reason="  ")
    with pytest.raises(NotOrganiser):
        organiser.cancel(event, by=BRUNO, is_manager=False)
    cancelled = organiser.cancel(event, reason="nobody\ncame")
    assert (cancelled.status, cancelled.note) == ("cancelled", "nobody came")
    (entry,) = await organiser.club.rows("SELECT after FROM audit")
    assert entry["after"] == "cancelled: nobody came"
    with pytest.raises(EventIsOver):
        organiser.cancel(event)
    assert "event-line" in await organiser.club.pending_kinds()


async def test_an_event_of_another_server_is_not_found(organiser: Organiser) -> None:
    event = organiser.open()
    with writing(organiser.club.store) as tx, pytest.raises(NoSuchEvent):
        load_event(tx, event.id, guild=GUILD + 1)


def test_the_preview_counts_games_and_weeks() -> None:
    draft = drafts.EventDraft("Spring Cup", "halma-8")
    eight = previews.preview(draft, 8)
    assert (eight.sections, eight.games_each_entrant, eight.at_once) == (1, 7, 3)
    assert eight.matches_first_minute == 12
    assert previews.preview(draft, 4).games_each_entrant == 6
    assert previews.preview(draft, 64).sections == 8
    cup = previews.preview(drafts.EventDraft("Cup", "halma-8", "cup"), 16)
    assert (cup.games_each_entrant, cup.most_games) == (2, 8)
    assert (eight.most_games, cup.matches_first_minute) == (7, 16)
    tables = previews.preview(drafts.EventDraft("Tables", "halma-4", "tables"), 13)
    assert (tables.games_each_entrant, tables.sections) == (4, 1)
    assert eight.weeks < previews.preview(draft, 64).weeks


@pytest.mark.parametrize(
    ("form", "game", "entrants", "games"),
    [
        ("all", "halma-8", 8, (7, 7)),
        ("all", "halma-8", 9, (4, 6 + 6)),  # 5 once and 4 twice, then a final of 4 twice
        ("all", "halma-8", 16, (7, 7 + 6)),
        ("cup", "halma-8", 8, (2, 6)),
        ("rounds", "halma-8", 16, (5, 5)),
        ("tables", "chinese-checkers-3", 6, (3, 3)),
        ("tables", "chinese-checkers-3", 9, (3, 3 + 3)),
        ("tables", "chinese-checkers-6", 13, (6, 6 + 2)),
    ],
)
def test_the_preview_counts_the_games_of_a_final(
    form: EventFormat, game: str, entrants: int, games: tuple[int, int]
) -> None:
    shown = previews.preview(drafts.EventDraft("Spring Cup", game, form), entrants)
    assert (shown.games_each_entrant, shown.most_games) == games
