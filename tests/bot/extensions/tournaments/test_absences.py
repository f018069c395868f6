"""Absences: no-shows, timeouts, and the question after a timeout."""

import pytest

from bot.extensions.tournaments.errors import (
    AlreadyLeft,
    BarredFromEvents,
    EventIsOver,
    NotEntered,
    NothingAsked,
)
from bot.extensions.tournaments.models import Entrant, Event
from bot.extensions.tournaments.service import absences
from bot.service.actions import vacations
from bot.service.clock.calendar import DAY, HOUR
from bot.service.players import player_settings
from bot.store.guilds import removed_guild_rows
from bot.store.models import Match
from bot.store.rating import ratings
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.bot.service.club import BRUNO, GUILD
from tests.transactions import reading, writing


def answer(organiser: Organiser, event: Event, player: int) -> None:
    """Press the button "I am here"."""
    with writing(organiser.club.store) as tx:
        absences.answer_question(tx, event.id, player=player, now=organiser.club.now)


async def questions(organiser: Organiser) -> list[int]:
    """Return the players with a pending question."""
    rows = await organiser.club.rows(
        "SELECT user FROM outbox WHERE state = 'owed' AND kind = 'event-notice' "
        "AND payload LIKE '%question%' ORDER BY user"
    )
    return [row["user"] for row in rows]


async def without_automatic_vacation(organiser: Organiser, event: Event) -> None:
    """Turn off automatic vacation for all entrants of an event."""
    with writing(organiser.club.store) as tx:
        for entrant in organiser.state(event).entrants:
            player_settings.change_settings(
                tx, entrant.player, {"vacation": "off"}, now=organiser.club.now
            )


async def running_event(organiser: Organiser, players: int = 5, **options: object) -> Event:
    """Begin an event whose entrants have no automatic vacation."""
    event = organiser.begin(players, **options)
    await without_automatic_vacation(organiser, event)
    await organiser.open_matches(event)
    return event


async def time_out(organiser: Organiser, match: Match) -> int:
    """Let both players move once, and the next one run out of time.

    Returns the player who has run out of time.
    """
    for _ in range(2):
        await organiser.club.turn(match)
    match = await organiser.club.get(match)
    assert match.to_move is not None
    await expire(organiser, match)
    return match.to_move


async def expire(organiser: Organiser, match: Match) -> None:
    """Let only this match run out of time, an hour later."""
    organiser.club.now += HOUR
    await organiser.club.spoil(
        "UPDATE clocks SET deadline = :past WHERE match = :m",
        m=match.id,
        past=organiser.club.now - HOUR // 2,
    )
    swept = await organiser.club.sweep()
    assert [each.id for each in swept] == [match.id]
    organiser.run_jobs()


async def timed_out(organiser: Organiser, **options: object) -> tuple[Event, Entrant]:
    """Begin an event in which one entrant has run out of time."""
    event = await running_event(organiser, **options)
    player = await time_out(organiser, organiser.running(event)[0])
    return event, organiser.entrant(event, player)


@pytest.mark.check
async def test_a_game_whose_first_move_is_never_made_is_forfeited(organiser: Organiser) -> None:
    event = await running_event(organiser)
    match, *_ = organiser.running(event)
    absent, present = match.players
    await expire(organiser, match)
    after = await organiser.club.get(match)
    (section,) = organiser.state(event).sections
    (result,) = section.results
    assert (organiser.pairing_of(event, match).state, after.status) == ("forfeit", "aborted")
    assert (result.half_points, result.forfeit) == ((0, 2), (True, False))
    assert await organiser.club.rows("SELECT * FROM rated_games") == []
    with reading(organiser.club.store) as tx:
        assert [abort.why for abort in ratings.aborts_of(tx, absent)] == ["no-show"]
    assert organiser.entrant(event, absent).timeouts == 1
    assert organiser.entrant(event, present).timeouts == 0


@pytest.mark.check
async def test_a_game_lost_on_time_is_scored_and_rated(organiser: Organiser) -> None:
    event = await running_event(organiser)
    match, *_ = organiser.running(event)
    for _ in range(12):
        await organiser.club.turn(match)
    await time_out(organiser, match)
    (section,) = organiser.state(event).sections
    (result,) = section.results
    assert sorted(result.half_points) == [0, 2]
    assert result.forfeit == (False, False)
    assert len(await organiser.club.rows("SELECT * FROM rated_games WHERE event = 1")) == 1


@pytest.mark.check
async def test_a_player_who_runs_out_of_time_is_asked_and_loses_one_game(
    organiser: Organiser,
) -> None:
    event, entrant = await timed_out(organiser)
    assert await questions(organiser) == [entrant.player]
    assert (entrant.timeouts, entrant.left_at) == (1, None)
    assert entrant.withdraw_at == organiser.club.now + absences.TIME_TO_ANSWER
    assert any(entrant.player in match.players for match in organiser.running(event))


@pytest.mark.check
async def test_the_question_is_also_asked_in_the_thread_of_the_game(organiser: Organiser) -> None:
    event = await running_event(organiser)
    match, *_ = organiser.running(event)
    await organiser.club.spoil("UPDATE matches SET thread = 777 WHERE id = :m", m=match.id)
    await time_out(organiser, await organiser.club.get(match))
    rows = await organiser.club.rows("SELECT channel FROM outbox WHERE kind = 'event-question'")
    assert [row["channel"] for row in rows] == [777]


@pytest.mark.check
async def test_a_press_ends_the_question(organiser: Organiser) -> None:
    event, entrant = await timed_out(organiser)
    answer(organiser, event, entrant.player)
    organiser.club.now += 30 * DAY
    organiser.run_jobs()
    assert organiser.entrant(event, entrant.player).left_at is None
    with pytest.raises(NothingAsked):
        answer(organiser, event, entrant.player)


@pytest.mark.check
async def test_a_move_in_another_game_of_the_event_ends_the_question(organiser: Organiser) -> None:
    event, entrant = await timed_out(organiser)
    organiser.club.now += HOUR
    (other, *_) = [each for each in organiser.running(event) if entrant.player in each.players]
    for _ in range(2):
        await organiser.club.turn(other)
    organiser.club.now += absences.TIME_TO_ANSWER
    organiser.run_jobs()
    after = organiser.entrant(event, entrant.player)
    assert (after.left_at, after.asked_at) == (None, None)


@pytest.mark.check
async def test_silence_for_72_hours_withdraws(organiser: Organiser) -> None:
    event, entrant = await timed_out(organiser)
    organiser.club.now += absences.TIME_TO_ANSWER - 1
    organiser.run_jobs()
    assert organiser.entrant(event, entrant.player).left_at is None
    organiser.club.now += 1
    organiser.run_jobs()
    after = organiser.entrant(event, entrant.player)
    assert (after.left_at, after.left_why) == (organiser.club.now, "silent")
    assert not any(entrant.player in match.players for match in organiser.running(event))
    with pytest.raises(AlreadyLeft):
        answer(organiser, event, entrant.player)
    other = organiser.open(rated=False)
    with pytest.raises(BarredFromEvents) as refused:
        organiser.enter(other, entrant.player)
    assert refused.value.facts["deadline"] == organiser.club.now + 30 * DAY


@pytest.mark.check
async def test_vacation_and_quiet_hours_extend_the_time_to_answer(organiser: Organiser) -> None:
    event, entrant = await timed_out(organiser)
    asked_at = organiser.club.now
    with writing(organiser.club.store) as tx:
        assert absences.answer_deadline(tx, entrant.player, asked_at) == asked_at + 3 * DAY
        vacations.start_vacation(
            tx, entrant.player, days=5, interaction=next(organiser.club.ids), now=asked_at
        )
        assert absences.answer_deadline(tx, entrant.player, asked_at) == asked_at + 8 * DAY
        player_settings.change_settings(tx, entrant.player, {"quiet": "07:00-12:00"}, now=asked_at)
        assert absences.answer_deadline(tx, entrant.player, asked_at) > asked_at + 8 * DAY
    organiser.club.now = asked_at + 4 * DAY
    organiser.run_jobs()
    assert organiser.entrant(event, entrant.player).left_at is None
    organiser.club.now = asked_at + 14 * DAY
    organiser.run_jobs()
    assert organiser.entrant(event, entrant.player).left_why == "silent"


@pytest.mark.check
async def test_a_vacation_counts_from_the_end_of_the_time_to_answer(organiser: Organiser) -> None:
    """The vacation is confirmed before the job has withdrawn the player."""
    event, entrant = await timed_out(organiser)
    asked_at = organiser.club.now
    organiser.club.now += absences.TIME_TO_ANSWER + 10
    with writing(organiser.club.store) as tx:
        vacations.start_vacation(
            tx,
            entrant.player,
            days=1,
            interaction=next(organiser.club.ids),
            now=organiser.club.now,
        )
        until = absences.answer_deadline(tx, entrant.player, asked_at)
    assert until == organiser.club.now + DAY
    organiser.run_jobs()
    assert organiser.entrant(event, entrant.player).left_at is None


@pytest.mark.check
async def test_downtime_extends_the_time_to_answer(organiser: Organiser) -> None:
    event, entrant = await timed_out(organiser)
    organiser.club.now += HOUR
    await organiser.club.resume(4 * DAY)
    organiser.run_jobs()
    assert organiser.entrant(event, entrant.player).left_at is None
    organiser.club.now += absences.TIME_TO_ANSWER - HOUR
    organiser.run_jobs()
    assert organiser.entrant(event, entrant.player).left_why == "silent"


@pytest.mark.check
async def test_a_second_timeout_without_an_answer_withdraws_at_once(organiser: Organiser) -> None:
    event, entrant = await timed_out(organiser)
    organiser.club.now += HOUR
    (other, *_) = [each for each in organiser.running(event) if entrant.player in each.players]
    if other.to_move != entrant.player:
        await organiser.club.turn(other)
    await expire(organiser, await organiser.club.get(other))
    assert organiser.entrant(event, entrant.player).left_why == "silent"


@pytest.mark.check
async def test_the_fourth_timeout_withdraws_although_each_was_answered(
    organiser: Organiser,
) -> None:
    event = await running_event(organiser, 8, at_once=7)
    player = FIRST_PLAYER
    for number in range(1, absences.MAX_TIMEOUTS + 1):
        (match, *_) = [each for each in organiser.running(event) if player in each.players]
        if match.to_move != player:
            await organiser.club.turn(match)
        await expire(organiser, await organiser.club.get(match))
        assert organiser.entrant(event, player).timeouts == number
        if number < absences.MAX_TIMEOUTS:
            answer(organiser, event, player)
    assert organiser.entrant(event, player).left_why == "timeouts"
    assert not any(player in match.players for match in organiser.running(event))
    assert organiser.enter(organiser.open(rated=False), player)


@pytest.mark.check
async def test_nobody_is_asked_or_withdrawn_while_the_bot_is_removed(organiser: Organiser) -> None:
    event, entrant = await timed_out(organiser)
    with writing(organiser.club.store) as tx:
        removed_guild_rows.add_removal(tx, GUILD, organiser.club.now)
    organiser.club.now += 10 * DAY
    organiser.run_jobs()
    after = organiser.entrant(event, entrant.player)
    assert (after.left_at, after.asked_at, after.withdraw_at) == (None, None, None)


@pytest.mark.check
async def test_outsiders_and_entrants_of_an_ended_event_cannot_answer(organiser: Organiser) -> None:
    event, entrant = await timed_out(organiser)
    with pytest.raises(NotEntered):
        answer(organiser, event, BRUNO)
    organiser.cancel(event)
    with pytest.raises(EventIsOver):
        answer(organiser, event, entrant.player)


@pytest.mark.check
@pytest.mark.parametrize("allowed", [True, False])
async def test_vacations_stop_the_clocks_only_if_the_event_allows_it(
    organiser: Organiser, allowed: bool
) -> None:
    event = organiser.begin(5, vacation=allowed)
    with writing(organiser.club.store) as tx:
        for entrant in organiser.state(event).entrants:
            vacations.start_vacation(
                tx,
                entrant.player,
                days=7,
                interaction=next(organiser.club.ids),
                now=organiser.club.now,
            )
    first, second, *_ = await organiser.open_matches(event)
    played = (await organiser.club.turn(second)).match
    for match in (first, played):
        assert bool(match.stops) == allowed
        assert match.deadline is not None
        assert (match.deadline > organiser.club.now + 7 * DAY) == allowed


@pytest.mark.check
@pytest.mark.parametrize("allowed", [True, False])
async def test_vacation_is_taken_automatically_only_if_the_event_allows_it(
    organiser: Organiser, allowed: bool
) -> None:
    event = organiser.begin(5, vacation=allowed)
    match, *_ = await organiser.open_matches(event)
    await expire(organiser, match)
    after = await organiser.club.get(match)
    assert after.status == ("running" if allowed else "aborted")


@pytest.mark.check
async def test_a_vacation_that_begins_later_does_not_stop_the_clock_either(
    organiser: Organiser,
) -> None:
    event = organiser.begin(5, vacation=False)
    match, *_ = await organiser.open_matches(event)
    with writing(organiser.club.store) as tx:
        vacations.start_vacation(
            tx,
            match.players[0],
            days=7,
            interaction=next(organiser.club.ids),
            now=organiser.club.now,
        )
    assert (await organiser.club.get(match)).deadline == match.deadline
