"""`/help` names every command, so that none is hidden from those who look for it there."""

import re
from pathlib import Path

from discord import AppCommandType
from discord.app_commands import Group

from bot.client import build
from bot.commands.help import help_text
from bot.store import Store, address
from bot.words import speaker


async def test_every_command_stands_in_the_help(database: Path) -> None:
    store = await Store.open(address(database))
    try:
        client = build(store, clock=lambda: 1_800_000_000)
        text = await help_text(client, 1, speaker())
        named = set(re.findall(r"`/(\w+)", text))
        commands = client.tree.get_commands(type=AppCommandType.chat_input)
        assert {command.name for command in commands} - {"help"} == named
        for group in commands:
            for command in group.commands if isinstance(group, Group) else ():
                assert group.name in ("solo", "server") or command.name in text
    finally:
        await store.close()
