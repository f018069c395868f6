"""Match channels that become unusable or return: edge cases 2 and 15 to 18."""

from typing import Any

import discord
import pytest

from bot.service.clock.calendar import DAY, HOUR
from bot.service.matchmaking.start_match import start_match
from bot.service.players.players import record_seen
from bot.store.guilds import removed_guild_rows
from tests.e2e import simulator
from tests.e2e.days import wait
from tests.e2e.settings import SERVER, change_settings
from tests.e2e.simulator import Overwrite
from tests.e2e.table import Table, ids, text
from tests.transactions import reading, writing

pytestmark = pytest.mark.check


def may(table: Table, person: int | None = None, **permissions: bool) -> None:
    """Grant or revoke permissions in the channel, for everyone or for one user."""
    allowed, denied = discord.PermissionOverwrite(**permissions).pair()
    guild = table.channel.guild.id
    table.env.backend.set_overwrite(
        table.channel.id,
        Overwrite(person or guild, 1 if person else 0, allowed.value, denied.value),
    )


def me(table: Table) -> int:
    """Return the bot's user id."""
    return int(table.env.backend.bot_user.id)


async def host(table: Table) -> simulator.MemberActor:
    """Return a member with the Manage Server permission."""
    role = table.channel.guild.create_role(
        "host", permissions=discord.Permissions(manage_guild=True)
    )
    return table.channel.guild.add_member(table.env.create_user("host"), roles=[role])


def whispers(person: simulator.MemberActor) -> str:
    """Return all direct messages of the bot to a member."""
    return "\n".join(text(message) for message in person.user.dm_channel.history())


async def test_each_match_is_played_in_a_thread_under_its_challenge(
    table: Table,
) -> None:
    interaction = await change_settings(table, await host(table), SERVER, threads="on")
    assert "A thread for each game: **on**" in text(interaction.response)
    challenge = await table.challenge(table.ada, table.bruno)
    await table.bruno.click(challenge, custom_id=ids(challenge)["accept"])
    [thread] = table.channel.threads
    assert thread.id == challenge.id
    assert thread.name == "Ada – Bruno · Halma 8×8 #1"
    assert (await table.match(1)).thread == thread.id
    [board] = [post for post in thread.history() if post.attachments]
    await table.ada.send(thread, "II,3-III,3", reply_to=board)
    assert (await table.match(1)).ply == 1
    await table.bruno.slash(thread, "move", move="VII,6-VI,6")
    assert (await table.match(1)).ply == 2
    assert [post for post in table.posts() if post.attachments] == []

    # Edge case 15: an archived and locked thread is reopened.
    table.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=50083)
    await table.ada.slash(thread, "move", move="I,3-II,3")
    assert [post.attachments[0].filename for post in thread.history() if post.attachments][-1] == (
        "halma-1-3.png"
    )
    assert ("PATCH", f"/channels/{thread.id}") in [
        (sent.method, sent.path) for sent in table.env.http_requests
    ]
    # If the thread is deleted, the match returns to the channel.
    table.env.backend.delete_channel(thread.id)
    await table.env.settle()
    assert table.board.attachments[0].filename == "halma-1-3.png"
    assert (await table.match(1)).place == table.channel.id


async def test_an_uncached_thread_gets_its_board_when_it_is_unlocked(
    table: Table,
) -> None:
    """discord.py uncaches archived threads and sends only raw events for them."""
    await change_settings(table, await host(table), SERVER, threads="on")
    challenge = await table.challenge(table.ada, table.bruno)
    await table.bruno.click(challenge, custom_id=ids(challenge)["accept"])
    [thread] = table.channel.threads
    refused = {"status": 400, "code": 50083}
    table.env.inject_error("POST", f"/channels/{thread.id}/messages", times=1, **refused)
    table.env.inject_error("PATCH", f"/channels/{thread.id}", times=1, status=403, code=50013)
    await table.ada.slash(thread, "move", move="II,3-III,3")
    assert (await table.match(1)).ply == 1
    guild = table.client.get_guild(table.channel.guild.id)
    assert guild is not None
    guild._remove_thread(discord.Object(thread.id))  # as after a restart
    payload = {
        "id": str(thread.id), "guild_id": str(guild.id), "parent_id": str(table.channel.id),
        "type": 11, "name": "game", "owner_id": str(me(table)), "message_count": 1,
        "member_count": 1, "last_message_id": None, "rate_limit_per_user": 0, "flags": 0,
        "thread_metadata": {"archived": True, "locked": True, "auto_archive_duration": 10080,
                            "archive_timestamp": "2026-11-20T00:00:00+00:00"},
    }  # fmt: skip
    table.env.backend.emit("THREAD_UPDATE", payload)
    await table.env.settle()
    files = [post.attachments[0].filename for post in thread.history() if post.attachments]
    assert files == ["halma-1-0.png"], "it is locked still"
    payload["thread_metadata"] = {**payload["thread_metadata"], "locked": False}
    table.env.backend.emit("THREAD_UPDATE", payload)
    await table.env.settle()
    files = [post.attachments[0].filename for post in thread.history() if post.attachments]
    assert files == ["halma-1-0.png", "halma-1-1.png"]


async def test_only_managers_learn_which_permission_for_threads_is_missing(
    table: Table,
) -> None:
    owner = await host(table)
    may(table, me(table), create_public_threads=False)
    interaction = await change_settings(table, owner, SERVER, threads="on")
    assert "I am missing **Create Public Threads**" in text(interaction.response)
    challenge = await table.challenge(table.ada, table.bruno)
    interaction = await table.bruno.click(challenge, custom_id=ids(challenge)["accept"])
    assert "I am missing" not in text(interaction.response)
    assert table.channel.threads == []
    assert table.board.attachments[0].filename == "halma-1-0.png"


async def test_edge_16_a_lost_permission_is_reported_and_the_board_follows_once_it_is_back(
    table: Table,
) -> None:
    await table.begin(table.ada, table.bruno)
    may(table, me(table), send_messages=False)
    interaction = await table.ada.slash(table.channel, "move", move="II,3-III,3")
    assert "I am missing **Send Messages**" in text(interaction.response)
    content = whispers(table.bruno)
    assert f"<@{table.bruno.id}>, it is your turn, but I cannot post" in content
    assert f"<#{table.channel.id}>" in content
    assert "I can no longer post the board of your game" in whispers(table.ada)
    await wait(table, 2 * DAY)
    assert (await table.match(1)).status == "running"
    may(table, me(table), send_messages=True)
    await table.env.settle()
    assert table.board.attachments[0].filename == "halma-1-1.png"
    match, now = await table.match(1), int(table.env.now().timestamp())
    assert match.deadline is not None
    assert match.deadline - now == 6 * DAY
    assert f"Deadline: <t:{match.deadline}:f>" in text(table.board)


async def test_edge_16_a_move_by_command_takes_a_game_out_of_a_deleted_channel(
    table: Table,
) -> None:
    other = table.channel.guild.create_text_channel("elsewhere")
    await table.begin(table.ada, table.bruno)
    table.env.backend.delete_channel(table.channel.id)
    await table.env.settle()
    assert "it is your turn, but I cannot post" in whispers(table.ada)
    await table.ada.slash(other, "move", move="II,3-III,3")
    assert other.last_message is not None
    assert other.last_message.attachments[0].filename == "halma-1-1.png"
    assert (await table.match(1)).channel == other.id
    assert "it is your turn" not in whispers(table.bruno)


async def test_edges_17_and_18_a_server_that_is_left_and_found_again(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    backend, guild = table.env.backend, table.channel.guild.id
    backend.emit("GUILD_DELETE", {"id": str(guild), "unavailable": True})
    await table.env.settle()
    assert await removals(table) == 0  # an outage is not a removal
    kept = backend.guilds.pop(guild)
    backend.emit("GUILD_DELETE", {"id": str(guild)})
    await table.env.settle()
    assert await removals(table) == 1
    await table.env.advance_time(20 * HOUR)
    backend.guilds[guild] = kept
    await table.restart()
    assert await removals(table) == 0
    small, newest = table.posts()[-2:]
    assert (small.attachments, newest.attachments[0].filename) == ([], "halma-1-0.png")
    assert str(newest.id) in text(small), "the way to the next board"
    match, now = await table.match(1), int(table.env.now().timestamp())
    assert match.deadline is not None
    assert match.deadline - now > 6 * DAY - HOUR


async def removals(table: Table) -> int:
    with reading(table.store) as tx:
        return len(removed_guild_rows.removed(tx))


async def test_a_guild_that_removed_the_bot_during_downtime_is_noticed_at_startup(
    table: Table,
) -> None:
    now = table.client.clock()
    with writing(table.store) as tx:
        from engine import variant

        record_seen(tx, table.ada.id, "Ada", now=now)
        record_seen(tx, table.bruno.id, "Bruno", now=now)
        people = (table.ada.id, table.bruno.id)
        start_match(tx, variant("halma-8"), players=people, guild=12345, channel=6, now=now)
    await table.restart()
    assert await removals(table) == 1
    assert (
        "I have been removed from your game's server (your games in progress there: 1)"
        in whispers(table.ada)
    )


async def test_a_player_who_left_the_guild_is_not_mentioned_but_reported(
    table: Table,
) -> None:
    await table.begin(table.ada, table.bruno)
    table.channel.guild.remove_member(table.ada)
    await wait(table, 3 * DAY + HOUR)
    assert f"<@{table.ada.id}> is no longer in this server" in text(table.last)
    assert table.last.content == ""
    sent = [each.json for each in table.env.http_requests if each.method == "POST"]
    assert [table.bruno.id] in [
        (body or {}).get("allowed_mentions", {}).get("users") for body in sent
    ]
    content = whispers(table.ada)
    assert "You have left this game's server" in content
    await table.ada.send_dm("II,3-III,3")
    assert (await table.match(1)).ply == 1


async def test_edge_2_nobody_plays_against_one_who_has_left_the_server(table: Table) -> None:
    post = await table.challenge(table.ada)
    game = await table.begin(table.chen, table.ada)
    asked = await table.chen.slash(table.channel, "game abort", game=str(game))
    assert asked.response is not None
    interaction = await table.chen.click(asked.response, custom_id=ids(asked.response)["abort"])
    assert "aborted" in text(interaction.response)
    over = table.board
    table.channel.guild.remove_member(table.ada)
    interaction = await table.bruno.click(post, custom_id=ids(post)["accept"])
    assert f"<@{table.ada.id}> is no longer in this server" in text(interaction.response)
    interaction = await table.chen.click(over, custom_id=ids(over)["rematch"])
    assert f"<@{table.ada.id}> is no longer in this server" in text(interaction.response)
    interaction = await table.bruno.slash(table.channel, "challenge", opponent=table.ada.user)
    assert "cannot see this channel" in text(interaction.response)


async def test_no_match_is_started_in_a_guild_where_only_a_member_installed_the_bot(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.begin(table.ada, table.bruno)
    whole = simulator.interactions.base_payload

    def borrowed(*args: Any, **facts: Any) -> Any:
        record, payload = whole(*args, **facts)
        return record, {**payload, "authorizing_integration_owners": {"1": str(facts["user_id"])}}

    monkeypatch.setattr(simulator.interactions, "base_payload", borrowed)
    posts = len(table.posts())
    interaction = await table.ada.slash(table.channel, "challenge", opponent=table.chen)
    assert "I am not in this server" in text(interaction.response)
    assert len(table.posts()) == posts
    await table.ada.slash(table.channel, "move", move="II,3-III,3")
    assert (await table.match(game)).ply == 1, "a game that there is can be played from everywhere"
