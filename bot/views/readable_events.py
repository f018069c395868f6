"""Checks that a message or an interaction has the parts that the bot needs.

discord.py copies many fields of a payload without checking their types.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.runtime.gateway_events import drop
from bot.views.components import LARGEST_ID

COMPONENTS = (discord.InteractionType.component, discord.InteractionType.modal_submit)


def must_be_ids(*numbers: int) -> None:
    """Raise `ValueError` unless the database accepts these ids."""
    if not all(0 <= number <= LARGEST_ID for number in numbers):
        raise ValueError("not an id")


def must_be_storable(author: discord.abc.User, event: int, *texts: object) -> None:
    """Raise an exception unless an event has a user with a name, and these are texts."""
    must_be_ids(author.id, event)
    if not all(isinstance(text, str) for text in (author.display_name, *texts)):
        raise TypeError("not a text")


def is_readable(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an interaction has a user and readable data; log it if not."""
    try:
        must_be_storable(interaction.user, interaction.id, interaction.locale.value)
        must_be_ids(interaction.guild_id or 0, interaction.channel_id or 0)
        assert interaction.message is None or interaction.message.flags.value >= 0
        data: dict[str, Any] = dict(interaction.data or {})
        if interaction.type in COMPONENTS:
            assert isinstance(data["custom_id"], str)
        else:
            # discord.py reads all of them again, but outside its own error handling.
            discord.AppCommandType(data.get("type", 1))
            must_be_ids(int(data.get("target_id", "0")))
            assert all(map(_has_valid_value, _options_of(data)))
            _ = data["name"], interaction.namespace, interaction.command
    except Exception as error:
        drop("INTERACTION_CREATE", interaction.id, error)
        return False
    return True


def _options_of(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the options of a command, and of its subcommand."""
    for option in data.get("options") or ():
        yield option
        yield from _options_of(option)


def _has_valid_value(option: Mapping[str, Any]) -> bool:
    """Return whether the value of an option, if it has one, is of the option's type."""
    value, kind = option.get("value", ""), discord.AppCommandOptionType(option["type"])
    match kind:
        case discord.AppCommandOptionType.integer:
            return isinstance(value, int | str)  # autocomplete sends what has been typed
        case discord.AppCommandOptionType.number:
            return isinstance(value, float | int | str)
        case discord.AppCommandOptionType.boolean:
            return isinstance(value, bool)
    return "value" not in option or isinstance(value, str)
