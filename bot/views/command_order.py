"""Display order of commands, in their group and on the help page."""

from collections.abc import Sequence
from typing import Any

from discord import app_commands

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group


def place_of(command: AnyCommand, order: Sequence[str]) -> tuple[int, bool]:
    """Return the sort key of a command among its siblings, whose names are in `order`.

    A command that is not in `order` comes before the sibling that it specifies, or else last.
    """
    sibling = command.extras.get("before")
    name = sibling or command.name
    return order.index(name) if name in order else len(order), sibling is None
