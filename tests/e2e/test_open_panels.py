"""Private panels of games between people, which are updated without a click."""

from typing import Any

import pytest

from bot.store.guilds import guild_setting_rows
from bot.views import open_panels
from tests import raw
from tests.e2e import simulator
from tests.e2e.panels import Snapshot, added, labels, opened, play, private
from tests.e2e.table import Table, alts, ids, text
from tests.transactions import writing

pytestmark = pytest.mark.check


async def test_a_panel_waits_for_people_and_asks_again_after_their_move(table: Table) -> None:
    number = await table.begin(table.ada, table.bruno)
    panel = await play(table.ada, await opened(table, table.ada), "F", "A", "Play")
    assert "Played `II,3-III,3` in Halma 8×8 · game 1." in text(panel)
    assert f"**Waiting for ⚫\u00a0<@{table.bruno.id}>.**" in text(panel)
    assert panel.attachments[0].filename == f"halma-{number}-1.png"
    assert "Last move: II,3-III,3" in alts(panel)[0]
    assert labels(panel) == ["Undo", "Plan my reply"]
    theirs = await opened(table, table.bruno)
    assert "You are ⚫\u00a0Black. **Which man?**" in text(theirs)
    await table.moved(number, "VII,6-VI,6")
    assert f"<@{table.bruno.id}> played `VII,6-VI,6`" in text(panel)
    assert "The game has moved on" not in text(panel)
    assert "**Which man?**" in text(panel)
    assert not {"undo", "plan"} & set(ids(panel))


async def test_the_next_waiting_game_is_opened_in_the_same_panel(table: Table) -> None:
    first = await table.begin(table.ada, table.bruno)
    panel = await opened(table, table.ada)
    second = await table.begin(table.ada, table.chen, game="halma-10")
    await play(table.ada, panel, "F", "A", "Play")
    assert labels(panel)[-1] == f"Next game: {second}"
    since = len(table.env.http_requests)
    await play(table.ada, panel, f"Next game: {second}")
    assert "Halma 10×10 · game 2" in text(panel)
    assert "**Which man?**" in text(panel)
    await play(table.ada, panel, "F", "A", "Play")
    assert f"Waiting for ⚫\u00a0<@{table.chen.id}>" in text(panel)
    assert "Next game" not in str(labels(panel)), "no other game awaits a move"
    assert [path for path in added(table, since) if "callback" in path] == []
    # The panel now shows the second game, so a move in the first game does not change it.
    await table.moved(first, "VII,6-VI,6")
    assert "Halma 10×10 · game 2" in text(panel)


async def test_a_second_press_on_move_replaces_the_first_panel(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    mine = private(table)
    first = await play(table.ada, await opened(table, table.ada), "F")
    second = await opened(table, table.ada)
    assert [*mine, second.id] == private(table)
    board = table.board
    press = (table.ada, board, ids(board)["moves"])
    await table.at_once([press, press])
    await table.env.settle()
    assert len(private(table)) == len(mine) + 1, "pressed on two devices"
    assert first.id not in private(table)
    theirs = await table.bruno.click(board, custom_id=ids(board)["moves"])
    assert "not your turn" in text(theirs.response)


async def test_two_devices_play_different_moves_and_only_one_counts(table: Table) -> None:
    number = await table.begin(table.ada, table.bruno)
    panel = await play(table.ada, await opened(table, table.ada), "F", "A")
    seen = table.seen(panel)
    await play(table.ada, panel, "Different square", "B")
    other = table.seen(panel)
    plays = [(table.ada, each, ids(Snapshot(each))["play"]) for each in (seen, other)]
    await table.at_once(plays)
    assert (await table.match(number)).ply == 1
    assert "Waiting for" in text(panel)
    assert (await table.ada.click(panel, label="Undo")).response is not None
    assert "Undone" in text(panel)


async def test_a_takeback_changes_the_panels_of_both_players(table: Table) -> None:
    number = await table.begin(table.ada, table.bruno)
    await play(table.ada, mine := await opened(table, table.ada), "F", "A", "Play")
    await play(table.bruno, theirs := await opened(table, table.bruno), "A")
    await table.env.advance_time(62)  # until then, the move could be undone without consent
    interaction = await table.ada.slash(table.channel, "game takeback", game=str(number))
    assert interaction.response is not None
    asked = table.last
    await table.bruno.click(asked, custom_id=ids(asked)["agree"])
    assert "**Which man?**" in text(mine)
    assert "has taken back" in text(mine)
    assert "The game has moved on" in text(theirs)
    assert f"Waiting for ⚪\u00a0<@{table.ada.id}>" in text(theirs)


async def test_an_offer_that_prevents_undo_removes_its_button(
    table: Table, early_draws: None
) -> None:
    number = await table.begin(table.ada, table.bruno)
    await table.moved(number, "II,3-III,3", "VII,6-VI,6")
    panel = await play(table.ada, await opened(table, table.ada), "A", "A", "Play")
    assert "undo" in ids(panel)
    await table.bruno.slash(table.channel, "game draw", game=str(number))
    assert "undo" not in ids(panel)
    assert "Waiting for" in text(panel)


async def test_the_end_of_a_game_is_shown_with_what_can_be_done_next(table: Table) -> None:
    number = await table.begin(table.ada, table.bruno)
    other = await table.begin(table.chen, table.ada)
    await table.moved(other, "II,3-III,3")
    panel = await play(table.ada, await opened_on(table, table.ada, number), "F", "A", "Play")
    interaction = await table.bruno.slash(table.channel, "game resign", game=str(number))
    await table.bruno.click(interaction.response, custom_id=ids(interaction.response)["resigned"])
    assert "### 🏁" in text(panel)
    assert "Play again" in labels(panel)
    assert labels(panel)[-1] == f"Next game: {other}"
    await play(table.ada, panel, f"Next game: {other}")
    assert "You are ⚫\u00a0Black. **Which man?**" in text(panel)


async def opened_on(
    table: Table, player: simulator.MemberActor, number: int
) -> simulator.ResponseMessage:
    """Press Move on the newest board of a game and return the panel."""
    board = next(
        post for post in reversed(table.posts()) if f":moves:{number}:" in str(ids(post).values())
    )
    interaction = await player.click(board, custom_id=ids(board)["moves"])
    assert interaction.response is not None
    return interaction.response


async def test_the_answer_to_a_typed_move_loses_its_buttons_and_goes_with_them(
    table: Table,
) -> None:
    number = await table.begin(table.ada, table.bruno)
    mine = private(table)
    await opened(table, table.ada)
    first = (await table.ada.slash(table.channel, "move", move="II,3-III,3")).response
    assert first is not None
    assert private(table) == [*mine, first.id]
    assert labels(first) == ["Undo", "Plan my reply"]
    await table.env.advance_time(62)
    assert labels(first) == ["Plan my reply"]
    since = len(table.env.http_requests)
    await table.moved(number, "VII,6-VI,6")
    assert first.id not in private(table), "the board says more"
    private_requests = [each for each in table.env.http_requests[since:] if "webhooks" in each.path]
    assert [each.method for each in private_requests] == ["DELETE"], "it is not edited first"


async def test_nobody_waits_in_real_time_for_the_end_of_undo(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    answer = (await table.ada.slash(table.channel, "move", move="II,3-III,3")).response
    assert answer is not None
    await table.env.settle(timeout=90)
    assert labels(answer) == ["Undo", "Plan my reply"]


async def test_a_typed_move_replaces_the_answer_to_the_one_before(table: Table) -> None:
    number = await table.begin(table.ada, table.bruno)
    other = await table.begin(table.chen, table.ada)
    await table.moved(other, "II,3-III,3")
    first = (
        await table.ada.slash(table.channel, "move", move="II,3-III,3", game=str(number))
    ).response
    assert first is not None
    await table.moved(number, "VII,6-VI,6")
    assert labels(first) == [f"Next game: {other}"], "it is kept for its link"
    assert "Played `II,3-III,3`" in text(first)
    await table.ada.slash(table.channel, "move", move="III,3-IV,3", game=str(number))
    assert first.id not in private(table)


async def test_a_dismissed_panel_is_given_up_quietly(table: Table, log: list[Any]) -> None:
    number = await table.begin(table.ada, table.bruno)
    panel = await play(table.ada, await opened(table, table.ada), "F", "A", "Play")
    table.env.backend.delete_message(table.channel.id, panel.id)
    await table.moved(number, "VII,6-VI,6")
    assert [line["why"] for line in log if line["event"] == "panel not updated"] == [
        "404 10008 Unknown Message"
    ]
    assert len(table.client.panels) < open_panels.MAX_OPEN
    await opened(table, table.ada)


async def test_a_move_after_the_deadline_is_refused_in_the_panel(table: Table) -> None:
    number = await table.begin(table.ada, table.bruno)
    raw.spoil(table.store.path, "UPDATE matches SET rated = 1 WHERE id = :id", id=number)
    panel = await play(table.ada, await opened(table, table.ada), "F", "A")
    late, since = table.seen(panel), len(table.env.http_requests)
    deadline = (await table.match(number)).deadline
    assert deadline is not None
    raw.spoil(table.store.path, "UPDATE clocks SET deadline = 1 WHERE match = :id", id=number)
    [refused] = await table.at_once([(table.ada, late, ids(Snapshot(late))["play"])])
    assert refused.response is not None
    assert refused.response.id == panel.id
    assert "Your time for that move ran out" in text(panel)
    assert (await table.match(number)).ply == 0
    assert added(table, since) == []


async def test_a_panel_serves_the_game_of_a_thread(table: Table) -> None:
    with writing(table.store) as tx:
        guild_setting_rows.set_setting(tx, table.channel.guild.id, "threads", "on")
    number = await table.begin(table.ada, table.bruno)
    match = await table.match(number)
    assert match.thread is not None
    thread = table.env.backend.get_channel(match.thread)
    place = simulator.ChannelHandle(table.env, table.channel.guild, thread)
    board = place.last_message
    assert board is not None
    interaction = await table.ada.click(board, custom_id=ids(board)["moves"])
    assert interaction.response is not None
    panel = await play(table.ada, interaction.response, "F", "A", "Play")
    assert "Waiting for" in text(panel)
    await table.moved(number, "VII,6-VI,6")
    assert "**Which man?**" in text(panel)
    assert panel.channel_id == match.thread
