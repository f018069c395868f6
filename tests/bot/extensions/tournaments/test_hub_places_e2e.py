"""A tournament whose channel or post is deleted, and unsuitable channels."""

import pytest

from bot.extensions.tournaments.service import openings
from tests.bot.extensions.tournaments import tapping
from tests.bot.extensions.tournaments.tapping import chosen, events, press
from tests.e2e import simulator
from tests.e2e.table import Table, ids, text

ASKED = "I can no longer post **Spring Cup**: its channel has been deleted"


@pytest.fixture
def host(table: Table, monkeypatch: pytest.MonkeyPatch) -> simulator.MemberActor:
    """Return a member with the Manage Server permission."""
    monkeypatch.setattr(openings, "PAUSE", tapping.PAUSE)
    return tapping.manager(table)


def dms(person: simulator.MemberActor) -> str:
    """Return all direct messages to a person."""
    return "\n".join(text(message) for message in person.user.dm_channel.history())


@pytest.mark.check
async def test_a_tournament_of_a_deleted_channel_is_posted_in_another(
    table: Table, host: simulator.MemberActor
) -> None:
    await tapping.opened(table, host)
    other = table.channel.guild.create_text_channel("elsewhere")
    deleted, table.channel = table.channel, other
    table.env.backend.delete_channel(deleted.id)
    await table.env.settle()
    assert dms(host).count(ASKED) == 1
    card = await chosen(table, host)
    assert "The post of this tournament is gone." in text(card)
    done = await press(host, card, "event-move")
    assert f"**Spring Cup** is now in <#{other.id}>" in text(done)
    hub = table.last
    for person in (table.ada, table.bruno, table.chen):
        await press(person, hub, "event-join")
    await press(host, await chosen(table, host), "event-start")
    await tapping.wait_for_matches(table)
    assert len(other.threads) == len(tapping.running(table)) >= 3
    assert "event-move" not in ids(await chosen(table, host))


@pytest.mark.check
@pytest.mark.parametrize("code", [10003, 10008])
async def test_a_post_that_is_found_gone_can_be_posted_again(
    table: Table, host: simulator.MemberActor, code: int
) -> None:
    hub = await tapping.opened(table, host)
    path = f"/channels/{table.channel.id}/messages/{hub.id}"
    table.env.inject_error("PATCH", path, status=404, code=code)
    await press(table.ada, hub, "event-join")
    await table.env.advance_time(3700)
    assert (ASKED in dms(host)) is (code == 10003)
    assert "event-move" not in ids(await chosen(table, table.ada))
    await press(host, await chosen(table, host), "event-move")
    assert table.last.id != hub.id
    assert "**1 player** of 64 at most" in text(table.last)


@pytest.mark.check
async def test_a_post_that_may_not_be_edited_is_left_as_it_is(
    table: Table, host: simulator.MemberActor
) -> None:
    hub = await tapping.opened(table, host)
    path = f"/channels/{table.channel.id}/messages/{hub.id}"
    table.env.inject_error("PATCH", path, status=403, code=50013)
    await press(table.ada, hub, "event-join")
    await table.env.advance_time(3700)
    assert [event.hub for event in events(table)] == [hub.id]


@pytest.mark.check
async def test_a_tournament_is_not_created_in_a_thread_or_a_forum(
    table: Table, host: simulator.MemberActor
) -> None:
    forum = table.channel.guild.create_forum_channel("games")
    starter = table.env.backend.create_thread(forum.id, "Spring Cup", host.id)
    await table.env.settle()
    thread = simulator.ChannelHandle(table.env, table.channel.guild, starter)
    refused = await tapping.from_panel(host, thread, "event-new")
    assert refused.modal is None
    assert "in a text channel, not in a thread or forum" in text(refused.response)
    assert events(table) == []
