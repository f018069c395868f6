"""The Position command on a message with a board."""

from typing import Any

import pytest

from tests.e2e import simulator
from tests.e2e.days import wait
from tests.e2e.simulator import InteractionType, base_payload, message_payload
from tests.e2e.table import Table, text
from tests.e2e.test_ratings import decided

pytestmark = pytest.mark.check


async def from_elsewhere(
    table: Table,
    name: str,
    message: Any,
    actor: simulator.MemberActor,
    place: simulator.ChannelHandle,
) -> str:
    """Use a message command on a message of another server, and return the answer."""
    [command] = [each for each in await table.client.tree.fetch_commands() if each.name == name]
    stored = table.env.backend.get_message(table.channel.id, message.id)
    record, payload = base_payload(
        table.env.backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=place.id,
        guild_id=place.guild.id,
        user_id=actor.id,
        data={
            "id": str(command.id),
            "name": name,
            "type": 3,
            "target_id": str(message.id),
            "resolved": {
                "messages": {str(message.id): dict(message_payload(table.env.backend, stored))}
            },
        },
    )
    table.env.backend.emit("INTERACTION_CREATE", payload)
    await table.env.settle()
    return text(simulator.InteractionResult(table.env, record).response)


async def test_position_shows_the_board_of_that_message(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    boards = [table.board]
    for move in ("II,3-III,3", "VII,6-VI,6"):
        await table.moved(game, move)
        boards.append(table.board)
    for turn, board in enumerate(boards):
        shown = await table.chen.context_menu(table.channel, "Position", board)
        assert f"After move {turn} of 2" in text(shown.response)


async def test_a_result_is_a_board_too(table: Table) -> None:
    await wait(table, 15 * 86400)
    await decided(table)
    shown = await table.chen.context_menu(table.channel, "Position", table.board)
    assert "resigned" in text(shown.response)


async def test_a_message_without_a_board_gets_a_clear_sentence(table: Table) -> None:
    post = await table.challenge(table.ada)
    message = await table.ada.send(table.channel, "hello")
    for target in (post, message):
        shown = await table.ada.context_menu(table.channel, "Position", target)
        assert "That message shows no board." in text(shown.response)


async def test_a_board_of_another_server_is_not_shown(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    guild = table.env.create_guild("Another club")
    place = guild.create_text_channel("halma")
    eve = guild.add_member(table.env.create_user("eve"))
    answer = await from_elsewhere(table, "Position", table.board, eve, place)
    assert "I cannot find that." in answer
    typed = await eve.slash(place, "game browse", game=str(game))
    assert text(typed.response) == answer


async def test_the_menus_of_people_and_messages_have_four_entries(table: Table) -> None:
    entries = [each for each in await table.client.tree.fetch_commands() if each.type.value != 1]
    assert sorted(each.name for each in entries) == ["Block", "Challenge", "Position", "Profile"]
