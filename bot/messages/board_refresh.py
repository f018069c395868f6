"""Edit of the newest board's text: its position and picture stay as they are."""

from collections.abc import Callable

from discord import ui

from bot.app import App
from bot.messages.board import load_board_post
from bot.messages.composition import edits
from bot.messages.edits import edit_old
from bot.service.match import turn_clock
from bot.store import Tx
from bot.store.models.outbox import OutboxRow, Post
from bot.store.models.payloads import BoardPost, BoardRefresh
from bot.store.outbox import posts
from bot.store.outbox.message_kinds import MessageKind
from bot.views import board_post
from bot.views.board_image import busy_cells
from bot.views.components import gallery


@edits(
    MessageKind(
        "board-refresh",
        BoardRefresh,
        supersedes=("board-refresh",),
        attempts=8,
        given_up="dropped",
    )
)
async def refresh_board(app: App, row: OutboxRow, refresh: BoardRefresh) -> None:
    """Edit the newest board. No-op if a newer board follows, or if it is gone."""
    newest = await app.store.read(_load, app, refresh)
    if newest is not None:
        post, compose = newest
        await edit_old(app, post.channel, post.message, compose())


def _load(
    tx: Tx, app: App, refresh: BoardRefresh
) -> tuple[Post, Callable[[], ui.LayoutView]] | None:
    """Return the post of the board and a function that composes it, or None."""
    post = posts.live_post(tx, refresh.match)
    view, _, t, theme = load_board_post(tx, app, BoardPost(refresh.match, refresh.ply))
    if post is None or post.ply != refresh.ply or view.match.status != "running":
        return None
    if not view.is_current:
        return None
    first = turn_clock.is_first_turn_ever(tx, view.match)

    def compose() -> ui.LayoutView:
        scenery, waiting = board_post.scenery(view, 0, theme), app.queue_position(view.match.id)
        shown = gallery(scenery.name, scenery.describe(t))
        cropped = bool(busy_cells(scenery))
        return board_post.board_post(t, view, shown, waiting, first=first, cropped=cropped)

    return post, compose
