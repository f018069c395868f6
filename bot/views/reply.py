"""Replies to interactions and messages: sending, deferral and retries."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import discord
import structlog
from discord import ui

from bot.i18n.translator import Translator, translator_for
from bot.store.models import Match
from bot.texts.game_names import game_name
from bot.views import discord_limits
from bot.views.accepted_requests import accept_unreadable, can_compose
from bot.views.components import LayoutPart, layout, static_view
from bot.views.discord_errors import (
    ALREADY_ANSWERED,
    CONNECTION_ERRORS,
    MESSAGE_DELETED,
    error_code,
    summarize,
)
from engine import Variant

DEFER_AFTER = 1.5
"""Seconds before the interaction is deferred; Discord's limit is three seconds."""
DEFERRAL_TIMEOUT = 5.0
"""Timeout of a deferral request in seconds."""
SEND_ATTEMPTS = 3
RETRY_DELAY = 0.2
"""Seconds between attempts to answer after a connection error."""

REFERENCE_REFUSED = frozenset({400, 403, 404})
"""HTTP statuses of a refused reply, after which it is tried without a reference."""
CLOSED_CHANNEL = frozenset({10003, 50001, 50013})
"""Discord error codes for a channel in which the bot cannot post at all."""

PRIVATE_AGAIN = "private again"
"""Key in `interaction.extras` that marks a deleted public deferral."""
IS_PUBLIC = "is public"
"""Key in `interaction.extras` that marks a public deferral."""

EditsMessage = bool | Literal["ephemeral", "anywhere"]
"""Whether the reply to a component replaces the message that holds it.

With True, ephemeral messages and all messages in DMs are replaced. With "ephemeral", only ephemeral
messages are. With "anywhere", public messages are replaced too, for questions addressed to a single
player.
"""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Reply:
    """A reply: text or a layout, with files, or a modal.

    If a modal cannot be sent because the interaction was deferred, the text or layout is sent
    instead. A reply with a `panel` is kept up to date (`bot.views.open_panels`).
    """

    text: str = ""
    view: ui.LayoutView | None = None
    files: Sequence[discord.File] = ()
    form: ui.Modal | None = None
    panel: LivePanel | None = None

    @classmethod
    def of(cls, *parts: LayoutPart) -> Reply:
        """Build a reply from layout parts, and attach the files among them."""
        files = [part for part in parts if isinstance(part, discord.File)]
        return cls(view=layout(*parts), files=files)


@dataclass(frozen=True, kw_only=True)
class LivePanel:
    """The content of a private message about a match, and how to update it."""

    player: int
    match: int
    compose: Callable[[], Awaitable[Reply | None]]
    """Function that composes the current message; None if it has nothing to say and is deleted."""
    is_outdated: Callable[[Match], bool]
    """Function: whether this state of the match makes the message outdated."""
    until: int | None = None
    """When the message must be updated, e.g. because a button stops working."""
    farewell: Callable[[], Reply] | None = None
    """Function that builds the final version, before edits become impossible; or None."""


class UserError(Exception):
    """A request refused by the command layer, with a message template and its facts."""

    def __init__(self, sentence: str, /, **facts: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.facts = facts

    def text(self, t: Translator) -> str:
        """Return the translated message; variants among the facts become names."""
        facts = {
            name: game_name(t, fact) if isinstance(fact, Variant) else fact
            for name, fact in self.facts.items()
        }
        return t.translate(self.sentence, **facts)


async def run_with_deferral(
    interaction: discord.Interaction, work: Coroutine[Any, Any, Reply], *, edit: bool
) -> Reply:
    """Wait for the reply; defer the interaction if the work takes too long.

    The work is never cancelled, because it may be inside a transaction. A move stays valid even if
    the reply cannot be delivered.
    """
    task = asyncio.ensure_future(work)
    await asyncio.wait({task}, timeout=DEFER_AFTER)
    if task.done():
        return task.result()
    deferral = asyncio.create_task(_defer(interaction, edit=edit))
    await asyncio.wait({task})
    await deferral
    return task.result()


def is_replaced(interaction: discord.Interaction, edits: EditsMessage) -> bool:
    """Return whether the reply to this interaction replaces the component's message."""
    if interaction.message is None:  # a form that a command has opened
        return False
    if edits in (False, "anywhere"):
        return bool(edits)
    in_dm = interaction.guild_id is None and edits is True
    return in_dm or interaction.message.flags.ephemeral


@asynccontextmanager
async def publicly(interaction: discord.Interaction) -> AsyncIterator[Translator]:
    """Make the reply visible to everyone in the channel, whose translator is yielded.

    If the block raises an error, the public deferral is deleted, so that the error reply is
    private.
    """
    t = translator_for(interaction.guild_locale or interaction.locale)
    if interaction.response.is_done():  # already deferred privately
        yield t
        return
    with accept_unreadable(interaction.response.is_done):
        await interaction.response.defer(thinking=True)
    interaction.extras[IS_PUBLIC] = True
    try:
        yield t
    except Exception:
        await make_private(interaction)
        raise


async def make_private(interaction: discord.Interaction) -> None:
    """Delete the public deferral of an interaction, if there is one.

    Otherwise, an error message would replace the "thinking…" message for everyone to read.
    """
    if PRIVATE_AGAIN in interaction.extras or IS_PUBLIC not in interaction.extras:
        return
    interaction.extras[PRIVATE_AGAIN] = True
    with suppress(Exception):
        # Until the message is deleted, any followup would publicly replace it.
        await interaction.edit_original_response(view=plain_view("…"))
        await interaction.delete_original_response()


async def _defer(interaction: discord.Interaction, *, edit: bool) -> None:
    """Defer the interaction.

    A failure is only logged, because at worst the reply is lost.
    """
    try:
        async with asyncio.timeout(DEFERRAL_TIMEOUT):
            if edit:
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
    except Exception as lost:
        log.info("deferral failed", interaction=interaction.id, why=summarize(lost))


async def send_reply(
    interaction: discord.Interaction, reply: Reply, *, edit: bool = False
) -> int | None:
    """Send the reply; with `edit`, it replaces the message that holds the component.

    Returns the id of the message if the token of the interaction can edit it, and otherwise None. A
    new message is ephemeral unless the interaction was deferred publicly. Connection errors are
    retried. If Discord reports that the interaction has been answered, the earlier response is
    either this reply or an unacknowledged deferral, and the response is edited in both cases. If the
    message of the component was deleted meanwhile, the reply is a new message.
    """
    fresh = _copier(reply)
    for attempt in range(SEND_ATTEMPTS):
        try:
            return await _send_once(interaction, fresh(), edit=edit)
        except discord.HTTPException as refused:
            if refused.code == MESSAGE_DELETED and edit and not interaction.response.is_done():
                return await _send_once(interaction, fresh(), edit=False)
            if refused.code != ALREADY_ANSWERED:
                raise
            return await edit_response(interaction, fresh())
        except CONNECTION_ERRORS:
            if attempt == SEND_ATTEMPTS - 1:
                raise
            await asyncio.sleep(RETRY_DELAY)
    return None


def _copier(reply: Reply) -> Callable[[], Reply]:
    """Return a function that copies the reply, because each request closes its files."""
    files = [(file.filename, file.description, file.fp.read()) for file in reply.files]

    def fresh() -> Reply:
        copies = [
            discord.File(io.BytesIO(data), name, description=alt) for name, alt, data in files
        ]
        return replace(reply, files=copies)

    return fresh


async def _send_once(interaction: discord.Interaction, reply: Reply, *, edit: bool) -> int | None:
    """Make one attempt to send the reply. Returns the same value as `send_reply`."""
    response = interaction.response
    thinking = response.type is discord.InteractionResponseType.deferred_channel_message
    if reply.form is not None and not response.is_done():
        with accept_unreadable(response.is_done):
            await response.send_modal(reply.form)
        return None
    if edit and not response.is_done():
        with accept_unreadable(response.is_done):
            await response.edit_message(**_edit_fields(reply))
        return None if interaction.message is None else interaction.message.id
    if edit or (thinking and PRIVATE_AGAIN not in interaction.extras):
        return await edit_response(interaction, reply)
    if response.is_done():
        await send_followup(interaction, reply)
        return None
    with accept_unreadable(response.is_done):
        sent = await response.send_message(ephemeral=True, **_message_fields(reply))
        return _message_id(sent.message_id)
    return None


def _message_id(number: object) -> int | None:
    """Return the id of a message, or None if the answer of Discord has no valid one."""
    return number if isinstance(number, int) else None


async def edit_response(interaction: discord.Interaction, reply: Reply) -> int | None:
    """Edit the message that answers an interaction or held its button.

    Returns its id, or None if it is unknown.
    """
    fields = _edit_fields(reply)
    with accept_unreadable(partial(can_compose, reply.view)):
        message = await interaction.edit_original_response(**fields)
        return _message_id(message.id)
    return None if interaction.message is None else interaction.message.id


async def send_followup(interaction: discord.Interaction, reply: Reply) -> None:
    """Send another private message to the user of an answered interaction."""
    fields = _message_fields(reply)
    with accept_unreadable(partial(can_compose, reply.view)):
        await interaction.followup.send(ephemeral=True, **fields)


def _message_fields(reply: Reply) -> dict[str, Any]:
    """Return the arguments for a new message."""
    files = list(reply.files)
    if reply.view is not None:
        return {"files": files, "view": reply.view}
    return {"files": files, "content": discord_limits.content(reply.text)}


def _edit_fields(reply: Reply) -> dict[str, Any]:
    """Return the arguments for editing a message or a deferral."""
    view = reply.view or plain_view(reply.text)
    return {"attachments": list(reply.files), "view": view}


def plain_view(text: str) -> ui.LayoutView:
    """Return a layout that contains only text.

    A Components V2 message cannot be edited back to plain content.
    """
    return static_view(ui.TextDisplay(discord_limits.fit([text])[0]))


async def reply_to(message: discord.Message, reply: Reply) -> None:
    """Reply to a message without mentioning its author.

    If Discord refuses the reference to the message, the reply is sent without it.
    """
    reference, fresh = message.to_reference(fail_if_not_exists=False), _copier(reply)
    try:
        await _send_to_channel(message, fresh(), reference=reference)
    except discord.HTTPException as refused:
        if refused.status not in REFERENCE_REFUSED or error_code(refused) in CLOSED_CHANNEL:
            raise
        await _send_to_channel(message, fresh())


async def _send_to_channel(message: discord.Message, reply: Reply, **more: Any) -> None:
    with accept_unreadable(partial(can_compose, reply.view)):
        await message.channel.send(mention_author=False, **_message_fields(reply), **more)
