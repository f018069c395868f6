"""Decisions of managers about events."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.extensions.tournaments.errors import (
    BadPlaces,
    BadReason,
    EntrantStruck,
    EventIsOver,
    NoSuchPairing,
    NotAManager,
    NotATable,
    NotEntered,
    NotOrganiser,
    RoundIsOver,
)
from bot.extensions.tournaments.models import Event, Pairing
from bot.extensions.tournaments.service import moderation
from bot.extensions.tournaments.service.event_view import (
    champions_of_guild,
    event_view,
    events_of_guild,
    events_of_player,
)
from bot.service.guilds import guild_settings
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.bot.extensions.tournaments.test_all_play_all import higher_id_loses
from tests.bot.service.club import ADA, BRUNO, GUILD
from tests.transactions import reading, writing


def score(organiser: Organiser, pairing: Pairing, result: Any, **options: Any) -> Pairing:
    """Score a pairing as a manager."""
    asked: dict[str, Any] = {"reason": "seen", "by": ADA, "is_manager": True} | options
    with writing(organiser.club.store) as tx:
        return moderation.score_pairing(
            tx, pairing.id, result=result, now=organiser.club.now, **asked
        )


def remove(organiser: Organiser, event: Event, player: int, **options: Any) -> Event:
    """Remove an entrant as a manager."""
    asked: dict[str, Any] = {"reason": "rude", "by": ADA, "is_manager": True} | options
    with writing(organiser.club.store) as tx:
        return moderation.remove_entrant(
            tx, event.id, player=player, now=organiser.club.now, **asked
        )


def points(organiser: Organiser, event: Event, pairing: Pairing) -> list[int | None]:
    """Return the half-points of a pairing by seat."""
    (seats,) = (
        seats
        for each, seats in organiser.state(event).sections[0].pairings
        if each.id == pairing.id
    )
    return [seat.half_points for seat in seats]


@pytest.mark.check
@pytest.mark.parametrize(
    ("result", "state", "scored"),
    [
        ("first", "scored", [2, 0]),
        ("second", "scored", [0, 2]),
        ("draw", "scored", [1, 1]),
        ("forfeit-first", "forfeit", [0, 2]),
        ("forfeit-second", "forfeit", [2, 0]),
        ("void", "void", [None, None]),
    ],
)
async def test_a_manager_scores_a_running_game(
    organiser: Organiser, result: str, state: str, scored: Sequence[int | None]
) -> None:
    event = organiser.begin(5)
    match, *_ = await organiser.open_matches(event)
    pairing = organiser.pairing_of(event, match)
    after = score(organiser, pairing, result, reason="both agreed\n on it")
    assert (after.state, after.reason, after.scored_by) == (state, "both agreed on it", ADA)
    assert points(organiser, event, pairing) == scored
    assert organiser.get(event).note == "both agreed on it"
    with reading(organiser.club.store) as tx:
        (entry,) = guild_settings.recent_changes(tx, GUILD)
    assert entry.after == f"{result}: both agreed on it"
    assert (await organiser.club.get(match)).status == "running"
    await organiser.end(match, 0)
    assert points(organiser, event, pairing) == scored


@pytest.mark.check
async def test_a_manager_corrects_a_finished_game_and_the_places_follow(
    organiser: Organiser,
) -> None:
    event = organiser.begin(3, games_each=1)
    first, *_ = await organiser.open_matches(event)
    pairing = organiser.pairing_of(event, first)
    await organiser.end(first, 0)
    score(organiser, pairing, "first")
    over = await organiser.play_out(event, higher_id_loses)
    winner = organiser.state(event).sections[0].pairings[0][1][0].player
    rows = await organiser.club.rows(
        "SELECT half_points FROM pairing_seats WHERE pairing = :p ORDER BY seat", p=pairing.id
    )
    assert [row["half_points"] for row in rows] == [2, 0]
    assert over.status == "finished"
    assert organiser.entrant(event, winner).place is not None
    with pytest.raises(EventIsOver):
        score(organiser, pairing, "second")


async def test_only_managers_score_with_a_reason_in_their_own_server(
    organiser: Organiser,
) -> None:
    event = organiser.begin(5)
    pairing, _ = organiser.state(event).sections[0].pairings[0]
    with pytest.raises(NotAManager):
        score(organiser, pairing, "first", is_manager=False)
    with pytest.raises(BadReason):
        score(organiser, pairing, "first", reason="")
    with pytest.raises(BadReason):
        score(organiser, pairing, "first", reason="x" * 201)
    with pytest.raises(NoSuchPairing):
        score(organiser, pairing, "first", guild=GUILD + 1)


@pytest.mark.check
async def test_a_game_that_is_scored_before_it_begins_never_begins(organiser: Organiser) -> None:
    event = organiser.begin(3, games_each=1)
    pairing, _ = organiser.state(event).sections[0].pairings[0]
    score(organiser, pairing, "draw")
    await organiser.play_out(event, higher_id_loses)
    state = organiser.state(event)
    (scored,) = (each for each, _ in state.sections[0].pairings if each.id == pairing.id)
    assert scored.match is None


async def test_games_of_a_player_who_left_early_cannot_be_scored(organiser: Organiser) -> None:
    event = organiser.begin(5)
    organiser.leave(event, FIRST_PLAYER)
    pairing = next(
        pairing
        for pairing, seats in organiser.state(event).sections[0].pairings
        if FIRST_PLAYER in {seat.player for seat in seats}
    )
    with pytest.raises(EntrantStruck):
        score(organiser, pairing, "first")


async def test_a_game_for_two_has_no_places(organiser: Organiser) -> None:
    event = organiser.begin(5)
    pairing, _ = organiser.state(event).sections[0].pairings[0]
    with writing(organiser.club.store) as tx, pytest.raises(NotATable):
        moderation.score_table(
            tx, pairing.id, places=(1, 2), reason="x", by=ADA, is_manager=True, now=1
        )


def test_a_table_is_scored_by_places_that_fit_its_seats(organiser: Organiser) -> None:
    event = organiser.begin(4, format="tables", variant="chinese-checkers-3")
    pairing, _ = organiser.state(event).sections[0].pairings[0]

    def score_places(*places: int) -> None:
        with writing(organiser.club.store) as tx:
            moderation.score_table(
                tx, pairing.id, places=places, reason="seen", by=ADA, is_manager=True, now=1
            )

    for places in ((1, 2), (1, 2, 3, 4), (1, 3, 3), (2, 2, 3), (0, 1, 2)):
        with pytest.raises(BadPlaces):
            score_places(*places)
    score_places(2, 1, 2)
    scored, seats = organiser.state(event).sections[0].pairings[0]
    assert scored.state == "scored"
    assert [(seat.place, seat.half_points) for seat in seats] == [(2, 1), (1, 4), (2, 1)]


async def test_the_organiser_removes_an_entrant_only_before_the_start(
    organiser: Organiser,
) -> None:
    event = organiser.open(by=BRUNO)
    organiser.enter(event, *range(FIRST_PLAYER, FIRST_PLAYER + 4))
    with pytest.raises(NotOrganiser):
        remove(organiser, event, FIRST_PLAYER, by=FIRST_PLAYER, is_manager=False)
    remove(organiser, event, FIRST_PLAYER, by=BRUNO, is_manager=False)
    with pytest.raises(NotEntered):
        remove(organiser, event, FIRST_PLAYER)
    organiser.start(event)
    with pytest.raises(NotAManager):
        remove(organiser, event, FIRST_PLAYER + 1, by=BRUNO, is_manager=False)
    after = remove(organiser, event, FIRST_PLAYER + 1, reason="rude")
    assert after.note == "rude"
    assert organiser.entrant(event, FIRST_PLAYER + 1).left_why == "removed"
    with reading(organiser.club.store) as tx:
        changes = guild_settings.recent_changes(tx, GUILD)
    assert [change.after for change in changes] == ["removed: rude", "removed: rude"]


@pytest.mark.check
async def test_the_view_of_an_event_shows_standings_names_and_champions(
    organiser: Organiser,
) -> None:
    event = organiser.begin(5)
    with reading(organiser.club.store) as tx:
        before = event_view(tx, event.id)
        assert (before.games_left, before.champions) == (10, ())
        assert [each.id for each in events_of_player(tx, FIRST_PLAYER, GUILD)] == [event.id]
    await organiser.play_out(event, higher_id_loses)
    with reading(organiser.club.store) as tx:
        view = event_view(tx, event.id)
        (champion,) = champions_of_guild(tx, GUILD)
        assert [each.id for each in events_of_guild(tx, GUILD)] == [event.id]
        assert events_of_player(tx, FIRST_PLAYER, GUILD) == []
    (section,) = view.sections
    assert (view.games_left, section.ended) == (0, True)
    assert section.entrants[section.rows[0].number] == FIRST_PLAYER
    assert view.champions == champion.players == (FIRST_PLAYER,)
    assert set(view.names) == {entrant.player for entrant in view.entrants}


def test_a_bye_cannot_be_scored(organiser: Organiser) -> None:
    event = organiser.begin(9, format="rounds")
    (free,) = (
        pairing
        for section in organiser.state(event).sections
        for pairing, seats in section.pairings
        if len(seats) == 1
    )
    with pytest.raises(NoSuchPairing):
        score(organiser, free, "first")
    with pytest.raises(NoSuchPairing), writing(organiser.club.store) as tx:
        moderation.score_table(
            tx,
            free.id,
            places=[1],
            reason="seen",
            by=ADA,
            is_manager=True,
            now=organiser.club.now,
        )


@pytest.mark.check
async def test_a_round_of_a_cup_cannot_be_scored_after_the_next_one_has_begun(
    organiser: Organiser,
) -> None:
    event = organiser.begin(4, format="cup")
    for match in await organiser.open_matches(event):
        await organiser.end(match, higher_id_loses(match))
    await organiser.open_matches(event)
    assert organiser.get(event).stage == 2
    (first,), (second,) = (organiser.state(event).of_stage(stage) for stage in (1, 2))
    with pytest.raises(RoundIsOver):
        score(organiser, first.pairings[0][0], "draw")
    assert score(organiser, second.pairings[0][0], "draw").state == "scored"
