"""Withdrawals: the games of a player who leaves a running event."""

import pytest

from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.payloads import EventNotice
from bot.extensions.tournaments.service import sign_up, withdrawals
from bot.extensions.tournaments.service.event_state import rows_of
from bot.extensions.tournaments.service.event_view import event_view
from bot.extensions.tournaments.views.event_posts import notice_view
from bot.i18n.translator import translator_for
from bot.service.players import blocklist
from bot.service.privacy import erasure
from tests.bot.extensions.tournaments.exported_events import export_faults
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.bot.extensions.tournaments.test_other_formats import higher_id_loses
from tests.bot.service.club import ADA, GUILD
from tests.transactions import writing

LEAVER = FIRST_PLAYER


async def finish_games(organiser: Organiser, event: Event, player: int, games: int) -> None:
    """Let a player lose this number of games, while all other games continue."""
    for _ in range(games):
        (match, *_) = [
            each for each in await organiser.open_matches(event) if player in each.players
        ]
        await organiser.end(match, match.players.index(player))
    await organiser.open_matches(event)


def half_points(organiser: Organiser, event: Event) -> dict[int, int]:
    """Return the points of each player in the first section."""
    state = organiser.state(event)
    section = state.sections[0]
    return {section.players[row.number]: row.points for row in rows_of(state, section)}


def states_of(organiser: Organiser, event: Event, player: int) -> list[str]:
    """Return the states of the pairings of a player, in opening order."""
    return [
        pairing.state
        for section in organiser.state(event).sections
        for pairing, seats in section.pairings
        if player in {seat.player for seat in seats}
    ]


@pytest.mark.check
async def test_a_leaver_with_two_of_five_games_finished_is_struck(organiser: Organiser) -> None:
    event = organiser.begin(6, games_each=1)
    await finish_games(organiser, event, LEAVER, 2)
    assert sum(half_points(organiser, event).values()) == 4
    organiser.leave(event, LEAVER)
    (section,) = organiser.state(event).sections
    assert section.struck == {section.numbers[LEAVER]}
    assert set(half_points(organiser, event).values()) == {0}
    assert LEAVER not in half_points(organiser, event)
    assert sorted(states_of(organiser, event, LEAVER)) == ["scored"] * 2 + ["void"] * 3
    assert (await organiser.play_out(event)).status == "finished"
    assert export_faults(organiser.club.store, event.id) == []
    assert all(
        states_of(organiser, event, FIRST_PLAYER + n).count("void") <= 1 for n in range(1, 6)
    )


@pytest.mark.check
async def test_a_leaver_with_three_of_five_games_finished_forfeits_the_others(
    organiser: Organiser,
) -> None:
    event = organiser.begin(6, games_each=1)
    await finish_games(organiser, event, LEAVER, 3)
    organiser.leave(event, LEAVER)
    (section,) = organiser.state(event).sections
    assert section.struck == set()
    assert sorted(states_of(organiser, event, LEAVER)) == ["forfeit"] * 2 + ["scored"] * 3
    points = half_points(organiser, event)
    assert points.pop(LEAVER) == 0
    assert sorted(points.values()) == [2] * 5
    assert (await organiser.play_out(event)).status == "finished"
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_the_running_games_of_a_leaver_are_resigned_at_once(organiser: Organiser) -> None:
    event = organiser.begin(4, at_once=3)
    own = [each for each in await organiser.open_matches(event) if LEAVER in each.players]
    assert len(own) == 3
    organiser.leave(event, LEAVER)
    for match in own:
        after = await organiser.club.get(match)
        assert after.outcome is not None
        assert (after.status, after.outcome.reason) == ("finished", "resigned")
    running = await organiser.open_matches(event)
    assert running
    assert not any(LEAVER in match.players for match in running)


@pytest.mark.check
async def test_at_a_table_the_computer_plays_on_for_a_leaver(organiser: Organiser) -> None:
    event = organiser.begin(4, format="tables", variant="halma-4", at_once=2)
    running = await organiser.open_matches(event)
    for match in running:
        for _ in range(4):
            await organiser.club.turn(match)
    organiser.leave(event, LEAVER)
    for match in running:
        after = await organiser.club.get(match)
        assert after.status == "running"
        assert match.players.index(LEAVER) in after.departed_seats
    assert states_of(organiser, event, LEAVER).count("running") == len(running)
    assert (await organiser.play_out(event)).status == "finished"
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_the_first_on_the_waiting_list_replaces_an_early_leaver(
    organiser: Organiser,
) -> None:
    event = organiser.open(max_entrants=4)
    organiser.enter(event, *range(FIRST_PLAYER, FIRST_PLAYER + 6))
    await organiser.open_matches(event)
    await organiser.deliver()
    organiser.leave(event, LEAVER)
    first, second = FIRST_PLAYER + 4, FIRST_PLAYER + 5
    assert not organiser.entrant(event, first).waiting
    assert organiser.entrant(event, second).waiting
    assert organiser.entrant(event, first).seed is not None
    assert organiser.entrant(event, LEAVER).seed is None
    assert states_of(organiser, event, LEAVER) == []
    assert set(states_of(organiser, event, first)) == {"waiting"}
    assert "event-notice" in await organiser.club.pending_kinds()
    assert (await organiser.play_out(event)).status == "finished"
    assert organiser.entrant(event, first).place is not None


@pytest.mark.check
async def test_nobody_takes_the_place_of_a_player_who_has_finished_a_game(
    organiser: Organiser,
) -> None:
    event = organiser.open(max_entrants=4)
    organiser.enter(event, *range(FIRST_PLAYER, FIRST_PLAYER + 5))
    await finish_games(organiser, event, LEAVER, 1)
    organiser.leave(event, LEAVER)
    assert organiser.entrant(event, FIRST_PLAYER + 4).waiting
    assert (await organiser.play_out(event)).status == "finished"


@pytest.mark.check
async def test_a_late_entrant_takes_a_free_place(organiser: Organiser) -> None:
    event = organiser.begin(4)
    await organiser.open_matches(event)
    organiser.leave(event, LEAVER)
    (late,) = organiser.enter(event, ADA)
    assert (late.player, late.waiting) == (ADA, False)
    assert set(states_of(organiser, event, ADA)) == {"waiting"}
    (waits,) = organiser.enter(event, 999)
    assert waits.waiting


@pytest.mark.check
async def test_nobody_moves_up_in_a_final(organiser: Organiser) -> None:
    event = organiser.begin(9, games_each=1)
    while organiser.get(event).stage == 1:
        for match in await organiser.open_matches(event):
            if organiser.get(event).stage == 1:
                await organiser.end(match, higher_id_loses(match))
    await organiser.open_matches(event)
    (final,) = organiser.state(event).of_stage(2)
    leaver = final.players[1]
    organiser.leave(event, leaver)
    (final,) = organiser.state(event).of_stage(2)
    assert leaver in final.numbers
    assert final.struck == {1}
    assert (await organiser.play_out(event, higher_id_loses)).status == "finished"
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_an_erased_player_is_withdrawn_and_shown_under_a_pseudonym(
    organiser: Organiser,
) -> None:
    event = organiser.begin(5, games_each=1)
    await finish_games(organiser, event, LEAVER, 1)
    waiting = organiser.open(rated=False)
    organiser.enter(waiting, LEAVER)
    with writing(organiser.club.store) as tx:
        for _ in range(2):
            sign_up.on_erasure(tx, LEAVER, organiser.club.now)
        nobody = erasure.erase(tx, LEAVER, now=organiser.club.now)
    gone = organiser.entrant(event, nobody)
    assert gone.left_why == "erased"
    assert LEAVER not in {each.player for each in organiser.state(event).entrants}
    assert organiser.state(waiting).entrants == ()
    assert organiser.state(event).sections[0].struck
    assert (await organiser.play_out(event)).status == "finished"
    assert export_faults(organiser.club.store, event.id) == []
    for table in ("entrants", "section_entrants", "pairing_seats"):
        rows = await organiser.club.rows(f"SELECT * FROM {table} WHERE player = :p", p=LEAVER)
        assert rows == [], table


@pytest.mark.check
async def test_no_message_is_sent_to_an_erased_player(organiser: Organiser) -> None:
    event = organiser.begin(4)
    await organiser.open_matches(event)
    with writing(organiser.club.store) as tx:
        erasure.erase(tx, LEAVER, now=organiser.club.now)
    await organiser.play_out(event)
    rows = await organiser.club.rows("SELECT user FROM outbox WHERE kind = 'event-notice'")
    assert {row["user"] for row in rows} <= set(range(LEAVER + 1, LEAVER + 4))


async def test_an_event_continues_after_its_organiser_is_erased(organiser: Organiser) -> None:
    event = organiser.open(by=LEAVER)
    with writing(organiser.club.store) as tx:
        nobody = erasure.erase(tx, LEAVER, now=organiser.club.now)
    assert organiser.get(event).organiser == nobody
    other = organiser.open()
    organiser.enter(other, *range(201, 205))
    assert organiser.start(other).status == "running"
    assert organiser.cancel(event).status == "cancelled"
    assert organiser.get(event).guild == GUILD


@pytest.mark.check
@pytest.mark.parametrize("form", ["cup", "rounds"])
async def test_the_running_games_in_a_cup_or_a_round_are_forfeited(
    organiser: Organiser, form: str
) -> None:
    event = organiser.begin(9 if form == "rounds" else 4, format=form)
    await organiser.open_matches(event)
    (section,) = organiser.state(event).sections
    playing = section.pairings[0][1][0].player
    organiser.leave(event, playing)
    assert set(states_of(organiser, event, playing)) == {"forfeit"}
    assert not organiser.state(event).sections[0].struck
    running = await organiser.open_matches(event)
    assert not any(playing in match.players for match in running)


async def test_the_same_press_leaves_once(organiser: Organiser) -> None:
    event, club = organiser.begin(4), organiser.club
    for _ in range(2):
        with writing(club.store) as tx:
            after = sign_up.leave_event(
                tx, event.id, player=LEAVER, interaction=club.sent_at(club.now, 7), now=club.now
            )
        assert after.status == "running"
    assert organiser.entrant(event, LEAVER).left_why == "left"


@pytest.mark.check
async def test_blocks_do_not_change_the_pairings(organiser: Organiser) -> None:
    event = organiser.open()
    players = range(FIRST_PLAYER, FIRST_PLAYER + 3)
    organiser.enter(event, *players)
    with writing(organiser.club.store) as tx:
        for other in players[1:]:
            blocklist.block(tx, LEAVER, other, now=organiser.club.now)
    organiser.start(event)
    assert len(states_of(organiser, event, LEAVER)) == 4
    assert (await organiser.play_out(event)).status == "finished"


async def test_a_withdrawal_after_silence_says_why(organiser: Organiser) -> None:
    event = organiser.begin(4)
    await organiser.open_matches(event)
    with writing(organiser.club.store) as tx:
        withdrawals.withdraw(tx, organiser.get(event), LEAVER, "silent", organiser.club.now)
        assert not withdrawals.withdraw(
            tx, organiser.get(event), LEAVER, "silent", organiser.club.now
        )
        t = translator_for("en")
        notice = EventNotice(event.id, LEAVER, "withdrawn")
        shown = notice_view(t, event_view(tx, event.id), notice)
    assert "I have not heard from you since" in str(shown.to_components())
