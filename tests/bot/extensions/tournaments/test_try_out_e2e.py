"""A cup for eight and a table league for nine in the sandbox, by taps alone."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.extensions.tournaments.service import openings
from bot.process import sandbox
from bot.store import Store, address
from tests import phone
from tests.bot.extensions.tournaments import tapping
from tests.bot.extensions.tournaments.tapping import press, running, shown_event
from tests.e2e import simulator
from tests.e2e.forms import labels, shown, submit
from tests.e2e.table import Shown, Table, alts, ids, text

pytestmark = pytest.mark.check

NOW = 1_800_000_000
People = list[simulator.MemberActor]


@pytest.fixture
async def nine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Table, People]]:
    """Return the started sandbox with its nine people."""
    monkeypatch.setattr(openings, "PAUSE", tapping.PAUSE)
    started: list[simulator.Env] = []
    store = await Store.open(address(tmp_path / "sandbox.sqlite3"))
    world = sandbox.build_world(
        store, clock=lambda: int(started[0].now().timestamp()) if started else NOW
    )
    started.append(world.env)
    await world.env.start()
    people = list(world.members)
    yield Table(world.env, store, world.channel, *people[:4]), people
    assert world.env.errors == []
    await world.env.shutdown()
    await world.client.worker.close()
    await store.close()


def screens(message: Shown) -> float:
    """Return the part of a phone screen that a message fills."""
    raw = [each if isinstance(each, dict) else each.to_dict() for each in message.components]
    return phone.screens([raw], tall=0.8)


async def organise(table: Table, host: simulator.MemberActor, players: str, **form: str) -> Shown:
    """Fill in the two forms, open the sign-up, and return its post."""
    opened = await tapping.from_panel(host, table.channel, "event-new")
    assert labels(opened)[0] == "Name"
    preview = (await submit(host, opened, **form)).response
    if preview is not None and "Open the form" in str(preview.components):
        again = await host.click(preview, label="Open the form")
        assert shown(again)["game"] == ["chinese-checkers"]
        preview = (await submit(host, again)).response
    assert preview is not None
    more = await host.click(preview, custom_id=ids(preview)["event-conditions"])
    preview = (await submit(host, more, players=players)).response
    assert preview is not None
    assert f"- {players} players: " in text(preview)
    assert "the boards will be posted there as well" in text(preview)
    assert screens(preview) < 1
    await host.click(preview, custom_id=ids(preview)["event-open"])
    return table.last


async def resign(table: Table, match: int, person: simulator.MemberActor) -> None:
    """Resign a match by pressing buttons below its newest board in the channel."""
    board = next(
        post
        for post in reversed(table.posts())
        if post.attachments and f"· game {match} ·" in text(post) and "menu" in ids(post)
    )
    menu = await press(person, board, "menu")
    await press(person, await press(person, menu, "resign"), "resigned")


async def play_out(table: Table, people: People) -> int:
    """Let those who come later in the list resign until the event is over.

    Returns the number of matches.
    """
    rank = {person.id: at for at, person in enumerate(people)}
    played = 0
    while shown_event(table).event.status == "running":
        matches = running(table)
        assert matches, "the event has stopped"
        for pairing, seats in matches:
            assert pairing.match is not None
            for at in sorted((rank[seat.player] for seat in seats), reverse=True)[:-1]:
                await resign(table, pairing.match, people[at])
            played += 1
        await tapping.wait_for_matches(table)
    return played


async def test_a_cup_for_eight_is_organised_and_played_to_its_champion(
    nine: tuple[Table, People],
) -> None:
    table, people = nine
    hub = await organise(table, people[0], "8", name="Spring Cup", kind="cup")
    assert screens(hub) < 1
    for number, person in enumerate(people[:8], 1):
        answer = await press(person, hub, "event-join")
        if number < 8:
            assert "You have signed up for **Spring Cup**." in text(answer)
    await tapping.wait_for_matches(table)
    seen = next(post for post in table.posts() if post.id == hub.id)
    assert "event-join" not in ids(seen), "the post has changed as soon as the games began"
    assert "**Quarter-finals**" in text(seen)
    assert "Quarter-finals: " in alts(seen)[0]
    listed = (await people[0].slash(table.channel, "games")).response
    assert text(listed).count("🏆 **Spring Cup") == 1, "the own turn, and the other game"
    assert await play_out(table, people) == 8 + 4 + 2
    result = table.last
    assert "**Spring Cup** is over." in text(result)
    assert "🥇 **Ada**" in text(result)
    assert screens(result) < 1
    card, bracket = alts(result)
    assert card.startswith("Ada wins Spring Cup. 1. Ada, 2. ")
    assert "Final: " in bracket
    page = await press(people[0], result, "event-table")
    assert "Ada wins the cup" in text(page)
    champions = await tapping.from_panel(people[8], table.channel, "club-champions")
    assert f"- **Spring Cup** · <@{people[0].id}>" in text(champions.response)


async def test_a_table_league_for_nine_is_organised_and_played_to_its_end(
    nine: tuple[Table, People],
) -> None:
    table, people = nine
    hub = await organise(table, people[0], "9", name="League", kind="tables-3")
    for person in people:
        await press(person, hub, "event-join")
    await tapping.wait_for_matches(table)
    assert len(running(table)) == 9
    seats = [seat for _, seats in running(table) for seat in seats]
    assert {(seat.player, seat.seat) for seat in seats} == {
        (person.id, seat) for person in people for seat in range(3)
    }
    assert await play_out(table, people) == 9 + 3
    finals = [text(post) for post in table.posts() if "The final of" in text(post)]
    assert len(finals) == 1
    assert any("(League · Final)" in text(post) for post in table.posts())
    result = table.last
    assert "**League** is over." in text(result)
    assert "🥇 **Ada**" in text(result)
    assert screens(result) < 1
    page = await press(people[8], result, "event-table")
    assert "1 **Ada**" in text(page)
