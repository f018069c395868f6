"""Composition of messages: drafts, and decorators that register message kinds.

Composers run in a read transaction, outside the event loop's thread. Views are created later, in
`Draft.make`, because `ui.View.stop` has no effect on a view created without an event loop, so
discord.py would never release it.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

import discord
from discord import ui

from bot.app import App
from bot.i18n.translator import Translator, translator_for
from bot.service.guilds import guild_settings
from bot.service.players import players
from bot.store import Tx
from bot.store.models import Match, PlayerSettings
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import message_kinds
from bot.store.outbox.message_kinds import MessageKind

P = TypeVar("P")
Message = tuple[ui.LayoutView, list[discord.File]]


@dataclass(frozen=True, slots=True)
class Draft:
    """A message whose database reads are done; only rendering is left."""

    make: Callable[[], Awaitable[Message]]
    """Function that renders the message.

    It is called for each attempt, because a file can be read only once.
    """
    mentions: tuple[int, ...] = ()
    """Players whom the message may mention."""
    caused_by: int | None = None
    """Player whose action mentions the others, for the ping limit; None for turns."""
    guild: int | None = None
    server: Mapping[str, str] | None = None
    """Settings of the guild, if they have been loaded."""
    settings: PlayerSettings | None = None
    """Settings of a mentioned player, if they have been loaded."""
    turns: tuple[tuple[Match, str], ...] = ()
    """Pending turns in a reminder message, with the kind of each reminder."""
    silent: bool = False
    """Whether Discord sends no notification of the message."""
    member_of: tuple[int, ...] = ()
    """The guilds that a direct message is about.

    If the recipient has left one of them, the extensions are informed, and the message is drafted
    again.
    """

    @classmethod
    def of(
        cls,
        build: Callable[[], ui.LayoutView],
        *,
        mentions: tuple[int, ...] = (),
        by: int | None = None,
        guild: int | None = None,
    ) -> Self:
        """Return a draft without an image, rendered by `build`."""

        async def make() -> Message:
            return build(), []

        return cls(make, mentions, by, guild)


Compose = Callable[[Tx, App, OutboxRow, P], Draft | None]
"""Function called with (tx, app, row, payload) that drafts the message.

It returns None if the message is obsolete.
"""
Edit = Callable[[App, OutboxRow, P], Awaitable[int | None]]
"""Function called with (app, row, payload) that edits a message.

Alternatively, it opens a thread and returns the thread's id.
"""
COMPOSERS: dict[str, Compose[Any]] = {}
EDITORS: dict[str, Edit[Any]] = {}


def composes(kind: MessageKind[P]) -> Callable[[Compose[P]], Compose[P]]:
    """Return a decorator for composers, which registers a kind that posts a message."""

    def put(compose: Compose[P]) -> Compose[P]:
        message_kinds.register(kind)
        COMPOSERS[kind.name] = compose
        return compose

    return put


def edits(kind: MessageKind[P]) -> Callable[[Edit[P]], Edit[P]]:
    """Return a decorator for edits, which registers a kind that edits a message."""

    def put(edit: Edit[P]) -> Edit[P]:
        message_kinds.register(replace(kind, edits=True))
        EDITORS[kind.name] = edit
        return edit

    return put


class GuildOnOtherShard(Exception):
    """The guild is on another process's shard, so its locale must be fetched."""

    def __init__(self, guild: int) -> None:
        super().__init__(f"server {guild}")
        self.guild = guild


def translator_for_post(tx: Tx, app: App, guild: int | None, user: int | None = None) -> Translator:
    """Return the translator for a guild's posts, or for a user in a DM."""
    if user is not None:
        return translator_for(players.load_player(tx, user).locale)
    return guild_translator(app, guild, guild_settings.load_settings(tx, guild))


def guild_translator(app: App, guild: int | None, server: Mapping[str, str]) -> Translator:
    """Return the translator for posts in a guild with these settings.

    Raises `GuildOnOtherShard` if the guild's locale is needed but not cached.
    """
    if guild is None or server["language"]:
        return translator_for(server["language"])
    if (discord_guild := app.get_guild(guild)) is not None:
        return translator_for(discord_guild.preferred_locale)
    if guild not in app.locales and not app.serves_guild(guild):
        raise GuildOnOtherShard(guild)
    return translator_for(app.locales.get(guild))
