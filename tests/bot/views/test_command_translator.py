"""Command synchronization: when commands are sent to Discord again."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from discord import app_commands

from bot.client import HalmaClient
from bot.i18n.translator import CATALOGUES
from bot.store import Store, address
from bot.views import command_translator
from bot.views.command_translator import digest


@pytest.fixture
async def tree(database: Path) -> AsyncIterator[app_commands.CommandTree[discord.Client]]:
    """The command tree with all commands."""
    store = await Store.open(address(database))
    yield HalmaClient(store, clock=lambda: 1_800_000_000).tree
    await store.close()


async def test_the_digest_changes_with_anything_that_is_shown(
    tree: app_commands.CommandTree[discord.Client], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest(tree, 1)
    assert digest(tree, 1) == before
    seen = {before, digest(tree, 2)}
    catalogues = tmp_path / "locale"
    shutil.copytree(CATALOGUES, catalogues)
    monkeypatch.setattr(command_translator, "CATALOGUES", catalogues)
    assert digest(tree, 1) == before
    german = catalogues / "de.po"
    german.write_text(german.read_text("utf-8").replace("Wähle", "Nimm"), "utf-8")
    seen.add(digest(tree, 1))
    command = tree.get_command("move")
    assert isinstance(command, app_commands.Command)
    command.description = "Play"
    seen.add(digest(tree, 1))
    assert len(seen) == 4


async def test_computing_the_digest_translates_nothing(
    tree: app_commands.CommandTree[discord.Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    def translated(_locale: object) -> None:
        raise AssertionError("translated")

    monkeypatch.setattr(command_translator, "translator_for", translated)
    assert digest(tree, 1)
