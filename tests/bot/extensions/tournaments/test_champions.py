"""Champions: nobody wins an event by others not coming."""

from collections.abc import Sequence

import pytest
from discord import ui

from bot.extensions.tournaments.models import Event, ExitReason
from bot.extensions.tournaments.payloads import EventLine
from bot.extensions.tournaments.service import withdrawals
from bot.extensions.tournaments.service.event_view import (
    champions_of_guild,
    event_view,
    results_of_guild,
)
from bot.extensions.tournaments.views import honours
from bot.extensions.tournaments.views.club_panel import champions_text
from bot.extensions.tournaments.views.event_posts import line_view
from bot.extensions.tournaments.views.hub_post import hub_post
from bot.i18n.translator import translator_for
from bot.service.clock.calendar import DAY
from bot.store.models import Match
from tests.bot.extensions.tournaments.exported_events import export_faults
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.bot.service.club import GUILD, run_job
from tests.transactions import reading, writing

FORMATS: Sequence[dict[str, str | int]] = (
    {"format": "all"},
    {"format": "cup"},
    {"format": "rounds"},
    {"format": "tables", "variant": "chinese-checkers-3"},
)
FOUR = range(FIRST_PLAYER, FIRST_PLAYER + 4)
T = translator_for("en")


def text_of(view: ui.LayoutView) -> str:
    """Return the texts of a message."""
    return "\n".join(
        part.content for part in view.walk_children() if isinstance(part, ui.TextDisplay)
    )


def withdraw(organiser: Organiser, event: Event, player: int, why: ExitReason) -> None:
    """Withdraw an entrant for this reason."""
    with writing(organiser.club.store) as tx:
        withdrawals.withdraw(tx, organiser.get(event), player, why, organiser.club.now)


def begin(organiser: Organiser, options: dict[str, str]) -> Event:
    """Begin an event with as few players as its format allows, at least four."""
    return organiser.begin(9 if options["format"] == "rounds" else 4, **options)


def players_of(organiser: Organiser, event: Event) -> list[int]:
    """Return the players of an event."""
    return sorted(organiser.state(event).seeds)


def places(organiser: Organiser, event: Event) -> list[int | None]:
    """Return the final places of the entrants, by player."""
    return [organiser.entrant(event, each).place for each in players_of(organiser, event)]


async def let_time_pass(organiser: Organiser, event: Event) -> Event:
    """Let the clocks run out, without a move or an answer, until the event is over."""
    for _ in range(60):
        await organiser.open_matches(event)
        if organiser.get(event).status != "running":
            return organiser.get(event)
        organiser.club.now += 4 * DAY
        await organiser.club.sweep(0)
        organiser.run_jobs()
    raise AssertionError("the event does not end")


def shown(organiser: Organiser, event: Event) -> list[str]:
    """Return the texts of the post, of the result, and of the list of champions."""
    with reading(organiser.club.store) as tx:
        view = event_view(tx, event.id)
        assert champions_of_guild(tx, GUILD) == []
        assert all(not honours.honours_of(tx, player, GUILD) for player in FOUR)
        results = results_of_guild(tx, GUILD)
    result = line_view(T, view, EventLine(event.id, "result"))
    return [text_of(hub_post(T, view)), text_of(result), champions_text(T, results)]


@pytest.mark.check
@pytest.mark.parametrize("options", FORMATS, ids=str)
async def test_an_event_in_which_nobody_moves_has_no_champion(
    organiser: Organiser, options: dict[str, str]
) -> None:
    event = begin(organiser, options)
    await let_time_pass(organiser, event)
    assert 1 not in places(organiser, event)
    post, result, champions = shown(organiser, event)
    for text in (post, result):
        assert "Nobody has won" in text or "without a result" in text
        assert "🥇" not in text
    assert "no champion" in champions
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
@pytest.mark.parametrize("why", ["left", "removed", "erased", "silent", "timeouts"])
@pytest.mark.parametrize("options", FORMATS, ids=str)
async def test_an_event_that_all_have_left_ends_without_a_result(
    organiser: Organiser, options: dict[str, str], why: ExitReason
) -> None:
    event = begin(organiser, options)
    for match in await organiser.open_matches(event):
        for _ in match.players:
            await organiser.club.turn(match)
    for player in players_of(organiser, event):
        withdraw(organiser, event, player, why)
    await let_time_pass(organiser, event)
    assert set(places(organiser, event)) == {None}
    assert all("without a result" in text for text in shown(organiser, event)[:2])
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_both_finalists_who_leave_are_behind_those_who_stayed(organiser: Organiser) -> None:
    event = organiser.begin(4, format="cup")
    for match in await organiser.open_matches(event):
        await organiser.end(match, match.players.index(max(match.players)))
    matches = await organiser.open_matches(event)
    finalists = {player for match in matches for player in match.players}
    assert len(finalists) == 2
    for player in finalists:
        organiser.leave(event, player)
    await organiser.play_out(event)
    by_player = dict(zip(FOUR, places(organiser, event), strict=True))
    assert 1 not in by_player.values()
    staying = [by_player.pop(player) or 0 for player in set(FOUR) - finalists]
    assert all((place or 0) > max(staying) for place in by_player.values())
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.parametrize("why", ["left", "removed", "erased"])
@pytest.mark.check
@pytest.mark.parametrize("options", FORMATS, ids=str)
async def test_a_leader_who_leaves_is_behind_all_who_stayed(
    organiser: Organiser, options: dict[str, str], why: ExitReason
) -> None:
    event = begin(organiser, options)

    def loser(match: Match) -> int:
        return match.players.index(max(match.players))

    for _ in range(40):
        matches = await organiser.open_matches(event)
        left = organiser.state(event).left
        if organiser.get(event).status != "running":
            break
        others = [match for match in matches if FIRST_PLAYER not in match.players]
        for match in [each for each in matches if FIRST_PLAYER in each.players] or others:
            if len(match.players) == 2:
                await organiser.end(match, loser(match))
            else:
                await organiser.end_table(match)
        own = [each for each in organiser.running(event) if FIRST_PLAYER in each.players]
        stage = organiser.get(event).stage
        if FIRST_PLAYER not in left and not own and (options["format"] != "cup" or stage == 2):
            withdraw(organiser, event, FIRST_PLAYER, why)
    first, *others_places = places(organiser, event)
    assert first is None or all(place is not None and place < first for place in others_places)
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_a_player_without_a_move_is_never_the_champion(organiser: Organiser) -> None:
    event = organiser.begin(4, games_each=1, at_once=7)
    matches = await organiser.open_matches(event)
    idle = FIRST_PLAYER
    for match in matches:
        if idle in match.players:
            loser = 1 - match.players.index(idle)
            await organiser.end(match, loser, plays=False)
        else:
            await organiser.end(match, 0)
    await organiser.play_out(event)
    standing = places(organiser, event)
    assert standing[0] == 4
    assert min(place or 9 for place in standing) == 1
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
@pytest.mark.parametrize("why", ["silent", "timeouts"])
async def test_who_was_withdrawn_after_timeouts_is_behind_equals_who_stayed(
    organiser: Organiser, why: ExitReason
) -> None:
    event = organiser.begin(4, games_each=1, at_once=7)
    matches = await organiser.open_matches(event)
    late = FIRST_PLAYER
    # `late` beats all but the weakest. The second player beats all others, so both are equal.
    for match in matches:
        pair = set(match.players)
        wins = max(pair) if pair == {late, FIRST_PLAYER + 3} else min(pair)
        await organiser.end(match, 1 - match.players.index(wins))
    withdraw(organiser, event, late, why)
    with writing(organiser.club.store) as tx:
        run_job(tx, "event phases", organiser.club.now)
    assert places(organiser, event)[:2] == [2, 1]
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
@pytest.mark.parametrize("options", FORMATS[:2], ids=str)
async def test_an_event_that_is_only_tried_out_has_a_champion(
    organiser: Organiser, options: dict[str, str]
) -> None:
    event = organiser.begin(4, **options)
    while (matches := await organiser.open_matches(event)) and organiser.running(event):
        for match in matches:
            weaker = match.players.index(max(match.players))
            await organiser.end(match, weaker, plays=False)
    assert places(organiser, event)[0] == 1
    assert export_faults(organiser.club.store, event.id) == []


@pytest.mark.check
async def test_the_last_player_of_an_event_without_a_move_is_no_champion(
    organiser: Organiser,
) -> None:
    event = organiser.begin(4, format="tables", variant="chinese-checkers-3")
    await organiser.open_matches(event)
    for player in FOUR[1:]:
        organiser.leave(event, player)
    await let_time_pass(organiser, event)
    assert 1 not in places(organiser, event)
