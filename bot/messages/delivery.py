"""Delivery of outbox rows to Discord, and lookup of messages already delivered."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import discord
from discord import ui

from bot.app import App
from bot.messages import mention_policy, thread
from bot.messages.composition import COMPOSERS, EDITORS, Draft, GuildOnOtherShard
from bot.messages.edits import edit, mentions_for
from bot.runtime import metrics
from bot.service.errors import NotFound, RulesChanged
from bot.service.jobs.outbox_sender import Delivered
from bot.service.outbox import DeliveryFailed
from bot.store import Store, Tx
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import BoardPost
from bot.store.outbox import posts
from bot.views import discord_limits
from bot.views.command_mentions import make_tappable
from bot.views.discord_errors import (
    CONNECTION_ERRORS,
    SERVER_ERROR,
    error_code,
    put_off,
    summarize,
    untimed,
)

HOPELESS = {
    50001: "no access to the channel",
    50007: "this person takes no direct messages",
    50013: "a permission is missing in the channel",
    50278: "no server in common with this person",
    10003: "the channel is gone",
    10004: "the server is gone",
    10013: "the person is gone",
    50024: "such a channel has no threads",
    50083: "the thread is archived, and we may not open it",
    160005: "the thread is locked",
    160006: "the server has too many threads",
}
"""Discord error codes after which a retry is useless."""
NO_CHANNEL = 10003
NO_MESSAGE = 10008
EDITABLE = 50 * 60
"""Maximum age in seconds of a message that is edited in place.

Discord limits edits of messages older than an hour, so the board is then posted as a new message.
"""
LATER_BY = 30
"""Minimum delay in seconds before a retry after a temporary rejection."""
SEEN = 1000
"""Maximum number of the bot's own messages remembered from gateway events."""
SKEW = timedelta(minutes=10)
"""Allowed clock skew in seconds between Discord and the bot in a message search."""
NO_HISTORY = "Read Message History is missing: an earlier attempt cannot be looked for"

Destination = discord.abc.Messageable


class Delivery:
    """Sends and edits messages for outbox rows."""

    def __init__(self, app: App, store: Store) -> None:
        self.client = app
        self.store = store
        self._seen: dict[str | int | None, int] = {}
        """Ids of the newest messages of the bot received from the gateway, by nonce."""

    def seen(self, message: discord.Message) -> None:
        """Remember a message of the bot, in case the HTTP response to the request is lost."""
        self._seen[message.nonce] = message.id
        if len(self._seen) > SEEN:
            del self._seen[next(iter(self._seen))]

    async def deliver(self, row: OutboxRow) -> Delivered | DeliveryFailed:
        """Deliver an outbox row to Discord and record metrics.

        Returns `DeliveryFailed` with `permanent=True` if a retry is useless.
        """
        result = await self._deliver_draft(row)
        if isinstance(result, Delivered):
            metrics.DELIVERIES.labels(row.kind).observe(max(self.client.clock() - row.created, 0))
        else:
            outcome = "given up" if result.permanent else "again later"
            metrics.UNDELIVERED.labels(row.kind, outcome).inc()
        return result

    async def _deliver_draft(self, row: OutboxRow) -> Delivered | DeliveryFailed:
        if row.kind not in COMPOSERS and row.kind not in EDITORS:
            why = "its extension is not installed"
            return DeliveryFailed(why, permanent=True, unknown_kind=True)
        try:
            try:
                return Delivered(await self._send(row))
            except GuildOnOtherShard as unknown:
                discord_guild = await self.client.fetch_guild(unknown.guild)
                self.client.locales[unknown.guild] = discord_guild.preferred_locale
                return Delivered(await self._send(row))
        except (NotFound, RulesChanged) as gone:
            return DeliveryFailed(str(gone), permanent=True)
        except KeyError as refused:
            if not untimed(refused):
                raise
            return DeliveryFailed(summarize(refused), retry_after=LATER_BY, refused=True)
        except discord.HTTPException as refused:
            if row.kind in EDITORS and put_off(refused):
                return DeliveryFailed(summarize(refused), retry_after=LATER_BY)
            permanent = error_code(refused) in HOPELESS or refused.status in {400, 404}
            return DeliveryFailed(
                summarize(refused),
                permanent,
                refused=refused.status < SERVER_ERROR,
                gone=refused.code == NO_CHANNEL,
            )
        except CONNECTION_ERRORS as lost:
            return DeliveryFailed(summarize(lost))

    async def find(self, row: OutboxRow) -> int | DeliveryFailed | None:
        """Search the channel for the message of an earlier attempt.

        Returns the message id, or None if there is no such message. A message already received from
        the gateway needs no search. Otherwise, searches the history back to the first unresolved
        attempt, newest first. Returns `DeliveryFailed` if the bot may not read the history or a
        request fails.
        """
        if row.nonce in self._seen:
            return self._seen[row.nonce]
        since = datetime.fromtimestamp(row.tried_at or row.created, UTC) - SKEW
        if is_in_place(row):
            since -= timedelta(seconds=EDITABLE)
        me = self.client.application_id, self.client.user and self.client.user.id
        try:
            if row.channel is not None and not await self._may_read_history(row.channel):
                return DeliveryFailed(NO_HISTORY, permanent=True)
            async for message in (await self._place(row)).history(
                limit=None, after=since, oldest_first=False
            ):
                if message.author.id in me and (
                    message.nonce == row.nonce or has_marker(message, row)
                ):
                    return message.id
        except discord.HTTPException as refused:
            gone = refused.code == NO_CHANNEL
            return DeliveryFailed(
                summarize(refused), permanent=error_code(refused) in HOPELESS, gone=gone
            )
        except CONNECTION_ERRORS as lost:
            return DeliveryFailed(summarize(lost))
        return None

    async def _may_read_history(self, channel: int) -> bool:
        """Return whether the bot may read the channel's history.

        Without this permission, Discord returns an empty history instead of an error.
        """
        destination = self.client.get_channel(channel) or await self.client.fetch_channel(channel)
        if not isinstance(destination, discord.Thread | discord.abc.GuildChannel):
            return True
        if self.client.get_guild(destination.guild.id) is not None:
            return destination.permissions_for(destination.guild.me).read_message_history
        # Guilds on another process's shard are not in this process's cache.
        guild = await self.client.fetch_guild(destination.guild.id)
        me = await guild.fetch_member(self.client.user.id if self.client.user else 0)
        where = destination.parent_id if isinstance(destination, discord.Thread) else destination.id
        channels = [
            listed_channel
            for listed_channel in await guild.fetch_channels()
            if listed_channel.id == where
        ]
        return all(
            listed_channel.permissions_for(me).read_message_history for listed_channel in channels
        )

    # -- sending and editing -------------------------------------------------------------------

    async def _place(self, row: OutboxRow) -> Destination:
        """Return the row's channel, or the DM channel of its user."""
        if row.channel is not None:
            return self.client.get_partial_messageable(row.channel)
        assert row.user is not None
        return await self.client.create_dm(discord.Object(row.user))

    async def _send(self, row: OutboxRow) -> int | None:
        """Send or edit the row's message.

        Returns the id of the new message or thread, or of the board edited in place. Returns None
        if nothing was posted or an older message was edited.
        """
        if row.kind in EDITORS:
            return await EDITORS[row.kind](self.client, row, row.payload)
        composed = await self.store.read(_compose, self.client, row)
        if composed is None:
            return None
        if composed.draft.member_of and await mention_policy.has_left(
            self.client, row, composed.draft.member_of
        ):
            composed = await self.store.read(_compose, self.client, row)
            if composed is None:
                return None
        draft, called, morning = composed
        if morning is not None:
            await mention_policy.defer_mention(self.client, row.payload, morning)
        if draft.turns and not await mention_policy.can_see(
            self.client, row, row.payload.player, draft.turns
        ):
            return None
        if is_in_place(row) and (changed := await self._changed(row, draft)) is not None:
            return changed
        called = await mention_policy.apply_ping_limit(self.client, row, draft.caused_by, called)
        try:
            sent = await self._post(row, *await draft.make(), called, silent=draft.silent)
        except discord.HTTPException as refused:
            if error_code(refused) not in thread.CLOSED or row.channel is None:
                raise
            await thread.unarchive(self.client, row.channel)
            sent = await self._post(row, *await draft.make(), called, silent=draft.silent)
        return sent.id

    async def _changed(self, row: OutboxRow, draft: Draft) -> int | None:
        """Edit the previous board's message to show the new board; return its id.

        Returns None if the message cannot be edited; the caller then posts the board as a new
        message. The edit is idempotent, so it can be repeated after a crash.
        """
        assert row.match is not None
        post = await self.store.read(posts.live_post, row.match)
        if post is None or post.channel != row.channel:
            return None
        if self.client.clock() - post.at > EDITABLE:
            return None
        view, files = await draft.make()
        view.children[0].id = row.marker
        try:
            await edit(self.client, post.channel, post.message, view, attachments=files)
        except (discord.HTTPException, KeyError) as refused:
            if put_off(refused) or getattr(refused, "code", 0) == NO_MESSAGE:
                return None
            raise
        return post.message

    async def _post(
        self,
        row: OutboxRow,
        view: ui.LayoutView,
        files: list[discord.File],
        addressed: Iterable[int],
        *,
        silent: bool,
    ) -> discord.Message:
        view.children[0].id = row.marker
        make_tappable(view, self.client.command_ids)
        return await (await self._place(row)).send(
            view=view,
            files=files,
            nonce=row.nonce[: discord_limits.NONCE],
            allowed_mentions=mentions_for(addressed),
            silent=silent,
        )


class _Composed(NamedTuple):
    """A draft, the players to mention now, and when to mention the others."""

    draft: Draft
    called: tuple[int, ...]
    morning: int | None


def _compose(tx: Tx, app: App, row: OutboxRow) -> _Composed | None:
    """Return the draft of a row's message and its mentions; None if it is obsolete."""
    draft = COMPOSERS[row.kind](tx, app, row, row.payload)
    if draft is None:
        return None
    return _Composed(draft, *mention_policy.allowed_mentions(tx, row, draft, app.clock()))


def is_in_place(row: OutboxRow) -> bool:
    """Return whether a row is a board that edits the newest board's message in place."""
    return isinstance(row.payload, BoardPost) and row.payload.in_place


def has_marker(message: discord.Message, row: OutboxRow) -> bool:
    """Return whether a message contains the component id that marks this row."""
    return any(getattr(part, "id", None) == row.marker for part in message.components)
