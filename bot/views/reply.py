"""What one person is told in answer to a command, a button or a message."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.views import limits

PATIENCE = 1.5
"""Seconds after which Discord is told that the answer takes a moment; it gives up after three."""


@dataclass(frozen=True)
class Reply:
    """A text, or a layout with its files, or a form to fill in (with a text in case it is too late)."""

    text: str = ""
    view: ui.LayoutView | None = None
    files: Sequence[discord.File] = ()
    form: ui.Modal | None = None


class Refused(Exception):
    """The front itself refuses something: `sentence` for the words, `facts` to fill it in."""

    def __init__(self, sentence: str, /, **facts: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.facts = facts


async def patiently(
    interaction: discord.Interaction, work: Coroutine[Any, Any, Reply], *, edit: bool
) -> Reply:
    """The reply; if it takes long, Discord is asked for patience meanwhile."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task}, timeout=PATIENCE)
        if not task.done():
            if edit:
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
    except BaseException:
        task.cancel()
        raise
    return await task


async def answer(interaction: discord.Interaction, reply: Reply, *, edit: bool = False) -> None:
    """Say it to the person alone; with `edit` in the place of the private message that was used."""
    response = interaction.response
    if reply.form is not None and not response.is_done():
        await response.send_modal(reply.form)
        return
    if edit:
        changes: dict[str, Any] = {"attachments": list(reply.files)}
        changes["view"] = reply.view or plain_view(reply.text)
        if response.is_done():
            await interaction.edit_original_response(**changes)
        else:
            await response.edit_message(**changes)
        return
    message: dict[str, Any] = {"files": list(reply.files)}
    if reply.view is not None:
        message["view"] = reply.view
    else:
        message["content"] = limits.content(reply.text)
    if response.is_done():
        await interaction.followup.send(ephemeral=True, **message)
    else:
        await response.send_message(ephemeral=True, **message)


def plain_view(text: str) -> ui.LayoutView:
    """A layout that is only a text: a message once made of components can be changed to nothing else."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(limits.fit([text])[0]))
    return view


async def reply_to(message: discord.Message, reply: Reply) -> None:
    """Answer a message where it stands, without mentioning anybody."""
    rest: dict[str, Any] = {"mention_author": False, "files": list(reply.files)}
    if reply.view is not None:
        await message.reply(view=reply.view, **rest)
    else:
        await message.reply(limits.content(reply.text), **rest)
