"""Hooks: jobs, settings, buttons and functions that the core calls.

The module `extension.py` of an extension has a value `extension`, which is an `Extension`.
`event_news`, `guild_news` and `player_news` ask the other extensions.
"""

from collections.abc import Collection

from bot import extension_points
from bot.extension_points import (
    DigestLine,
    EventNews,
    Extension,
    ExtensionJob,
    MatchButton,
    PersonButton,
)
from bot.i18n.translator import Translator
from bot.setting_definition import Setting
from bot.store import Tx

__all__ = [
    "DigestLine",
    "EventNews",
    "Extension",
    "ExtensionJob",
    "MatchButton",
    "PersonButton",
    "Setting",
    "event_news",
    "guild_news",
    "player_news",
]


def event_news(tx: Tx, event: int, since: int, until: int, t: Translator) -> EventNews | None:
    """Return an event of any extension, with what has happened in a period.

    Returns None if no installed extension has it. See `Extension.event_news`.
    """
    for extension in extension_points.installed():
        if extension.event_news is not None:
            news = extension.event_news(tx, event, since, until, t)
            if news is not None:
                return news
    return None


def guild_news(tx: Tx, guild: int, since: int, until: int, t: Translator) -> list[str]:
    """Return the lines of all extensions about a guild in a period."""
    return [
        line
        for extension in extension_points.installed()
        if extension.guild_news is not None
        for line in extension.guild_news(tx, guild, since, until, t)
    ]


def player_news(
    tx: Tx, guild: int, players: Collection[int], since: int, until: int, t: Translator
) -> list[str]:
    """Return the lines of all extensions about what players have gained in a guild."""
    return [
        line
        for extension in extension_points.installed()
        if extension.player_news is not None
        for line in extension.player_news(tx, guild, players, since, until, t)
    ]
