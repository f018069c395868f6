"""Base Discord client: store, clock, rate limiter and replies for all commands.

Commands, components and game actions are registered in `bot.registry`.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from typing import Any, Literal, NamedTuple, TypedDict

import discord
import structlog
from discord import app_commands
from structlog.contextvars import bound_contextvars

from bot.i18n.translator import Words, mark, speaker
from bot.runtime import computer_jobs, metrics
from bot.runtime.computer_jobs import Question
from bot.runtime.rate_limiter import A_SECOND, Pace
from bot.runtime.worker_pool import Worker
from bot.service.players import players, visibility
from bot.service.rating.ladder_cache import KeptLadders
from bot.store import Store, Tx, player_rows
from bot.store.models import TAKES_OVER
from bot.store.retrying import reconnecting
from bot.store.shard_locks import Shards
from bot.store.tx import Transaction
from bot.texts.onboarding_hints import FIRST_USE
from bot.views.command_mentions import with_mentions
from bot.views.components import Control
from bot.views.discord_errors import named, ordinary
from bot.views.reply import Refused, Reply, answer, patiently

log = structlog.get_logger(__name__)

ONE = Shards((0,), 1)
"""A single process that serves every guild over one gateway connection."""
REMEMBERED = 10_000
"""Maximum size of the caches of recent event ids and of players."""
OLD_BUTTON = mark("That button is too old to work. Use `/games` to see your games.")


class App(discord.AutoShardedClient):
    """Discord client shared by all commands. Game state is kept only in the store."""

    tree: app_commands.CommandTree[Any]

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], int],
        rng: random.Random | None = None,
        worker: Worker | None = None,
        shards: Shards | None = ONE,
    ) -> None:
        """Create the client.

        `clock` returns UTC seconds. `worker` runs heavy jobs, in one process by default. `shards`
        are the shards of this process; None means as many as Discord recommends.
        """
        part = 1 if shards is None else len(shards.ids) / shards.total
        pace = Pace(server=self._server_of, rate=max(int(A_SECOND * part), 1))
        super().__init__(
            shard_count=None if shards is None else shards.total,
            shard_ids=None if shards is None else list(shards.ids),  # type: ignore[arg-type]
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            http_trace=pace.trace(),
        )
        self.pace = pace
        self.as_recommended = shards is None
        self.locales: dict[int, discord.Locale] = {}
        """Cached locales of guilds on other processes' shards, by guild id."""
        self.store = store
        self.worker = worker or Worker()
        self.asked: dict[int, tuple[Hashable, Question]] = {}
        """Pending computer moves by match id: the owner and the search request."""
        self.ladders = KeptLadders(store)
        self.clock = clock
        self.rng = rng or random.SystemRandom()
        self.controls: dict[str, Handler] = {}
        """Component handlers (buttons, selects, modals) by the action in the custom id."""
        self.command_ids: dict[str, int] = {}
        """Command ids by qualified name; empty until the commands are registered."""
        self.news: list[News] = []
        """Private followups that may be sent after an interaction has been answered."""
        self._met: dict[int, _Met] = {}
        self._serving: set[asyncio.Task[Any]] = set()
        self._events: dict[int, None] = {}

    def serves(self, guild: int) -> bool:
        """Return whether this process serves the guild, by Discord's sharding formula."""
        return self.shard_ids is None or (guild >> 22) % (self.shard_count or 1) in self.shard_ids

    def _server_of(self, channel: int) -> int | None:
        """Return the guild id of a channel or thread, or None if it is not cached."""
        place = self.get_channel(channel)
        guild = getattr(place, "guild", None)
        return None if guild is None else int(guild.id)

    async def serve(
        self, call: Call, work: Callable[[], Awaitable[Reply]], *, edit: bool = False
    ) -> None:
        """Run a handler, send its reply or an error message, and then any followups.

        Retried if the database connection is lost, because an interaction takes effect only once.
        """
        serving, interaction = asyncio.current_task(), call.interaction
        assert serving is not None
        self._serving.add(serving)
        what = self._asked_for(interaction)
        # Log context carries ids only, never text written by a user.
        named_so = bound_contextvars(interaction=interaction.id, guild=call.guild, what=what)
        try:
            with metrics.answering(what), named_so:
                answered = await self._served(call, work, edit=edit)
            if answered:
                await self._tell_news(call)
        finally:
            self._serving.discard(serving)

    async def _served(
        self, call: Call, work: Callable[[], Awaitable[Reply]], *, edit: bool
    ) -> bool:
        """Run the handler and answer; return whether followups may be sent.

        Returns False if the handler failed, if the answer was lost, or if the answer was a modal.
        """
        try:
            known = reconnecting(partial(self._known, call, work))
            reply = await patiently(call.interaction, known, edit=edit)
            return await self._answer(call.interaction, reply, edit=edit) and reply.form is None
        except Exception as error:
            await self.tell(call.interaction, error)
            return False

    def _asked_for(self, interaction: discord.Interaction) -> str:
        """Return the qualified command name or component action, for metrics and logs."""
        if interaction.command is not None:
            return interaction.command.qualified_name
        data: dict[str, Any] = dict(interaction.data or {})
        action = str(data.get("custom_id", "")).split(":")[1:2]
        return action[0] if action and action[0] in self.controls else "else"

    async def _known(self, call: Call, work: Callable[[], Awaitable[Reply]]) -> Reply:
        """Store the player's name and locale, then run the handler."""
        await self.meet(call.interaction.user, str(call.interaction.locale))
        return await work()

    async def _answer(
        self, interaction: discord.Interaction, reply: Reply, *, edit: bool = False
    ) -> bool:
        """Send the reply; return False if Discord can no longer receive it.

        Expected losses (timeouts, expired interaction tokens) are logged and otherwise ignored.
        """
        try:
            await answer(interaction, with_mentions(reply, self.command_ids), edit=edit)
        except Exception as lost:
            if not ordinary(lost):
                raise
            log.info("no answer possible", interaction=interaction.id, why=named(lost))
            return False
        return True

    async def _tell_news(self, call: Call) -> None:
        """Send pending followups; their failure does not affect the answer."""
        for news in await self._untold(call.player):
            try:
                await news.tell(call)
            except Exception as lost:
                if not ordinary(lost):
                    log.error("unexpected", happening="news", exc_info=lost)

    async def _untold(self, person: int) -> list[News]:
        """Return the followups pending for this player, read in one transaction."""
        try:
            async with self.store.read() as tx:
                return [news for news in self.news if await news.untold(tx, person)]
        except Exception as lost:
            log.error("unexpected", happening="news", exc_info=lost)
            return []

    async def finish(self, seconds: float) -> None:
        """Wait until all interactions in progress are answered, at most `seconds`."""
        if self._serving:
            await asyncio.wait(self._serving, timeout=seconds)

    async def control(self, interaction: discord.Interaction, control: Control) -> None:
        """Handle a component interaction: a button, a select or a submitted modal."""
        if not self.first_time(interaction.id):
            return
        handler = self.controls.get(control.action)
        if handler is None:
            await self.tell(interaction, Refused(OLD_BUTTON))
            return
        # A public message must not be replaced by a reply meant for one player.
        message = interaction.message
        for_all = message is not None and interaction.guild_id and not message.flags.ephemeral
        edits = handler.edits == "anywhere" or bool(handler.edits and not for_all)
        call = Call(self, interaction)
        await self.serve(call, partial(self._handled, handler, call, control), edit=edits)

    async def _handled(self, handler: Handler, call: Call, control: Control) -> Reply:
        """Check that the player may see the match or challenge, then call the handler."""
        if handler.about == "challenge":
            async with call.read() as tx:
                await visibility.must_see_challenge(
                    tx, control.subject, player=call.player, guild=call.guild
                )
        elif handler.about == "match":
            await call.must_see(control.subject)
        return await handler.act(call, control)

    async def think(self, asked: Question, owner: Hashable) -> str:
        """Return the computer player's move in notation, searched by the worker.

        Without a worker it searches in a thread, at most at the takeover level, so that a match
        with a seat taken over by the computer can continue. Raises `NotDone` if the worker has no
        result.
        """
        if not self.worker.possible:
            light = asked._replace(level=min(asked.level, TAKES_OVER))
            return await asyncio.to_thread(computer_jobs.move, light)
        self.asked[asked.match] = owner, asked
        try:
            text: str = await self.worker.run(
                computer_jobs.JOB, asked, owner=owner, seconds=computer_jobs.PATIENCE
            )
        finally:
            del self.asked[asked.match]
        return text

    def moves_before(self, match: int) -> int:
        """Return how many worker jobs precede the computer player's move in this match."""
        if match not in self.asked:
            return 0
        owner, asked = self.asked[match]
        return self.worker.before(owner, asked)

    def first_time(self, event: int) -> bool:
        """Return whether an event is new. Discord repeats some when a session is resumed."""
        if event in self._events:
            return False
        self._events[event] = None
        _keep_to(REMEMBERED, self._events)
        return True

    async def tell(self, interaction: discord.Interaction, error: BaseException) -> None:
        """Reply to an interaction with the error message for an exception."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.info("no choices", why=named(error))
            return
        reply = await self.explain(error, speaker(interaction.locale), interaction.user.id)
        try:
            await self._answer(interaction, reply)
        except discord.HTTPException as refused:
            log.warning("no answer possible", interaction=interaction.id, why=named(refused))

    async def explain(self, error: BaseException, said: Words, reader: int) -> Reply:
        """Return the error reply for an exception. Implemented by the client."""
        raise NotImplementedError

    async def attend(self, person: int) -> None:
        """Hook run before a player's request; the client credits bot downtime here."""

    async def meet(self, person: discord.abc.User, locale: str | None = None) -> None:
        """Store a player's name and locale if either has changed or a new day has begun."""
        await self.attend(person.id)
        now, before = self.clock(), self._met.get(person.id)
        spoken = locale or (before.locale if before is not None else None)
        known = _Met(person.display_name, spoken, now // 86400)
        # With a shared database another process may have erased this player since.
        if (
            before is not None
            and not self.store.database.shared
            and before._replace(explained="") == known
        ):
            return
        async with self.store.write() as tx:
            explained = await players.seen(tx, person.id, known.name, locale, now=now)
        self._met.pop(person.id, None)
        self._met[person.id] = known._replace(explained=explained)
        _keep_to(REMEMBERED, self._met)

    async def first_use(self, person: int, what: str, said: Words) -> str | None:
        """Return the hint shown on a player's first use of a feature, else None."""
        met = self._met.get(person)
        if met is None or what in met.explained.split():
            return None
        async with self.store.write() as tx:
            new = await player_rows.explain(tx, person, what)
        self._met[person] = met._replace(explained=f"{met.explained} {what}")
        return "💡 " + said.say(FIRST_USE[what]) if new else None


def _keep_to(most: int, known: dict[int, Any]) -> None:
    """Evict the oldest entry if the cache holds more than `most`."""
    if len(known) > most:
        del known[next(iter(known))]


class By(TypedDict):
    """Keyword arguments for an action: the player, the interaction id and the time.

    The interaction id is the idempotency key: each interaction takes effect at most once.
    """

    player: int
    interaction: int
    now: int


class Call:
    """Context of one command or component interaction."""

    def __init__(self, app: App, interaction: discord.Interaction) -> None:
        self.app = app
        self.interaction = interaction
        self.player = interaction.user.id
        self.guild = interaction.guild_id
        self.channel = interaction.channel_id
        self.said = speaker(interaction.locale)

    @property
    def now(self) -> int:
        """Current time in UTC seconds."""
        return self.app.clock()

    @property
    def by(self) -> By:
        """Actor arguments for service functions."""
        return By(player=self.player, interaction=self.interaction.id, now=self.now)

    @property
    def owner(self) -> int:
        """Owner of the worker jobs of this interaction: the guild, or the player in a DM."""
        return self.guild or self.player

    def read(self) -> Transaction:
        """Open a read-only transaction."""
        return self.app.store.read()

    def write(self) -> Transaction:
        """Open a read-write transaction."""
        return self.app.store.write()

    async def must_see(self, match: int) -> None:
        """Raise `NotFound` unless the player may see the match from this guild or DM."""
        async with self.read() as tx:
            await visibility.must_see_match(tx, match, player=self.player, guild=self.guild)


class _Met(NamedTuple):
    """Cached state of a player at their last interaction."""

    name: str
    locale: str | None
    day: int
    explained: str = ""
    """Names of the first-use hints already shown, separated by spaces."""


Act = Callable[[Call, Control], Awaitable[Reply]]


class Handler(NamedTuple):
    """Handler of a component: a button, select or modal."""

    act: Act
    edits: bool | Literal["anywhere"] = False
    """Whether the reply replaces the message that holds the component.

    True edits only messages that no one else sees. "anywhere" also edits public messages; it is
    meant for questions addressed to one player.
    """
    about: Literal["match", "challenge", "else"] = "match"
    """Kind of id in the custom id's subject.

    The player must be allowed to see the match or challenge.
    """


class News(NamedTuple):
    """Private followup sent once after an interaction."""

    untold: Callable[[Tx, int], Awaitable[object]]
    """Query for the pending news of a player; falsy if there is none."""
    tell: Callable[[Call], Awaitable[None]]
