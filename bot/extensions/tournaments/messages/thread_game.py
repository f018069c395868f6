"""Threads for the matches of a round, without a message above them."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Literal, NamedTuple

import discord

from bot.extension_api.commands import App
from bot.extension_api.posts import MessageKind, edits
from bot.extension_api.transactions import OutboxRow, Tx
from bot.extensions.tournaments.messages.event_game import BegunGame, begun_game
from bot.extensions.tournaments.messages.forum_game import SKEW, WEEK
from bot.extensions.tournaments.payloads import ThreadGame
from bot.extensions.tournaments.service import openings
from bot.extensions.tournaments.store import pairing_rows

PUBLIC: Literal[11] = 11
"""Discord's type of public threads."""
NEAR = 25
"""Number of messages among which the announcement of a thread is looked for."""


class _Opening(NamedTuple):
    """A game that needs a thread, and the threads of its event's other games."""

    game: BegunGame
    taken: frozenset[int]


@edits(
    MessageKind(
        "event-thread-game",
        ThreadGame,
        on_sent=openings.on_thread_opened,
        on_failed=openings.on_line_failed,
    )
)
async def open_thread(app: App, row: OutboxRow, thread: ThreadGame) -> int | None:
    """Open the thread and return its id; None if the pairing is over.

    Discord accepts no nonce for a thread. A retry therefore looks for the thread of an earlier
    attempt first: one of this name, opened by the bot since then, in which no game is played.
    """
    opening = await app.store.read(_load, app, thread)
    if opening is None:
        return None
    assert row.channel is not None
    opened = None
    if row.tried_at is not None:
        opened = await _find_thread(app, row.channel, opening, row.tried_at)
    if opened is None:
        made = await app.http.start_thread_without_message(
            row.channel, name=opening.game.title, auto_archive_duration=WEEK, type=PUBLIC
        )
        opened = int(made["id"])
    with suppress(discord.HTTPException):  # the announcement may stay
        await _remove_announcement(app, row.channel, opened, opening.game.title)
    return opened


def _load(tx: Tx, app: App, thread: ThreadGame) -> _Opening | None:
    """Return the game that needs the thread; None if the pairing is over."""
    game = begun_game(tx, app, thread.event, thread.pairing)
    if game is None:
        return None
    return _Opening(game, frozenset(pairing_rows.threads_of(tx, thread.event).values()))


async def _find_thread(app: App, channel: int, opening: _Opening, tried_at: int) -> int | None:
    """Return the thread that an earlier attempt has opened, or None."""
    since = discord.utils.time_snowflake(datetime.fromtimestamp(tried_at, UTC) - SKEW)
    active = await app.http.get_active_threads(opening.game.guild)
    candidates = [
        int(thread["id"])
        for thread in active["threads"]
        if int(thread["parent_id"]) == channel
        and thread["name"] == opening.game.title
        and _is_own(app, thread["owner_id"])
    ]
    return next((each for each in candidates if each >= since and each not in opening.taken), None)


async def _remove_announcement(app: App, channel: int, thread: int, name: str) -> None:
    """Delete Discord's message that the bot has started a thread of this name.

    The post of the round lists the games.
    """
    for message in await app.http.logs_from(channel, NEAR, around=thread):
        is_announcement = message["type"] == discord.MessageType.thread_created.value
        if is_announcement and message["content"] == name and _is_own(app, message["author"]["id"]):
            await app.http.delete_message(channel, message["id"])


def _is_own(app: App, author: int | str) -> bool:
    """Return whether this user is the bot."""
    return app.user is not None and int(author) == app.user.id
