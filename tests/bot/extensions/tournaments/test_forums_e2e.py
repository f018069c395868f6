"""Tournaments whose games are posts in a forum."""

from dataclasses import replace

import discord
import pytest

from bot.extensions.tournaments.messages import forum_game
from bot.extensions.tournaments.payloads import ForumGame
from bot.extensions.tournaments.service import openings
from bot.store.models.outbox import OutboxRow
from tests.bot.extensions.tournaments import tapping
from tests.bot.extensions.tournaments.tapping import chosen, created, events, press
from tests.e2e import simulator
from tests.e2e.simulator import Overwrite
from tests.e2e.table import Table, ids, text


@pytest.fixture
def host(table: Table, monkeypatch: pytest.MonkeyPatch) -> simulator.MemberActor:
    """Return a member with the Manage Server permission."""
    monkeypatch.setattr(openings, "PAUSE", tapping.PAUSE)
    return tapping.manager(table)


@pytest.fixture
async def forum(table: Table) -> simulator.ChannelHandle:
    """Return a forum of the server, without tags."""
    made = table.channel.guild.create_forum_channel("games")
    await table.env.settle()
    return made


async def add_tags(table: Table, forum: simulator.ChannelHandle, *names: str) -> list[int]:
    """Give the forum these tags, and return their ids."""
    tags = [
        {"id": str(7000 + at), "name": name, "emoji_id": None, "emoji_name": None}
        for at, name in enumerate(names)
    ]
    table.env.backend.edit_channel(forum.id, {"available_tags": tags})
    await table.env.settle()
    return [int(tag["id"]) for tag in tags]


def tags_of(table: Table, thread: int) -> list[int]:
    """Return the tags of a post."""
    return table.env.backend.get_channel(thread).applied_tags


def starters(table: Table, forum: simulator.ChannelHandle) -> list[str]:
    """Return the texts of the first messages of all posts in the forum."""
    return [text(thread.history()[0]) for thread in forum.threads]


async def choose(
    person: simulator.MemberActor,
    shown: simulator.ResponseMessage,
    *forums: simulator.ChannelHandle,
) -> simulator.ResponseMessage:
    """Choose a forum, or none, and return the answer."""
    done = await person.select(shown, forums, custom_id=ids(shown)["event-forum"])
    assert done.response is not None
    return done.response


async def in_forum(
    table: Table, host: simulator.MemberActor, forum: simulator.ChannelHandle
) -> discord.Message:
    """Begin a tournament of Ada, Bruno and Chen in a forum, and return its post."""
    preview = (await created(table, host, options=[])).response
    assert preview is not None
    preview = await choose(host, preview, forum)
    await press(host, preview, "event-open")
    hub = table.last
    for person in (table.ada, table.bruno, table.chen):
        await press(person, hub, "event-join")
    await press(host, await chosen(table, host), "event-start")
    await tapping.wait_for_matches(table)
    return hub


@pytest.mark.check
async def test_each_game_is_a_post_with_the_tags_that_the_forum_has(
    table: Table, host: simulator.MemberActor, forum: simulator.ChannelHandle
) -> None:
    running, finished, other = await add_tags(table, forum, "Running", "finished", "Chess")
    hub = await in_forum(table, host, forum)
    assert f"Each game is a post in <#{forum.id}>." in text(hub)
    games = tapping.running(table)
    assert len(games) == len(forum.threads) >= 3
    assert table.channel.threads == []
    first = await table.match(games[0][0].match or 0)
    assert first.thread in [thread.id for thread in forum.threads]
    assert {tuple(tags_of(table, thread.id)) for thread in forum.threads} == {(running,)}
    assert all(" · Spring Cup" in starter for starter in starters(table, forum))
    board = tapping.thread_of(table, first).history()[-1]
    assert board.attachments
    table.env.backend.edit_channel(first.thread, {"applied_tags": [running, other]})
    await tapping.resign(table, first.id, tapping.by_id(table)[first.players[0]])
    assert tags_of(table, first.thread or 0) == [other, finished]


@pytest.mark.check
async def test_a_forum_can_be_chosen_and_given_up_in_the_card_of_the_tournament(
    table: Table, host: simulator.MemberActor, forum: simulator.ChannelHandle
) -> None:
    await tapping.opened(table, host)
    card = await choose(host, await chosen(table, host), forum)
    assert f"Each game is a post in <#{forum.id}>." in text(card)
    assert [event.forum for event in events(table)] == [forum.id]
    card = await choose(host, card)
    assert [event.forum for event in events(table)] == [None]
    assert "event-forum" not in ids(await chosen(table, table.ada))


@pytest.mark.check
async def test_a_server_without_forums_is_not_asked_for_one(
    table: Table, host: simulator.MemberActor
) -> None:
    preview = (await created(table, host, options=[])).response
    assert preview is not None
    assert "event-forum" not in ids(preview)


@pytest.mark.check
@pytest.mark.parametrize("whose", ["bot", "host"])
async def test_a_forum_without_a_permission_is_refused_with_its_name(
    table: Table, host: simulator.MemberActor, forum: simulator.ChannelHandle, whose: str
) -> None:
    preview = (await created(table, host, options=[])).response
    assert preview is not None
    person = table.env.backend.bot_user.id if whose == "bot" else host.id
    denied = discord.Permissions(send_messages=True).value
    table.env.backend.set_overwrite(forum.id, Overwrite(person, 1, 0, denied))
    await table.env.settle()
    refused = text(await choose(host, preview, forum))
    if whose == "bot":
        assert f"I cannot create posts in <#{forum.id}>" in refused
        assert "missing **Create Posts**" in refused
    else:
        assert f"You may not create posts in <#{forum.id}>." in refused
    assert [event.forum for event in events(table)] == [None]


@pytest.mark.check
async def test_the_games_of_a_deleted_forum_continue_in_the_channel(
    table: Table, host: simulator.MemberActor, forum: simulator.ChannelHandle
) -> None:
    await in_forum(table, host, forum)
    games = tapping.running(table)
    table.env.backend.delete_channel(forum.id)
    await table.env.settle()
    assert [event.forum for event in events(table)] == [None]
    boards = [post for post in table.posts() if "your turn!" in text(post)]
    assert len(boards) == len(games)
    match = await table.match(games[0][0].match or 0)
    assert (match.channel, match.thread) == (table.channel.id, None)


@pytest.mark.check
async def test_a_forum_that_is_found_deleted_is_given_up(
    table: Table, host: simulator.MemberActor, forum: simulator.ChannelHandle
) -> None:
    path = f"/channels/{forum.id}/threads"
    table.env.inject_error("POST", path, status=404, code=10003)
    await in_forum(table, host, forum)
    assert [event.forum for event in events(table)] == [None]
    assert len(tapping.running(table)) == len(forum.threads) + len(table.channel.threads) >= 3
    assert table.channel.threads


@pytest.mark.check
async def test_a_game_that_cannot_be_posted_in_the_forum_has_a_thread(
    table: Table, host: simulator.MemberActor, forum: simulator.ChannelHandle
) -> None:
    table.env.inject_error("POST", f"/channels/{forum.id}/threads", status=403, code=50013)
    await in_forum(table, host, forum)
    assert [event.forum for event in events(table)] == [forum.id]
    assert len(table.channel.threads) == 1
    assert len(tapping.running(table)) == len(forum.threads) + 1


@pytest.mark.check
async def test_a_tag_that_has_just_been_removed_is_left_out(
    table: Table, host: simulator.MemberActor, forum: simulator.ChannelHandle
) -> None:
    (running,) = await add_tags(table, forum, "Running")
    path = f"/channels/{forum.id}/threads"
    table.env.inject_error("POST", path, status=404, code=forum_game.UNKNOWN_TAG)
    await in_forum(table, host, forum)
    tags = sorted(tags_of(table, thread.id) for thread in forum.threads)
    assert tags == [[], *[[running]] * (len(tags) - 1)]


@pytest.mark.check
async def test_a_forum_that_requires_a_tag_gets_one_that_anyone_may_use(
    table: Table,
    host: simulator.MemberActor,
    forum: simulator.ChannelHandle,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await add_tags(table, forum, "News", "Chess")
    tags = table.env.backend.get_channel(forum.id).available_tags
    tags[0]["moderated"] = True
    table.env.backend.edit_channel(forum.id, {"available_tags": tags})
    await table.env.settle()
    flags = property(lambda self: discord.ChannelFlags(require_tag=True))
    monkeypatch.setattr(discord.ForumChannel, "flags", flags)
    await in_forum(table, host, forum)
    assert {tuple(tags_of(table, thread.id)) for thread in forum.threads} == {(7001,)}


@pytest.mark.check
async def test_a_retry_finds_the_post_of_an_earlier_attempt(
    table: Table, host: simulator.MemberActor, forum: simulator.ChannelHandle
) -> None:
    await in_forum(table, host, forum)
    pairing, _ = tapping.running(table)[0]
    match = await table.match(pairing.match or 0)
    now = int(table.env.now().timestamp())
    post = ForumGame(1, pairing.id)
    row = OutboxRow(
        9001,
        "event-forum-game",
        forum.id,
        None,
        None,
        None,
        None,
        post,
        now,
        now,
        0,
        outdated=False,
    )
    again = replace(row, tried_at=now)
    threads = len(forum.threads)
    made = await forum_game.create_post(table.client, row, post)
    assert made is not None
    assert made != match.thread
    assert await forum_game.create_post(table.client, again, post) == made
    table.env.backend.edit_channel(made, {}, thread_metadata={"archived": True})
    assert await forum_game.create_post(table.client, again, post) == made
    assert len(forum.threads) == threads + 1
