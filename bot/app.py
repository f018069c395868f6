"""Base Discord client: store, clock, rate limiter and replies for all commands.

Commands, components and game actions are registered in `bot.registry`.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from typing import Any, Literal, NamedTuple

import discord
import structlog
from discord import app_commands
from structlog.contextvars import bound_contextvars

from bot.i18n.translator import N_, Translator, translator_for
from bot.operator_details import Operator
from bot.request_context import Actor, RequestContext, SeenPlayer
from bot.runtime import computer_jobs, metrics
from bot.runtime.computer_jobs import SearchRequest
from bot.runtime.gateway_events import EventGuard
from bot.runtime.rate_limiter import REQUESTS_PER_SECOND, RateLimiter
from bot.runtime.worker_pool import Worker
from bot.service.players import players
from bot.store import Store, Tx
from bot.store.driver.retrying import reconnecting
from bot.store.driver.shard_locks import Shards
from bot.store.models import TAKEOVER_LEVEL
from bot.store.players import player_rows
from bot.store.schedule.creation_times import CreationTime
from bot.texts.onboarding_hints import FirstUseHint
from bot.views.command_mentions import with_mentions
from bot.views.components import ComponentId
from bot.views.discord_errors import is_expected, summarize
from bot.views.open_panels import OpenPanels
from bot.views.pressed_message import pressed_message
from bot.views.reply import (
    EditsMessage,
    Reply,
    UserError,
    is_replaced,
    make_private,
    run_with_deferral,
    send_reply,
)

log = structlog.get_logger(__name__)

SINGLE_SHARD = Shards((0,), 1)
"""A single process that serves every guild over one gateway connection."""
ERROR_SENT = "error sent"
"""Key in `interaction.extras` that marks an interaction whose error message has been sent."""
CACHED_EVENTS = 10_000
"""Maximum number of entries in the event cache, and in the player cache."""
STALE_BUTTON = N_("That button no longer works. Use `/games` to see your games.")


class App(discord.AutoShardedClient):
    """Discord client shared by all commands. Game state is only in the store."""

    tree: app_commands.CommandTree[Any]
    operator = Operator()
    """The person or group that runs this copy."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], int],
        rng: random.Random | None = None,
        worker: Worker | None = None,
        shards: Shards | None = SINGLE_SHARD,
    ) -> None:
        """Create the client.

        `clock` returns UTC seconds. `worker` runs heavy jobs, in one process by default. `shards`
        are the shards of this process; None means as many as Discord recommends.
        """
        part = 1 if shards is None else len(shards.ids) / shards.total
        rate = max(int(REQUESTS_PER_SECOND * part), 1)
        pace = RateLimiter(server=self._guild_of_channel, rate=rate)
        super().__init__(
            shard_count=None if shards is None else shards.total,
            shard_ids=None if shards is None else list(shards.ids),  # type: ignore[arg-type]
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            http_trace=pace.trace_config(),
        )
        self.pace = pace
        self.guard = EventGuard(self)
        self.as_recommended = shards is None
        self.locales: dict[int, discord.Locale] = {}
        """Cached locales of guilds on other processes' shards, by guild id."""
        self.store = store
        self.worker = worker or Worker()
        self.computer_requests: dict[int, tuple[Hashable, SearchRequest]] = {}
        """Pending computer moves by match id: the owner and the search request."""
        self.clock = clock
        self.rng = rng or random.SystemRandom()
        self.controls: dict[str, Handler] = {}
        """Component handlers (buttons, selects, modals) by the action in the custom id."""
        self.command_ids: dict[str, int] = {}
        """Command ids by qualified name; empty until the commands are registered."""
        self.panels = OpenPanels(clock, lambda reply: with_mentions(reply, self.command_ids))
        self.followups: list[Followup] = []
        """Private followups that may be sent after an interaction has been answered."""
        self._seen_players: dict[int, SeenPlayer] = {}
        self.started = 0
        """When this process began to serve, by its clock."""
        self._requests: set[asyncio.Task[Any]] = set()
        self._events: dict[int, None] = {}

    def serves_guild(self, guild: int) -> bool:
        """Return whether this process serves the guild, by Discord's sharding formula."""
        return self.shard_ids is None or (guild >> 22) % (self.shard_count or 1) in self.shard_ids

    def _guild_of_channel(self, channel: int) -> int | None:
        """Return the guild id of a channel or thread, or None if it is not cached."""
        guild = getattr(self.get_channel(channel), "guild", None)
        return None if guild is None else int(guild.id)

    async def serve(
        self, ctx: CommandContext, work: Callable[[], Awaitable[Reply]], *, edit: bool = False
    ) -> None:
        """Run a handler, send its reply or an error message, and then any followups.

        The handler is retried if the database connection is lost. This is safe because each
        interaction takes effect at most once.
        """
        serving, interaction = asyncio.current_task(), ctx.interaction
        assert serving is not None
        self._requests.add(serving)
        what = self._request_name(interaction)
        # Log context carries ids only, never text written by a user.
        named_so = bound_contextvars(interaction=interaction.id, guild=ctx.guild, what=what)
        try:
            with metrics.measure_response(what), named_so:
                answered = await self._handle(ctx, work, edit=edit)
            if answered:
                await self._send_followups(ctx)
        finally:
            self._requests.discard(serving)

    async def _handle(
        self, ctx: CommandContext, work: Callable[[], Awaitable[Reply]], *, edit: bool
    ) -> bool:
        """Run the handler and answer; return False on failure, a lost answer or a modal."""
        try:
            known = reconnecting(partial(self._with_player, ctx, work))
            reply = await run_with_deferral(ctx.interaction, known, edit=edit)
            return await self._send_reply(ctx.interaction, reply, edit=edit) and reply.form is None
        except Exception as error:
            await self.send_error(ctx.interaction, error)
            return False

    def _request_name(self, interaction: discord.Interaction) -> str:
        """Return the command name or component action for metrics; "else" if unknown."""
        if interaction.command is not None:
            return interaction.command.qualified_name
        data: dict[str, Any] = dict(interaction.data or {})
        action = str(data.get("custom_id", "")).split(":")[1:2]
        return action[0] if action and action[0] in self.controls else "else"

    async def _with_player(
        self, ctx: CommandContext, work: Callable[[], Awaitable[Reply]]
    ) -> Reply:
        """Store the player's name and locale, then run the handler and its last checks."""
        await self.upsert_player(ctx.interaction.user, str(ctx.interaction.locale))
        try:
            reply = await work()
        except Exception:
            await ctx.settle()  # `NotFound` comes first, because errors must not reveal a match
            raise
        await ctx.settle()
        return reply

    async def _send_reply(
        self, interaction: discord.Interaction, reply: Reply, *, edit: bool = False
    ) -> bool:
        """Send the reply; return False if Discord can no longer receive it.

        Expected losses (timeouts, expired interaction tokens) are logged and otherwise ignored.
        """
        try:
            ready = with_mentions(reply, self.command_ids)
            message = await send_reply(interaction, ready, edit=edit)
        except Exception as lost:
            if not is_expected(lost):
                raise
            log.info("reply failed", interaction=interaction.id, why=summarize(lost))
            return False
        self.panels.shown(interaction, message, reply)
        return True

    async def _send_followups(self, ctx: CommandContext) -> None:
        """Send pending followups; a failed followup does not affect the reply."""
        try:
            if ctx.followups is None:
                ctx.followups = await self.store.read(self.pending_followups, ctx.player)
        except Exception as lost:
            log.error("unexpected", happening="followups", exc_info=lost)
        for news in ctx.followups or ():
            try:
                await news.send(ctx)
            except Exception as lost:
                if not is_expected(lost):
                    log.error("unexpected", happening="followups", exc_info=lost)

    def pending_followups(self, tx: Tx, person: int) -> list[Followup]:
        """Return the followups pending for this player; none if a query fails."""
        try:
            return [news for news in self.followups if news.pending(tx, person)]
        except Exception as lost:
            log.error("unexpected", happening="followups", exc_info=lost)
            return []

    async def wait_for_requests(self, seconds: float) -> None:
        """Wait until all interactions in progress are answered, for at most `seconds`."""
        if self._requests:
            await asyncio.wait(self._requests, timeout=seconds)

    async def control(self, interaction: discord.Interaction, control: ComponentId) -> None:
        """Handle a component interaction: a button, a select or a submitted modal."""
        if not self.is_new_event(interaction.id):
            return
        handler = self.controls.get(control.action)
        if handler is None:
            await self.send_error(interaction, UserError(STALE_BUTTON))
            return
        call = CommandContext(self, interaction)
        work = partial(self._run_handler, handler, call, control)
        with self.panels.pressed(interaction.message):
            await self.serve(call, work, edit=is_replaced(interaction, handler.edits_message))

    async def _run_handler(
        self, handler: Handler, ctx: CommandContext, control: ComponentId
    ) -> Reply:
        """Call the handler, after requiring that the player may see its subject."""
        ctx.message = pressed_message(ctx.interaction, ctx.now, self.started)
        if handler.subject_kind != "else":
            ctx.must_see(control.subject, handler.subject_kind)
        if handler.subject_kind != "else" or handler.created is not None:
            ctx.must_be_newer(control.subject, handler.subject_kind, handler.created)
        return await handler.handle(ctx, control)

    async def request_computer_move(self, request: SearchRequest, owner: Hashable) -> str:
        """Return the computer player's move in notation, searched by the worker.

        Without a worker, the search runs in a thread and is limited to the takeover level, so that
        matches in which the computer has taken over a seat can continue. Raises `JobFailed` if the
        worker returns no result.
        """
        if not self.worker.is_available:
            light = request._replace(level=min(request.level, TAKEOVER_LEVEL))
            return await asyncio.to_thread(computer_jobs.choose_move, light)
        self.computer_requests[request.match] = owner, request
        try:
            timeout, cost = computer_jobs.QUEUE_TIMEOUT, computer_jobs.cost_of(request)
            run = partial(self.worker.run, computer_jobs.MOVE_JOB, request, owner=owner)
            text: str = await run(seconds=timeout, cost=cost, shorten=computer_jobs.shortened)
        finally:
            del self.computer_requests[request.match]
        return text

    def queue_position(self, match: int) -> int:
        """Return the number of worker jobs ahead of this match's computer move."""
        if match not in self.computer_requests:
            return 0
        owner, asked = self.computer_requests[match]
        return self.worker.jobs_before(owner, asked)

    def is_new_event(self, event: int) -> bool:
        """Return whether an event is new. Discord resends events on a session resume."""
        if event in self._events:
            return False
        self._events[event] = None
        _trim(CACHED_EVENTS, self._events)
        return True

    async def send_error(self, interaction: discord.Interaction, error: BaseException) -> None:
        """Reply to an interaction with the error message for an exception.

        Never raises, and sends at most one error message for each interaction.
        """
        if interaction.type is discord.InteractionType.autocomplete:
            log.info("autocomplete failed", why=summarize(error))
            return
        if interaction.extras.setdefault(ERROR_SENT, error) is not error:
            log.warning("second error", interaction=interaction.id, why=summarize(error))
            return
        try:
            t = translator_for(interaction.locale)
            reply = await self.error_reply(error, t, interaction.user.id)
            await make_private(interaction)
            await self._send_reply(interaction, reply)
        except Exception as refused:
            log.warning("reply failed", interaction=interaction.id, why=summarize(refused))

    async def error_reply(self, error: BaseException, t: Translator, reader: int) -> Reply:
        """Return the error reply for an exception. Implemented by the client."""
        raise NotImplementedError

    async def before_request(self, person: int) -> None:
        """Hook run before a player's request; the client credits bot downtime here."""

    async def upsert_player(self, person: discord.abc.User, locale: str | None = None) -> None:
        """Store a player's name and locale if either has changed or a new day has begun.

        With a shared database, they are always stored.
        """
        await self.before_request(person.id)
        now, before = self.clock(), self._seen_players.get(person.id)
        spoken = locale or (before.locale if before is not None else None)
        player = SeenPlayer(person.display_name, person.name, spoken, now // 86400)
        # If the database is shared, another process may have erased this player in the meantime.
        if (
            before is not None
            and not self.store.database.shared
            and before._replace(explained="") == player
        ):
            return
        explained = await self.store.write(
            players.record_seen, person.id, player.name, locale, player.user_name, now=now
        )
        self._seen_players.pop(person.id, None)
        self._seen_players[person.id] = player._replace(explained=explained)
        _trim(CACHED_EVENTS, self._seen_players)

    async def first_use_hint(self, person: int, hint: FirstUseHint, t: Translator) -> str | None:
        """Return the hint for a player's first use of a feature; None if already shown."""
        met = self._seen_players.get(person)
        if met is None or hint.key in met.explained.split():
            return None
        new = await self.store.write(player_rows.mark_explained, person, hint.key)
        self._seen_players[person] = met._replace(explained=f"{met.explained} {hint.key}")
        return "💡 " + t.translate(hint.text) if new else None


def _trim(limit: int, cache: dict[int, Any]) -> None:
    """Evict the oldest entry if the cache has more than `limit` entries."""
    if len(cache) > limit:
        del cache[next(iter(cache))]


class CommandContext(RequestContext):
    """Context of one command or component interaction."""

    def __init__(self, app: App, interaction: discord.Interaction) -> None:
        super().__init__(app.store, app.clock, interaction.user.id, interaction.guild_id)
        self.app = app
        self.interaction = interaction
        self.channel = interaction.channel_id or app.guard.channel_of(interaction.id)
        self.t = translator_for(interaction.locale)
        self.followups: list[Followup] | None = None
        """Followups pending after the last write; None if nothing was written."""

    def after_write(self, tx: Tx) -> None:
        """Read the pending followups."""
        self.followups = self.app.pending_followups(tx, self.player)

    @property
    def actor(self) -> Actor:
        """The `Actor` arguments for service functions."""
        return Actor(player=self.player, interaction=self.interaction.id, now=self.now)

    @property
    def job_owner(self) -> int:
        """The owner of this interaction's worker jobs: the guild, or the player in a DM."""
        return self.guild or self.player


ComponentHandler = Callable[[CommandContext, ComponentId], Awaitable[Reply]]


class Handler(NamedTuple):
    """Handler of a component: a button, select or modal."""

    handle: ComponentHandler
    edits_message: EditsMessage = False
    """Whether the reply replaces the message that holds the component."""
    subject_kind: Literal["match", "challenge", "else"] = "match"
    """Kind of subject in the custom id; "else" is neither a match nor a challenge.

    The first transaction that the handler runs with `ctx.read` or `ctx.write` checks that the
    player may see the match or challenge.
    """
    created: CreationTime | None = None
    """Query for when the subject was created, if it is neither a match nor a challenge."""


class Followup(NamedTuple):
    """Private followup sent once after an interaction."""

    pending: Callable[[Tx, int], object]
    """Query for a player's pending news. It returns a falsy value if there is none."""
    send: Callable[[CommandContext], Awaitable[None]]
