"""Discord client: command tree, error handler, startup, shutdown and events."""

import asyncio
import json
import random
import secrets
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Literal

import click
import discord
import structlog
from discord import app_commands
from structlog.contextvars import bound_contextvars

from bot import commands, extensions, registry
from bot.app import OLD_BUTTON, ONE, App
from bot.commands import board, guild_events, move_by_message
from bot.i18n.translator import LANGUAGES, Words, mark, speaker
from bot.invite_link import invitation
from bot.messages.delivery import Delivery
from bot.runtime import metrics
from bot.runtime.worker_pool import NotDone, Worker
from bot.service.actions import moves
from bot.service.clock.calendar import BadTime
from bot.service.errors import ServiceError, Stale
from bot.service.jobs.scheduler import Scheduler
from bot.store import Store
from bot.store.retrying import reconnecting
from bot.store.shard_locks import Shards
from bot.texts.error_messages import refusal
from bot.views import command_translator, illegal_move
from bot.views.command_mentions import with_mentions
from bot.views.components import OldControl, used
from bot.views.discord_errors import BROKEN_OFF, named, ordinary, quieten
from bot.views.illegal_move import WrongMove
from bot.views.prerender import warm_stages
from bot.views.reply import Refused, Reply, reply_to
from engine import BadRecord, EngineError

log = structlog.get_logger(__name__)

for _package in (commands, extensions):
    for _module in walk_packages(_package.__path__, f"{_package.__name__}."):
        import_module(_module.name)  # Importing a module registers its commands.

BROKEN = mark(
    "Sorry, something went wrong on my side. Your games are safe: use `/games` to see "
    "them. If it happens again, give this code to the person who runs me: `{code}`."
)
NOT_DONE = {
    "none": mark("This needs the computer, which is turned off here."),
    "late": mark("The computer took too long. Please try again later."),
    "closed": mark("I am restarting. Please try again in a minute."),
}
FIRST_WAIT = 60.0
LONGEST_WAIT = 6 * 3600.0
"""Backoff in seconds between attempts to register the commands: first and longest."""
ANSWERS = 1.0
"""Seconds that requests in progress get at shutdown before they are abandoned."""
FAREWELL = 1.5
"""Seconds allowed for closing the gateway connection."""
COOLING = mark("Not so fast, please: try again in {seconds} seconds.")
RENEWED = mark("My commands have just been updated. Please try again in a moment.")

Sync = Literal["changed", "always"]


class Tree(app_commands.CommandTree["HalmaClient"]):
    """Command tree that routes all command errors to the client's error handler."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Reject an interaction that Discord has delivered twice."""
        return self.client.first_time(interaction.id)

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Reply to an error raised before the command handler ran."""
        original = getattr(error, "original", error)
        await self.client.tell(interaction, original)


class HalmaClient(App):
    """The Discord client with all commands registered."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], int],
        rng: random.Random | None = None,
        sync: Sync = "changed",
        worker: Worker | None = None,
        shards: Shards | None = ONE,
    ) -> None:
        """Create the client and register everything from `bot.registry`.

        `sync="always"` syncs the commands with Discord at every start. The other parameters are
        described in `App`.
        """
        quieten()
        super().__init__(store, clock=clock, rng=rng, worker=worker, shards=shards)
        self.sync = sync
        self._beside: list[asyncio.Task[None]] = []
        self.tree = Tree(
            self,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
        )
        self.delivery = Delivery(self, store)
        self.scheduler = Scheduler(
            store,
            deliver=self.delivery.deliver,
            find=self.delivery.find,
            clock=clock,
            reachable=self.reachable,
            forgot=self._met.clear,
            late=metrics.late,
            resting=self.pace.resting,
            think=self.think,
        )
        self.pace.on_rest = self.scheduler.wake
        self._cut_off = set[int]()
        """Shards that are disconnected from the gateway."""
        registry.install(self)
        guild_events.listen(self)

    # -- start and stop --------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Register the commands and start the scheduler."""
        await self.tree.set_translator(command_translator.Translator())
        if not await self._registered():
            self._beside.append(asyncio.create_task(self._register(), name="register"))
        await self.scheduler.start()
        self._beside.append(asyncio.create_task(self._warm(), name="warm"))

    async def close(self) -> None:
        """Finish work in progress and disconnect, within a few seconds."""
        for task in self._beside:
            task.cancel()
        await self.scheduler.stop()
        await self.worker.close()
        await self.finish(ANSWERS)
        # Discord may not answer the close handshake.
        await asyncio.wait({asyncio.ensure_future(super().close())}, timeout=FAREWELL)

    async def _warm(self) -> None:
        """Once connected, prerender boards of running matches and load translations."""
        await self.wait_until_ready()
        await warm_stages(self.store)
        for language in LANGUAGES:
            await asyncio.to_thread(speaker, language)

    async def _register(self) -> None:
        """Retry command registration with exponential backoff.

        Until it succeeds, Discord keeps the commands of the previous version.
        """
        wait = FIRST_WAIT
        while True:
            await asyncio.sleep(wait)
            if await self._registered():
                return
            wait = min(2 * wait, LONGEST_WAIT)

    async def _registered(self) -> bool:
        """Register the commands with Discord; return False if that failed.

        Skips the request if the command digest is unchanged, because Discord limits registrations.
        """
        digest = command_translator.digest(self.tree, self.application_id)
        known = self.store.path.with_name(self.store.path.name + ".commands")
        kept = known.read_text().split("\n") if known.is_file() else [""]
        if self.sync == "changed" and kept[0] == digest and kept[1:]:
            self._mentionable(json.loads(kept[1]))
            return True
        try:
            taken = await self.tree.sync()
        except (discord.HTTPException, *BROKEN_OFF) as refused:
            log.warning(
                "Discord does not take my commands now; those of before stay, and I try again.",
                why=named(refused),
            )
            return False
        ids = {command.name: command.id for command in taken}
        known.write_text(f"{digest}\n{json.dumps(ids)}")
        self._mentionable(ids)
        log.info("commands registered", count=len(taken))
        return True

    def _mentionable(self, ids: Mapping[str, int]) -> None:
        """Cache Discord's command ids by qualified name, for command mentions."""
        self.command_ids = {
            command.qualified_name: ids[command.qualified_name.partition(" ")[0]]
            for command in self.tree.walk_commands()
            if isinstance(command, app_commands.Command)
        }

    # -- errors ----------------------------------------------------------------------------------

    async def explain(self, error: BaseException, said: Words, reader: int) -> Reply:
        """Return the error reply for any exception.

        Domain errors have their own messages. Unexpected errors get an apology with an error id
        that also appears in the log.
        """
        metrics.REFUSALS.labels(type(error).__name__).inc()
        match error:
            case Stale():
                sentence = refusal(said, error)
                async with self.store.read() as tx:
                    view = await moves.view(tx, error.match.id)
                    side, theme = await board.seen_by(tx, view.match, reader)
                return await board.show(view, side, theme, said, before=sentence)
            case WrongMove():
                async with self.store.read() as tx:
                    view = await moves.view(tx, error.match)
                    side, theme = await board.seen_by(tx, view.match, reader)
                return await illegal_move.shown(said, view, side, theme, error.reason)
            case EngineError() | ServiceError() | BadRecord() | BadTime():
                return Reply(refusal(said, error))
            case NotDone(why=why) if why in NOT_DONE:
                return Reply(said.say(NOT_DONE[why]))
            case OldControl():
                return Reply(said.say(OLD_BUTTON))
            case Refused():
                return Reply(error.told(said))
            case app_commands.CommandOnCooldown():
                return Reply(said.say(COOLING, seconds=round(error.retry_after) + 1))
            case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
                return Reply(said.say(RENEWED))
        code = secrets.token_hex(4)
        if ordinary(error):
            log.warning("discord out of reach", error_id=code, why=named(error))
        else:
            metrics.ERRORS.inc()
            log.error("unexpected", error_id=code, exc_info=error)
        return Reply(said.say(BROKEN, code=code))

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log an error raised by an event listener; there is no interaction to answer."""
        error = sys.exc_info()[1]
        if error is not None and ordinary(error):
            log.warning("discord out of reach", happening=event_method, why=named(error))
        else:
            metrics.ERRORS.inc()
            log.error("unexpected", happening=event_method, exc_info=error)

    # -- events ----------------------------------------------------------------------------------

    def reachable(self) -> bool:
        """Return whether the bot is ready and all its shards are connected."""
        return self.is_ready() and not self._cut_off and not self.is_closed()

    async def on_ready(self) -> None:
        """Handle the gateway's ready event, and look for guilds joined or left meanwhile."""
        await self.on_resumed()
        if not self.guilds and self.application_id is not None:
            address = invitation(self.application_id)
            log.info("I am in no server yet", invitation=address)
            click.echo(f"The bot is not in any server yet. Invite it: {address}")
        await guild_events.look_around(self)

    async def on_resumed(self) -> None:
        """Wake the scheduler after a resumed gateway session."""
        self.scheduler.wake()

    async def on_shard_connect(self, shard: int) -> None:
        """Mark a shard as connected."""
        self._cut_off.discard(shard)

    on_shard_resumed = on_shard_connect

    async def on_shard_disconnect(self, shard: int) -> None:
        """Mark a shard as disconnected; its guilds are unreachable until it reconnects."""
        self._cut_off.add(shard)

    async def attend(self, person: int) -> None:
        """Credit bot downtime to the player's matches before answering them."""
        await self.scheduler.attend(person)

    async def on_message(self, message: discord.Message) -> None:
        """Handle a message that may contain a move."""
        if message.nonce is not None and message.author == self.user:
            self.delivery.seen(message)
        if message.author.bot or message.webhook_id is not None:
            return
        if message.type not in {discord.MessageType.default, discord.MessageType.reply}:
            return
        if not self.first_time(message.id):
            return
        guild = message.guild and message.guild.id
        named_so = bound_contextvars(message=message.id, guild=guild, what="message")
        with metrics.answering("message"), named_so:
            try:
                reply = await reconnecting(partial(move_by_message.hear, self, message))
            except Exception as error:
                said = await move_by_message.language(self, message)
                reply = await self.explain(error, said, message.author.id)
            if reply is None:
                return
            try:
                await reply_to(message, with_mentions(reply, self.command_ids))
            except (discord.HTTPException, *BROKEN_OFF) as lost:
                log.warning("no reply possible", message=message.id, why=named(lost))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Dispatch component and modal interactions; commands go to the command tree."""
        if "custom_id" in (interaction.data or {}):
            await self.control(interaction, used(interaction))
