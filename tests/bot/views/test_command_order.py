"""Display order of commands: listed ones in order, all others last."""

from typing import Any

import discord
from discord.app_commands import Command

from bot.views.command_order import place_of


def made(name: str, before: str | None) -> Command[Any, ..., Any]:
    async def callback(interaction: discord.Interaction) -> None: ...

    return Command(name=name, description=name, callback=callback, extras={"before": before})


def test_a_command_is_listed_before_the_sibling_it_names_and_unknown_ones_last() -> None:
    commands = [
        *(made("zebra", None), made("rules", None), made("lost", "gone"), made("learn", "rules")),
        *(made("ant", None), made("board", None)),
    ]
    shown = sorted(commands, key=lambda each: place_of(each, ("board", "rules")))
    assert [each.name for each in shown] == ["board", "learn", "rules", "lost", "zebra", "ant"]
