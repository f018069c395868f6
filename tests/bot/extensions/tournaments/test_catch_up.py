"""Events go on after the extension or the bot was away."""

import pytest

from bot.extensions.tournaments.extension import extension
from bot.operations import integrity_check
from bot.service import outbox
from bot.service.guilds import removed_guilds
from bot.service.match import event_games
from bot.service.outbox import DeliveryFailed
from bot.service.privacy import erasure
from bot.store.outbox import outbox_rows
from tests.bot.extensions.tournaments.climbers import Climbers, player_of
from tests.bot.extensions.tournaments.organiser import Organiser
from tests.bot.service.club import GUILD
from tests.transactions import reading, writing

DAY = 86400


def start(organiser: Organiser) -> None:
    """Start the bot with the extension."""
    assert extension.on_start is not None
    with writing(organiser.club.store) as tx:
        extension.on_start(tx, organiser.club.now)


def faults(organiser: Organiser) -> list[str]:
    """Return the faults of events and ladders."""
    with reading(organiser.club.store) as tx:
        found = integrity_check.find_faults(tx)
    return [each for each in found if "Event" in each or "Pairing" in each or "adder" in each]


@pytest.mark.check
async def test_matches_that_ended_without_the_extension_are_scored_at_the_start(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = organiser.begin(3, games_each=1)
    with monkeypatch.context() as away:
        matches = await organiser.open_matches(event)
        away.setattr(event_games.extension_points, "installed", tuple)
        for match in matches:
            await organiser.end(match, 1)
        # Nobody moves in the last game.
    assert len(faults(organiser)) == len(matches)
    start(organiser)
    assert faults(organiser) == []
    over = await organiser.play_out(event)
    assert over.status == "finished"
    assert faults(organiser) == []
    start(organiser)
    assert organiser.get(event) == over


async def test_a_no_show_without_the_extension_is_a_forfeit(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = organiser.begin(3, games_each=1)
    matches = await organiser.open_matches(event)
    with monkeypatch.context() as away:
        away.setattr(event_games.extension_points, "installed", tuple)
        organiser.club.now += 30 * DAY
        await organiser.club.sweep(1)
    start(organiser)
    states = {organiser.pairing_of(event, match).state for match in matches}
    assert states == {"forfeit"}


async def test_a_ladder_game_that_ended_without_the_extension_is_counted(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    climbers = Climbers(organiser.club)
    climbers.join("ABC")
    match = climbers.challenge("C", "A")
    with monkeypatch.context() as away:
        away.setattr(event_games.extension_points, "installed", tuple)
        climbers.end(match, "C")
    assert climbers.order() == "ABC"
    start(organiser)
    start(organiser)
    assert climbers.order() == "CAB"


async def test_members_move_up_if_one_was_erased_without_the_extension(
    organiser: Organiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    climbers = Climbers(organiser.club)
    climbers.join("ABCD")
    with monkeypatch.context() as away:
        away.setattr(event_games.extension_points, "installed", tuple)
        with writing(organiser.club.store) as tx:
            erasure.erase(tx, player_of("B"), now=organiser.club.now)
    assert faults(organiser) == [
        f"Ladder {climbers.ladder.id}: its ranks are not 1, 2, 3 and so on."
    ]
    start(organiser)
    assert climbers.order() == "ACD"
    assert faults(organiser) == []
    climbers.play("D", "A", "D")
    assert climbers.order() == "DAC"


async def test_equal_ranks_are_left_to_the_operator(organiser: Organiser) -> None:
    """They cannot come from an erasure, so the start of the bot must not hide them."""
    climbers = Climbers(organiser.club)
    climbers.join("ABCD")
    await organiser.club.spoil("UPDATE ladder_members SET rank = 2 WHERE rank = 3")
    start(organiser)
    assert [climbers.member(letter).rank for letter in "ABCD"] == [1, 2, 2, 4]


async def test_the_lines_of_matches_wait_for_the_extension(organiser: Organiser) -> None:
    event = organiser.begin(3, games_each=1)
    organiser.run_jobs()
    club = organiser.club
    waited = 0
    for _ in range(9):
        with writing(club.store) as tx:
            rows = outbox_rows.due_rows(tx, now=club.now, limit=9)
            for row in rows:
                assert outbox.claim_row(tx, row, now=club.now)
                away = DeliveryFailed("away", permanent=True, unknown_kind=True)
                outbox.mark_failed(tx, row, away, jitter=0.0, now=club.now)
                waited += 1
        if not rows:
            break
    assert waited > 1, "a row blocks its channel"
    assert "event-game" in await club.pending_kinds()
    club.now += 3600
    assert await organiser.open_matches(event) != []
    assert faults(organiser) == []


async def test_a_row_waits_for_its_extension_for_thirty_days(organiser: Organiser) -> None:
    organiser.begin(3, games_each=1)
    organiser.run_jobs()
    club = organiser.club
    club.now += outbox.RETENTION
    with writing(club.store) as tx:
        row, *_ = outbox_rows.due_rows(tx, now=club.now, limit=9)
        assert outbox.claim_row(tx, row, now=club.now)
        away = DeliveryFailed("away", permanent=True, unknown_kind=True)
        outbox.mark_failed(tx, row, away, jitter=0.0, now=club.now)
        assert row.id not in [each.id for each in outbox_rows.due_rows(tx, now=2**40, limit=99)]


async def test_lines_that_were_given_up_are_queued_again_at_the_start(
    organiser: Organiser,
) -> None:
    event = organiser.begin(3, games_each=1)
    organiser.run_jobs()
    await organiser.club.spoil(
        "UPDATE outbox SET state = 'failed', settled_at = 1 WHERE kind = 'event-game'"
    )
    assert "its match should have begun" in " ".join(faults(organiser))
    start(organiser)
    start(organiser)
    assert (await organiser.club.pending_kinds()).count("event-game") == 3
    assert len(await organiser.open_matches(event)) == 3


@pytest.mark.parametrize(
    ("forum", "kind"), [("NULL", "event-thread-game"), ("77", "event-forum-game")]
)
async def test_pending_threads_and_posts_are_not_queued_again_at_the_start(
    organiser: Organiser, forum: str, kind: str
) -> None:
    organiser.begin(4, format="cup")
    await organiser.club.spoil(f"UPDATE events SET forum = {forum}")
    organiser.run_jobs()
    start(organiser)
    assert (await organiser.club.pending_kinds()).count(kind) == 4
    assert faults(organiser) == []


@pytest.mark.check
async def test_an_event_goes_on_at_once_when_the_bot_is_back(organiser: Organiser) -> None:
    event = organiser.begin(4, games_each=1, at_once=2)
    matches = await organiser.open_matches(event)
    with writing(organiser.club.store) as tx:
        removed_guilds.on_removed(tx, GUILD, now=organiser.club.now)
    for match in matches:
        await organiser.end(match, 1)
    organiser.club.now += 60
    organiser.run_jobs()
    assert organiser.running(event) == []
    organiser.club.now += 60
    with writing(organiser.club.store) as tx:
        removed_guilds.on_restored(tx, GUILD, now=organiser.club.now)
    organiser.run_jobs()
    await organiser.deliver()
    assert organiser.running(event) != []


async def test_posts_that_failed_while_the_bot_was_away_are_sent(organiser: Organiser) -> None:
    event = organiser.begin(3, games_each=1)
    match, *_ = await organiser.open_matches(event)
    club = organiser.club
    with writing(club.store) as tx:
        removed_guilds.on_removed(tx, GUILD, now=club.now)
    await organiser.end(match, 1)
    await club.spoil(
        "UPDATE outbox SET state = 'failed', settled_at = :now WHERE state = 'owed'", now=club.now
    )
    club.now += 60
    with writing(club.store) as tx:
        removed_guilds.on_restored(tx, GUILD, now=club.now)
    assert "result" in await club.pending_kinds()
