"""Search of `/help`: commands, and buttons that have no command of their own."""

from collections.abc import Sequence
from typing import NamedTuple

from discord import app_commands, ui

from bot import extension_points
from bot.i18n.escaping import quote
from bot.i18n.translator import N_, Translator
from bot.views.command_order import AnyCommand
from bot.views.components import Button, ComponentId, button_row, layout

BUTTONS = {
    N_("Vacation"): "me settings",
    N_("Blocked players"): "me settings",
    N_("Join the global ratings"): "me settings",
    N_("Rating history"): "me profile",
    N_("Finished games"): "me profile",
    N_("Leaderboard"): "me profile",
    N_("Delete my data"): "me data",
    N_("Optional rules"): "challenge",
    N_("Your side"): "challenge",
    N_("Your partner"): "challenge",
}
"""Commands whose reply leads to a button or field with this label."""


class Topic(NamedTuple):
    """Something that a player can look for."""

    title: str
    """The description of a command, or the label of a button."""
    path: str
    """The command that leads there, e.g. "/me settings"."""


def matching_topics(t: Translator, commands: Sequence[AnyCommand], typed: str) -> list[Topic]:
    """Return the commands and buttons that contain all typed words.

    The words may be in English or in the reader's language.
    """
    wanted = typed.casefold().split()
    by_text = {
        f"{title} {t.translate(title)} {path}".casefold(): Topic(t.translate(title), path)
        for title, path in (*_buttons(), *_descriptions(commands))
    }
    return [topic for text, topic in by_text.items() if all(word in text for word in wanted)]


def _buttons() -> list[tuple[str, str]]:
    labels = {
        label: "games"
        for extension in extension_points.installed()
        for label in extension.games_buttons.values()
    }
    return [(label, f"/{path}") for label, path in {**BUTTONS, **labels}.items()]


def _descriptions(commands: Sequence[AnyCommand]) -> list[tuple[str, str]]:
    single: list[tuple[str, str]] = []
    for command in commands:
        if isinstance(command, app_commands.Group):
            single += _descriptions(command.commands)
        else:
            single.append((command.description, f"/{command.qualified_name}"))
    return single


def search_page(t: Translator, word: str, topics: Sequence[Topic]) -> ui.LayoutView:
    """Build the list of what was found."""
    lines = [f"- **{topic.title}**: `{topic.path}`" for topic in topics]
    if not lines:
        lines = [t.translate("I found nothing about {word}.", word=quote(word))]
    commands = Button(ComponentId("commands", 0), t.translate("All commands"))
    return layout(lines, button_row(commands))
