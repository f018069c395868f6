"""Post of a ladder, kept up to date by edits, and the weekly summary.

The post is edited only after a change, and at most once an hour, because Discord limits edits of
messages that are older than an hour.
"""

from dataclasses import replace

from bot.extension_api.outbox import OutboxRow, queue_message
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.ladder_payloads import LadderNews, LadderPost, LadderUpdate
from bot.extensions.tournaments.store import ladder_rows
from bot.extensions.tournaments.store.ladder_rows import NEWS_INTERVAL, POST_EDIT_INTERVAL


def edit_due(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Queue the edits of up to `limit` posts. Returns the number of ladders."""
    done = 0
    for ladder in ladder_rows.due_posts(tx, now, limit):
        done += 1
        if ladder.post is not None:
            queue_message(tx, LadderUpdate(ladder.id), channel=ladder.channel, now=now)
        after = replace(ladder, post_at=None, post_edited_at=now)
        ladder_rows.save_ladder(tx, ladder, after)
    return done


def announce_due(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Queue weekly summaries of up to `limit` ladders. Returns the number of ladders."""
    done = 0
    for ladder in ladder_rows.due_news(tx, now, limit):
        done += 1
        assert ladder.news_at is not None
        if ladder.removed_at is None:
            since = ladder.news_at - NEWS_INTERVAL - 1  # includes the first change
            news = LadderNews(ladder.id, since)
            queue_message(tx, news, channel=ladder.channel, now=now)
        ladder_rows.save_ladder(tx, ladder, replace(ladder, news_at=None))
    return done


def on_posted(tx: Tx, row: OutboxRow, post: LadderPost, message: int | None, now: int) -> None:
    """Store which message shows the ladder."""
    ladder = ladder_rows.get_ladder(tx, post.ladder)
    if ladder is not None and ladder.post is None and message is not None:
        after = replace(ladder, post=message, post_edited_at=now)
        ladder_rows.save_ladder(tx, ladder, after)


def on_edit_delayed(tx: Tx, row: OutboxRow, update: LadderUpdate, now: int) -> None:
    """Edit the post again in an hour, instead of retrying at once."""
    ladder = ladder_rows.get_ladder(tx, update.ladder)
    if ladder is not None:
        after = replace(ladder, post_at=now + POST_EDIT_INTERVAL)
        ladder_rows.save_ladder(tx, ladder, after)
