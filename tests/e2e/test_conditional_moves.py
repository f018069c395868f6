"""Conditional moves in Discord: the form, the reply, and private notices."""

import pytest

from tests.e2e import simulator
from tests.e2e.plans import plan_form, write_plan
from tests.e2e.table import Table, ids, text

pytestmark = pytest.mark.check

OPENING, REPLY, ANSWER, OTHER = "II,3-III,3", "VII,6-VI,6", "III,3-IV,3", "VIII,5-VII,5"


async def test_conditional_moves_are_written_in_a_form_and_played_with_one_board(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    interaction = await table.ada.slash(table.channel, "move", move=OPENING)
    assert interaction.response is not None
    assert f"Played `{OPENING}`" in text(interaction.response)
    before = [message.id for message in table.posts()]
    panel = await table.ada.click(interaction.response, label="Plan my reply")
    assert panel.response is not None
    assert panel.response.id == interaction.response.id
    form = await table.ada.click(panel.response, label="As text")
    assert form.modal is not None
    assert form.modal["title"] == f"Plan for game {game}"
    interaction = await table.ada.submit_modal(
        form, {"lines": f"7,6 6,6; {ANSWER}\n * {ANSWER}, *, IV,3-V,3"}
    )
    assert interaction.response is not None
    assert interaction.response.ephemeral
    assert "1. If they play `VII,6-VI,6`, I play `III,3-IV,3`\n2. Whatever they play" in (
        text(interaction.response)
    )
    assert [message.id for message in table.posts()] == before
    interaction = await table.bruno.slash(table.channel, "game plan")
    assert ANSWER not in text(interaction.response)

    interaction = await table.bruno.slash(table.channel, "move", move=OTHER)
    content = text(interaction.response)
    assert f"Played `{OTHER}` in" in content
    assert f"<@{table.ada.id}> played `{ANSWER}` from a plan" in content
    (board,) = [message for message in table.posts() if message.id not in before]
    content = text(board)
    assert f"<@{table.bruno.id}> played `{OTHER}`" in content
    assert f"<@{table.ada.id}> played `{ANSWER}` from a plan" in content
    assert f"<@{table.bruno.id}>, your turn!" in content
    sent = [each.json for each in table.env.http_requests if each.json and "nonce" in each.json]
    assert sent[-1]["allowed_mentions"]["users"] == [table.bruno.id]
    assert (await table.match(game)).ply == 3
    assert dms(table, table.ada) == []

    await table.bruno.send(table.channel, REPLY, reply_to=table.board)
    assert f"<@{table.ada.id}> played `IV,3-V,3` from a plan" in text(table.board)
    interaction = await table.ada.slash(table.channel, "game plan")
    assert "If they play …, I play …" in text(interaction.response)


def dms(table: Table, person: simulator.MemberActor) -> list[str]:
    """Return the direct messages of the bot to a member."""
    return [text(message) for message in person.user.dm_channel.history()]


async def test_a_plan_as_text_is_refused_line_by_line_edited_and_deleted(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    interaction = await table.ada.slash(table.channel, "game plan")
    assert "It is your turn. Move first" in text(interaction.response)
    await table.ada.slash(table.channel, "move", move=OPENING)
    for lines, sentence in (
        ("@everyone ;; drop table", "Line 1, `@\u200beveryone`: I could not read"),
        (f"*, {ANSWER}\nI,1-I,2, {ANSWER}", "Line 2, `I,1-I,2`: "),
        (f"if {REPLY} then {ANSWER}", "write a comma between two moves"),
        (f"*, {ANSWER}, " * 6, "at most 10 moves"),
    ):
        interaction = await write_plan(table, table.ada, lines)
        assert interaction.response is not None
        assert interaction.response.ephemeral
        assert sentence in text(interaction.response)
        assert "@everyone" not in text(interaction.response).partition("```")[0]
        assert not (await table.match(game)).planned
    assert interaction.response is not None
    await table.ada.click(interaction.response, label="Back")
    assert "If they play …" in text(interaction.response)
    await write_plan(table, table.ada, f"*, {ANSWER}", game)
    form = await plan_form(table, table.ada)
    assert form.modal is not None
    assert f"'value': '*, {ANSWER}'" in str(form.modal)
    await table.restart()
    interaction = await table.ada.submit_modal(form, {"lines": f"{REPLY}, {ANSWER}"})
    assert f"1. If they play `{REPLY}`, I play `{ANSWER}`" in text(interaction.response)
    interaction = await table.chen.slash(table.channel, "game plan", game=str(game))
    assert "You are not playing in that game" in text(interaction.response)
    interaction = await write_plan(table, table.ada, " ")
    assert "Your plan has been deleted" in text(interaction.response)
    await table.bruno.send(table.channel, REPLY, reply_to=table.board)
    assert (await table.match(game)).to_move == table.ada.id
    assert all("plan" not in text(message) for message in table.posts())


async def test_the_end_of_conditional_moves_is_reported_by_direct_message_only(
    table: Table,
) -> None:
    await table.begin(table.ada, table.bruno)
    await table.ada.slash(table.channel, "move", move=OPENING)
    await write_plan(table, table.ada, f"{REPLY}, {ANSWER}")
    await table.bruno.send(table.channel, OTHER, reply_to=table.board)
    (content,) = dms(table, table.ada)
    assert "has ended: a move was played that it does not cover" in content
    assert ANSWER not in content
    assert all("plan" not in text(message) for message in table.posts())
    interaction = await table.ada.slash(table.channel, "games")
    assert interaction.followups == []


async def test_with_direct_messages_closed_the_notice_comes_with_the_next_reply(
    table: Table,
) -> None:
    closed = table.ada.user.dm_channel.id
    table.env.inject_error("POST", f"/channels/{closed}/messages", status=403, code=50007)
    await table.begin(table.ada, table.bruno)
    await table.ada.slash(table.channel, "move", move=OPENING)
    await write_plan(table, table.ada, f"{REPLY}, {ANSWER}")
    await table.bruno.send(table.channel, OTHER, reply_to=table.board)
    assert all("plan" not in text(message) for message in table.posts())
    interaction = await table.ada.slash(table.channel, "games")
    (more,) = interaction.followups
    assert more.ephemeral
    assert "has ended: a move was played that it does not cover" in text(more)
    interaction = await table.ada.slash(table.channel, "games")
    assert interaction.followups == []
    interaction = await table.ada.click(table.board, custom_id=ids(table.board)["moves"])
    assert interaction.response is not None
