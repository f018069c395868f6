"""The post of a ladder, its edits, and the weekly line."""

from discord import ui

from bot.extension_api.commands import App
from bot.extension_api.people import display_names
from bot.extension_api.posts import (
    Draft,
    MessageKind,
    composes,
    edit_post,
    edits,
    translator_for_post,
)
from bot.extension_api.transactions import OutboxRow, Tx
from bot.extensions.tournaments.ladder_payloads import LadderNews, LadderPost, LadderUpdate
from bot.extensions.tournaments.service.ladder_view import ladder_view, on_edit_delayed, on_posted
from bot.extensions.tournaments.store import ladder_member_rows, ladder_rows
from bot.extensions.tournaments.views.ladder_page import ladder_post, removed_post
from bot.extensions.tournaments.views.ladder_posts import news_line, week_changes


@composes(MessageKind("ladder-post", LadderPost, on_sent=on_posted))
def compose(tx: Tx, app: App, row: OutboxRow, post: LadderPost) -> Draft | None:
    """Compose the post; None if the ladder has been removed."""
    ladder = ladder_rows.get_ladder(tx, post.ladder)
    if ladder is None or ladder.removed_at is not None:
        return None
    t = translator_for_post(tx, app, ladder.guild)
    view = ladder_view(tx, ladder.id, None, now=app.clock())
    return Draft.of(lambda: ladder_post(t, view), guild=ladder.guild)


@edits(
    MessageKind(
        "ladder-post-edit",
        LadderUpdate,
        attempts=1,
        given_up="dropped",
        on_delayed=on_edit_delayed,
    )
)
async def update(app: App, row: OutboxRow, post: LadderUpdate) -> None:
    """Edit the post; no-op if it is gone."""
    loaded = await app.store.read(_load, app, post)
    if loaded is not None:
        await edit_post(app, *loaded, may_be_gone=True)


def _load(tx: Tx, app: App, post: LadderUpdate) -> tuple[int, int, ui.LayoutView] | None:
    """Return the channel and message of a ladder's post, and its new content."""
    ladder = ladder_rows.get_ladder(tx, post.ladder)
    if ladder is None or ladder.post is None:
        return None
    t = translator_for_post(tx, app, ladder.guild)
    if ladder.removed_at is not None:
        return ladder.channel, ladder.post, removed_post(t, ladder)
    view = ladder_view(tx, ladder.id, None, now=app.clock())
    return ladder.channel, ladder.post, ladder_post(t, view)


@composes(MessageKind("ladder-news", LadderNews))
def compose_news(tx: Tx, app: App, row: OutboxRow, news: LadderNews) -> Draft | None:
    """Compose the weekly line; None if nothing has changed or the ladder is gone."""
    ladder = ladder_rows.get_ladder(tx, news.ladder)
    if ladder is None or ladder.removed_at is not None:
        return None
    t = translator_for_post(tx, app, ladder.guild)
    moves = ladder_member_rows.moves_since(tx, ladder.id, news.since)
    ranks = ladder_member_rows.ranks_of(tx, ladder.id)
    names = display_names(tx, {move.player for move in moves})
    changes = week_changes(t, moves, ranks, names)
    if not changes:
        return None
    return Draft.of(lambda: news_line(t, ladder, changes), guild=ladder.guild)
