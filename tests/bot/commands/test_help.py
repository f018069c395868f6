"""The `/help` page and its list of all commands."""

import re
from pathlib import Path

import pytest
from discord import AppCommandType, ui
from discord.app_commands import Command, Group

from bot import extension_points
from bot.client import HalmaClient
from bot.i18n.translator import LANGUAGES, translator_for
from bot.store import Store, address
from bot.views import discord_limits
from bot.views.command_mentions import with_mentions
from bot.views.components import Button
from bot.views.help_page import commands_page, help_page
from bot.views.reply import Reply
from engine import VARIANTS
from tests.extensions import MISSING
from tools.translations import sentences

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_list_of_all_commands_mentions_every_command_as_a_link(
    database: Path, language: str
) -> None:
    store = await Store.open(address(database))
    try:
        tree = HalmaClient(store, clock=lambda: 1_800_000_000).tree
        commands = tree.get_commands(type=AppCommandType.chat_input)
        single = {
            command.qualified_name
            for command in tree.walk_commands()
            if isinstance(command, Command)
        }
        ids = dict.fromkeys(single, 10**19 - 1)
        page = Reply(view=commands_page(translator_for(language), commands))
        shown = with_mentions(page, ids).view
        assert shown is not None
        [text] = [
            part.content for part in shown.walk_children() if isinstance(part, ui.TextDisplay)
        ]
        assert set(re.findall(r"</([a-z_ ]+):\d+>", text)) == single
        assert len(text) <= discord_limits.TEXT, "or the last ones are cut"
    finally:
        await store.close()


@pytest.mark.parametrize("is_possible", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_help_page_has_four_lines_a_picture_and_buttons(
    language: str, is_possible: bool
) -> None:
    words = translator_for(language)
    reply = await help_page(words, VARIANTS["halma-8"], can_play=is_possible)
    assert reply.view is not None
    parts = list(reply.view.walk_children())
    lines, moment = [part.content for part in parts if isinstance(part, ui.TextDisplay)]
    assert lines.count("\n- ") == 4
    assert len(f"{lines} {moment}".split()) <= (90 if language == LANGUAGES[0] else 115)
    [gallery] = [part for part in parts if isinstance(part, ui.MediaGallery)]
    [route] = re.findall("`(.+)`", gallery.items[0].description or "")
    assert route.count("-") == 3, "three jumps in one turn"
    assert reply.files[0].filename in gallery.items[0].media.url
    buttons = [part for part in parts if isinstance(part, Button)]
    actions = [(button.custom_id or "").split(":")[1] for button in buttons]
    known = {"begin", "how", "games", "commands", "computer", "about"}
    known |= {action for each in extension_points.installed() for action in each.newcomer_buttons}
    here = {action for each in extension_points.installed() for action in each.games_buttons}
    assert set(actions) == (known | here if is_possible else known - {"begin"})
    assert len(set(actions)) == len(actions)
    assert actions[0] == ("begin" if is_possible else "how")
    assert moment == "👉 " + words.translate(
        "Use `/play` to play the computer, or `/challenge` to play people."
        if is_possible
        else "Use `/play` to play the computer and `/challenge` to play people in a server."
    )


@pytest.mark.check
async def test_every_command_named_in_a_sentence_or_a_page_exists(database: Path) -> None:
    store = await Store.open(address(database))
    try:
        tree = HalmaClient(store, clock=lambda: 1_800_000_000).tree
        known = {command.qualified_name for command in tree.walk_commands()}
        pages = [
            ROOT / page
            for page in ("README.md", "CHANGELOG.md", "docs/privacy.md", "docs/security.md")
        ]
        # The pages also mention the commands of extensions that are not installed.
        texts = [] if MISSING else [page.read_text("utf-8") for page in pages]
        texts += [sentence for forms in sentences() for sentence in forms]
        named = {
            name for text in texts for name in re.findall(r"`/([a-z_]+(?: [a-z_]+)?)\b(?!/)", text)
        }
        assert len(named) > (12 if MISSING else 25)
        assert {name for name in named if not {name, name.split()[0]} & known} == set()
        groups = {command.name for command in tree.get_commands() if isinstance(command, Group)}
        wrong = {name for name in named if name.split()[0] in groups and " " in name} - known
        assert wrong == set()
    finally:
        await store.close()


@pytest.mark.check
async def test_the_list_of_commands_is_short_and_members_do_not_see_those_of_managers(
    database: Path,
) -> None:
    store = await Store.open(address(database))
    try:
        tree = HalmaClient(store, clock=lambda: 1_800_000_000).tree
        first = [
            command
            for command in tree.get_commands(type=AppCommandType.chat_input)
            if command.name != "coin"  # the example command in docs/where.md
        ]
        every = [
            command
            for command in tree.walk_commands(type=AppCommandType.chat_input)
            if isinstance(command, Command) and command.name != "coin"
        ]
        menus = [
            menu
            for kind in (AppCommandType.user, AppCommandType.message)
            for menu in tree.get_commands(type=kind)
        ]
        assert len(first) <= 12
        assert len(every) <= 35
        assert sum(len(command.parameters) for command in every) <= 50
        assert len(menus) <= 4
        hidden = {command.name for command in first if command.default_permissions is not None}
        assert hidden == {"server"} | ({"club"} & {command.name for command in first})
    finally:
        await store.close()
