"""`/help` names every command, so that none is hidden from those who look for it there."""

import re
from pathlib import Path

from discord import AppCommandType
from discord.app_commands import Group

from bot.client import build
from bot.commands.help import help_text
from bot.store import Store, address
from bot.words import speaker
from tests.bot.words.test_translations import sentences

ROOT = Path(__file__).parents[3]


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


async def test_every_command_that_a_sentence_or_a_page_names_is_one(database: Path) -> None:
    store = await Store.open(address(database))
    try:
        tree = build(store, clock=lambda: 1_800_000_000).tree
        known = {command.qualified_name for command in tree.walk_commands()}
        pages = [ROOT / page for page in ("README.md", "CHANGELOG.md", "docs/privacy.md")]
        texts = [page.read_text("utf-8") for page in pages]
        texts += [sentence for forms in sentences() for sentence in forms]
        named = {found for text in texts for found in re.findall(r"`/([a-z]+(?: [a-z]+)?)", text)}
        assert len(named) > 25
        assert {name for name in named if not {name, name.split()[0]} & known} == set()
        groups = {command.name for command in tree.get_commands() if isinstance(command, Group)}
        wrong = {name for name in named if name.split()[0] in groups and " " in name} - known
        assert wrong == set()
        assert len(tree.get_commands(type=AppCommandType.chat_input)) <= 11, (
            "of 14 that people can overlook, three are still to come"
        )
    finally:
        await store.close()
