"""Events whose server or channel is gone, and games that do not count."""

import pytest

from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.payloads import EventGame
from bot.extensions.tournaments.service import drafts, openings, phases
from bot.extensions.tournaments.store import pairing_rows
from bot.service.actions import annulment
from bot.service.clock.calendar import DAY, HOUR
from bot.service.errors import BoundByEvent
from bot.service.guilds import removed_guilds
from bot.store.guilds import removed_guild_rows
from bot.store.models import Match
from bot.store.outbox import outbox_rows
from tests.bot.extensions.tournaments.exported_events import export_faults
from tests.bot.extensions.tournaments.organiser import Organiser
from tests.bot.service.club import GUILD
from tests.transactions import writing

TABLES = ("events", "entrants", "stages", "section_entrants", "pairings", "pairing_seats")


async def agree(organiser: Organiser, match: Match, what: str) -> Match:
    """Let both players of a match agree to abort or pause it."""
    asker, other = match.players
    await organiser.club.act(f"offer_{what}", match, asker)
    return await organiser.club.act(f"accept_{what}", match, other)


async def pairing_states(organiser: Organiser, event: Event) -> set[str]:
    """Return the states of all pairings of an event."""
    rows = await organiser.club.rows("SELECT state FROM pairings WHERE event = :e", e=event.id)
    return {row["state"] for row in rows}


@pytest.mark.check
@pytest.mark.parametrize("what", ["abort", "pause", "takeback"])
async def test_a_game_of_an_event_cannot_be_cancelled_paused_or_taken_back_by_agreement(
    organiser: Organiser, what: str
) -> None:
    match, *_ = await organiser.open_matches(organiser.begin(4))
    for _ in range(4):
        await organiser.club.turn(match)
    with pytest.raises(BoundByEvent) as refused:
        await agree(organiser, await organiser.club.get(match), what)
    assert refused.value.facts["why"] == what
    assert (await organiser.club.get(match)).status == "running"


@pytest.mark.check
async def test_the_running_games_of_a_cancelled_event_are_ordinary_games(
    organiser: Organiser,
) -> None:
    event = organiser.begin(5)
    first, second, *_ = await organiser.open_matches(event)
    await organiser.end(first, 0)
    organiser.cancel(event)
    assert await pairing_states(organiser, event) == {"scored", "void"}
    freed = await organiser.club.get(second)
    assert (freed.status, freed.event) == ("running", None)
    assert (await agree(organiser, freed, "abort")).status == "aborted"
    assert await pairing_states(organiser, event) == {"scored", "void"}
    assert export_faults(organiser.club.store, event.id) == []


async def test_no_game_begins_in_an_event_cancelled_in_the_meantime(
    organiser: Organiser,
) -> None:
    event = organiser.begin(5)
    organiser.run_jobs()
    organiser.cancel(event)
    await organiser.deliver()
    organiser.run_jobs()
    assert await organiser.club.rows("SELECT * FROM matches") == []


@pytest.mark.check
async def test_an_annulled_game_keeps_its_result_in_the_event(organiser: Organiser) -> None:
    event = organiser.begin(5)
    match, *_ = await organiser.open_matches(event)
    for _ in range(12):
        await organiser.club.turn(match)
    await organiser.end(match, 0)
    before = organiser.state(event).sections[0].results
    with writing(organiser.club.store) as tx:
        annulment.annul(
            tx, await organiser.club.get(match), by=match.players[0], now=organiser.club.now
        )
    assert organiser.state(event).sections[0].results == before
    assert len(await organiser.club.rows("SELECT * FROM annulments")) == 1


@pytest.mark.check
async def test_a_winner_who_waives_a_win_on_time_keeps_the_point(organiser: Organiser) -> None:
    event = organiser.begin(5)
    match, *_ = await organiser.open_matches(event)
    for _ in range(12):
        await organiser.club.turn(match)
    await organiser.club.strict(match)
    await organiser.club.spoil(
        "UPDATE clocks SET deadline = :past WHERE match = :m",
        m=match.id,
        past=organiser.club.now - HOUR,
    )
    await organiser.club.sweep()
    before = organiser.state(event).sections[0].results
    assert len(before) == 1
    with writing(organiser.club.store) as tx:
        annulment.waive_win(tx, match.id, player=match.players[1], now=organiser.club.now)
    assert organiser.state(event).sections[0].results == before


@pytest.mark.check
async def test_no_game_begins_while_the_bot_is_removed_and_all_do_when_it_is_back(
    organiser: Organiser,
) -> None:
    event = organiser.begin(4)
    with writing(organiser.club.store) as tx:
        removed_guilds.on_removed(tx, GUILD, now=organiser.club.now)
    organiser.run_jobs()
    assert await pairing_states(organiser, event) == {"waiting"}
    assert organiser.get(event).openings_at == organiser.club.now + openings.REMOVED_PAUSE
    organiser.club.now += 10 * DAY
    with writing(organiser.club.store) as tx:
        removed_guilds.on_restored(tx, GUILD, now=organiser.club.now)
    assert len(await organiser.open_matches(event)) > 0
    assert (await organiser.play_out(event)).status == "finished"


async def test_the_sign_up_waits_while_the_bot_is_removed(organiser: Organiser) -> None:
    event = organiser.open(closes_in=7 * DAY)
    organiser.enter(event, 201, 202, 203)
    with writing(organiser.club.store) as tx:
        removed_guilds.on_removed(tx, GUILD, now=organiser.club.now)
    organiser.club.now += 8 * DAY
    organiser.run_jobs()
    assert organiser.get(event).status == "open"
    with writing(organiser.club.store) as tx:
        removed_guilds.on_restored(tx, GUILD, now=organiser.club.now)
    organiser.club.now += DAY
    organiser.run_jobs()
    assert organiser.get(event).status == "running"


@pytest.mark.check
async def test_a_removed_server_takes_its_events_along_without_orphans(
    organiser: Organiser,
) -> None:
    event = organiser.begin(5)
    await organiser.open_matches(event)
    with writing(organiser.club.store) as tx:
        removed_guilds.on_removed(tx, GUILD, now=organiser.club.now)
    organiser.club.now += removed_guilds.HOLD_SECONDS
    with writing(organiser.club.store) as tx:
        phases.continue_due(tx, now=organiser.club.now, prepared={})
        removed_guilds.abort_due_games(tx, now=organiser.club.now)
    for table in TABLES:
        assert await organiser.club.rows(f"SELECT * FROM {table}") == [], table
    assert await organiser.club.faults() == []
    organiser.run_jobs()
    await organiser.deliver()


@pytest.mark.check
async def test_the_event_of_a_removed_server_is_deleted_even_if_no_job_cancels_it(
    organiser: Organiser,
) -> None:
    event = organiser.begin(5)
    matches = await organiser.open_matches(event)
    with writing(organiser.club.store) as tx:
        removed_guilds.on_removed(tx, GUILD, now=organiser.club.now)
        removed_guilds.abort_due_games(tx, now=organiser.club.now + removed_guilds.HOLD_SECONDS)
        assert removed_guild_rows.get_removed_at(tx, GUILD) is None
    assert await organiser.club.rows("SELECT * FROM events") == []
    assert (await organiser.club.get(matches[0])).status == "aborted"


async def test_games_begin_even_if_the_channel_of_the_event_is_deleted(
    organiser: Organiser,
) -> None:
    event = organiser.begin(4)
    organiser.run_jobs()
    with writing(organiser.club.store) as tx:
        row, *_ = outbox_rows.due_rows(tx, now=organiser.club.now, limit=1)
        begun = [pairing for pairing, _ in pairing_rows.unfinished_pairings(tx, event.id)][:5]
        for pairing in begun * 2:
            game = EventGame(event.id, pairing.id)
            openings.on_line_failed(tx, row, game, True, organiser.club.now)
    assert (
        len(organiser.running(event))
        == len([each for each in begun if each.state == "running"])
        == 5
    )


async def test_only_the_first_of_two_cancellations_counts(organiser: Organiser) -> None:
    event = organiser.begin(4)
    with writing(organiser.club.store) as tx:
        first = drafts.end_cancelled(tx, event, organiser.club.now, note="rain")
        again = drafts.end_cancelled(tx, event, organiser.club.now + 1, note="snow")
    assert (first.note, again.note) == ("rain", "rain")
    kinds = await organiser.deliver()
    assert kinds.count("event-line") == 2  # the start and the cancellation
