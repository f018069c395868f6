"""Registration of commands with Discord, and permission checks of groups."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
from discord.app_commands import locale_str

from bot import registry
from bot.app import Call
from bot.views.reply import Refused, Reply


async def test_a_permission_check_of_a_group_also_applies_to_nested_groups(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "COMMANDS", {})

    def must(call: Call) -> None:
        raise Refused("Not you.")

    registry.group("house", locale_str("A house"), "room", must=must)
    registry.group("house room", locale_str("A room"), "open")

    @registry.command("house room open", locale_str("Open it"))
    async def opened(call: Call) -> Reply:
        return Reply("It is open.")

    async def serve(call: Call, work: Any) -> None:
        await work()

    app: Any = SimpleNamespace(serve=serve)
    inner: Any = registry._made(app, "house").get_command("room")  # type: ignore[union-attr]
    with pytest.raises(Refused):
        await inner.get_command("open").callback(MagicMock())
