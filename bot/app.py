"""The bot as every command knows it: the store, the clock, the registries, and how people are answered.

What can be asked of it is in `bot.registry`.
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
"""One process, and one connection to Discord."""
REMEMBERED = 10_000
"""How many events are remembered, so that one that comes twice is answered once; and how many people, so
that not each thing that they do writes down who they are."""
OLD_BUTTON = mark("That button is too old to work. `/games` shows how things stand.")


class App(discord.AutoShardedClient):
    """A Discord client with all that commands need. It keeps nothing: what matters is in the store."""

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
        """`clock` gives UTC seconds; `worker` does what is heavy, by default in one process. `shards`:
        None are all that Discord recommends."""
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
        """Of servers that other processes serve, as far as they were asked for."""
        self.store = store
        self.worker = worker or Worker()
        self.asked: dict[int, tuple[Hashable, Question]] = {}
        """What the worker is asked, or will be, by the match in which the computer is to move."""
        self.ladders = KeptLadders(store)
        self.clock = clock
        self.rng = rng or random.SystemRandom()
        self.controls: dict[str, Handler] = {}
        """What each button, select and form does, by the action in its id."""
        self.command_ids: dict[str, int] = {}
        """Discord's id of each command, by its whole name, once it has taken them."""
        self.news: list[News] = []
        """What is told besides, in private, to whoever has just been answered."""
        self._met: dict[int, _Met] = {}
        self._serving: set[asyncio.Task[Any]] = set()
        self._events: dict[int, None] = {}

    def serves(self, guild: int) -> bool:
        """Whether this process serves this server."""
        return self.shard_ids is None or (guild >> 22) % (self.shard_count or 1) in self.shard_ids

    def _server_of(self, channel: int) -> int | None:
        """The server of a channel or thread, if it is known."""
        place = self.get_channel(channel)
        guild = getattr(place, "guild", None)
        return None if guild is None else int(guild.id)

    async def serve(
        self, call: Call, work: Callable[[], Awaitable[Reply]], *, edit: bool = False
    ) -> None:
        """Do the work and tell the person its outcome, whatever it is.

        It is repeated if the connection to the database is lost: an interaction has its effect once.
        """
        serving, interaction = asyncio.current_task(), call.interaction
        assert serving is not None
        self._serving.add(serving)
        what = self._asked_for(interaction)
        # What is logged meanwhile names the interaction, and nothing that anybody wrote.
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
        """Do the work and tell its outcome; whether there may be news to tell besides."""
        try:
            known = reconnecting(partial(self._known, call, work))
            reply = await patiently(call.interaction, known, edit=edit)
            return await self._answer(call.interaction, reply, edit=edit) and reply.form is None
        except Exception as error:
            await self.tell(call.interaction, error)
            return False

    def _asked_for(self, interaction: discord.Interaction) -> str:
        """The whole name of a command, or the action of a control."""
        if interaction.command is not None:
            return interaction.command.qualified_name
        data: dict[str, Any] = dict(interaction.data or {})
        action = str(data.get("custom_id", "")).split(":")[1:2]
        return action[0] if action and action[0] in self.controls else "else"

    async def _known(self, call: Call, work: Callable[[], Awaitable[Reply]]) -> Reply:
        """Do the work for somebody whose name and language are remembered first."""
        await self.meet(call.interaction.user, str(call.interaction.locale))
        return await work()

    async def _answer(
        self, interaction: discord.Interaction, reply: Reply, *, edit: bool = False
    ) -> bool:
        """Answer; False where that is not possible any more, which costs nothing but the answer."""
        try:
            await answer(interaction, with_mentions(reply, self.command_ids), edit=edit)
        except Exception as lost:
            if not ordinary(lost):
                raise
            log.info("no answer possible", interaction=interaction.id, why=named(lost))
            return False
        return True

    async def _tell_news(self, call: Call) -> None:
        """Tell what is told besides; the answer stands whatever comes of it."""
        for news in await self._untold(call.player):
            try:
                await news.tell(call)
            except Exception as lost:
                if not ordinary(lost):
                    log.error("unexpected", happening="news", exc_info=lost)

    async def _untold(self, person: int) -> list[News]:
        """What there is to tell somebody besides, asked in one transaction."""
        try:
            async with self.store.read() as tx:
                return [news for news in self.news if await news.untold(tx, person)]
        except Exception as lost:
            log.error("unexpected", happening="news", exc_info=lost)
            return []

    async def finish(self, seconds: float) -> None:
        """Wait until everybody who has asked is answered, so long at most."""
        if self._serving:
            await asyncio.wait(self._serving, timeout=seconds)

    async def control(self, interaction: discord.Interaction, control: Control) -> None:
        """A button or select was used, or a form sent."""
        if not self.first_time(interaction.id):
            return
        handler = self.controls.get(control.action)
        if handler is None:
            await self.tell(interaction, Refused(OLD_BUTTON))
            return
        # What stands in a channel for all is never replaced by what one person is told.
        message = interaction.message
        for_all = message is not None and interaction.guild_id and not message.flags.ephemeral
        edits = handler.edits == "anywhere" or bool(handler.edits and not for_all)
        call = Call(self, interaction)
        await self.serve(call, partial(self._handled, handler, call, control), edit=edits)

    async def _handled(self, handler: Handler, call: Call, control: Control) -> Reply:
        """What the handler answers; it is asked only about what this person may see."""
        if handler.about == "challenge":
            async with call.read() as tx:
                await visibility.must_see_challenge(
                    tx, control.subject, player=call.player, guild=call.guild
                )
        elif handler.about == "match":
            await call.must_see(control.subject)
        return await handler.act(call, control)

    async def think(self, asked: Question, owner: Hashable) -> str:
        """The computer's move, from the worker; where there is none, at a level that costs next to
        nothing, for it must not leave a table in the lurch. NotDone."""
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
        """How many jobs the worker does before the computer moves in this match."""
        if match not in self.asked:
            return 0
        owner, asked = self.asked[match]
        return self.worker.before(owner, asked)

    def first_time(self, event: int) -> bool:
        """Whether this interaction or message is new: Discord repeats events when it resumes."""
        if event in self._events:
            return False
        self._events[event] = None
        _keep_to(REMEMBERED, self._events)
        return True

    async def tell(self, interaction: discord.Interaction, error: BaseException) -> None:
        """The one place where an interaction's error becomes a sentence."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.info("no choices", why=named(error))
            return
        reply = await self.explain(error, speaker(interaction.locale), interaction.user.id)
        try:
            await self._answer(interaction, reply)
        except discord.HTTPException as refused:
            log.warning("no answer possible", interaction=interaction.id, why=named(refused))

    async def explain(self, error: BaseException, said: Words, reader: int) -> Reply:
        """A sentence for every error; the client has the table of them."""
        raise NotImplementedError

    async def attend(self, person: int) -> None:
        """Somebody asks for something: what must be put right before, the client knows."""

    async def meet(self, person: discord.abc.User, locale: str | None = None) -> None:
        """Remember how somebody is called, when it is news or a new day."""
        await self.attend(person.id)
        now, before = self.clock(), self._met.get(person.id)
        spoken = locale or (before.locale if before is not None else None)
        known = _Met(person.display_name, spoken, now // 86400)
        # Where others write too, they may have forgotten this person since.
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
        """The line that explains a thing to somebody who uses it for the first time, else None."""
        met = self._met.get(person)
        if met is None or what in met.explained.split():
            return None
        async with self.store.write() as tx:
            new = await player_rows.explain(tx, person, what)
        self._met[person] = met._replace(explained=f"{met.explained} {what}")
        return "💡 " + said.say(FIRST_USE[what]) if new else None


def _keep_to(most: int, known: dict[int, Any]) -> None:
    """Forget what came first, so that no more than so many are known."""
    if len(known) > most:
        del known[next(iter(known))]


class By(TypedDict):
    """Who does something, by which interaction or message, and when: it is done only once."""

    player: int
    interaction: int
    now: int


class Call:
    """Somebody uses a command, a button or a form: who, where, in which language, and when."""

    def __init__(self, app: App, interaction: discord.Interaction) -> None:
        self.app = app
        self.interaction = interaction
        self.player = interaction.user.id
        self.guild = interaction.guild_id
        self.channel = interaction.channel_id
        self.said = speaker(interaction.locale)

    @property
    def now(self) -> int:
        """UTC seconds."""
        return self.app.clock()

    @property
    def by(self) -> By:
        """What a deed is done by."""
        return By(player=self.player, interaction=self.interaction.id, now=self.now)

    @property
    def owner(self) -> int:
        """In whose turn the worker does a job for them."""
        return self.guild or self.player

    def read(self) -> Transaction:
        """A transaction that changes nothing."""
        return self.app.store.read()

    def write(self) -> Transaction:
        """A transaction that may change things."""
        return self.app.store.write()

    async def must_see(self, match: int) -> None:
        """NotFound unless this person may see this match, from where they ask."""
        async with self.read() as tx:
            await visibility.must_see_match(tx, match, player=self.player, guild=self.guild)


class _Met(NamedTuple):
    """How somebody was when last seen."""

    name: str
    locale: str | None
    day: int
    explained: str = ""
    """What was explained to them, by words with spaces between them."""


Act = Callable[[Call, Control], Awaitable[Reply]]


class Handler(NamedTuple):
    """What a button, select or form does, what its subject is and where it answers."""

    act: Act
    edits: bool | Literal["anywhere"] = False
    """Whether the answer takes the place of the message that the control stands on; of one that all see
    only "anywhere", which is for questions to one person."""
    about: Literal["match", "challenge", "else"] = "match"
    """What the control's subject is the number of: only who may see that is answered."""


class News(NamedTuple):
    """Something that is told besides, once."""

    untold: Callable[[Tx, int], Awaitable[object]]
    """What there is for this person, if anything."""
    tell: Callable[[Call], Awaitable[None]]
