"""Review of a match, move by move."""

import os
import re
import signal
from collections.abc import AsyncIterator
from itertools import count
from typing import Any

import pytest

from bot.runtime import worker_pool
from bot.runtime.worker_pool import Progress, Worker, WorkerProcess
from engine import analysis, variant
from engine.record import read_record
from engine.search import order_moves
from render import animation
from tests.e2e.table import Table, alts, ids, parts, text
from tests.e2e.test_forged_ids import used

pytestmark = pytest.mark.check


async def test_every_position_of_a_match_can_be_browsed_in_one_message(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.played_on(game, ["II,3-III,3", "VII,6-VI,6", "III,3-IV,3"])
    interaction = await table.bruno.slash(table.channel, "game browse", move=2)
    shown = interaction.response
    assert shown is not None
    assert shown.ephemeral
    assert "After move 2 of 3" in text(shown)
    assert "`VII,6-VI,6`" in text(shown)
    assert "VI 6" in alts(shown)[0]
    for label, number, disabled in (
        ("Next", 3, {"Next", "Last"}),
        ("First", 0, {"First", "Back"}),
        ("Back", 0, {"First", "Back"}),
        ("Last", 3, {"Next", "Last"}),
        ("Back", 2, set()),
    ):
        buttons = {part["label"]: part for part in parts(shown) if part.get("label")}
        if buttons[label].get("disabled"):
            continue
        interaction = await table.bruno.click(shown, custom_id=buttons[label]["custom_id"])
        assert interaction.response is not None
        assert interaction.response.id == shown.id, "changed in place"
        shown = interaction.response
        assert f"After move {number} of 3" in text(shown)
        assert len(shown.attachments) == 1
        now = {part["label"] for part in parts(shown) if part.get("disabled")}
        assert now == disabled
    words = next(part["custom_id"] for part in parts(shown) if part.get("label") == "As text")
    interaction = await table.bruno.click(shown, custom_id=words)
    assert "Last move: VII,6-VI,6." in text(interaction.response)


async def test_a_ply_beyond_the_end_shows_the_end_and_a_hidden_match_is_not_shown(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.moved(game, "II,3-III,3")
    interaction = await table.ada.slash(table.channel, "game browse", move=9, game=str(game))
    assert "After move 1 of 1" in text(interaction.response)
    interaction = await table.chen.user.slash("game browse", game=str(game))
    assert "After move" not in text(interaction.response)


async def test_the_replay_of_a_finished_match_is_private_until_it_is_shared(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animation, "FRAMES", 2)
    game = await table.begin(table.ada, table.bruno)
    await table.played_on(game, ["II,3-III,3", "VII,6-VI,6", "III,3-IV,3"])
    asked = await table.ada.slash(table.channel, "game resign")
    assert asked.response is not None
    await table.ada.click(asked.response, custom_id=ids(asked.response)["resigned"])
    interaction = await table.chen.click(table.board, custom_id=ids(table.board)["replay"])
    film = interaction.response
    assert film is not None
    assert film.ephemeral
    [file] = film.attachments
    assert file.filename == f"replay-{game}-0.gif"
    assert "Moves 1 to 2 of 3" in text(film)
    assert f"<@{table.bruno.id}> has won" in text(film)
    assert alts(film) == ["Moves 1 to 2 of 3. White resigned. Black has won."]
    labels = {part["label"]: part["custom_id"] for part in parts(film) if part.get("label")}
    assert set(labels) == {"Later", "Move by move", "Show everyone"}
    interaction = await table.chen.click(film, custom_id=labels["Later"])
    assert interaction.response is not None
    assert interaction.response.id == film.id
    assert "Moves 3 to 3 of 3" in text(interaction.response)
    labels = {
        part["label"]: part["custom_id"]
        for part in parts(interaction.response)
        if part.get("label")
    }
    interaction = await table.chen.click(interaction.response, custom_id=labels["Show everyone"])
    assert interaction.response is not None
    assert not interaction.response.ephemeral
    assert "Moves 3 to 3 of 3" in text(interaction.response)
    interaction = await table.ada.slash(table.channel, "game replay", game=str(game))
    assert interaction.response is not None
    assert "Moves 1 to 2 of 3" in text(interaction.response)


async def test_a_finished_match_is_analysed_once_with_pictures_text_and_record(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.begin(table.ada, table.bruno)
    monkeypatch.setattr(analysis, "LEAST", 20)
    monkeypatch.setattr(analysis, "MOST", 20)
    rules, position = variant("halma-8"), variant("halma-8").start()
    moves = []
    for _ in range(12):
        wasted = len(moves) == 6
        ranked = order_moves(rules, position)
        moves.append(rules.format(ranked[-1 if wasted else 0]))
        position = rules.apply(position, ranked[-1 if wasted else 0])
    await table.played_on(game, moves)
    interaction = await table.ada.slash(table.channel, "game analysis", game=str(game))
    assert text(interaction.response) == "Analysis is available once the game is over."
    asked = await table.ada.slash(table.channel, "game resign")
    assert asked.response is not None
    await table.ada.click(asked.response, custom_id=ids(asked.response)["resigned"])
    interaction = await table.bruno.click(table.board, custom_id=ids(table.board)["analysis"])
    shown = interaction.response
    assert shown is not None
    assert shown.ephemeral
    assert [file.filename for file in shown.attachments] == [f"race-{game}.png"]
    assert "Longest hop: " in text(shown)
    assert "At the end, " in text(shown)
    assert alts(shown)[0].startswith(
        "Graph of the lead: Ada (⚪ White) above, Bruno (⚫ Black) below."
    )
    assert "Move 7" in alts(shown)[0]
    buttons = {part["label"]: part["custom_id"] for part in parts(shown) if part.get("label")}
    monkeypatch.setattr(table.client.worker, "run", None)
    interaction = await table.bruno.click(shown, custom_id=buttons["Show everyone"])
    public = interaction.response
    assert public is not None
    assert not public.ephemeral
    assert text(public) == text(shown), "kept, and not made again"
    look = (await table.bruno.click(shown, custom_id=buttons["Move 7"])).response
    assert look is not None
    assert look.id == shown.id, "changed in place"
    assert "Move 7, ⚪ White: " in text(look)
    assert [file.filename for file in look.attachments] == [f"better-{game}-7.png"]
    better = re.search(r"`([^`]+)` was better", text(look))
    assert better is not None
    [alt] = alts(look)
    assert alt.startswith(f"Move 7, ⚪ White: {moves[6]} ")
    assert f"{better[1]} was better." in alt
    assert "Solid line: the better move. Dashed line: the move played." in alt
    back = await table.bruno.click(look, custom_id=ids(look)["analysis-back"])
    assert back.response is not None
    assert back.response.id == shown.id
    assert "Moves worth a second look:" in text(back.response)
    aside = (await table.chen.click(public, custom_id=ids(public)["turning-point"])).response
    assert aside is not None
    assert aside.ephemeral, "for the one who pressed"
    assert aside.id != public.id
    for turn in (0, 13, 999_999, next(n for n in range(1, 13) if f"Move {n}" not in buttons)):
        forged = await used(table, table.chen, f"h:turning-point:{game}:{turn}")
        assert "Solid line" not in text(forged.response)
    browsed = await table.ada.slash(table.channel, "game browse", game=str(game))
    file = await table.game_record(table.ada, browsed)
    record = read_record((await file.read()).decode())
    assert len(record.turns) == 12
    assert "gave away about" in record.comments[7]
    assert "Longest hop" in record.comments[12]


class Stopping(WorkerProcess):
    """A worker process that hangs for half a minute in its first job, after a report."""

    def __init__(self) -> None:
        super().__init__(clock=lambda: self.now)
        self.now = 0.0
        self.jobs = count()

    def run_job(self, job: str, payload: Any, seconds: float, progress: Progress | None) -> Any:
        first = next(self.jobs) == 0

        def hear(report: Any) -> None:
            if first and self.pid is not None:
                os.kill(self.pid, signal.SIGSTOP)
                self.now += 31

        return super().run_job(job, payload, seconds, hear)


@pytest.fixture
async def stopping(table: Table, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Give the bot of `table` a worker pool with a `Stopping` process."""
    monkeypatch.setattr(worker_pool, "LOOKS", 0.01)
    worker = Worker(1, Stopping)
    monkeypatch.setattr(table.client, "worker", worker)
    yield
    await worker.close()


@pytest.mark.usefixtures("stopping")
async def test_an_analysis_that_hangs_is_given_up_after_half_a_minute_and_the_next_one_succeeds(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.played_on(game, ["II,3-III,3", "VII,6-VI,6", "III,3-IV,3"])
    asked = await table.ada.slash(table.channel, "game resign")
    assert asked.response is not None
    await table.ada.click(asked.response, custom_id=ids(asked.response)["resigned"])
    interaction = await table.ada.click(table.board, custom_id=ids(table.board)["analysis"])
    assert text(interaction.response) == "The computer took too long. Please try again later."
    interaction = await table.bruno.click(table.board, custom_id=ids(table.board)["analysis"])
    assert "At the end, " in text(interaction.response)
