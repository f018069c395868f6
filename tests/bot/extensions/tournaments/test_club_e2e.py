"""Tournaments from end to end: organised and played by pressing buttons."""

import pytest

from bot.extensions.tournaments.service import openings
from tests.bot.extensions.tournaments import tapping
from tests.bot.extensions.tournaments.tapping import press
from tests.e2e import simulator
from tests.e2e.table import Table, alts, ids, text

pytestmark = pytest.mark.check


@pytest.fixture(autouse=True)
def slow_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let batches of matches begin a minute apart, so that the bot can settle."""
    monkeypatch.setattr(openings, "PAUSE", tapping.PAUSE)


def dms(person: simulator.MemberActor) -> str:
    """Return all direct messages to a person."""
    return "\n".join(text(message) for message in person.user.dm_channel.history())


async def test_four_players_finish_an_all_play_all_event(table: Table) -> None:
    host = tapping.manager(table)
    people = [table.ada, table.bruno, table.chen, table.dara]
    hub = await tapping.started(table, host, people)
    begun = [text(post) for post in table.posts()]
    assert any("Spring Cup** begins with 4 players" in post for post in begun)
    assert len(table.channel.threads) == 6
    assert "**Spring Cup** is starting, and you are in." in dms(table.ada)
    assert await tapping.play_to_the_end(table) == 12
    result = text(table.last)
    assert "**Spring Cup** is over." in result
    assert result.index("🥇 **Ada**") < result.index("🥈 **Bruno**") < result.index("🥉 **Chen**")
    card, standings = alts(table.last)
    assert card.startswith("Ada wins Spring Cup. ")
    assert "1 Ada: " in standings
    assert "Your place: 4" in dms(table.dara)
    assert "share a place" not in result + dms(table.dara)
    await table.env.advance_time(3700)
    after = table.env.backend.get_message(table.channel.id, hub.id)
    assert after is not None
    champions = await tapping.from_panel(table.dara, table.channel, "club-champions")
    assert f"- **Spring Cup** · <@{table.ada.id}>" in text(champions.response)


async def test_four_players_finish_a_cup(table: Table) -> None:
    host = tapping.manager(table)
    people = [table.ada, table.bruno, table.chen, table.dara]
    await tapping.started(table, host, people, name="Autumn Cup", kind="cup")
    page = await press(table.bruno, await tapping.chosen(table, table.bruno), "event-table")
    assert "**Semi-finals**" in text(page)
    assert await tapping.play_to_the_end(table) == 6
    result = text(table.last)
    assert "**Autumn Cup** is over." in result
    assert "Players who lost in the same round share a place." in result
    assert "Your place: 3 (shared)" in dms(table.chen)
    assert "Your place: 3 (shared)" in dms(table.dara)
    assert "Your place: 2" in dms(table.bruno)
    assert "🥇 **Ada**" in result
    assert "Final: " in alts(table.last)[1]
    over = text(await press(table.bruno, table.last, "event-table"))
    assert "Ada 2 : Bruno 0 · Ada wins the cup" in over or (
        "Bruno 0 : Ada 2 · Ada wins the cup" in over
    )
    assert over.count("advances") == 2, "the winners of the semi-finals"


async def test_four_players_finish_tables_of_three(table: Table) -> None:
    host = tapping.manager(table)
    people = [table.ada, table.bruno, table.chen, table.dara]
    await tapping.started(table, host, people, kind="tables-3", game=["chinese-checkers"])
    line = next(post for post in table.posts() if "event-table" in ids(post))
    page = await press(table.bruno, line, "event-table")
    assert "**Bruno** · points: 0 · 0 games" in text(page)
    assert text(page).count("- ") >= 3, "Bruno's own games"
    assert len(tapping.running(table)) == 4


async def test_the_table_button_shows_standings_to_anyone(table: Table) -> None:
    host = tapping.manager(table)
    people = [table.ada, table.bruno, table.chen]
    hub = await tapping.started(table, host, people)
    line = next(post for post in table.posts() if "event-table" in ids(post))
    page = await press(table.dara, line, "event-table")
    assert page.ephemeral
    assert "1= **Ada** · points: 0 · 0 games" in text(page)
    assert "Your games" not in text(page)
    own = await press(table.ada, line, "event-table")
    assert "**Your games**" in text(own)
    assert "1= Ada: " in alts(own)[0]
    assert "event-join" in ids(hub)


async def test_joining_leaving_and_joining_again(table: Table) -> None:
    host = tapping.manager(table)
    hub = await tapping.opened(table, host)
    joined = await press(table.ada, hub, "event-join")
    assert "You have signed up for **Spring Cup**." in text(joined)
    assert "Players so far: Ada" in text(joined)
    again = await press(table.ada, hub, "event-join")
    assert text(again).strip() == "You have already signed up."
    left = await press(table.ada, await tapping.chosen(table, table.ada), "event-leave")
    assert "You have left **Spring Cup**." in text(left)
    gone = await press(table.ada, hub, "event-leave")
    assert text(gone).strip() == "You have not signed up for that tournament."
    await press(table.ada, hub, "event-join")
    assert [each.player for each in tapping.shown_event(table).entrants] == [table.ada.id]


async def test_leaving_a_running_tournament_is_confirmed_first(table: Table) -> None:
    host = tapping.manager(table)
    people = [table.ada, table.bruno, table.chen, table.dara]
    await tapping.started(table, host, people)
    asked = await press(table.dara, await tapping.chosen(table, table.dara), "event-leave")
    assert "Leave **Spring Cup**?" in text(asked)
    assert all(each.left_at is None for each in tapping.shown_event(table).entrants)
    left = await press(table.dara, asked, "event-leave-now")
    assert "You have left **Spring Cup**." in text(left)
    gone = [each.player for each in tapping.shown_event(table).entrants if each.left_at]
    assert gone == [table.dara.id]
    assert "event-leave" not in ids(await tapping.chosen(table, table.dara))


async def test_the_panel_lists_tournaments_and_says_who_is_in(table: Table) -> None:
    games = (await table.ada.slash(table.channel, "games")).response
    assert games is not None
    empty = await press(table.ada, games, "club")
    assert "There is no tournament here yet." in text(empty)
    host = tapping.manager(table)
    hub = await tapping.opened(table, host)
    await press(table.ada, hub, "event-join")
    panel = text(await tapping.club_panel(table.ada, table.channel))
    assert "**Spring Cup**" in panel
    assert "sign-up is open · ✅ you are in" in panel
    assert "you are in" not in text(await tapping.club_panel(table.bruno, table.channel))
    card = await tapping.chosen(table, table.bruno)
    assert "event-start" not in ids(card)
    assert "event-join" in ids(card)
