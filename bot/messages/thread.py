"""Opening of a match's thread, on the message that started the match."""

from bot.app import App
from bot.messages import match_threads
from bot.messages.composition import edits, translator_for_post
from bot.service.guilds import match_channels
from bot.service.match import lifecycle
from bot.service.players import players
from bot.store import Tx
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import ThreadOpening
from bot.store.outbox.message_kinds import MessageKind
from bot.views.player_labels import plain_title


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
    return await match_threads.open_thread(app, row.channel, thread.message, called)


def _thread_name(tx: Tx, app: App, match_id: int) -> str:
    """Return the name of a match's thread: the game, its number and the players."""
    match = lifecycle.load(tx, match_id)
    names = players.display_names(tx, match.players)
    t = translator_for_post(tx, app, match.guild)
    people = t.translate(" against ").join(
        names[player] or t.translate("someone") for player in match.players
    )
    return match_threads.name(f"{plain_title(t, match)} #{match.id}: {people}")
