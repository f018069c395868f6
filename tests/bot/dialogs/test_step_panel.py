"""Step-by-step panels: what the buttons do on current and on outdated boards."""

from typing import Any

import pytest

from bot.app import CommandContext
from bot.dialogs.step_panel import StepPanel
from bot.store import Tx
from bot.views.components import ComponentId
from bot.views.reply import Reply

NOW, OLD = ComponentId("step", 7, 2, "c17"), ComponentId("step", 7, 1, "c17")


class Context:
    """Fake context that runs each transaction immediately and records its type."""

    def __init__(self) -> None:
        self.transactions: list[str] = []

    async def read(self, work: Any, *args: Any) -> Any:
        self.transactions.append("read")
        return work(None, *args)

    async def write(self, work: Any, *args: Any) -> Any:
        self.transactions.append("write")
        return work(None, *args)


def load(tx: Tx, ctx: CommandContext, control: ComponentId) -> list[str]:
    """Return the subject of the panel: a list of two moves."""
    return ["II,3-III,3", "pass"]


async def show(ctx: CommandContext, subject: list[str], key: str | None) -> Reply:
    return Reply(f"{len(subject)} moves, step {key!r}")


PANEL = StepPanel(load, len, show)


@pytest.fixture
def ctx() -> Any:
    return Context()


async def test_a_button_shows_its_step_only_on_the_current_board(ctx: Any) -> None:
    assert (await PANEL.turn_page(ctx, NOW)).text == "2 moves, step 'c17'"
    assert (await PANEL.turn_page(ctx, OLD)).text == "2 moves, step None"
    assert ctx.transactions == ["read", "read"]


async def test_a_button_is_answered_only_on_the_current_board(ctx: Any) -> None:
    @PANEL.answers
    async def act(ctx: CommandContext, subject: list[str], control: ComponentId) -> Reply:
        return Reply(f"{control.extra} of {subject}")

    assert (await act(ctx, NOW)).text == "c17 of ['II,3-III,3', 'pass']"
    assert (await act(ctx, OLD)).text == "2 moves, step None"
    assert ctx.transactions == ["read", "read"]


async def test_a_button_changes_only_the_current_board_in_one_transaction(ctx: Any) -> None:
    @PANEL.changes
    def act(tx: Tx, ctx: CommandContext, subject: list[str], control: ComponentId) -> list[str]:
        return [*subject, control.extra]

    assert (await act(ctx, NOW)).text == "3 moves, step ''"
    assert (await act(ctx, OLD)).text == "2 moves, step None"
    assert ctx.transactions == ["write", "write"]
