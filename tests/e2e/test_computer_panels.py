"""A game against the computer in one private panel, without any further message."""

import asyncio
import random
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.runtime import computer_jobs
from bot.views.components import parse_custom_id
from engine import Move, variant
from tests.e2e import simulator
from tests.e2e.panels import Snapshot, added, computer_game, labels, opened, play, private
from tests.e2e.settings import ME, change_settings
from tests.e2e.table import Table, alts, ids, parts, text

pytestmark = pytest.mark.check

MOVES = 20


async def tap(player: simulator.MemberActor, panel: simulator.ResponseMessage, move: Move) -> int:
    """Make a move by taps in an open panel. Returns the number of taps."""
    for taps in range(1, 6):
        for part in parts(panel):
            control = parse_custom_id(part.get("custom_id", ""))
            if control is None or control.action not in {"step", "play"}:
                continue
            game = variant("halma-8")
            man, end = f"c{move.path[0]}", str(move.path[-1])
            if control.extra in {man, f"{man}-{end}", game.format(move)}:
                before = control.action
                await player.click(panel, custom_id=part["custom_id"])
                break
        if before == "play":
            return taps
    raise AssertionError("the move is not to be found")


@pytest.mark.parametrize(("asks", "most"), [(True, 3), (False, 2)])
async def test_a_computer_game_is_tapped_in_one_message(
    table: Table, asks: bool, most: int
) -> None:
    number = await computer_game(table)
    if not asks:
        await change_settings(table, table.ada, ME, confirm_taps="off")
    panel, lots, game = await opened(table, table.ada), random.Random(1), variant("halma-8")
    posts, mine, since = len(table.posts()), private(table), len(table.env.http_requests)
    for turn in range(MOVES):
        assert "You are ⚪\u00a0White. **Which man?**" in text(panel)
        move = game.parse(await table.position(number), await table.good_move(number, lots))
        assert await tap(table.ada, panel, move) <= most
        match = await table.match(number)
        if match.status != "running":
            break
        assert match.ply == 2 * (turn + 1)
        assert "⚫\u00a0🤖 Computer (Stroller, level 1) played `" in text(panel)
        assert panel.attachments[0].filename == f"halma-{number}-{match.ply}.png"
        assert labels(panel)[-1] == "Undo"
        assert "plan" not in ids(panel)
    assert added(table, since) == []
    assert (len(table.posts()), private(table)) == (posts, mine)
    assert table.board.attachments[0].filename == panel.attachments[0].filename


async def test_a_slow_computer_is_announced_and_its_answer_comes_by_itself(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await computer_game(table)
    panel, panels = await opened(table, table.ada), table.client.panels
    await play(table.ada, panel, "F", "A")
    think, show, is_shown = table.client.request_computer_move, panels.shown, asyncio.Event()
    texts: list[str] = []

    async def slow(request: computer_jobs.SearchRequest, owner: Any) -> str:
        await is_shown.wait()
        return await think(request, owner)

    def shown(*sent: Any) -> None:
        show(*sent)
        texts.append(text(panel))
        is_shown.set()

    async def impatient(*_: Any) -> None:
        """Do not wait, because the simulated clock is stopped while the computer thinks."""

    monkeypatch.setattr(panels, "wait_for_answer", impatient)
    monkeypatch.setattr(table.client.scheduler.computer_runner, "request_move", slow)
    monkeypatch.setattr(panels, "shown", shown)
    await play(table.ada, panel, "Play")
    [waiting] = texts
    assert "Played `II,3-III,3`" in waiting
    assert "Computer (Stroller, level 1) is thinking …" in waiting
    assert "Computer (Stroller, level 1) played" in text(panel)
    assert "**Which man?**" in text(panel)


async def test_undo_is_offered_for_a_minute_and_stays_in_the_panel(table: Table) -> None:
    number = await computer_game(table)
    panel = await play(table.ada, await opened(table, table.ada), "F", "A", "Play")
    await play(table.ada, panel, "Undo")
    assert "Undone. It is your turn again." in text(panel)
    assert "**Which man?**" in text(panel)
    assert (await table.match(number)).turn_count == 0
    await play(table.ada, panel, "F", "A", "Play")
    late = table.seen(panel)
    since = len(table.env.http_requests)
    await table.env.advance_time(59)
    assert "Undo" in labels(panel)
    await table.env.advance_time(3)
    assert "Undo" not in labels(panel)
    assert "**Which man?**" in text(panel)
    [again] = await table.at_once([(table.ada, late, ids(Snapshot(late))["undo"])])
    assert again.response is not None
    assert again.response.id == panel.id
    assert "It is too late to undo that move" in text(panel)
    assert added(table, since) == []


async def test_an_idle_panel_says_once_that_it_has_expired_and_opens_again(table: Table) -> None:
    await computer_game(table)
    panel = await play(table.ada, await opened(table, table.ada), "F", "A", "Play")
    await play(table.ada, panel, "A")
    await table.env.advance_time(14 * 60)
    assert "where to?" in text(panel)
    await table.env.advance_time(60)
    assert "This panel has expired. Press **Move** to open it again." in text(panel)
    assert labels(panel) == ["Move"]
    since = len(table.env.http_requests)
    await table.env.advance_time(3600)
    assert [sent for sent in table.env.http_requests[since:] if "@original" in sent.path] == []
    await play(table.ada, panel, "Move")
    assert "**Which man?**" in text(panel)
    assert added(table, since) == []


async def test_a_restart_leaves_buttons_that_work(table: Table) -> None:
    number = await computer_game(table)
    panel = await play(table.ada, await opened(table, table.ada), "F", "A", "Play")
    await table.restart()
    assert len(table.client.panels) == 0
    await play(table.ada, panel, "Undo", "F", "A")
    await table.restart()
    await play(table.ada, panel, "Play")
    assert (await table.match(number)).turn_count == 2
    assert "**Which man?**" in text(panel)
    await table.restart()
    await table.env.advance_time(120)
    await play(table.ada, panel, "Undo")
    assert "It is too late to undo that move" in text(panel)
    assert "**Which man?**" in text(panel)


async def test_a_player_of_all_sides_is_asked_for_each_in_turn(table: Table) -> None:
    await computer_game(table, level="0")
    panel = await play(table.ada, await opened(table, table.ada), "F", "A", "Play")
    assert "Played `II,3-III,3`" in text(panel)
    assert "You are ⚫\u00a0Black. **Which man?**" in text(panel)


async def test_answers_of_several_computers_are_shown_together(table: Table) -> None:
    await computer_game(table, game="chinese-checkers-3", side="1")
    panel = await opened(table, table.ada)
    since = len(table.env.http_requests)
    await play(table.ada, panel, "A", "A", "Play")
    assert text(panel).count("\u00a0🤖 played `") == 2
    assert "**Which man?**" in text(panel)
    assert added(table, since) == []


async def test_a_drop_is_followed_by_the_next_drop_in_the_same_panel(table: Table) -> None:
    await computer_game(table, game="top-secret")
    panel = await opened(table, table.ada)
    for _ in range(3):
        assert "**Where?**" in text(panel)
        await play(table.ada, panel, "A", "Play")
    assert "played `drop" in text(panel)


async def test_the_board_in_direct_messages_is_not_replaced_by_the_panel(table: Table) -> None:
    place = table.ada.user.dm_channel
    await table.ada.user.slash("play", game="halma-8", level="1", side="first")
    board = place.last_message
    assert board is not None
    interaction = await table.ada.user.click(board, custom_id=ids(board)["moves"])
    panel = interaction.response
    assert panel is not None
    assert panel.id != board.id
    for label in ("F", "A", "Play"):
        await table.ada.user.click(panel, label=label)
    assert "**Which man?**" in text(panel)
    assert [message.id for message in place.history()] == [board.id]
    assert "your turn" in text(place.history()[0])


async def test_a_typed_move_against_the_computer_offers_no_plan(table: Table) -> None:
    await computer_game(table)
    done = (await table.ada.slash(table.channel, "move", move="II,3-III,3")).response
    assert done is not None
    assert labels(done) == ["Undo"]
    await table.env.advance_time(62)
    assert done.id not in private(table), "the computer has answered, and nothing can be pressed"


async def test_on_a_large_board_the_squares_of_a_man_are_enlarged(table: Table) -> None:
    await computer_game(table, game="halma")
    panel = await opened(table, table.ada)
    assert "Whole board" not in labels(panel)
    whole = await size(panel)
    await play(table.ada, panel, "A")
    assert labels(panel)[-2:] == ["Different man", "Whole board"]
    assert "The image shows the part from II,1 to IX,8." in alts(panel)[0]
    near = await size(panel)
    assert near[0] < 0.6 * whole[0]
    assert 262 * near[1] / near[0] == pytest.approx(262 * whole[1] / whole[0], abs=0.5)
    buttons = labels(panel)
    await play(table.ada, panel, "Whole board")
    assert await size(panel) == whole
    assert "The image shows" not in alts(panel)[0]
    assert labels(panel) == [*buttons[:-1], "Zoom in"]
    await play(table.ada, panel, "A")
    assert await size(panel) == whole
    await play(table.ada, panel, "Zoom in")
    assert await size(panel) == near
    await play(table.ada, panel, "Play")
    assert await size(panel) == whole
    assert "**Which man?**" in text(panel)


async def size(message: simulator.ResponseMessage) -> tuple[int, int]:
    """Return the width and height of a message's image, in pixels."""
    return Image.open(BytesIO(await message.attachments[0].read())).size
