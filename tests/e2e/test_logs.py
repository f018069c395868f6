"""Logs contain the ids needed for debugging, but no user input."""

import asyncio
import gc
import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from discord import ui

from bot.__main__ import logs
from bot.service.actions import moves
from tests.e2e.plans import write_plan
from tests.e2e.settings import ME, change_settings
from tests.e2e.table import Table, text

pytestmark = pytest.mark.check

NOTE, NONSENSE, GOOD = "a-note-to-bruno", "a-move-that-is-none", "II,3-III,3"


@pytest.fixture
def written(log: object) -> Iterator[io.StringIO]:
    """Capture all log lines at debug level, formatted as in a file."""
    root, levels = logging.getLogger(), {}
    for name in ("alembic", "aiosqlite", "discord"):
        levels[name] = logging.getLogger(name).level
    handlers, level = root.handlers[:], root.level
    logs("debug", "json")
    stream = io.StringIO()
    ours = root.handlers[0]
    assert isinstance(ours, logging.StreamHandler)
    ours.setStream(stream)
    # The simulated Discord is not part of the bot.
    ours.addFilter(lambda record: record.name.partition(".")[0] in {"bot", "discord", "aiosqlite"})
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)
    structlog.reset_defaults()


async def test_no_user_input_is_logged_but_the_ids_needed_for_debugging_are(
    table: Table, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await table.begin(table.ada, table.bruno, note=NOTE)
    for wrong in (NONSENSE, f"{NONSENSE}: {GOOD}"):
        await table.ada.slash(table.channel, "move", move=wrong)
        await table.ada.send(table.channel, wrong, reply_to=table.board)
    await change_settings(table, table.ada, ME, zone=NONSENSE)
    await write_plan(table, table.bruno, f"{NONSENSE}, {GOOD}")
    await table.ada.slash(table.channel, "move", move=GOOD, game=NONSENSE)

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("wires crossed")

    with monkeypatch.context() as patch:
        patch.setattr(moves, "play", fails)
        interaction = await table.ada.slash(table.channel, "move", move=GOOD)
        await table.ada.send(table.channel, GOOD, reply_to=table.board)
    assert "something went wrong" in text(interaction.response)
    await table.ada.slash(table.channel, "move", move=GOOD)
    assert (await table.match(number)).ply == 1

    for library in (
        "discord.http",
        "discord.gateway",
        "aiosqlite",
    ):  # these libraries log everything they see
        assert not logging.getLogger(library).isEnabledFor(logging.DEBUG)
    content = written.getvalue()
    assert [secret for secret in (NOTE, NONSENSE, GOOD, "Ada", "Bruno") if secret in content] == []
    lines = [json.loads(line) for line in content.splitlines()]
    (first, second) = [line for line in lines if line["event"] == "unexpected"]
    assert first["what"] == "move"
    assert first["guild"] == table.channel.guild.id
    assert first["interaction"] > 0
    assert second["message"] > 0
    assert len(first["error_id"]) == len(second["error_id"]) == 8
    assert "wires crossed" in first["exception"]


async def test_a_reply_leaves_no_view_and_no_task_behind(table: Table) -> None:
    def views() -> int:
        """Return the number of views in memory, including the views of other tests."""
        gc.collect()
        return sum(isinstance(get_object, ui.LayoutView) for get_object in gc.get_objects())

    await table.begin(table.ada, table.bruno)
    before = views()
    for _ in range(5):
        interaction = await table.ada.slash(table.channel, "games")
        assert interaction.response is not None
        assert interaction.response.components
    assert views() <= before
    waiting = [task.get_coro().__qualname__ for task in asyncio.all_tasks()]  # type: ignore[union-attr]
    assert [name for name in waiting if "timeout" in name] == []
