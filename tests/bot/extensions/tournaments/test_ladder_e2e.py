"""Ladders from end to end: created by command, climbed by pressing buttons."""

import discord
import pytest

from bot.extensions.tournaments.models import LadderMember
from bot.extensions.tournaments.store import ladder_member_rows
from bot.service.clock.calendar import DAY
from bot.service.match import lifecycle
from bot.store.match import match_saver
from engine import Outcome
from tests.bot.extensions.tournaments import tapping
from tests.e2e import simulator
from tests.e2e.days import wait
from tests.e2e.panels import labels
from tests.e2e.table import Shown, Table, ids, options, text
from tests.transactions import reading, writing

pytestmark = pytest.mark.check


def manager(table: Table) -> simulator.MemberActor:
    """Return a member with the Manage Server permission."""
    role = table.channel.guild.create_role(
        "host", permissions=discord.Permissions(manage_guild=True)
    )
    return table.channel.guild.add_member(table.env.create_user("host"), roles=[role])


async def created(table: Table, host: simulator.MemberActor, **values: object) -> discord.Message:
    """Create a ladder of halma-8 called Stairs, and return its post."""
    answer = await tapping.created_ladder(table, host, **{"name": "Stairs"} | values)
    assert "The ladder **Stairs** is open." in text(answer.response)
    return next(post for post in table.posts() if "ladder-join" in ids(post))


async def press(
    person: simulator.MemberActor, message: Shown, action: str
) -> simulator.ResponseMessage:
    """Press the button with this action, and return the answer."""
    interaction = await person.click(message, custom_id=ids(message)[action])
    assert interaction.response is not None
    assert interaction.response.ephemeral
    return interaction.response


async def choose(
    person: simulator.MemberActor, panel: Shown, value: object, action: str = "ladder-challenge"
) -> simulator.ResponseMessage:
    """Choose a value in the select with this action, and return the answer."""
    interaction = await person.select(panel, [str(value)], custom_id=ids(panel)[action])
    assert interaction.response is not None
    return interaction.response


def dms(person: simulator.MemberActor) -> str:
    """Return all direct messages to a person."""
    return "\n".join(text(message) for message in person.user.dm_channel.history())


def members(table: Table) -> list[LadderMember]:
    """Return the active members of the first ladder, top first."""
    with reading(table.store) as tx:
        return ladder_member_rows.members_by_rank(tx, 1)


def won(table: Table, match: int, winner: simulator.MemberActor, reason: str = "resigned") -> None:
    """End a match with this winner, without Discord."""
    with writing(table.store) as tx:
        before = lifecycle.load(tx, match)
        seat = before.players.index(winner.id)
        now = table.client.clock()
        outcome = Outcome(((seat,), (1 - seat,)), reason)
        match_saver.save(tx, before, lifecycle.finish(tx, before, "finished", outcome, now))
    table.client.scheduler.wake()


async def test_a_ladder_is_joined_and_climbed_by_taps(table: Table) -> None:
    post = await created(table, manager(table))
    assert "Nobody is on this ladder yet." in text(post)
    for person, place in ((table.ada, 1), (table.bruno, 2), (table.chen, 3)):
        panel = await press(person, post, "ladder-join")
        assert f"You are on the ladder. Your place: {place}" in text(panel)
    again = await press(table.ada, post, "ladder-join")
    assert text(again).strip() == "You are already on this ladder. Your place: 1"

    panel = await press(table.chen, post, "ladder")
    assert "Your place: 3. Choose whom to challenge." in text(panel)
    assert [option["label"] for option in options(panel)] == ["1. Ada", "2. Bruno"]
    panel = await choose(table.chen, panel, table.ada.id)
    assert "Game 1 has begun." in text(panel)
    assert "You can challenge again when the game" in text(panel)
    assert options(panel) == []

    (thread,) = table.channel.threads
    board = next(message for message in thread.history() if message.attachments)
    assert "Stairs" in text(board)
    assert any("Stairs: " in text(each) and "against" in text(each) for each in table.posts())
    menu = await press(table.ada, board, "menu")
    await press(table.ada, await press(table.ada, menu, "resign"), "resigned")
    assert [each.player for each in members(table)] == [
        table.chen.id,
        table.ada.id,
        table.bruno.id,
    ]
    await table.env.advance_time(3700)
    assert "1. Chen\n2. Ada\n3. Bruno" in text(post_now(table, post))


def post_now(table: Table, post: discord.Message) -> discord.Message:
    """Return the post as it is now."""
    return next(message for message in table.posts() if message.id == post.id)


async def test_the_row_of_a_member_says_why_they_cannot_be_challenged(table: Table) -> None:
    post = await created(table, manager(table))
    for person in (table.ada, table.bruno, table.chen):
        await press(person, post, "ladder-join")
    panel = await choose(table.bruno, await press(table.bruno, post, "ladder"), table.ada.id)
    won(table, 1, table.ada)
    panel = await press(table.bruno, post, "ladder")
    assert "1. Ada · played you recently; possible again <t:" in text(panel)
    assert "**2. Bruno** · you" in text(panel)
    assert "There is no one you can challenge right now." in text(panel)
    outside = await press(table.dara, post, "ladder")
    assert "You are not on this ladder." in text(outside)
    assert options(outside) == []
    refused = await choose(table.chen, await press(table.chen, post, "ladder"), table.ada.id)
    assert "Game 2 has begun." in text(refused)


async def test_an_outdated_choice_is_refused_with_the_reason(table: Table) -> None:
    post = await created(table, manager(table))
    for person in (table.ada, table.bruno):
        await press(person, post, "ladder-join")
    panel = await press(table.bruno, post, "ladder")
    leaving = await press(table.ada, post, "ladder-leave")
    assert "Leave the ladder **Stairs**?" in text(leaving)
    left = await press(table.ada, leaving, "ladder-leave-now")
    assert text(left).strip() == "You have left **Stairs**."
    refused = await choose(table.bruno, panel, table.ada.id)
    assert text(refused).strip() == "This player is not on the ladder right now."
    back = await press(table.ada, post, "ladder-join")
    assert "Your place: 2" in text(back)


async def test_one_line_a_week_says_who_has_climbed(table: Table) -> None:
    post = await created(table, manager(table))
    for person in (table.ada, table.bruno):
        await press(person, post, "ladder-join")
    await wait(table, 7 * DAY + 60)
    assert "This week on **Stairs**: Ada: new at 1 · Bruno: new at 2" in text(table.last)
    number = len(table.posts())
    await wait(table, 8 * DAY)
    assert len(table.posts()) == number
    await choose(table.bruno, await press(table.bruno, post, "ladder"), table.ada.id)
    number = len(table.posts())
    won(table, 1, table.ada)
    await wait(table, 8 * DAY)
    assert len(table.posts()) == number
    await wait(table, 8 * DAY)
    await choose(table.bruno, await press(table.bruno, post, "ladder"), table.ada.id)
    won(table, 2, table.bruno)
    await wait(table, 7 * DAY + 60)
    assert "This week on **Stairs**: Bruno: 2 → 1" in text(table.last)


async def test_a_silent_member_is_asked_by_direct_message_and_answers(table: Table) -> None:
    post = await created(table, manager(table))
    for person in (table.ada, table.bruno):
        await press(person, post, "ladder-join")
    await choose(table.bruno, await press(table.bruno, post, "ladder"), table.ada.id)
    won(table, 1, table.bruno, "time")
    await table.env.advance_time(60)
    assert "Your time ran out in a game on the ladder **Stairs**." in dms(table.ada)
    asked = table.ada.user.dm_channel.history()[-1]
    answer = await table.ada.user.click(asked, custom_id=ids(asked)["ladder-here"])
    assert "You keep your place on the ladder." in text(answer.response)
    assert [each.timeouts for each in members(table)] == [0, 0]


async def test_only_managers_create_and_remove_ladders(table: Table) -> None:
    empty = (await tapping.from_panel(table.ada, table.channel, "ladders")).response
    assert "There is no ladder here yet. A ladder is a ranking:" in text(empty)
    assert labels(empty) == []
    host = manager(table)
    new = (await tapping.from_panel(host, table.channel, "ladders")).response
    [refused] = await table.at_once([(table.ada, table.seen(new), ids(new)["ladder-new"])])
    assert text(refused.response).strip() == "Only the managers of this server can do that."
    post = await created(table, host)
    again = await tapping.created_ladder(table, host)
    assert "This server already has a ladder for that game: Stairs." in text(again.response)
    panel = (await tapping.from_panel(host, table.channel, "ladders")).response
    assert panel is not None
    assert "Remove the ladder" in labels(panel)
    open_panel = await press(table.ada, post, "ladder")
    assert "Remove the ladder" not in labels(open_panel)
    asked = await press(host, panel, "ladder-remove")
    gone = await press(host, asked, "ladder-remove-now")
    assert text(gone).strip() == "**Stairs** has been removed."
    await table.env.advance_time(3700)
    assert "This ladder has been removed." in text(post_now(table, post))
    late = await press(table.ada, open_panel, "ladder-join")
    assert "I cannot find that ladder." in text(late)


async def test_several_ladders_are_listed_with_a_select(table: Table) -> None:
    host = manager(table)
    await created(table, host)
    await tapping.created_ladder(table, host, game=["caesar"])
    club = await tapping.club_panel(table.ada, table.channel)
    assert "🪜 [**Stairs**](" in text(club)
    listed = await press(table.ada, club, "ladders")
    assert "🪜 [**Stairs**]" in text(listed)
    panel = await choose(table.ada, listed, 2, "ladder-pick")
    assert "You are not on this ladder." in text(panel)
