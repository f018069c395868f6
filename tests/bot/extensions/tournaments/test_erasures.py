"""An erased player leaves their events, ladders and drafts."""

import pytest

from bot.extensions.tournaments.payloads import EventTie
from bot.extensions.tournaments.service import moderation
from bot.extensions.tournaments.store import event_rows
from bot.service.privacy import erasure
from bot.store.outbox import outbox_rows
from tests import raw
from tests.bot.extensions.tournaments.exported_events import export_faults
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, DAVID
from tests.transactions import reading, writing


def erase(organiser: Organiser, player: int) -> int:
    """Erase a player, and return the id of their pseudonym."""
    with writing(organiser.club.store) as tx:
        return erasure.erase(tx, player, now=organiser.club.now)


def test_an_erased_player_is_not_in_an_event_that_has_not_begun(organiser: Organiser) -> None:
    event = organiser.open(max_entrants=3)
    organiser.enter(event, ADA, BRUNO, CLARA)
    second = organiser.open()
    organiser.enter(second, BRUNO, DAVID)
    erase(organiser, BRUNO)
    assert [each.player for each in organiser.state(event).entrants] == [ADA, CLARA]
    assert [each.player for each in organiser.state(second).entrants] == [DAVID]


def test_an_erased_winner_is_in_no_message_about_a_pair_of_a_cup(organiser: Organiser) -> None:
    event = organiser.begin(4, format="cup")
    with writing(organiser.club.store) as tx:
        outbox_rows.queue(tx, EventTie(event.id, 1, FIRST_PLAYER), channel=CHANNEL, now=1)
    erase(organiser, FIRST_PLAYER)
    rows = raw.look(organiser.club.store, "SELECT payload FROM outbox")
    assert not any(str(FIRST_PLAYER) in row["payload"] for row in rows)


@pytest.mark.check
async def test_an_erased_player_is_withdrawn_from_a_running_event(organiser: Organiser) -> None:
    event = organiser.begin(5)
    await organiser.open_matches(event)
    gone = erase(organiser, FIRST_PLAYER)
    entrant = organiser.entrant(event, gone)
    assert entrant.left_why == "erased"
    begun = {match.id for match in organiser.running(event)}
    assert all(
        gone not in match.players
        for match in await organiser.open_matches(event)
        if match.id not in begun
    )
    assert (await organiser.play_out(event)).status == "finished"
    places = {each.player: each.place for each in organiser.state(event).entrants}
    assert places[gone] is None
    assert min(place or 0 for player, place in places.items() if player != gone) == 1


@pytest.mark.check
async def test_an_exported_event_is_right_after_the_erasure_of_an_entrant(
    organiser: Organiser,
) -> None:
    event = organiser.begin(7)  # all of them enter within the same second
    await organiser.play_out(event)
    for player in (FIRST_PLAYER + 5, FIRST_PLAYER + 6):
        erase(organiser, player)
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.parametrize("status", ["open", "running"])
def test_the_audit_log_does_not_name_an_erased_player_who_was_removed(
    organiser: Organiser, status: str
) -> None:
    event = organiser.begin(3) if status == "running" else organiser.open()
    if status == "open":
        organiser.enter(event, FIRST_PLAYER)
    with writing(organiser.club.store) as tx:
        moderation.remove_entrant(
            tx,
            event.id,
            player=FIRST_PLAYER,
            reason="insults",
            by=ADA,
            is_manager=True,
            now=organiser.club.now,
        )
    erase(organiser, FIRST_PLAYER)
    (entry,) = raw.look(organiser.club.store, "SELECT what, after FROM audit")
    assert str(FIRST_PLAYER) not in entry["what"]
    assert entry["after"] == "removed: insults"


def test_the_drafts_of_an_erased_player_are_deleted(organiser: Organiser) -> None:
    draft, event = organiser.create(by=BRUNO), organiser.open(by=BRUNO)
    erase(organiser, BRUNO)
    with reading(organiser.club.store) as tx:
        assert event_rows.get_event(tx, draft.id) is None
        kept = event_rows.get_event(tx, event.id)
    assert kept is not None
    assert (kept.status, kept.organiser < 0) == ("open", True)
