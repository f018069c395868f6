"""Posts in a forum for an event's matches, and their tags."""

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import discord

from bot.extension_api.commands import App
from bot.extension_api.posts import MessageKind, edits, translator_for_post
from bot.extension_api.texts import N_, Translator, quote
from bot.extension_api.transactions import OutboxRow
from bot.extension_api.views import layout
from bot.extensions.tournaments.messages.event_game import BegunGame, begun_game
from bot.extensions.tournaments.payloads import ForumGame, ForumTags
from bot.extensions.tournaments.rules.sections import section_letter
from bot.extensions.tournaments.service import openings

RUNNING, FINISHED = N_("Running"), N_("Finished")
"""Names of tags, in English or in the guild's language.

The bot creates no tags, because that needs the permission Manage Channels.
"""
UNKNOWN_TAG = 10087
"""Discord's error code for a tag that has just been removed."""
SKEW = timedelta(minutes=10)
"""Allowed clock skew between Discord and the bot in the search for a post."""
ATTEMPTS = 3
WEEK: Literal[10080] = 10080
"""Auto-archive duration in minutes, the maximum that Discord allows."""


@edits(
    MessageKind(
        "event-forum-game",
        ForumGame,
        on_sent=openings.on_post_created,
        on_failed=openings.on_post_failed,
    )
)
async def create_post(app: App, row: OutboxRow, post: ForumGame) -> int | None:
    """Create the post and return its thread's id; None if the pairing is over.

    Discord accepts no nonce for a post in a forum. A retry therefore looks for the post of an
    earlier attempt first.
    """
    game = await app.store.read(begun_game, app, post.event, post.pairing)
    if game is None:
        return None
    assert row.channel is not None
    if row.tried_at is not None:
        earlier = await _find_post(app, game.guild, row.channel, row, row.tried_at)
        if earlier is not None:
            return earlier
    forum = await _forum(app, row.channel)
    try:
        return await _create(forum, row, game, _tags_of(forum, game))
    except discord.HTTPException as refused:
        if refused.code != UNKNOWN_TAG:
            raise
        return await _create(forum, row, game, [])


async def _create(
    forum: discord.ForumChannel, row: OutboxRow, game: BegunGame, tags: list[discord.ForumTag]
) -> int:
    """Create the post of a game. It is marked like all messages of the outbox."""
    view = layout(quote(game.title))
    view.children[0].id = row.marker
    made = await forum.create_thread(
        name=game.title,
        auto_archive_duration=WEEK,
        applied_tags=tags,
        view=view,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    return made.thread.id


async def _forum(app: App, forum: int) -> discord.ForumChannel:
    """Return a forum; it is not cached if another process's shard serves its guild."""
    channel = app.get_channel(forum) or await app.fetch_channel(forum)
    assert isinstance(channel, discord.ForumChannel)
    return channel


async def _find_post(app: App, guild: int, forum: int, row: OutboxRow, tried_at: int) -> int | None:
    """Return the thread of the post that an earlier attempt has created, or None.

    Only posts since the first attempt are considered, including those that are archived already.
    """
    since = discord.utils.time_snowflake(datetime.fromtimestamp(tried_at, UTC) - SKEW)
    active = await app.http.get_active_threads(guild)
    archived = await app.http.get_public_archived_threads(forum)
    for thread in (*active["threads"], *archived["threads"]):
        number = int(thread["id"])
        is_recent = int(thread["parent_id"]) == forum and number >= since
        if is_recent and await _has_marker(app, number, row.marker):
            return number
    return None


async def _has_marker(app: App, thread: int, marker: int) -> bool:
    """Return whether the first message of a post contains this component id."""
    first = await app.http.logs_from(thread, limit=1, after=0)
    return any(part.get("id") == marker for each in first for part in each.get("components", ()))


def _tags_of(forum: discord.ForumChannel, game: BegunGame) -> list[discord.ForumTag]:
    """Return the tags of a new post: running, and the letter of its section.

    If the forum requires a tag, but has none of these, it is the first that anyone may use.
    """
    wanted = _names(game.t, RUNNING)
    if game.section is not None:
        wanted |= {section_letter(game.section).casefold()}
    tags = [tag for tag in forum.available_tags if tag.name.casefold() in wanted]
    if not tags and forum.flags.require_tag:
        tags = [tag for tag in forum.available_tags if not tag.moderated][:1]
    return tags


def _names(t: Translator, name: str) -> set[str]:
    """Return the names of a tag in lower case: in English, and translated."""
    return {name.casefold(), t.translate(name).casefold()}


@edits(MessageKind("event-forum-tags", ForumTags, attempts=ATTEMPTS, given_up="dropped"))
async def change_tags(app: App, row: OutboxRow, change: ForumTags) -> None:
    """Replace the tag of a running game by that of a finished one.

    No-op if the forum does not have the tags.
    """
    assert row.channel is not None
    t = await app.store.read(translator_for_post, app, change.guild)
    forum = await _forum(app, change.forum)
    thread = await app.http.get_channel(row.channel)
    names = {tag.id: tag.name.casefold() for tag in forum.available_tags}
    applied: Any = thread.get("applied_tags", ())
    before = [int(tag) for tag in applied]
    after = [tag for tag in before if names.get(tag) not in _names(t, RUNNING)]
    after += [tag for tag, name in names.items() if name in _names(t, FINISHED)]
    after = list(dict.fromkeys(after))
    if after != before and (after or not forum.flags.require_tag):
        await app.http.edit_channel(row.channel, applied_tags=[str(tag) for tag in after])
