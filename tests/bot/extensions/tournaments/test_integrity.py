"""`db check` finds inconsistent rows of events and ladders."""

import pytest

from bot.operations import integrity_check
from bot.service.privacy import erasure
from tests import raw
from tests.bot.extensions.tournaments.climbers import Climbers, player_of
from tests.bot.extensions.tournaments.organiser import Organiser
from tests.bot.service.club import Club
from tests.transactions import reading, writing


def faults(club: Club) -> list[str]:
    with reading(club.store) as tx:
        return integrity_check.find_faults(tx)


def repaired(club: Club) -> list[str]:
    """Repair the database, and return what was changed."""
    with writing(club.store) as tx:
        return integrity_check.repair(tx, club.now)


@pytest.fixture
def climbers(club: Club) -> Climbers:
    """A ladder with a member who has left, a climb, and a running game: A D B C."""
    ladder = Climbers(club)
    ladder.join("ABCDE")
    ladder.leave("E")
    ladder.play("D", "B", "D")
    ladder.play("C", "A", "A")
    ladder.challenge("B", "A")
    return ladder


GAME = "(SELECT min(match) FROM ladder_games WHERE ended_at IS NOT NULL)"
OPEN = "(SELECT match FROM ladder_games WHERE ended_at IS NULL)"


@pytest.mark.check
@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("UPDATE ladder_members SET rank = 7 WHERE rank = 4", "its ranks are not 1, 2, 3"),
        ("UPDATE ladder_members SET rank = 2 WHERE rank = 3", "its ranks are not 1, 2, 3"),
        ("UPDATE ladder_members SET rank = 0 WHERE rank = 4", "its ranks are not 1, 2, 3"),
        (
            "UPDATE ladder_members SET rank = 7 - rank WHERE rank IN (3, 4)",
            "its order is not the one that its history gives",
        ),
        (
            "UPDATE ladder_members SET rank = 3 - rank WHERE rank IN (1, 2)",
            "its order is not the one that its history gives",
        ),
        (
            "UPDATE ladder_members SET inactive_since = 1 WHERE rank = 4",
            "an inactive member has a rank",
        ),
        ("UPDATE ladder_members SET left_at = 1 WHERE rank = 4", "an inactive member has a rank"),
        ("UPDATE ladder_members SET rank = NULL WHERE rank = 4", "an active member has no rank"),
        (f"UPDATE ladder_games SET ended_at = 1 WHERE match = {OPEN}", "only it or its match"),
        (f"UPDATE ladder_games SET ended_at = NULL WHERE match = {GAME}", "only it or its match"),
        (f"UPDATE ladder_games SET winner = NULL WHERE match = {GAME}", "its winner is not"),
        (f"UPDATE ladder_games SET winner = challenged WHERE match = {GAME}", "its winner is not"),
        (
            "INSERT INTO ladder_moves (ladder, player, at, delete_at, from_rank, to_rank, match)"
            " SELECT ladder, player, at, delete_at, to_rank, to_rank - 1, match FROM ladder_moves"
            " WHERE match IS NOT NULL",
            "its result has counted twice",
        ),
        (
            f"UPDATE ladder_moves SET match = {OPEN} WHERE match IS NOT NULL",
            "a player climbed who had not won",
        ),
        (
            "UPDATE ladder_moves SET to_rank = from_rank + 1 WHERE match IS NOT NULL",
            "a player climbed who had not won",
        ),
    ],
)
def test_damage_of_a_ladder_is_found(climbers: Climbers, damage: str, fault: str) -> None:
    assert climbers.order() == "ADBC"
    assert [each for each in faults(climbers.club) if "adder" in each] == []
    raw.spoil(climbers.club.store, damage)
    assert fault in " ".join(faults(climbers.club))


@pytest.mark.check
def test_a_ladder_whose_history_is_incomplete_is_no_fault(climbers: Climbers) -> None:
    climbers.join("FGHIJKE")  # E comes back, five places below the former one
    assert climbers.order().index("E") < 10
    with writing(climbers.club.store) as tx:
        erasure.erase(tx, player_of("B"), now=climbers.club.now)
    assert "B" not in climbers.order()
    assert [each for each in faults(climbers.club) if "adder" in each] == []


@pytest.mark.check
@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("UPDATE entrants SET seed = 5 WHERE seed = 3", "its seeds are not 1, 2, 3"),
        ("UPDATE entrants SET seed = 2 WHERE seed = 1", "its seeds are not 1, 2, 3"),
        (
            "UPDATE pairings SET state = 'waiting' WHERE state = 'running'",
            "it is waiting, but has a match",
        ),
        (
            "UPDATE pairings SET state = 'running' WHERE state = 'scored'",
            "its match is over, but not scored",
        ),
        (
            "UPDATE pairing_seats SET half_points = NULL WHERE half_points = 2",
            "its points do not fit its state",
        ),
        (
            "UPDATE pairing_seats SET half_points = 1 WHERE half_points IS NULL",
            "its points do not fit its state",
        ),
        (
            "UPDATE pairing_seats SET half_points = 2 - half_points",
            "its half-points are [0, 2] instead of [2, 0]",
        ),
        (
            "UPDATE pairings SET state = 'scored' WHERE state = 'running'",
            "its match has no result",
        ),
        (
            "UPDATE events SET status = 'finished', ended_at = 1",
            "it has finished with unfinished games",
        ),
    ],
)
async def test_damage_of_an_event_is_found(organiser: Organiser, damage: str, fault: str) -> None:
    event = organiser.begin(3, at_once=2, games_each=1)
    first, *_ = await organiser.open_matches(event)
    await organiser.end(first, 1)
    assert [each for each in faults(organiser.club) if "Event" in each or "Pairing" in each] == []
    raw.spoil(organiser.club.store, damage)
    assert fault in " ".join(faults(organiser.club))


@pytest.mark.check
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE ladder_members SET rank = 7 WHERE rank = 4",
        "UPDATE ladder_members SET rank = 2 WHERE rank = 3",
        "UPDATE ladder_members SET rank = 0 WHERE rank = 4",
        "UPDATE ladder_members SET left_at = 1 WHERE rank = 4",
        "UPDATE ladder_members SET rank = 7 - rank WHERE rank IN (3, 4)",
        f"UPDATE ladder_games SET ended_at = NULL WHERE match = {GAME}",
    ],
)
def test_damage_of_a_ladder_is_repaired(climbers: Climbers, damage: str) -> None:
    raw.spoil(climbers.club.store, damage)
    assert any("adder" in each for each in faults(climbers.club))
    assert repaired(climbers.club) != []
    assert [each for each in faults(climbers.club) if "adder" in each] == []
    assert repaired(climbers.club) == []


@pytest.mark.check
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE pairings SET state = 'waiting' WHERE state = 'running'",
        "UPDATE pairings SET state = 'running' WHERE state = 'scored'",
        "UPDATE pairing_seats SET half_points = NULL WHERE half_points = 2",
        "UPDATE pairing_seats SET half_points = 2 - half_points",
        "UPDATE pairings SET state = 'waiting', match = NULL WHERE state = 'running'",
        "UPDATE pairings SET match = NULL WHERE state = 'running'",
    ],
)
async def test_damage_of_an_event_is_repaired(organiser: Organiser, damage: str) -> None:
    event = organiser.begin(3, at_once=2, games_each=1)
    first, *_ = await organiser.open_matches(event)
    await organiser.end(first, 1)
    organiser.run_jobs()
    raw.spoil(organiser.club.store, damage)
    assert any("Event" in each or "Pairing" in each for each in faults(organiser.club))
    assert repaired(organiser.club) != []
    await organiser.open_matches(event)
    assert [each for each in faults(organiser.club) if "Event" in each or "Pairing" in each] == []


@pytest.mark.check
async def test_a_wrong_champion_is_found_and_repaired(organiser: Organiser) -> None:
    event = organiser.begin(3)
    await organiser.play_out(event)
    await organiser.deliver()
    raw.spoil(organiser.club.store, "UPDATE entrants SET place = 4 - place")
    assert [f"Event {event.id}: its champion does not follow from its results."] == faults(
        organiser.club
    )
    repaired(organiser.club)
    assert faults(organiser.club) == []


@pytest.mark.check
async def test_a_match_that_should_have_begun_is_found(organiser: Organiser) -> None:
    event = organiser.begin(4, games_each=1)
    await organiser.open_matches(event)
    raw.spoil(
        organiser.club.store,
        "UPDATE pairings SET match = NULL WHERE id = (SELECT min(id) FROM pairings"
        " WHERE state = 'running')",
    )
    assert "its match should have begun" in " ".join(faults(organiser.club))
    raw.spoil(organiser.club.store, "UPDATE pairings SET state = 'waiting' WHERE match IS NULL")
    assert "its next matches should have begun" in " ".join(faults(organiser.club))


@pytest.mark.check
@pytest.mark.measured
async def test_finished_events_of_all_formats_have_no_faults(organiser: Organiser) -> None:
    for form, variant in (("all", "halma-8"), ("cup", "halma-8"), ("tables", "halma-4")):
        event = organiser.begin(9, format=form, variant=variant)
        await organiser.play_out(event)
    await organiser.deliver()
    assert faults(organiser.club) == []
