"""From a row of the outbox to a message on Discord, and how to find one that may have arrived."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import discord
import structlog
from discord import ui

from bot.app import App
from bot.service.errors import NotFound, RulesChanged
from bot.service.match import plan_execution
from bot.service.match import state as match_state
from bot.service.meeting import challenges
from bot.service.people import players, settings
from bot.service.play import moves
from bot.service.rating.ladder import Change
from bot.service.server import places, servers
from bot.service.telling import reminders
from bot.service.telling.sending import Delivered, Failed
from bot.service.values import Challenge, Made, Match, OutboxRow, View
from bot.store import Store, posts
from bot.store.messages import EDITS
from bot.views import board, limits, mentions, threads
from bot.views.challenge import challenge_post, closed_challenge
from bot.views.losses import BROKEN_OFF, DOWN, named
from bot.views.notices import asked, calls, notice, table_notice
from bot.views.picture import picture
from bot.views.plans import ended_plan
from bot.views.reminder import digest, given_back, reminder
from bot.views.seats import title
from bot.views.table import closed_table, table_post
from bot.words import Words, speaker
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
"""Discord's error codes after which trying again by itself is useless."""
NO_CHANNEL = 10003
GONE = {10003, 10004, 10008, 50001, 50013}
"""Codes after which there is nothing to change any more in an old message."""
LATER = frozenset({30046, 50083})
"""Codes after which an old message can be changed later: too many edits, or an archived thread."""
LATER_BY = 30
"""Seconds after which that is tried again at the earliest."""
SKEW = timedelta(minutes=10)
"""How far Discord's clock may be from ours when an earlier attempt is looked for."""
NO_HISTORY = "Read Message History is missing: an earlier attempt cannot be looked for"

Place = discord.abc.Messageable


class Delivery:
    """Sends what is owed, with the connection of the client."""

    def __init__(self, app: App, store: Store) -> None:
        self.client = app
        self.store = store

    async def deliver(self, row: OutboxRow) -> Delivered | Failed:
        """Tell Discord; an error that will not go away by itself is `permanent`."""
        try:
            return Delivered(await self._send(row))
        except (NotFound, RulesChanged) as gone:
            return Failed(str(gone), permanent=True)
        except discord.HTTPException as refused:
            if row.kind in EDITS and refused.code in LATER:
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
        """The message of an earlier attempt, if it is in the channel already.

        It is looked for, newest first, back to the first attempt of which nobody knows what came,
        however much has been written there since. Failed where nobody may look, or not now.
        """
        since = datetime.fromtimestamp(row.tried_at or row.created, UTC) - SKEW
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
        """Whether we may read what was written in a channel; Discord would only answer: nothing."""
        place = self.client.get_channel(channel) or await self.client.fetch_channel(channel)
        if not isinstance(place, discord.Thread | discord.abc.GuildChannel):
            return True
        return place.permissions_for(place.guild.me).read_message_history

    # -- where and how -------------------------------------------------------------------------

    async def _place(self, row: OutboxRow) -> Place:
        """The channel, or the conversation with a person."""
        if row.channel is not None:
            return self.client.get_partial_messageable(row.channel)
        assert row.user is not None
        return await self.client.create_dm(discord.Object(row.user))

    async def _words(self, guild: int | None, user: int | None = None) -> Words:
        """The language of a server's posts; of a person, in a direct message."""
        async with self.store.read() as tx:
            if user is not None:
                return speaker((await players.get(tx, user)).locale)
            chosen = "" if guild is None else (await servers.settings(tx, guild))["language"]
        found = self.client.get_guild(guild) if guild is not None else None
        return speaker(chosen or (found.preferred_locale if found else None))

    async def _send(self, row: OutboxRow) -> int | None:
        """Send or change the message; the id of the one that was made."""
        if row.kind == "strip":
            await self._strip(row)
            return None
        if row.kind in ("challenge-over", "challenge-changed"):
            await self._close(row)
            return None
        if row.kind == "thread":
            return await threads.open_under(self.client, row, await self._thread_name(row))
        if row.kind in {"remind", "digest", "given-back"}:
            turns = await self._due(row)
            if not turns or not await mentions.can_see(self.client, row, turns):
                return None
        if row.kind == "plan" and not await self._untold(row):
            return None
        view, files, addressed = await self._message(row)
        if row.channel is not None:
            addressed = await mentions.mentionable(self.client, row, addressed)
        if row.kind in {"board", "result"}:  # what asks for an answer, or was timed, disturbs
            async with self.store.read() as tx:
                addressed = await reminders.awake(tx, addressed, self.client.clock())
        try:
            sent = await self._post(row, view, files, addressed)
        except discord.HTTPException as refused:
            if refused.code not in threads.CLOSED or row.channel is None:
                raise
            await threads.reopen(self.client, row.channel)
            view, files, _ = await self._message(row)  # files can be read only once
            sent = await self._post(row, view, files, addressed)
        return sent.id

    async def _post(
        self,
        row: OutboxRow,
        view: ui.LayoutView,
        files: list[discord.File],
        addressed: Iterable[int],
    ) -> discord.Message:
        view.children[0].id = row.mark
        return await (await self._place(row)).send(
            view=view,
            files=files,
            nonce=row.nonce[: limits.NONCE],
            allowed_mentions=mentioning(addressed),
        )

    async def _thread_name(self, row: OutboxRow) -> str:
        """What a game's thread is called: its number, its name, and who plays."""
        async with self.store.read() as tx:
            match = await match_state.get(tx, row.match or 0)
            names = await players.names(tx, match.players)
        said = await self._words(match.guild)
        people = said.say(" against ").join(
            names[player] or said.say("someone") for player in match.players
        )
        return threads.name(f"{title(match)} #{match.id}: {people}")

    async def _message(
        self, row: OutboxRow
    ) -> tuple[ui.LayoutView, list[discord.File], Iterable[int]]:
        """What to send, with its files, and whom it may mention."""
        if row.kind == "challenge":
            async with self.store.read() as tx:
                challenge = await challenges.get(tx, row.challenge or 0)
            return await self._offer(challenge), [], challenge.invited
        if row.kind == "notice" and row.challenge is not None:
            async with self.store.read() as tx:
                table = await challenges.get(tx, row.challenge)
            said = await self._words(table.guild)
            kind, player = str(row.payload["notice"]), int(str(row.payload["player"]))
            return table_notice(said, table, kind, player), [], (table.challenger,)
        if row.kind in {"remind", "digest", "given-back"}:
            player, turns = int(str(row.payload["player"])), await self._due(row)
            async with self.store.read() as tx:
                locale = (await players.get(tx, player)).locale
            post = await self._words(turns[0][0].guild if turns else None)
            said = speaker(locale) if row.user else post
            if row.kind == "given-back":
                return given_back(said, player, turns), [], ()
            told = digest(said, turns) if row.kind == "digest" else reminder(said, player, turns)
            return told, [], (player,)
        if row.kind == "plan":
            async with self.store.read() as tx:
                match = await match_state.get(tx, row.match or 0)
                locale = (await players.get(tx, row.user or 0)).locale
            return ended_plan(speaker(locale), match, str(row.payload["ended"])), [], ()
        if row.kind == "notice":
            async with self.store.read() as tx:
                match = await match_state.get(tx, row.match or 0)
            said = await self._words(match.guild, row.user)
            kind, seat = str(row.payload["notice"]), int(str(row.payload["seat"]))
            others = [match.players[other] for other in asked(match, seat, row.payload)]
            addressed = others if calls(kind) else ()
            return notice(said, match, kind, seat, row.payload), [], addressed
        view, file, alt = await self._board(row.match or 0, row.ply)
        said = await self._words(view.match.guild)
        if row.kind == "result":
            effect = await self._effect(view)
            return board.result_post(said, view, alt, effect), [file], concerned(view)
        next_player = view.match.hand(view.position.turn)
        async with self.store.read() as tx:
            here = (await settings.of(tx, next_player)).remind == "channel"
        return board.board_post(said, view, alt), [file], (next_player,) if here else ()

    async def _due(self, row: OutboxRow) -> list[tuple[Match, str]]:
        """The turns of a reminder that run still."""
        async with self.store.read() as tx:
            return await reminders.still(tx, row)

    async def _untold(self, row: OutboxRow) -> bool:
        """Whether somebody does not know yet that his plan has ended."""
        async with self.store.read() as tx:
            return await plan_execution.untold(tx, row) is not None

    async def _effect(self, view: View) -> Mapping[int, Change]:
        """What a match that is over did to the ratings."""
        if not view.match.rated:
            return board.NO_EFFECT
        match, players = view.match.id, view.match.players
        return await self.client.ladders.ask(
            view.match.guild, lambda kept: kept.effect(match, players)
        )

    async def _board(self, match: int, ply: int | None) -> tuple[View, discord.File, str]:
        """A position with its picture."""
        async with self.store.read() as tx:
            view = await moves.view(tx, match, ply)
            now_posted = await places.as_posted(tx, view.match, self.client.clock())
        view = replace(view, match=now_posted)
        name = board.file_name(match, view.ply)
        game = variant(view.match.variant)
        file = await picture(game, view.position, name, last=view.last)
        return view, file, file.description or ""

    async def _strip(self, row: OutboxRow) -> None:
        """Take the buttons off an old board; if it is gone or closed to us, that is as good."""
        message = int(str(row.payload["message"]))
        async with self.store.read() as tx:
            post = await posts.get(tx, message)
            if post is None or post.match is None:
                return
            view = await moves.view(tx, post.match, post.ply)
        game = variant(view.match.variant)
        alt = describe(game, view.position, last=view.last)
        layout = board.old_post(await self._words(view.match.guild), view, alt)
        await self._change(post.channel, message, layout)

    async def _close(self, row: OutboxRow) -> None:
        """Say on a challenge's post how it stands, or what became of it."""
        async with self.store.read() as tx:
            challenge = await challenges.get(tx, row.challenge or 0)
        if challenge.post is not None:
            await self._change(challenge.channel, challenge.post, await self._offer(challenge))

    async def _offer(self, challenge: Challenge) -> ui.LayoutView:
        """A challenge's post as it should be now."""
        said, running = await self._words(challenge.guild), challenge.status == "open"
        if len(challenge.seats) > 2:
            return table_post(said, challenge) if running else closed_table(said, challenge)
        return challenge_post(said, challenge) if running else closed_challenge(said, challenge)

    async def _change(self, channel: int, message: int, layout: ui.LayoutView) -> None:
        place = self.client.get_partial_messageable(channel)
        try:
            await place.get_partial_message(message).edit(
                view=layout, allowed_mentions=mentioning(())
            )
        except discord.HTTPException as refused:
            if refused.code not in GONE and refused.status != 404:
                raise
            log.info("old post left as it is", message=message, code=refused.code)


def mentioning(people: Iterable[int]) -> discord.AllowedMentions:
    """Permission to mention exactly these."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        users=[discord.Object(person) for person in people if person > 0],  # others are made up
        replied_user=False,
    )


def concerned(view: View) -> tuple[int, ...]:
    """Who is told by mention that a game is over: those who did not end it themselves."""
    match = view.match
    if match.outcome is None or match.outcome.reason in {"agreed", "time"}:
        return match.players
    if match.outcome.reason == "resigned":
        leavers = match.outcome.ranking[-1]
    else:
        people = [
            event.seat
            for event in view.events
            if not isinstance(event, Made) or event.by == "player"
        ]
        leavers = tuple(people[-1:])
    return tuple(player for seat, player in enumerate(match.players) if seat not in leavers)


def marked(message: discord.Message, row: OutboxRow) -> bool:
    """Whether a message bears the mark of a row."""
    return any(getattr(part, "id", None) == row.mark for part in message.components)
