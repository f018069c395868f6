"""Visibility of matches: to their players anywhere, to others only in the guild."""

import re
from typing import Any

import pytest

from bot.app import CommandContext, Handler
from bot.registry import GAME_ACTIONS
from bot.store.match import matches
from bot.views.components import ComponentId
from bot.views.reply import Reply, UserError
from tests.e2e import simulator
from tests.e2e.simulator import InteractionType, base_payload
from tests.e2e.table import Table, ids, text
from tests.transactions import reading

pytestmark = pytest.mark.check

WRITES = re.compile(r"(INSERT INTO|UPDATE|DELETE FROM) (\w+)")
UNKNOWN = "I cannot find that."
ENDS = tuple(
    f"game {verb}" for verb in ("draw", "takeback", "pause", "abort", "resign", "claim", "nudge")
)
COMMANDS: dict[str, dict[str, str]] = {
    **{command: {} for command in (*ENDS, "game board", "game rematch", "game plan")},
    "move": {"move": "II,3-III,3"},
    "game takeover": {"who": "computer"},
}


def elsewhere(table: Table) -> tuple[simulator.ChannelHandle, simulator.MemberActor, int]:
    """Return a channel in another guild, a member of it, and an unused match number."""
    guild = table.env.create_guild("Another club")
    channel = guild.create_text_channel("halma")
    return channel, guild.add_member(table.env.create_user("eve", global_name="Eve")), 999


async def pressed(
    table: Table,
    actor: int,
    place: simulator.ChannelHandle,
    message: Any,
    custom_id: str,
    kind: int = 2,
    values: list[str] | None = None,
) -> str:
    """Use a forged button (kind 2) or select (kind 3).

    Returns the reply, or "" if it is a form.
    """
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind}
    if values is not None:
        data["values"] = values
    backend = table.env.backend
    record, payload = base_payload(
        backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=place.id,
        guild_id=place.guild.id if place.guild else None,
        user_id=actor,
        data=data,
    )
    row = {
        "type": 1,
        "components": [{"type": kind, "custom_id": custom_id, "style": 2, "options": []}],
    }
    payload["message"] = {**table.seen(message), "components": [row]}
    record.source_message_id = message.id
    backend.emit("INTERACTION_CREATE", payload)
    await table.env.settle()
    result = simulator.InteractionResult(table.env, record)
    return "" if result.modal is not None else text(result.response)


async def test_a_match_cannot_be_found_from_another_guild_or_a_direct_message(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    place, eve, _ = elsewhere(table)
    for command, more in COMMANDS.items():
        interaction = await eve.slash(place, command, game=str(game), **more)
        assert UNKNOWN in text(interaction.response), command
        interaction = await eve.user.slash(command, game=f"#{game}", **more)
        assert UNKNOWN in text(interaction.response), command


async def test_a_move_that_names_a_match_of_another_guild_finds_none(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    place, eve, _ = elsewhere(table)
    interaction = await eve.slash(place, "move", move=f"#{game} II,3-III,3")
    assert UNKNOWN in text(interaction.response)
    await eve.user.send_dm(f"#{game} II,3-III,3")
    answer = eve.user.dm_channel.last_message
    assert answer is not None
    assert UNKNOWN in answer.content


async def test_members_of_the_guild_see_its_matches_there_and_nowhere_else(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    interaction = await table.chen.slash(table.channel, "game board", game=str(game), look="text")
    assert "II 1-3" in text(interaction.response)
    interaction = await table.chen.user.slash("game board", game=str(game))
    assert UNKNOWN in text(interaction.response)


async def test_players_see_their_match_from_anywhere(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    interaction = await table.bruno.user.slash("game board", game=str(game), look="text")
    assert "II 1-3" in text(interaction.response)


async def test_no_button_of_a_match_reveals_anything_in_another_guild(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    place, eve, none = elsewhere(table)
    message = await table.challenge(table.chen)
    client, statements = table.client, list[str]()
    table.store.counts.on_statement = statements.append
    for action in sorted(
        key for key, each in client.controls.items() if each.subject_kind == "match"
    ):
        answers = {
            await pressed(table, eve.id, place, message, f"h:{action}:{number}:0:draw-0")
            for number in (game, none)
        }
        assert len(answers) == 1, action
        assert UNKNOWN in answers.pop(), action
    for verb in sorted(GAME_ACTIONS):
        answers = {
            await pressed(
                table, eve.id, place, message, f"s:which:0:0:{verb}:II,3-III,3", 3, [str(number)]
            )
            for number in (game, none)
        }
        assert len(answers) == 1, verb
        assert UNKNOWN in answers.pop(), verb
    written = {match[2] for sql in statements if (match := WRITES.match(sql))}
    assert written <= {"players"}


async def test_a_handler_that_asks_for_nothing_is_checked_as_well(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The handler may return a reply, open a form or raise an error."""
    game = await table.begin(table.ada, table.bruno)
    place, eve, _ = elsewhere(table)
    message = await table.challenge(table.chen)

    async def tells(ctx: CommandContext, control: ComponentId) -> Reply:
        return Reply("The position is a secret.")

    async def refuses(ctx: CommandContext, control: ComponentId) -> Reply:
        raise UserError("The position is a secret.")

    for handle in (tells, refuses):
        monkeypatch.setitem(table.client.controls, "secret", Handler(handle))
        reply = await pressed(table, eve.id, place, message, f"h:secret:{game}:0")
        assert UNKNOWN in reply
        reply = await pressed(table, table.ada.id, table.channel, message, f"h:secret:{game}:0")
        assert "secret" in reply


async def test_the_choice_of_a_match_for_a_move_reveals_no_other_match(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    place, eve, none = elsewhere(table)
    message = await table.challenge(table.chen)
    for number in (game, none):
        reply = await pressed(
            table, eve.id, place, message, f"s:say:{eve.id}:0:II,3-III,3", 3, [f"{number}:0"]
        )
        assert UNKNOWN in reply


async def test_no_button_of_a_challenge_reveals_anything_in_another_guild(table: Table) -> None:
    post = await table.challenge(table.ada, table.bruno)
    open_to_all = await table.challenge(table.ada)
    place, eve, _ = elsewhere(table)
    assert table.channel.guild is not None
    table.channel.guild.remove_member(table.ada)
    for message in (post, open_to_all):
        revealing = {name: value for name, value in ids(message).items() if name != "rules"}
        for action, custom_id in revealing.items():
            content = await pressed(table, eve.id, place, message, custom_id)
            assert UNKNOWN in content, action
            content = await pressed(table, eve.id, place, message, f"h:{action}:999:0")
            assert UNKNOWN in content, action
        for action in ("join", "leave", "start"):
            number = ids(message)["accept"].split(":")[2]
            content = await pressed(table, eve.id, place, message, f"h:{action}:{number}:0")
            assert UNKNOWN in content, action


async def test_only_a_player_of_the_match_learns_that_the_opponent_has_left(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    asked = await table.ada.slash(table.channel, "game resign")
    assert asked.response is not None
    await table.ada.click(asked.response, custom_id=ids(asked.response)["resigned"])
    assert table.channel.guild is not None
    table.channel.guild.remove_member(table.ada)
    interaction = await table.chen.slash(table.channel, "game rematch", game=str(game))
    assert "You are not playing in that game" in text(interaction.response)
    assert str(table.ada.id) not in text(interaction.response)
    interaction = await table.bruno.slash(table.channel, "game rematch", game=str(game))
    assert "is no longer in this server" in text(interaction.response)


async def test_autocomplete_does_not_offer_matches_of_another_guild(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    place, eve, _ = elsewhere(table)
    for command in ("game board", "game rematch", "game resign", "move"):
        assert await eve.autocomplete(place, command, "game", str(game)) == []
    with reading(table.store) as tx:
        assert [match.id for match in matches.running_in_channel(tx, table.channel.id)] == [game]
