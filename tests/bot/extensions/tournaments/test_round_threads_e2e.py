"""Rounds of a cup: one post that lists the pairs, and a thread for each game."""

from dataclasses import replace

import discord
import pytest

from bot.extensions.tournaments.messages import thread_game
from bot.extensions.tournaments.payloads import ThreadGame
from bot.extensions.tournaments.service import openings
from bot.store.models.outbox import OutboxRow
from tests.bot.extensions.tournaments import tapping
from tests.e2e import simulator
from tests.e2e.simulator import Overwrite
from tests.e2e.table import Table, alts, text

pytestmark = pytest.mark.check


@pytest.fixture
def host(table: Table, monkeypatch: pytest.MonkeyPatch) -> simulator.MemberActor:
    """Return a member with the Manage Server permission."""
    monkeypatch.setattr(openings, "PAUSE", tapping.PAUSE)
    return tapping.manager(table)


async def begun(table: Table, host: simulator.MemberActor) -> discord.Message:
    """Begin a cup of four, and return its post."""
    people = [table.ada, table.bruno, table.chen, table.dara]
    return await tapping.started(table, host, people, name="Autumn Cup", kind="cup")


async def test_a_round_is_one_post_with_links_to_its_threads(
    table: Table, host: simulator.MemberActor
) -> None:
    hub = await begun(table, host)
    posts = table.channel.history()
    before, post = posts[-2:]
    assert before.id == hub.id
    assert alts(before)[0].startswith("Autumn Cup. Semi-finals: ")
    first = text(post)
    assert "🏆 **Autumn Cup** begins with 4 players.\n**Semi-finals**\n- " in first
    threads = table.channel.threads
    assert len(threads) == len(tapping.running(table)) == 4
    for pairing, _ in tapping.running(table):
        thread = tapping.thread_of(table, await table.match(pairing.match or 0))
        link = f"https://discord.com/channels/{table.channel.guild.id}/{thread.id}"
        assert f"[#{pairing.match}]({link})" in first
        assert thread.name.endswith(" · Autumn Cup · Semi-final")
    assert await tapping.play_to_the_end(table) == 6
    finals = [text(post) for post in table.posts() if "**Final**\n- " in text(post)]
    assert len(finals) == 1
    assert "begins with" not in finals[0]


async def test_an_announcement_that_cannot_be_deleted_stays(
    table: Table, host: simulator.MemberActor
) -> None:
    path = f"/channels/{table.channel.id}/messages"
    table.env.inject_error("GET", path, status=403, code=50013)
    await begun(table, host)
    assert len(table.channel.threads) == len(tapping.running(table)) == 4
    kinds = [post.type for post in table.channel.history()]
    assert kinds.count(discord.MessageType.thread_created) == 1


async def test_without_threads_the_boards_are_in_the_channel(
    table: Table, host: simulator.MemberActor
) -> None:
    bot = table.env.backend.bot_user.id
    denied = discord.Permissions(create_public_threads=True).value
    table.env.backend.set_overwrite(table.channel.id, Overwrite(bot, 1, 0, denied))
    await table.env.settle()
    await begun(table, host)
    assert table.channel.threads == []
    assert sum("your turn!" in text(post) for post in table.posts()) == 4
    assert " · #1 · #2\n" in text(table.last)


async def test_a_retry_finds_the_thread_of_an_earlier_attempt(
    table: Table, host: simulator.MemberActor
) -> None:
    await begun(table, host)
    pairing, _ = tapping.running(table)[0]
    match = await table.match(pairing.match or 0)
    now = int(table.env.now().timestamp())
    game = ThreadGame(1, pairing.id)
    row = OutboxRow(
        9001,
        "event-thread-game",
        table.channel.id,
        None,
        None,
        None,
        None,
        game,
        now,
        now,
        0,
        outdated=False,
    )
    again = replace(row, tried_at=now)
    made = await thread_game.open_thread(table.client, row, game)
    assert made not in (None, match.thread)
    assert await thread_game.open_thread(table.client, again, game) == made
    assert len(table.channel.threads) == 5
