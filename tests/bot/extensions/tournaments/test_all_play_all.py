"""All-play-all events: sections, the final, places and messages."""

from collections import Counter

import pytest

from bot.extensions.tournaments.rules import certain
from bot.extensions.tournaments.service.events import load_event
from bot.extensions.tournaments.service.withdrawals import withdraw
from bot.store.models import Match
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.bot.service.club import CHANNEL, GUILD, prepare_job, run_job
from tests.transactions import reading, writing


def higher_id_loses(match: Match) -> int:
    """Return the seat of the player with the higher id."""
    return match.players.index(max(match.players))


@pytest.mark.check
async def test_an_event_of_one_section_is_played_to_its_end(organiser: Organiser) -> None:
    event = organiser.begin(5)
    assert (event.status, event.stage) == ("running", 1)
    over = await organiser.play_out(event, higher_id_loses)
    assert over.status == "finished"
    assert over.ended_at is not None
    places = {each.player: each.place for each in organiser.state(event).entrants}
    assert places == {FIRST_PLAYER + number: number + 1 for number in range(5)}
    pairings = organiser.state(event).sections[0].pairings
    assert len(pairings) == 10
    assert all(pairing.state == "scored" and pairing.match for pairing, _ in pairings)
    assert len({pairing.match for pairing, _ in pairings}) == 10


@pytest.mark.check
async def test_every_match_is_bound_rated_and_labelled(organiser: Organiser) -> None:
    event = organiser.begin(9)
    matches = await organiser.open_matches(event)
    assert {match.event for match in matches} == {"Spring Cup · A", "Spring Cup · B"}
    assert all(match.rated and match.control == event.control for match in matches)
    assert {(match.guild, match.channel) for match in matches} == {(GUILD, CHANNEL)}
    assert all(match.thread is not None for match in matches)


@pytest.mark.check
async def test_the_sections_lead_to_a_final_whose_result_decides_the_places(
    organiser: Organiser,
) -> None:
    event = organiser.begin(9)
    assert [len(section.members) for section in organiser.state(event).sections] == [5, 4]
    over = await organiser.play_out(event, higher_id_loses)
    assert (over.status, over.stage) == ("finished", 2)
    state = organiser.state(event)
    (final,) = state.of_stage(2)
    qualified = {
        member.player
        for section in state.of_stage(1)
        for member in section.members
        if member.qualified
    }
    assert set(final.numbers) == qualified
    assert len(qualified) == 4
    places = {each.player: each.place for each in state.entrants}
    assert [places[player] for player in sorted(qualified)] == [1, 2, 3, 4]
    assert sorted(place for place in places.values() if place is not None)[4] == 5
    assert all(section.stage.ended_at is not None for section in state.sections)


@pytest.mark.check
async def test_the_final_begins_as_soon_as_its_players_are_certain(organiser: Organiser) -> None:
    event = organiser.begin(9, at_once=7)
    await organiser.open_matches(event)
    for section in organiser.state(event).of_stage(1):
        first, second, *_ = sorted(section.numbers)
        for pairing, seats in section.pairings:
            players = {seat.player for seat in seats}
            if players & {first, second} and pairing.match is not None:
                (match,) = [
                    match for match in organiser.running(event) if match.id == pairing.match
                ]
                await organiser.end(match, higher_id_loses(match))
    await organiser.open_matches(event)
    assert organiser.get(event).stage == 2
    state = organiser.state(event)
    assert any(section.unfinished for section in state.of_stage(1))
    assert len(state.of_stage(2)[0].members) == 4
    assert (await organiser.play_out(event, higher_id_loses)).status == "finished"


@pytest.mark.check
async def test_the_next_player_advances_in_place_of_one_who_has_left(organiser: Organiser) -> None:
    event = organiser.begin(9, at_once=7)
    first = organiser.state(event).of_stage(1)[0]
    for match in await organiser.open_matches(event):
        if set(match.players) <= set(first.numbers):
            await organiser.end(match, higher_id_loses(match))
    winner, *others = sorted(first.numbers)
    with writing(organiser.club.store) as tx:
        withdraw(tx, load_event(tx, event.id), winner, "left", organiser.club.now)
    over = await organiser.play_out(event, higher_id_loses)
    assert over.status == "finished"
    finalists = set(organiser.state(event).of_stage(2)[0].numbers)
    assert finalists & set(first.numbers) == set(others[:2])
    assert len(finalists) == 4


@pytest.mark.check
async def test_nobody_has_more_games_at_once_than_the_event_allows(organiser: Organiser) -> None:
    event = organiser.begin(8, at_once=2)
    for _ in range(12):
        matches = await organiser.open_matches(event)
        games = Counter(player for match in matches for player in match.players)
        assert max(games.values()) == 2
        await organiser.end(matches[0], 0)


@pytest.mark.check
async def test_qualifiers_are_computed_before_the_write_transaction(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = organiser.begin(9, at_once=7)
    for match in (await organiser.open_matches(event))[4:]:
        await organiser.end(match, higher_id_loses(match))
    certain._certain.cache_clear()
    with reading(organiser.club.store) as tx:
        prepared = prepare_job(tx, "event phases", organiser.club.now)
    monkeypatch.delattr(certain, "_Outcomes")
    with writing(organiser.club.store) as tx:
        run_job(tx, "event phases", organiser.club.now, prepared)
    assert organiser.get(event).phase_at is None


@pytest.mark.check
async def test_matches_begin_in_batches_of_five_per_second(organiser: Organiser) -> None:
    event = organiser.begin(8, at_once=7)
    began = organiser.club.now
    await organiser.deliver()
    for batch in range(6):
        organiser.club.now = began + batch
        organiser.run_jobs()
        assert (await organiser.deliver()).count("event-game") == (5 if batch < 5 else 3)
        organiser.run_jobs()
        assert "event-game" not in await organiser.deliver()
    assert len(organiser.running(event)) == 28


@pytest.mark.check
async def test_an_event_makes_four_posts_and_notifies_its_entrants(organiser: Organiser) -> None:
    event = organiser.open()
    organiser.enter(event, *range(FIRST_PLAYER, FIRST_PLAYER + 9))
    organiser.start(event)
    await organiser.play_out(event, higher_id_loses)
    rows = await organiser.club.rows("SELECT kind, payload FROM outbox ORDER BY id")
    lines = [row["payload"] for row in rows if row["kind"] == "event-line"]
    assert [kind in line for kind, line in zip(("begins", "final", "result"), lines, strict=True)]
    kinds = Counter(row["kind"] for row in rows)
    assert kinds["event-hub"] == 1
    notices = [row["payload"] for row in rows if row["kind"] == "event-notice"]
    whats = Counter(
        what
        for what in ("in", "final", "out", "result")
        for notice in notices
        if f'"{what}"' in notice
    )
    assert whats == {"in": 9, "final": 4, "out": 5, "result": 9}


async def test_a_double_round_gives_each_player_both_sides(organiser: Organiser) -> None:
    event = organiser.begin(3)
    pairs = [
        tuple(seat.player for seat in seats)
        for _, seats in organiser.state(event).sections[0].pairings
    ]
    assert len(pairs) == 6
    assert {pair[::-1] for pair in pairs} == set(pairs)


@pytest.mark.check
async def test_running_the_jobs_twice_changes_nothing(organiser: Organiser) -> None:
    event = organiser.begin(4)
    over = await organiser.play_out(event, higher_id_loses)
    before = await organiser.club.rows("SELECT id FROM outbox")
    await organiser.club.spoil("UPDATE events SET phase_at = 1, openings_at = 1")
    organiser.run_jobs()
    assert len(await organiser.club.rows("SELECT id FROM outbox")) == len(before)
    assert organiser.get(event).ended_at == over.ended_at
