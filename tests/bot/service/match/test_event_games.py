"""Calls that inform extensions about the matches of their events."""

from collections.abc import Iterator

import pytest

from bot.extension_points import Extension
from bot.service.actions import resignations
from bot.service.clock.calendar import DAY
from bot.service.guilds import guild_settings
from bot.service.match import lifecycle
from bot.service.notifications import departed_members
from bot.service.players import blocklist, player_settings
from bot.service.privacy import erasure
from bot.service.privacy.data_export import export_player_data
from bot.setting_definition import Setting
from bot.store.match import match_saver
from bot.store.models.payloads import ThreadOpening
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, DAVID, GUILD, Club
from tests.bot.service.event_matches import CUP, Heard, event_match, installed, listening
from tests.transactions import reading, writing


@pytest.fixture
def heard() -> Iterator[Heard]:
    with listening() as calls:
        yield calls


async def test_the_label_of_the_event_is_stored(club: Club) -> None:
    assert (await club.get(await event_match(club))).event == CUP
    assert (await club.get(await club.match())).event is None


async def test_the_end_of_a_match_is_announced_before_it_is_saved(club: Club, heard: Heard) -> None:
    match = await event_match(club)
    for _ in range(12):
        await club.turn(match)
    club.now += 60
    after = await club.act("resign", match, ADA)
    assert after.outcome is not None
    assert after.outcome.ranking == ((1,), (0,))
    assert heard.finished == [(after, club.now, None)]
    assert len(await club.rows("SELECT * FROM rated_games WHERE event = 1")) == 1


@pytest.mark.check
async def test_an_agreed_draw_is_announced(club: Club, heard: Heard) -> None:
    match = await event_match(club)
    for _ in range(30):
        await club.turn(match)
    await club.act("offer_draw", match, ADA)
    after = await club.act("accept_draw", match, BRUNO)
    assert heard.finished == [(after, club.now, None)]


async def test_ordinary_matches_are_not_announced(club: Club, heard: Heard) -> None:
    match = await club.match(rated=True)
    await club.act("resign", match, ADA)
    table = await club.seated("halma-4", ADA, BRUNO, CLARA, DAVID)
    await club.act("resign", table, BRUNO)
    assert heard == Heard()
    assert await club.rows("SELECT * FROM rated_games WHERE event = 1") == []


@pytest.mark.parametrize("moves", [0, 1])
async def test_the_seat_that_never_moved_is_named(club: Club, heard: Heard, moves: int) -> None:
    match = await club.strict(await event_match(club))
    for _ in range(moves):
        await club.turn(match)
    (over,) = await club.sweep(30 * DAY)
    assert over.status == "aborted"
    assert heard.finished == [(over, club.now, moves)]


async def test_a_match_that_is_aborted_by_a_moderator_names_no_seat(
    club: Club, heard: Heard
) -> None:
    match = await event_match(club)
    with writing(club.store) as tx:
        guild_settings.abort_match(tx, GUILD, match.id, by=CLARA, now=club.now)
    ((over, _, no_show),) = heard.finished
    assert (over.status, no_show) == ("aborted", None)


async def test_players_who_leave_a_match_that_goes_on_are_announced(
    club: Club, heard: Heard
) -> None:
    match = await event_match(club, ADA, BRUNO, CLARA, DAVID, variant="halma-4")
    for _ in range(5):
        await club.turn(match)
    after = await club.act("resign", match, CLARA)
    assert after.status == "running"
    assert heard.left == [(after, (2,), "resigned", club.now)]
    stored = await club.get(match)
    with writing(club.store) as tx:
        over = resignations.remove_players(tx, stored, [0, 3], why="time", now=club.now)
        match_saver.save(tx, stored, over)
    assert [call[0] for call in heard.finished] == [over]
    assert len(heard.left) == 1


@pytest.mark.check
async def test_an_erasure_is_announced_before_the_player_leaves_their_matches(
    club: Club, heard: Heard
) -> None:
    match = await event_match(club)
    for _ in range(4):
        await club.turn(match)
    table = await event_match(club, ADA, BRUNO, CLARA, DAVID, variant="halma-4")
    for _ in range(5):
        await club.turn(table)
    with writing(club.store) as tx:
        erasure.erase(tx, BRUNO, now=club.now)
    assert heard.erased == [(BRUNO, 2), (BRUNO, 1), (BRUNO, 0)]
    assert [(over.id, no_show) for over, _, no_show in heard.finished] == [(match.id, None)]
    assert [(left.id, seats, why) for left, seats, why, _ in heard.left] == [
        (table.id, (1,), "erased")
    ]


@pytest.mark.check
@pytest.mark.parametrize(
    "spoiling", ["UPDATE rated_games SET event = 0", "UPDATE matches SET event = NULL"]
)
async def test_a_rated_game_that_disagrees_with_its_match_is_found(
    club: Club, spoiling: str
) -> None:
    match = await event_match(club)
    for _ in range(12):
        await club.turn(match)
    await club.act("resign", match, ADA)
    assert await club.faults() == []
    await club.spoil(spoiling)
    faults = await club.faults()
    assert f"Match {match.id}: only it or its rated game belongs to an event." in faults


async def test_the_data_export_names_the_event(club: Club) -> None:
    await event_match(club)
    with reading(club.store) as tx:
        (game,) = export_player_data(tx, ADA, now=club.now)["games"]
    assert game["event"] == CUP


@pytest.mark.parametrize("in_thread", [True, False])
async def test_the_thread_of_a_match_may_be_opened_despite_the_setting(
    club: Club, in_thread: bool
) -> None:
    with writing(club.store) as tx:
        guild_settings.change_setting(tx, GUILD, "threads", "off", by=ADA, now=club.now)
    match = await event_match(club, under=777, in_thread=in_thread)
    (row,) = await club.deliver()
    assert row.channel == CHANNEL
    assert isinstance(row.payload, ThreadOpening) == in_thread
    with writing(club.store) as tx:
        assert lifecycle.load(tx, match.id).status == "running"


async def test_without_a_message_there_is_no_thread(club: Club) -> None:
    await event_match(club, in_thread=True)
    (row,) = await club.deliver()
    assert not isinstance(row.payload, ThreadOpening)


async def test_every_end_and_blocks_and_departures_are_announced(club: Club) -> None:
    calls: list[tuple[object, ...]] = []
    fake = Extension(
        on_any_match_finished=lambda tx, match, now: calls.append(("end", match.id, match.status)),
        on_blocked=lambda tx, player, other, now: calls.append(("block", player, other)),
        on_member_left=lambda tx, guild, player, now: calls.append(("left", guild, player)),
    )
    with installed(fake):
        ordinary, event = await club.match(), await event_match(club)
        await club.act("abort", ordinary, ADA)
        await club.act("resign", event, ADA)
        with writing(club.store) as tx:
            blocklist.block(tx, ADA, BRUNO, now=club.now)
            departed_members.mark_left(tx, GUILD, CLARA, now=club.now)
    assert calls == [
        ("end", ordinary.id, "aborted"),
        ("end", event.id, "finished"),
        ("block", ADA, BRUNO),
        ("left", GUILD, CLARA),
    ]


async def test_a_setting_of_an_extension_is_changed_by_its_function(club: Club) -> None:
    calls: list[tuple[int, str]] = []
    row = Setting(
        name="bets",
        title="Bets",
        page="boards",
        default="off",
        change=lambda tx, player, value, *, now: calls.append((player, value)),
    )
    with installed(Extension(player_settings=(row,))), writing(club.store) as tx:
        player_settings.change_settings(tx, ADA, {"bets": "on"}, now=club.now)
        player_settings.change_settings(tx, ADA, {"theme": "dark"}, now=club.now)
    assert calls == [(ADA, "on")]
