"""Discord client: command tree, error handler, startup, shutdown and events."""

import asyncio
import json
import random
import secrets
import sys
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Literal

import click
import discord
import structlog
from discord import app_commands
from structlog.contextvars import bound_contextvars

from bot import commands, extension_points, messages, registry
from bot.app import SINGLE_SHARD, STALE_BUTTON, App
from bot.commands import guild_events, move_by_message
from bot.commands.game import board
from bot.i18n.translator import N_, Translator
from bot.invite_link import invite_url
from bot.messages.delivery import Delivery
from bot.operator_details import Operator
from bot.runtime import metrics
from bot.runtime.gateway_events import drop
from bot.runtime.tasks import start_task
from bot.runtime.worker_pool import JobFailed, Worker
from bot.service.clock.calendar import InvalidTime
from bot.service.errors import AlreadyOffered, AnotherOffer, ServiceError, Stale
from bot.service.jobs.scheduler import Scheduler
from bot.store import Store
from bot.store.driver.retrying import reconnecting
from bot.store.driver.shard_locks import Shards
from bot.texts.error_messages import error_text
from bot.views import command_translator, illegal_move
from bot.views.action_menu import action_button
from bot.views.command_mentions import with_mentions
from bot.views.components import StaleComponent, button_row, from_interaction, layout
from bot.views.discord_errors import is_expected, is_too_large, silence_library_logs, summarize
from bot.views.illegal_move import IllegalMoveShown
from bot.views.readable_events import COMPONENTS, is_readable, must_be_storable
from bot.views.reply import Reply, UserError, reply_to
from engine import BadRecord, EngineError

log = structlog.get_logger(__name__)

for _name in (commands.__name__, *extension_points.packages().values(), messages.__name__):
    for _module in walk_packages(import_module(_name).__path__, f"{_name}."):
        import_module(_module.name)  # Importing a module registers its commands or message kinds.

UNEXPECTED_ERROR = N_(
    "Sorry, something went wrong on my side. Your games are safe: use `/games` to see "
    "them. If it happens again, give this code to the person who runs me: `{code}`."
)
TOO_LARGE = N_(
    "Discord refused the file because it is too large. Your games are safe: use `/games` to see "
    "them."
)
JOB_FAILURES = {
    "none": N_("This needs computer players, which are turned off here."),
    "late": N_("The computer took too long. Please try again later."),
    "closed": N_("I am restarting. Please try again in a minute."),
}
FIRST_RETRY = 60.0
LONGEST_RETRY = 6 * 3600.0
"""Longest backoff in seconds between attempts to register the commands."""
ANSWER_TIMEOUT = 1.0
"""Seconds allowed at shutdown for requests in progress; they are then abandoned."""
CLOSE_TIMEOUT = 1.5
"""Seconds allowed for closing the gateway connection."""
COMMANDS_CHANGED = N_("My commands have just been updated. Please try again in a moment.")

Sync = Literal["changed", "always"]


class Tree(app_commands.CommandTree["HalmaClient"]):
    """Command tree that routes all command errors to the client's error handler."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Reject an interaction that is unreadable, or that Discord has delivered twice."""
        return is_readable(interaction) and self.client.is_new_event(interaction.id)

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Reply to an error raised before the command handler ran."""
        original = getattr(error, "original", error)
        await self.client.send_error(interaction, original)


EDITED_WITHIN = timedelta(hours=1)
"""Edits of older messages are not answered."""


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
        shards: Shards | None = SINGLE_SHARD,
        operator: Operator | None = None,
        proxy: str | None = None,
    ) -> None:
        """Create the client and register everything from `bot.registry`.

        With `sync="always"`, the commands are synced with Discord at every start. `proxy` is the
        address of a proxy for all connections. The other parameters are documented in `App`.
        """
        silence_library_logs()
        super().__init__(store, clock=clock, rng=rng, worker=worker, shards=shards)
        self.http.proxy = proxy
        self.sync = sync
        self.operator = operator or Operator()
        self.is_logged_in = False
        """Whether Discord has accepted the token."""
        self.counted_moves = 0
        """Number of moves already counted by the metrics."""
        self._background_tasks: list[asyncio.Task[None]] = []
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
            reachable=self.is_reachable,
            forgot=self._seen_players.clear,
            late=metrics.observe_delay,
            resting=self.pace.exhausted_channels,
            think=self.request_computer_move,
        )
        self.pace.on_channel_exhausted = self.scheduler.wake
        self._disconnected_shards = set[int]()
        """Shards that are disconnected from the gateway."""
        store.on_match_saved = self.panels.match_saved
        registry.install(self)
        guild_events.register_events(self)

    # -- start and stop --------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Register the commands and start the scheduler."""
        self.is_logged_in, self.started = True, self.clock()
        await self.tree.set_translator(command_translator.CommandTranslator())
        if not await self._try_to_register():
            self._background_tasks.append(start_task(self._register_commands(), "register"))
        await self.scheduler.start()

    async def close(self) -> None:
        """Finish work in progress and disconnect, within a few seconds."""
        for task in self._background_tasks:
            task.cancel()
        self.panels.close()
        await self.scheduler.stop()
        await self.worker.close()
        await self.wait_for_requests(ANSWER_TIMEOUT)
        # Discord may not answer the close handshake.
        await asyncio.wait({asyncio.ensure_future(super().close())}, timeout=CLOSE_TIMEOUT)

    async def _register_commands(self) -> None:
        """Retry command registration with exponential backoff.

        Until it succeeds, Discord keeps the commands of the previous version.
        """
        wait = FIRST_RETRY
        while True:
            await asyncio.sleep(wait)
            if await self._try_to_register():
                return
            wait = min(2 * wait, LONGEST_RETRY)

    async def _try_to_register(self) -> bool:
        """Register the commands with Discord; return False on failure.

        Skips the request if the command digest is unchanged, because Discord limits registrations.
        """
        digest = command_translator.digest(self.tree, self.application_id)
        digest_file = self.store.path.with_name(self.store.path.name + ".commands")
        kept = digest_file.read_text().split("\n") if digest_file.is_file() else [""]
        if self.sync == "changed" and kept[0] == digest and kept[1:]:
            self._remember_command_ids(json.loads(kept[1]))
            return True
        try:
            taken = await self.tree.sync()
            ids = {command.name: command.id for command in taken}
            self._remember_command_ids(ids)
        except Exception as refused:
            log.warning(
                "Discord did not accept the commands; keeping the registered ones until a retry.",
                why=summarize(refused),
            )
            return False
        digest_file.write_text(f"{digest}\n{json.dumps(ids)}")
        log.info("commands registered", count=len(taken))
        return True

    def _remember_command_ids(self, ids: Mapping[str, int]) -> None:
        """Cache Discord's command ids by qualified name, for command mentions."""
        self.command_ids = {
            command.qualified_name: ids[command.qualified_name.partition(" ")[0]]
            for command in self.tree.walk_commands()
            if isinstance(command, app_commands.Command)
        }

    # -- errors ----------------------------------------------------------------------------------

    async def error_reply(self, error: BaseException, t: Translator, reader: int) -> Reply:
        """Return the error reply for any exception.

        Domain errors have their own messages. Unexpected errors get an apology with an error id
        that also appears in the log.
        """
        metrics.REFUSALS.labels(type(error).__name__).inc()
        match error:
            case Stale():
                sentence = error_text(t, error)
                view, side, theme = await self.store.read(board.load_board, error.match.id, reader)
                return await board.board_reply(view, side, theme, t, reader=reader, before=sentence)
            case IllegalMoveShown():
                view, side, theme = await self.store.read(board.load_board, error.match, reader)
                return await illegal_move.illegal_move_view(t, view, side, theme, error.reason)
            case AlreadyOffered(match=match) | AnotherOffer(match=match) if (
                match.offer is not None and match.players[match.offer.seat] == reader
            ):
                withdraw = action_button(t, match, "withdraw")
                return Reply(view=layout(error_text(t, error), button_row(withdraw)))
            case EngineError() | ServiceError() | BadRecord() | InvalidTime():
                return Reply(error_text(t, error))
            case JobFailed(why=why) if why in JOB_FAILURES:
                return Reply(t.translate(JOB_FAILURES[why]))
            case StaleComponent():
                return Reply(t.translate(STALE_BUTTON))
            case UserError():
                return Reply(error.text(t))
            case app_commands.CommandOnCooldown():
                return Reply(
                    t.translate_plural(
                        "Not so fast! Please try again in {n} second.",
                        "Not so fast! Please try again in {n} seconds.",
                        round(error.retry_after) + 1,
                    )
                )
            case app_commands.AppCommandError():
                return Reply(t.translate(COMMANDS_CHANGED))
        if is_too_large(error):
            log.warning("upload refused", why=summarize(error))
            return Reply(t.translate(TOO_LARGE))
        code = secrets.token_hex(4)
        if is_expected(error):
            log.warning("Discord request failed", error_id=code, why=summarize(error))
        else:
            metrics.ERRORS.inc()
            log.error("unexpected", error_id=code, exc_info=error)
        return Reply(t.translate(UNEXPECTED_ERROR, code=code))

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log an error raised by an event listener; there is no interaction to answer."""
        error = sys.exc_info()[1]
        if error is not None and is_expected(error):
            log.warning("Discord request failed", happening=event_method, why=summarize(error))
        else:
            metrics.ERRORS.inc()
            log.error("unexpected", happening=event_method, exc_info=error)

    # -- events ----------------------------------------------------------------------------------

    def is_reachable(self) -> bool:
        """Return whether the bot is ready and all its shards are connected."""
        return self.is_ready() and not self._disconnected_shards and not self.is_closed()

    def connected_shards(self) -> int:
        """Return the number of shards of this process that are connected."""
        return len(self.shards.keys() - self._disconnected_shards) if self.is_ready() else 0

    async def on_ready(self) -> None:
        """Handle the ready event: check for guilds left or rejoined while offline."""
        await self.on_resumed()
        if not self.guilds and self.application_id is not None:
            address = invite_url(self.application_id)
            log.info("not in any server yet", invitation=address)
            click.echo(f"The bot is not in any server yet. Invite it: {address}")
        await guild_events.check_permissions(self)

    async def on_resumed(self) -> None:
        """Wake the scheduler after a resumed gateway session."""
        self.scheduler.wake()

    async def on_shard_connect(self, shard: int) -> None:
        """Mark a shard as connected."""
        self._disconnected_shards.discard(shard)

    on_shard_resumed = on_shard_connect

    async def on_shard_disconnect(self, shard: int) -> None:
        """Mark a shard as disconnected; its guilds are unreachable until it reconnects."""
        self._disconnected_shards.add(shard)

    async def before_request(self, person: int) -> None:
        """Credit bot downtime to the player's matches before their request is handled."""
        await self.scheduler.credit_downtime(person)

    async def on_message(self, message: discord.Message) -> None:
        """Handle a message that may contain a move; remember the bot's own messages."""
        try:
            is_relevant = self._is_relevant(message)
        except Exception as error:
            drop("MESSAGE_CREATE", message.id, error)
            return
        if not is_relevant:
            return
        guild = message.guild and message.guild.id
        named_so = bound_contextvars(message=message.id, guild=guild, what="message")
        with metrics.measure_response("message"), named_so:
            try:
                reply = await reconnecting(partial(move_by_message.handle_message, self, message))
            except Exception as error:
                t = await move_by_message.translator_of(self, message)
                reply = await self.error_reply(error, t, message.author.id)
            if reply is None:
                return
            try:
                await reply_to(message, with_mentions(reply, self.command_ids))
            except Exception as lost:
                log.warning("reply to a message failed", message=message.id, why=summarize(lost))

    def _is_relevant(self, message: discord.Message) -> bool:
        """Return whether a message of a user is new; remember the bot's own messages."""
        if message.nonce is not None and message.author == self.user:
            self.delivery.seen(message)
        if message.author.bot or message.webhook_id is not None:
            return False
        must_be_storable(message.author, message.id, message.content)
        if message.type not in (discord.MessageType.default, discord.MessageType.reply):
            return False
        return self.is_new_event(message.id)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Answer a person who corrects a move by editing it, once for each message."""
        message = payload.message
        try:
            if message.edited_at is None or message.author.bot or message.webhook_id is not None:
                return
            if message.edited_at - message.created_at > EDITED_WITHIN:
                return
            must_be_storable(message.author, message.id, message.content)
            reply = await reconnecting(partial(move_by_message.handle_edit, self, message))
            if reply is not None and self.is_new_event(-message.id):
                await reply_to(message, reply)
        except Exception as lost:
            log.warning(
                "reply to an edited message failed", message=message.id, why=summarize(lost)
            )

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Dispatch component and modal interactions; commands go to the command tree."""
        if interaction.type not in COMPONENTS or not is_readable(interaction):
            return
        try:
            control = from_interaction(interaction)
        except Exception as error:
            drop("INTERACTION_CREATE", interaction.id, error)
            return
        await self.control(interaction, control)
