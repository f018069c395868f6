"""What one person is told in answer to a command, a button or a message."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import discord
import structlog
from discord import ui

from bot.i18n.translator import Words
from bot.texts.game_names import game_name
from bot.views import discord_limits
from bot.views.components import Part, layout, unheeded
from bot.views.discord_errors import ALREADY_ANSWERED, BROKEN_OFF, named
from engine import Variant

PATIENCE = 1.5
"""Seconds after which Discord is told that the answer takes a moment; it gives up after three."""
DEFERRAL = 5.0
"""Seconds after which a request for patience that is not answered counts as lost."""
ATTEMPTS = 3
AGAIN = 0.2
"""Seconds between attempts to answer where the connection broke off."""

PRIVATE_AGAIN = "private again"
"""The mark of an interaction whose public deferral was deleted."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Reply:
    """A text, or a layout with its files, or a form to fill in (with a text in case it is too late)."""

    text: str = ""
    view: ui.LayoutView | None = None
    files: Sequence[discord.File] = ()
    form: ui.Modal | None = None

    @classmethod
    def of(cls, *parts: Part) -> Reply:
        """A layout of these parts, with the files that are among them."""
        files = [part for part in parts if isinstance(part, discord.File)]
        return cls(view=layout(*parts), files=files)


class Refused(Exception):
    """The front itself refuses something: `sentence` for the words, `facts` to fill it in."""

    def __init__(self, sentence: str, /, **facts: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.facts = facts

    def told(self, said: Words) -> str:
        """The sentence in somebody's language; a game among its facts by its name there."""
        facts = {
            name: game_name(said, fact) if isinstance(fact, Variant) else fact
            for name, fact in self.facts.items()
        }
        return said.say(self.sentence, **facts)


async def patiently(
    interaction: discord.Interaction, work: Coroutine[Any, Any, Reply], *, edit: bool
) -> Reply:
    """The reply; if it takes long, Discord is asked for patience meanwhile.

    Work that has begun is never broken off: it may be in the middle of a transaction, and a move that
    was played counts although its player cannot be answered.
    """
    task = asyncio.ensure_future(work)
    await asyncio.wait({task}, timeout=PATIENCE)
    if task.done():
        return task.result()
    deferral = asyncio.create_task(_defer(interaction, edit=edit))
    await asyncio.wait({task})
    await deferral
    return task.result()


@asynccontextmanager
async def publicly(interaction: discord.Interaction) -> AsyncIterator[None]:
    """Have everybody in the channel see the reply. After an error, the answer is private again."""
    if interaction.response.is_done():  # patience was asked for in private
        yield
        return
    await interaction.response.defer(thinking=True)
    try:
        yield
    except Exception:
        interaction.extras[PRIVATE_AGAIN] = True
        with suppress(discord.DiscordException, *BROKEN_OFF):
            # While "thinking…" stands there, whatever is sent takes its place for all to see.
            await interaction.edit_original_response(view=plain_view("…"))
            await interaction.delete_original_response()
        raise


async def _defer(interaction: discord.Interaction, *, edit: bool) -> None:
    """Ask for patience; where that fails, only the answer may be lost."""
    try:
        async with asyncio.timeout(DEFERRAL):
            if edit:
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
    except (discord.DiscordException, *BROKEN_OFF) as lost:
        log.info("deferral lost", interaction=interaction.id, why=named(lost))


async def answer(interaction: discord.Interaction, reply: Reply, *, edit: bool = False) -> None:
    """Say it to the person alone; with `edit` in the place of the private message that was used.

    Where the connection breaks off it is tried again. If Discord has an answer by then, it is either
    this one or a deferral of which we do not know; to put this answer in its place is right for both.
    """
    files = [(file.filename, file.description, file.fp.read()) for file in reply.files]

    def fresh() -> Reply:
        copies = [
            discord.File(io.BytesIO(data), name, description=alt) for name, alt, data in files
        ]
        return replace(reply, files=copies)

    for attempt in range(ATTEMPTS):
        try:
            await _answer(interaction, fresh(), edit=edit)
            return
        except discord.HTTPException as refused:
            if refused.code != ALREADY_ANSWERED:
                raise
            await interaction.edit_original_response(**_changes(fresh()))
            return
        except BROKEN_OFF:
            if attempt == ATTEMPTS - 1:
                raise
            await asyncio.sleep(AGAIN)


async def _answer(interaction: discord.Interaction, reply: Reply, *, edit: bool) -> None:
    """One attempt to answer."""
    response = interaction.response
    thinking = response.type is discord.InteractionResponseType.deferred_channel_message
    if reply.form is not None and not response.is_done():
        await response.send_modal(reply.form)
    elif edit and not response.is_done():
        await response.edit_message(**_changes(reply))
    elif edit or (thinking and PRIVATE_AGAIN not in interaction.extras):
        await interaction.edit_original_response(**_changes(reply))
    elif response.is_done():
        await interaction.followup.send(ephemeral=True, **_message(reply))
    else:
        await response.send_message(ephemeral=True, **_message(reply))


def _message(reply: Reply) -> dict[str, Any]:
    """A reply as a new message."""
    files = list(reply.files)
    if reply.view is not None:
        return {"files": files, "view": reply.view}
    return {"files": files, "content": discord_limits.content(reply.text)}


def _changes(reply: Reply) -> dict[str, Any]:
    """A reply in the place of another message, or of "thinking…"."""
    view = reply.view or plain_view(reply.text)
    return {"attachments": list(reply.files), "view": view}


def plain_view(text: str) -> ui.LayoutView:
    """A layout that is only a text: a message once made of components can be changed to nothing else."""
    return unheeded(ui.TextDisplay(discord_limits.fit([text])[0]))


async def reply_to(message: discord.Message, reply: Reply) -> None:
    """Answer a message where it stands, without mentioning anybody."""
    await message.reply(mention_author=False, **_message(reply))
