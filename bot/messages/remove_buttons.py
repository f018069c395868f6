"""Removal of the buttons from an older board, or from a notice about a match."""

from typing import Any, NamedTuple

import discord
from discord import ui

from bot.app import App
from bot.i18n.translator import Translator
from bot.messages.composition import edits, translator_for_post
from bot.messages.edits import GONE, edit
from bot.service.actions import moves
from bot.service.results import MatchView
from bot.store import Tx
from bot.store.models.outbox import OutboxRow, Post
from bot.store.models.payloads import ButtonRemoval
from bot.store.outbox import posts
from bot.store.outbox.message_kinds import MessageKind
from bot.views import board_post
from bot.views.components import gallery
from bot.views.discord_errors import error_code
from bot.views.player_labels import message_link

MISSING = 404


class OldBoard(NamedTuple):
    """A superseded board: its post, what it shows, and the post of the newer board."""

    post: Post
    view: MatchView
    t: Translator
    then: Post | None


@edits(MessageKind("remove-buttons", ButtonRemoval, attempts=8, given_up="dropped"))
async def remove_buttons(app: App, row: OutboxRow, old: ButtonRemoval) -> None:
    """Collapse a superseded board; in a thread, only remove its buttons.

    No-op if the message is gone. The store keeps these rows in a separate queue.
    """
    board = await app.store.read(_load, app, old)
    if board is None:
        return
    if isinstance(board, Post):
        await _remove_notice_buttons(app, board)
        return
    post, view, t, then = board
    match = view.match
    if post.channel == match.thread:
        alt = board_post.scenery(view, 0, "wood").describe(t)
        shown = gallery(board_post.file_name(match.id, view.ply), alt)
        await edit(
            app, post.channel, old.message, board_post.closed_post(t, view, shown), may_be_gone=True
        )
        return
    address = None if then is None else message_link(match.guild, then.channel, then.message)
    small = board_post.collapsed_post(t, view, address)
    await edit(app, post.channel, old.message, small, attachments=[], may_be_gone=True)


async def _remove_notice_buttons(app: App, post: Post) -> None:
    """Remove the buttons from a notice. Its text is kept as it is."""
    channel = app.get_partial_messageable(post.channel)
    try:
        view = ui.LayoutView.from_message(await channel.fetch_message(post.message), timeout=None)
    except discord.HTTPException as refused:
        if error_code(refused) not in GONE and refused.status != MISSING:
            raise
        return
    view.stop()
    inner = [part for part in view.children if isinstance(part, ui.Container)]
    boxes: list[ui.LayoutView | ui.Container[Any]] = [view, *inner]
    for box in boxes:
        for part in [part for part in box.children if isinstance(part, ui.ActionRow)]:
            box.remove_item(part)
    await edit(app, post.channel, post.message, view, may_be_gone=True)


def _load(tx: Tx, app: App, old: ButtonRemoval) -> OldBoard | Post | None:
    """Return the board or the notice that a message shows, or None if it shows none."""
    post, then = posts.get_posts(tx, old.message, old.then)
    if post is None or post.match is None:
        return None
    if post.ply is None:
        return post
    view = moves.view_at(tx, post.match, post.ply)
    t = translator_for_post(tx, app, view.match.guild)
    return OldBoard(post, view, t, then)
