"""The Discord client: intents, command tree, one error handler, start and stop."""

from __future__ import annotations

import hashlib
import json
import random
import secrets
import sys
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Literal, NamedTuple

import discord
import structlog
from discord import app_commands

from bot.commands import (
    block,
    board,
    challenge,
    claim,
    data,
    drop,
    move,
    move_by_message,
    offers,
    place_events,
    plan,
    rating,
    rematch,
    remind,
    resign,
    rules,
    server,
    show_moves,
    solitaire,
    table,
    vacation,
    which_game,
)
from bot.service.clock.calendar import BadTime
from bot.service.errors import ServiceError, Stale
from bot.service.people import players
from bot.service.play import moves
from bot.service.telling.scheduler import Scheduler
from bot.store import Store, Tx
from bot.views.controls import Choose, Control, Press, read, written
from bot.views.delivery import Delivery
from bot.views.reply import Refused, Reply, answer, patiently, reply_to
from bot.words import LANGUAGES, Words, mark, speaker
from bot.words.refusals import refusal
from engine import BadRecord, EngineError

log = structlog.get_logger(__name__)

COGS = (
    offers,
    block,
    challenge,
    data,
    drop,
    resign,
    board,
    move_by_message,
    move,
    show_moves,
    place_events,
    plan,
    rating,
    rematch,
    remind,
    server,
    solitaire,
    table,
    rules,
    vacation,
    claim,
)
"""Each puts its commands on the tree and its controls into the client."""

BROKEN = mark(
    "Something broke on my side, I am sorry. Your games are safe: `/games` shows how they stand. "
    "If it happens again, tell whoever runs me this code: `{code}`."
)
COOLING = mark("A little slower, please: try again in {seconds} seconds.")
RENEWED = mark("My commands have just been renewed. Please try again in a moment.")
OLD_BUTTON = mark("That button is from an older version of me. `/games` shows how things stand.")

LoginRefused = discord.LoginFailure
"""Discord does not accept the token."""
ControlHandler = Callable[["HalmaClient", discord.Interaction, Control], Awaitable[Reply]]
Sync = Literal["changed", "always"]


class _Met(NamedTuple):
    """How somebody was when last seen."""

    name: str
    locale: str | None
    day: int


class Translator(app_commands.Translator):
    """Descriptions of commands in every complete language; names stay as the help spells them."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The description or the name of a choice in this locale, None for what stays English."""
        place = app_commands.TranslationContextLocation
        named = context.location in {place.command_name, place.group_name, place.parameter_name}
        said = speaker(locale)
        if named or said.language == LANGUAGES[0]:
            return None
        return said.say(string.message)


class Tree(app_commands.CommandTree["HalmaClient"]):
    """The commands; their errors go where all errors go."""

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the person what was wrong before the command began."""
        original = getattr(error, "original", error)
        await self.client.tell(interaction, original)


class HalmaClient(discord.Client):
    """The bot on Discord. It keeps nothing: all that matters is in the store."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], int],
        rng: random.Random | None = None,
        sync: Sync = "changed",
    ) -> None:
        """`clock` gives UTC seconds; `sync` "always" registers the commands at every start."""
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
        )
        self.store = store
        self.clock = clock
        self.rng = rng or random.SystemRandom()
        self.sync = sync
        self.tree = Tree(
            self,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
        )
        self.controls: dict[str, ControlHandler] = {"which": self._which}
        self.edits: set[str] = set()
        """Controls that answer in the place of the message they stand on."""
        self.verbs: dict[str, which_game.Verb] = {"move": move.move}
        self._met: dict[int, _Met] = {}
        delivery = Delivery(self, store)
        self.scheduler = Scheduler(store, deliver=delivery.deliver, find=delivery.find, clock=clock)
        for cog in COGS:
            cog.install(self)

    # -- start and stop --------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Make the buttons of earlier days work, register the commands, send what is owed."""
        self.add_dynamic_items(Press, Choose)
        await self.tree.set_translator(Translator())
        await self._sync_commands()
        await self.scheduler.start()

    async def close(self) -> None:
        """Finish what is under way, then leave Discord."""
        await self.scheduler.stop()
        await super().close()

    async def _sync_commands(self) -> None:
        """Register the commands, if they are not those of the last time: Discord counts how often."""
        translator = self.tree.translator
        assert translator is not None
        payload = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]
        text = json.dumps([self.application_id, payload], sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        known = self.store.path.with_name(self.store.path.name + ".commands")
        if self.sync == "changed" and known.is_file() and known.read_text() == digest:
            return
        await self.tree.sync()
        known.write_text(digest)
        log.info("commands registered", count=len(payload))

    # -- answering -------------------------------------------------------------------------------

    async def serve(
        self,
        interaction: discord.Interaction,
        work: Coroutine[Any, Any, Reply],
        *,
        edit: bool = False,
    ) -> None:
        """Do the work and tell the person its outcome, whatever it is."""
        try:
            reply = await patiently(interaction, self._known(interaction, work), edit=edit)
            await answer(interaction, reply, edit=edit)
            if reply.form is None:
                await remind.tell_refused(self, interaction)
                await plan.tell_ended(self, interaction)
        except Exception as error:
            await self.tell(interaction, error)
        finally:
            work.close()

    async def _known(
        self, interaction: discord.Interaction, work: Coroutine[Any, Any, Reply]
    ) -> Reply:
        """Do the work for somebody whose name and language are remembered first."""
        await self.meet(interaction.user, str(interaction.locale))
        return await work

    async def control(self, interaction: discord.Interaction, control: Control) -> None:
        """A button or select was used."""
        handler = self.controls.get(control.action)
        if handler is None:
            await self.tell(interaction, Refused(OLD_BUTTON))
            return
        work: Any = handler(self, interaction, control)
        await self.serve(interaction, work, edit=control.action in self.edits)

    async def with_game(
        self,
        interaction: discord.Interaction,
        game: str | None,
        verb: str,
        more: str,
        find: Callable[[Tx, int, int | None], Awaitable[list[Any]]],
    ) -> Reply:
        """Do what a verb does with the game that is meant, or ask which."""
        picked = await which_game.pick(self, interaction, game, verb, more, find)
        if isinstance(picked, Reply):
            return picked
        return await self.verbs[verb](self, interaction, picked, more)

    async def _which(
        self, client: HalmaClient, interaction: discord.Interaction, control: Control
    ) -> Reply:
        """The answer to the question which game."""
        verb, _, more = control.more.partition(":")
        return await self.verbs[verb](self, interaction, which_game.number(control.values[0]), more)

    async def offer(
        self, work: Coroutine[Any, Any, list[app_commands.Choice[str]]]
    ) -> list[app_commands.Choice[str]]:
        """Choices while somebody types; none if they cannot be found: the command will say why."""
        try:
            return await work
        except (ServiceError, EngineError, Refused):
            return []

    # -- errors ----------------------------------------------------------------------------------

    async def tell(self, interaction: discord.Interaction, error: BaseException) -> None:
        """The one place where an interaction's error becomes a sentence."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("no choices", exc_info=error)
            return
        reply = await self.explain(error, speaker(interaction.locale), interaction.user.id)
        try:
            await answer(interaction, reply)
        except discord.HTTPException as refused:
            log.warning("no answer possible", interaction=interaction.id, code=refused.code)

    async def explain(self, error: BaseException, said: Words, reader: int) -> Reply:
        """A sentence for every error: the domain's, or an apology with an id that the log has too."""
        match error:
            case Stale():
                sentence = refusal(said, error)
                async with self.store.read() as tx:
                    view = await moves.view(tx, error.match.id)
                return await board.show(view, reader, said, before=sentence)
            case EngineError() | ServiceError() | BadRecord() | BadTime():
                return Reply(refusal(said, error))
            case Refused():
                return Reply(said.say(error.sentence, **error.facts))
            case app_commands.CommandOnCooldown():
                return Reply(said.say(COOLING, seconds=round(error.retry_after) + 1))
            case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
                return Reply(said.say(RENEWED))
        code = secrets.token_hex(4)
        log.error("unexpected", error_id=code, exc_info=error)
        return Reply(said.say(BROKEN, code=code))

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """An error in an event that answers nobody."""
        log.error("unexpected", happening=event_method, exc_info=sys.exc_info()[1])

    # -- events ----------------------------------------------------------------------------------

    async def on_message(self, message: discord.Message) -> None:
        """A message: perhaps a move."""
        if message.author.bot or message.webhook_id is not None:
            return
        if message.type not in {discord.MessageType.default, discord.MessageType.reply}:
            return
        try:
            reply = await move_by_message.hear(self, message)
        except Exception as error:
            said = await move_by_message.language(self, message)
            reply = await self.explain(error, said, message.author.id)
        if reply is None:
            return
        try:
            await reply_to(message, reply)
        except discord.HTTPException as refused:
            log.warning("no reply possible", message=message.id, code=refused.code)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Forms, and the buttons that nobody else would answer."""
        if interaction.type is discord.InteractionType.modal_submit:
            form = written(interaction)
            await (
                self.tell(interaction, Refused(OLD_BUTTON))
                if form is None
                else self.control(interaction, form)
            )
            return
        if interaction.type is not discord.InteractionType.component:
            return
        data: dict[str, Any] = dict(interaction.data or {})
        if read(str(data.get("custom_id", ""))) is None:
            await self.tell(interaction, Refused(OLD_BUTTON))

    # -- people ----------------------------------------------------------------------------------

    def _spoken(self, person: int) -> str | None:
        """The language that somebody was last seen to read."""
        return self._met[person].locale if person in self._met else None

    async def meet(self, person: discord.abc.User, locale: str | None = None) -> None:
        """Remember how somebody is called, when it is news or a new day."""
        now = self.clock()
        known = _Met(person.display_name, locale or self._spoken(person.id), now // 86400)
        if self._met.get(person.id) == known:
            return
        async with self.store.write() as tx:
            await players.seen(tx, person.id, person.display_name, locale, now=now)
        self._met[person.id] = known


def build(
    store: Store,
    *,
    clock: Callable[[], int],
    rng: random.Random | None = None,
    sync: Sync = "changed",
) -> HalmaClient:
    """The client, not yet connected."""
    return HalmaClient(store, clock=clock, rng=rng, sync=sync)
