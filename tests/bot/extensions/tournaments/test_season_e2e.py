"""Seasons from end to end: started by command, entered by a button, and stopped."""

import pytest

from tests.bot.extensions.tournaments import tapping
from tests.bot.extensions.tournaments.tapping import press
from tests.e2e.days import wait
from tests.e2e.panels import labels
from tests.e2e.table import Table, ids, options, text

DAY = 86400


@pytest.mark.check
async def test_a_season_is_started_entered_and_stopped(table: Table) -> None:
    host = tapping.manager(table)
    started = await tapping.created_seasons(table, host, period="month", options=["divisions"])
    shown = text(started.response)
    assert "📅 **Halma 8×8** · Halma 8×8 · every month · with divisions · next sign-up <t:" in shown
    again = await tapping.created_seasons(table, host, period="month")
    assert "This server already has seasons of that length for that game" in text(again.response)
    await wait(table, 31 * DAY)
    assert [event.name for event in tapping.events(table)] == ["Halma 8×8 #1"]

    club = await tapping.club_panel(table.ada, table.channel)
    assert "📅 **Halma 8×8**" in text(club)
    listed = (await tapping.from_panel(table.ada, table.channel, "seasons")).response
    assert listed is not None
    assert options(listed) == []
    listed = (await tapping.from_panel(host, table.channel, "seasons")).response
    assert listed is not None
    chosen = await host.select(listed, ["1"], custom_id=ids(listed)["season-stop"])
    assert chosen.response is not None
    assert "Stop the seasons of **Halma 8×8**?" in text(chosen.response)
    stopped = await press(host, chosen.response, "season-stop-now")
    assert text(stopped).strip() == "**Halma 8×8** will have no more seasons."
    none = await tapping.from_panel(table.ada, table.channel, "seasons")
    assert "a championship that repeats, e.g. every month" in text(none.response)


@pytest.mark.check
async def test_the_champion_of_a_season_is_named_in_the_profile(table: Table) -> None:
    host = tapping.manager(table)
    await tapping.created_seasons(table, host, name="League", period="month", options=["divisions"])
    for _ in range(40):
        if tapping.events(table):
            break
        await wait(table, DAY)
    (event,) = tapping.events(table)
    hub = next(post for post in table.posts() if "event-join" in ids(post))
    assert "### 🏆 League #1" in text(hub).replace("\\", "")
    assert "Join only this season" in labels(hub)
    assert "You stay signed up from season to season" in text(hub)
    for person in (table.ada, table.bruno, table.chen):
        await press(person, hub, "event-join")
    await press(host, await tapping.chosen(table, host), "event-start")
    await tapping.wait_for_matches(table)
    await tapping.play_to_the_end(table, event.id)
    profile = await table.dara.slash(table.channel, "me profile", person=table.ada)
    assert "🏆 Champion of League, season 1" in text(profile.response)


@pytest.mark.check
async def test_only_managers_start_seasons(table: Table) -> None:
    host = tapping.manager(table)
    listed = (await tapping.from_panel(host, table.channel, "seasons")).response
    press = table.ada, table.seen(listed), ids(listed)["season-new"]
    [refused] = await table.at_once([press])
    assert text(refused.response).strip() == "Only the managers of this server can do that."
    assert tapping.events(table) == []
