"""Discord threads for matches: opening and unarchiving."""

from collections.abc import Sequence
from typing import Literal

import discord

from bot.app import App
from bot.i18n.escaping import shorten
from bot.i18n.translator import Translator
from bot.messages.composition import edits, translator_for_post
from bot.service.guilds import match_channels
from bot.service.match import lifecycle
from bot.service.players import players
from bot.store import Tx
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import ThreadOpening
from bot.store.outbox.message_kinds import MessageKind
from bot.views.player_labels import plain_event, plain_player_name, plain_title

NAME = 100
"""Maximum length of a thread name."""
WEEK: Literal[10080] = 10080
"""Auto-archive duration in minutes, the maximum that Discord allows."""
ALREADY_EXISTS = 160004
CLOSED = {50083, 160005}
"""Discord error codes for an archived thread and for a locked one."""


def thread_name(t: Translator, names: Sequence[str], game: str) -> str:
    """Return the name of a match's thread: "Dara – Chen · Halma #7".

    The players come first, because lists of threads cut names at the end. If the name is too long
    for Discord, it is the list of players that is cut.
    """
    people = " – ".join(name or t.translate("someone") for name in names)
    return f"{shorten(people, NAME - len(game) - 3)} · {game}"


async def start_thread(app: App, channel: int, message: int, title: str) -> int:
    """Create the thread under a message; return the id of the new or existing thread."""
    try:
        await app.http.start_thread_with_message(
            channel, message, name=title, auto_archive_duration=WEEK
        )
    except discord.HTTPException as refused:
        if refused.code != ALREADY_EXISTS:
            raise
    return message  # A thread has the same id as its message.


async def unarchive(app: App, thread: int) -> None:
    """Unarchive a thread; a locked one requires the Manage Threads permission."""
    await app.http.edit_channel(thread, archived=False)


@edits(
    MessageKind(
        "thread",
        ThreadOpening,
        on_sent=match_channels.on_thread_opened,
        on_delayed=match_channels.on_board_delayed,
        on_failed=match_channels.on_thread_failed,
    )
)
async def open_thread(app: App, row: OutboxRow, thread: ThreadOpening) -> int:
    """Open the thread and return its id.

    The thread gets the id of the message, so a retry does not open a second thread.
    """
    called = await app.store.read(_thread_name, app, thread.match)
    assert row.channel is not None
    return await start_thread(app, row.channel, thread.message, called)


def _thread_name(tx: Tx, app: App, match_id: int) -> str:
    """Return the name of a match's thread, with its event or else its game."""
    match = lifecycle.load(tx, match_id)
    names = players.display_names(tx, match.players)
    t = translator_for_post(tx, app, match.guild)
    about = plain_event(t, match) or plain_title(t, match)
    people = [plain_player_name(t, player, names) for player in match.players]
    return thread_name(t, people, f"{about} #{match.id}")
