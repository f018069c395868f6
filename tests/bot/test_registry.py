"""Registration of commands with Discord, and permission checks of groups."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
from discord.app_commands import locale_str

from bot import registry
from bot.app import CommandContext
from bot.views.reply import Reply, UserError


async def test_a_permission_check_of_a_group_also_applies_to_nested_groups(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "COMMANDS", {})

    def must(call: CommandContext) -> None:
        raise UserError("Not you.")

    registry.group("house", locale_str("A house"), "room", check=must)
    registry.group("house room", locale_str("A room"), "open")

    @registry.command("house room open", locale_str("Open it"))
    async def opened(call: CommandContext) -> Reply:
        return Reply("It is open.")

    async def serve(call: CommandContext, work: Any) -> None:
        await work()

    app: Any = SimpleNamespace(serve=serve, store=None, clock=None)
    inner: Any = registry._build(app, "house").get_command("room")  # type: ignore[union-attr]
    with pytest.raises(UserError):
        await inner.get_command("open").callback(MagicMock())
