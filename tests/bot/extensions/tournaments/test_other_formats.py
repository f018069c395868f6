"""Events at tables, cups and Swiss events, from first match to final places."""

from random import Random

import pytest

from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.service import moderation
from bot.extensions.tournaments.service.event_state import rows_of
from bot.service.clock.calendar import DAY
from bot.store.models import Match
from engine import variant
from engine.search import distance
from tests.bot.extensions.tournaments.exported_events import export_faults
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.bot.service.club import ADA, job_due_at, prepare_job, run_job
from tests.transactions import reading, writing

PHASES = "event phases"


def higher_id_loses(match: Match) -> int:
    """Return the seat of the player with the higher id."""
    return match.players.index(max(match.players))


def places(organiser: Organiser, event: Event) -> dict[int, int | None]:
    """Return the final place of each player, counted from the first player's id."""
    return {
        each.player - FIRST_PLAYER: each.place
        for each in organiser.state(event).entrants
        if not each.waiting
    }


@pytest.mark.check
async def test_a_cup_of_six_gives_two_byes_and_ends_with_a_final(organiser: Organiser) -> None:
    event = organiser.begin(6, format="cup", at_once=2)
    (first,) = organiser.state(event).sections
    assert [section.stage.stage for section in organiser.state(event).sections] == [1]
    assert len(first.pairings) == 4
    by_seed = organiser.state(event).by_seed
    assert {seat.player for _, seats in first.pairings for seat in seats} == {
        by_seed[seed] for seed in (3, 4, 5, 6)
    }
    over = await organiser.play_out(event, higher_id_loses)
    assert (over.status, over.stage) == ("finished", 3)
    assert places(organiser, event)[0] == 1
    assert sorted(place or 0 for place in places(organiser, event).values()) == [1, 2, 3, 3, 5, 5]
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_a_pair_with_equal_points_is_decided_by_the_margin_or_the_seed(
    organiser: Organiser,
) -> None:
    event = organiser.begin(4, format="cup")
    over = await organiser.play_out(event, lambda match: None)
    by_seed = organiser.state(event).by_seed
    assert over.status == "finished"
    assert places(organiser, event)[by_seed[1] - FIRST_PLAYER] == 1
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_a_player_who_resigns_or_does_not_move_loses_by_all_turns_still_needed(
    organiser: Organiser,
) -> None:
    event = organiser.begin(4, format="cup")
    first, second, third, absent = await organiser.open_matches(event)
    await organiser.club.turn(first)
    await organiser.club.turn(first)
    await organiser.end(await organiser.club.get(first), 1)
    await organiser.end(second, 0, plays=False)
    await organiser.end(third, None)
    await organiser.club.sweep(30 * DAY)
    whole = distance(variant("halma-8"), variant("halma-8").start(), 1)
    pairings = [organiser.pairing_of(event, match) for match in (first, second, third, absent)]
    assert [each.state for each in pairings] == ["scored", "scored", "scored", "forfeit"]
    assert [each.turns for each in pairings] == [1, 0, None, 0]
    margins = [each.margin for each in pairings]
    assert margins[1:] == [whole, None, whole]
    assert margins[0] is not None
    assert 0 < margins[0] <= whole


@pytest.mark.check
async def test_the_opponent_of_a_player_who_leaves_a_cup_advances(organiser: Organiser) -> None:
    event = organiser.begin(4, format="cup")
    await organiser.open_matches(event)
    by_seed = organiser.state(event).by_seed
    organiser.leave(event, by_seed[1])
    over = await organiser.play_out(event, higher_id_loses)
    assert over.status == "finished"
    assert places(organiser, event)[by_seed[1] - FIRST_PLAYER] == 4
    assert places(organiser, event)[by_seed[4] - FIRST_PLAYER] in (1, 2)
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_a_cup_ends_even_if_everyone_leaves(organiser: Organiser) -> None:
    event = organiser.begin(5, format="cup")
    await organiser.open_matches(event)
    for player in list(organiser.state(event).seeds):
        organiser.leave(event, player)
    assert (await organiser.play_out(event)).status == "finished"
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_five_entrants_play_five_tables_and_no_final(organiser: Organiser) -> None:
    event = organiser.begin(5, format="tables", variant="chinese-checkers-3")
    (section,) = organiser.state(event).sections
    assert len(section.pairings) == 5
    for seat in range(3):
        assert len({seats[seat].player for _, seats in section.pairings}) == 5
    over = await organiser.play_out(event)
    assert (over.status, over.stage) == ("finished", 1)
    assert min(place or 9 for place in places(organiser, event).values()) == 1
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
@pytest.mark.parametrize(
    ("game", "entrants", "tables"),
    [("chinese-checkers-3", 7, 3), ("halma-4", 9, 4), ("chinese-checkers-6", 13, 2)],
)
async def test_the_best_at_the_tables_play_a_final(
    organiser: Organiser, game: str, entrants: int, tables: int
) -> None:
    event = organiser.begin(entrants, format="tables", variant=game)
    over = await organiser.play_out(event)
    state = organiser.state(event)
    (first,), (final,) = state.of_stage(1), state.of_stage(2)
    assert (over.status, over.stage) == ("finished", 2)
    assert len(first.pairings) == entrants
    assert len(final.pairings) == tables
    best = sorted(place or 99 for place in places(organiser, event).values())
    assert best[: len(final.members)] == sorted(
        place or 99
        for player, place in places(organiser, event).items()
        if player + FIRST_PLAYER in final.numbers
    )
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_tables_end_even_if_players_leave(organiser: Organiser) -> None:
    event = organiser.begin(7, format="tables", variant="chinese-checkers-3")
    await organiser.open_matches(event)
    for player in list(organiser.state(event).seeds)[:5]:
        organiser.leave(event, player)
    assert (await organiser.play_out(event)).status == "finished"
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_a_swiss_event_gives_each_entrant_a_bye_in_turn(organiser: Organiser) -> None:
    event = organiser.begin(9, format="rounds", rounds=4)
    over = await organiser.play_out(event, higher_id_loses)
    assert (over.status, over.stage) == ("finished", 4)
    free = [
        seats[0].player
        for section in organiser.state(event).sections
        for _, seats in section.pairings
        if len(seats) == 1
    ]
    assert len(set(free)) == 4
    assert places(organiser, event)[0] == 1
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_the_next_round_is_paired_after_some_days_even_if_a_game_is_running(
    organiser: Organiser,
) -> None:
    event = organiser.begin(9, format="rounds", rounds=3, round_days=20)
    slow, *others = await organiser.open_matches(event)
    for match in others:
        await organiser.end(match, higher_id_loses(match))
    organiser.run_jobs()
    assert organiser.get(event).stage == 1
    organiser.club.now += 20 * DAY
    organiser.run_jobs()
    assert organiser.get(event).stage == 2
    assert slow.id in [match.id for match in organiser.running(event)]
    assert (await organiser.play_out(event, higher_id_loses)).status == "finished"
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_players_who_leave_are_not_paired_in_the_next_round(organiser: Organiser) -> None:
    event = organiser.begin(9, format="rounds", rounds=3)
    for match in await organiser.open_matches(event):
        await organiser.end(match, higher_id_loses(match))
    organiser.leave(event, FIRST_PLAYER)
    organiser.leave(event, FIRST_PLAYER + 1)
    over = await organiser.play_out(event, higher_id_loses)
    paired = {
        seat.player
        for section in organiser.state(event).sections[1:]
        for _, seats in section.pairings
        for seat in seats
    }
    assert over.status == "finished"
    assert paired.isdisjoint({FIRST_PLAYER, FIRST_PLAYER + 1})
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_a_corrected_result_of_an_earlier_round_changes_the_standings_but_no_pairs(
    organiser: Organiser,
) -> None:
    event = organiser.begin(9, format="rounds", rounds=3)
    first, *_ = matches = await organiser.open_matches(event)
    for match in matches:
        await organiser.end(match, higher_id_loses(match))
    await organiser.open_matches(event)
    before = organiser.state(event).sections[1]
    with writing(organiser.club.store) as tx:
        moderation.score_pairing(
            tx,
            organiser.pairing_of(event, first).id,
            result="first" if higher_id_loses(first) == 0 else "second",
            reason="a bet",
            by=ADA,
            is_manager=True,
            now=organiser.club.now,
        )
    organiser.run_jobs()
    after = organiser.state(event)
    assert after.event.stage == 2
    assert after.sections[1].pairings == before.pairings
    points = {row.number: row.points for row in rows_of(after, after.sections[0])}
    loser = first.players[higher_id_loses(first)]
    assert points[after.seeds[loser]] == 2
    await organiser.play_out(event, higher_id_loses)
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_a_round_is_paired_again_if_someone_leaves_meanwhile(organiser: Organiser) -> None:
    event = organiser.begin(10, format="rounds", rounds=3)
    for match in await organiser.open_matches(event):
        await organiser.end(match, higher_id_loses(match))
    with reading(organiser.club.store) as tx:
        prepared = prepare_job(tx, PHASES, organiser.club.now)
    organiser.leave(event, FIRST_PLAYER)
    with writing(organiser.club.store) as tx:
        run_job(tx, PHASES, organiser.club.now, prepared)
        assert job_due_at(tx, PHASES) == organiser.club.now
    assert organiser.get(event).stage == 1
    organiser.run_jobs()
    (_, second) = organiser.state(event).sections
    assert FIRST_PLAYER not in second.numbers
    assert len(second.numbers) == 9
    await organiser.play_out(event, higher_id_loses)
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
@pytest.mark.parametrize("form", ["all", "tables", "cup", "rounds"])
async def test_random_events_agree_with_the_rules(organiser: Organiser, form: str) -> None:
    rng = Random(form)
    for _ in range(3):
        game = {"tables": rng.choice(("chinese-checkers-3", "halma-4"))}.get(form, "halma-8")
        event = organiser.begin(rng.randrange(9, 13), format=form, variant=game, name="Random")
        over = await organiser.play_out(event, lambda match: rng.choice((0, 1, None)))
        assert over.status == "finished"
        assert export_faults(organiser.club.store, event.id) == []
