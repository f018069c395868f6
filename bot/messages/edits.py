"""Edits of delivered messages."""

from collections.abc import Iterable
from functools import partial
from typing import Any

import discord
import structlog
from discord import ui

from bot.app import App
from bot.views.accepted_requests import accept_unreadable, can_compose
from bot.views.command_mentions import make_tappable
from bot.views.discord_errors import error_code

log = structlog.get_logger(__name__)

GONE = {10003, 10004, 10008, 50001, 50013}
"""Error codes for an edit that is unnecessary or impossible.

The message or its channel is gone.
"""


async def edit(app: App, channel: int, message: int, view: ui.LayoutView, **more: Any) -> None:
    """Edit a message of the bot, without mentions."""
    make_tappable(view, app.command_ids)
    partial_message = app.get_partial_messageable(channel).get_partial_message(message)
    with accept_unreadable(partial(can_compose, view)):
        await partial_message.edit(view=view, allowed_mentions=mentions_for(()), **more)


async def edit_old(app: App, channel: int, message: int, view: ui.LayoutView, **more: Any) -> None:
    """Edit an old message; no-op if it is gone."""
    try:
        await edit(app, channel, message, view, **more)
    except discord.HTTPException as refused:
        if error_code(refused) not in GONE and refused.status != 404:
            raise
        log.info("old post left as it is", message=message, code=refused.code)


def mentions_for(people: Iterable[int]) -> discord.AllowedMentions:
    """Allow mentions of exactly these users, without duplicates."""
    # Ids of computer players and pseudonyms are zero or negative.
    called = dict.fromkeys(person for person in people if person > 0)
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        users=[discord.Object(person) for person in called],
        replied_user=False,
    )
