"""Delivery of outbox rows to Discord, and lookup of messages already delivered."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import structlog
from discord import ui

from bot.app import App
from bot.messages import match_threads
from bot.messages.builders import COMPOSE, Draft, UnknownServer, absence, words
from bot.runtime import metrics
from bot.service.actions import moves
from bot.service.errors import NotFound, RulesChanged
from bot.service.jobs.outbox_sender import Delivered
from bot.service.match import lifecycle
from bot.service.matchmaking import challenges
from bot.service.outbox import Failed
from bot.service.players import players
from bot.service.rating import eligibility
from bot.store import Store, posts
from bot.store.models.outbox import EDITS, OutboxRow
from bot.store.models.payloads import (
    AbsencePost,
    BoardPost,
    ChallengePost,
    Kind,
    UnderMessage,
)
from bot.views import board_post, discord_limits, mention_policy
from bot.views.challenge_post import post as challenge_post
from bot.views.command_mentions import make_tappable
from bot.views.components import gallery
from bot.views.discord_errors import BROKEN_OFF, DOWN, named, put_off, untimed
from bot.views.player_labels import message_link, rules_of, title
from engine import variant
from render import describe

log = structlog.get_logger(__name__)

USELESS = {
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

Discord limits edits of messages older than an hour, so an older board is posted as a new message.
"""
GONE = {10003, 10004, 10008, 50001, 50013}
"""Error codes after which an old message no longer needs to be edited."""
LATER_BY = 30
"""Minimum retry delay in seconds if Discord defers a request without giving a delay."""
SEEN = 1000
"""Maximum number of own messages that are remembered as announced by the gateway."""
SKEW = timedelta(minutes=10)
"""Clock skew allowed between Discord and the bot in the search for a message."""
NO_HISTORY = "Read Message History is missing: an earlier attempt cannot be looked for"

Place = discord.abc.Messageable


class Delivery:
    """Sends and edits messages for outbox rows."""

    def __init__(self, app: App, store: Store) -> None:
        self.client = app
        self.store = store
        self._seen: dict[str | int | None, int] = {}
        """Ids of the newest own messages that the gateway has announced, by nonce."""

    def seen(self, message: discord.Message) -> None:
        """Remember an own message, in case the response to its request is lost."""
        self._seen[message.nonce] = message.id
        if len(self._seen) > SEEN:
            del self._seen[next(iter(self._seen))]

    async def deliver(self, row: OutboxRow) -> Delivered | Failed:
        """Deliver an outbox row to Discord and record metrics.

        Returns `Failed` with `permanent=True` if a retry is useless.
        """
        result = await self._told(row)
        if isinstance(result, Delivered):
            metrics.DELIVERIES.labels(row.kind).observe(max(self.client.clock() - row.created, 0))
        else:
            outcome = "given up" if result.permanent else "again later"
            metrics.UNDELIVERED.labels(row.kind, outcome).inc()
        return result

    async def _told(self, row: OutboxRow) -> Delivered | Failed:
        try:
            try:
                return Delivered(await self._send(row))
            except UnknownServer as unknown:
                found = await self.client.fetch_guild(unknown.guild)
                self.client.locales[unknown.guild] = found.preferred_locale
                return Delivered(await self._send(row))
        except (NotFound, RulesChanged) as gone:
            return Failed(str(gone), permanent=True)
        except KeyError as refused:
            if not untimed(refused):
                raise
            return Failed(named(refused), retry_after=LATER_BY, refused=True)
        except discord.HTTPException as refused:
            if row.kind in EDITS and put_off(refused):
                return Failed(named(refused), retry_after=LATER_BY)
            permanent = refused.code in USELESS or refused.status in {400, 404}
            return Failed(
                named(refused),
                permanent,
                refused=refused.status < DOWN,
                gone=refused.code == NO_CHANNEL,
            )
        except BROKEN_OFF as lost:
            return Failed(named(lost))

    async def find(self, row: OutboxRow) -> int | Failed | None:
        """Search the channel for the message of an earlier attempt.

        No search is needed if the gateway has announced the message. Otherwise the whole history
        back to the first unresolved attempt is searched, newest first. Returns `Failed` if the bot
        may not read the history, or if a request fails.
        """
        if row.nonce in self._seen:
            return self._seen[row.nonce]
        since = datetime.fromtimestamp(row.tried_at or row.created, UTC) - SKEW
        if in_place(row):
            since -= timedelta(seconds=EDITABLE)
        me = self.client.application_id, self.client.user and self.client.user.id
        try:
            if row.channel is not None and not await self._may_look(row.channel):
                return Failed(NO_HISTORY, permanent=True)
            async for message in (await self._place(row)).history(
                limit=None, after=since, oldest_first=False
            ):
                if message.author.id in me and (message.nonce == row.nonce or marked(message, row)):
                    return message.id
        except discord.HTTPException as refused:
            gone = refused.code == NO_CHANNEL
            return Failed(named(refused), permanent=refused.code in USELESS, gone=gone)
        except BROKEN_OFF as lost:
            return Failed(named(lost))
        return None

    async def _may_look(self, channel: int) -> bool:
        """Return whether the bot may read the channel's history.

        Without the permission Discord returns an empty history instead of an error.
        """
        place = self.client.get_channel(channel) or await self.client.fetch_channel(channel)
        if not isinstance(place, discord.Thread | discord.abc.GuildChannel):
            return True
        if self.client.get_guild(place.guild.id) is not None:
            return place.permissions_for(place.guild.me).read_message_history
        # The guild is on another process's shard, so its cache is not available.
        guild = await self.client.fetch_guild(place.guild.id)
        me = await guild.fetch_member(self.client.user.id if self.client.user else 0)
        where = place.parent_id if isinstance(place, discord.Thread) else place.id
        there = [one for one in await guild.fetch_channels() if one.id == where]
        return all(one.permissions_for(me).read_message_history for one in there)

    # -- where and how -------------------------------------------------------------------------

    async def _place(self, row: OutboxRow) -> Place:
        """Return the row's channel, or the DM channel of its user."""
        if row.channel is not None:
            return self.client.get_partial_messageable(row.channel)
        assert row.user is not None
        return await self.client.create_dm(discord.Object(row.user))

    async def _send(self, row: OutboxRow) -> int | None:
        """Send or edit the row's message; return the id of a new message, else None."""
        if row.kind in CHANGE:
            return await CHANGE[row.kind](self, row, row.payload)
        async with self.store.read() as tx:
            draft = await COMPOSE[row.kind](self.client, tx, row, row.payload)
            if draft is None:
                return None
            called, morning = await mention_policy.mentionable(tx, row, draft, self.client.clock())
        if morning is not None:
            await mention_policy.call_later(self.client, row.payload, morning)
        if draft.turns and not await mention_policy.can_see(
            self.client, row, row.payload.player, draft.turns
        ):
            return None
        if in_place(row) and (changed := await self._changed(row, draft)) is not None:
            return changed
        called = await mention_policy.seldom(self.client, row, draft.by, called)
        try:
            sent = await self._post(row, *await draft.make(), called)
        except discord.HTTPException as refused:
            if refused.code not in match_threads.CLOSED or row.channel is None:
                raise
            await match_threads.reopen(self.client, row.channel)
            sent = await self._post(row, *await draft.make(), called)
        return sent.id

    async def _changed(self, row: OutboxRow, draft: Draft) -> int | None:
        """Show a new board by editing the previous board's message.

        Returns None if the message cannot be edited, so that the board is posted instead. Repeating
        the edit after a crash changes nothing.
        """
        assert row.match is not None
        async with self.store.read() as tx:
            post = await posts.live(tx, row.match)
        if post is None or post.channel != row.channel:
            return None
        if self.client.clock() - post.at > EDITABLE:
            return None
        view, files = await draft.make()
        view.children[0].id = row.mark
        try:
            await self._edit(post.channel, post.message, view, attachments=files)
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
    ) -> discord.Message:
        view.children[0].id = row.mark
        make_tappable(view, self.client.command_ids)
        return await (await self._place(row)).send(
            view=view,
            files=files,
            nonce=row.nonce[: discord_limits.NONCE],
            allowed_mentions=mentioning(addressed),
        )

    async def _thread(self, row: OutboxRow, thread: UnderMessage) -> int:
        """Create the thread of a match, named after its number, game and players."""
        async with self.store.read() as tx:
            match = await lifecycle.get(tx, thread.match)
            names = await players.names(tx, match.players)
            said = await words(self.client, tx, match.guild)
        assert row.channel is not None
        people = said.say(" against ").join(
            names[player] or said.say("someone") for player in match.players
        )
        called = match_threads.name(f"{title(said, match)} #{match.id}: {people}")
        return await match_threads.open_under(self.client, row.channel, thread.message, called)

    async def _absence(self, row: OutboxRow, post: AbsencePost) -> None:
        """Update the vacation notice; no-op if it was never posted."""
        async with self.store.read() as tx:
            found = await absence(self.client, tx, post)
        if found is not None and found[0].message is not None:
            await self._change(found[0].channel, found[0].message, found[1])

    async def _strip(self, row: OutboxRow, old: UnderMessage) -> None:
        """Collapse a superseded board, or in a thread remove its buttons.

        No-op if the message is gone.
        """
        async with self.store.read() as tx:
            post = await posts.get(tx, old.message)
            if post is None or post.match is None:
                return
            view = await moves.view(tx, post.match, post.ply)
            said = await words(self.client, tx, view.match.guild)
            then = None if old.then is None else await posts.get(tx, old.then)
        match = view.match
        if post.channel == match.thread:
            alt = describe(variant(match.variant), view.position, last=view.last, say=said.text)
            shown = gallery(board_post.file_name(match.id, view.ply), alt)
            await self._change(post.channel, old.message, board_post.old_post(said, view, shown))
            return
        address = None if then is None else message_link(match.guild, then.channel, then.message)
        small = board_post.line(said, view, address)
        await self._change(post.channel, old.message, small, attachments=[])

    async def _challenge(self, row: OutboxRow, post: ChallengePost) -> None:
        """Update a challenge's post to its current status."""
        async with self.store.read() as tx:
            challenge = await challenges.get(tx, post.challenge)
            said = await words(self.client, tx, challenge.guild)
            known = await eligibility.prospects(tx, challenge, now=self.client.clock())
        if challenge.post is None:
            return
        alt, more = None, dict[str, Any]()
        if challenge.status == "open" and (game := rules_of(challenge.variant)) is not None:
            alt = describe(game, game.start(), say=said.text)
        else:
            more["attachments"] = []
        view = challenge_post(said, challenge, known, alt)
        await self._change(challenge.channel, challenge.post, view, **more)

    async def _edit(self, channel: int, message: int, view: ui.LayoutView, **more: Any) -> None:
        make_tappable(view, self.client.command_ids)
        there = self.client.get_partial_messageable(channel).get_partial_message(message)
        await there.edit(view=view, allowed_mentions=mentioning(()), **more)

    async def _change(self, channel: int, message: int, view: ui.LayoutView, **more: Any) -> None:
        """Edit an old message; no-op if it is gone."""
        try:
            await self._edit(channel, message, view, **more)
        except discord.HTTPException as refused:
            if refused.code not in GONE and refused.status != 404:
                raise
            log.info("old post left as it is", message=message, code=refused.code)


Change = Callable[[Delivery, OutboxRow, Any], Awaitable[int | None]]
CHANGE: Mapping[Kind, Change] = {
    "remove-buttons": Delivery._strip,
    "challenge-over": Delivery._challenge,
    "challenge-changed": Delivery._challenge,
    "thread": Delivery._thread,
    "absence-changed": Delivery._absence,
}
"""Edit by outbox kind; returns the id of a message or thread that it created."""


def in_place(row: OutboxRow) -> bool:
    """Return whether a row is a board that replaces the newest one in its message."""
    return isinstance(row.payload, BoardPost) and row.payload.in_place


def mentioning(people: Iterable[int]) -> discord.AllowedMentions:
    """Allow mentions of exactly these users, without duplicates."""
    # Ids that are not positive are computer players or pseudonyms.
    called = dict.fromkeys(person for person in people if person > 0)
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        users=[discord.Object(person) for person in called],
        replied_user=False,
    )


def marked(message: discord.Message, row: OutboxRow) -> bool:
    """Return whether a message contains the component id that marks this row."""
    return any(getattr(part, "id", None) == row.mark for part in message.components)
