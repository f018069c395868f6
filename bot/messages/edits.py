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


async def edit(
    app: App,
    channel: int,
    message: int,
    view: ui.LayoutView,
    *,
    may_be_gone: bool = False,
    **more: Any,
) -> None:
    """Edit a message of the bot, without mentions; no-op if it is gone and may be."""
    make_tappable(view, app.command_ids)
    partial_message = app.get_partial_messageable(channel).get_partial_message(message)
    try:
        with accept_unreadable(partial(can_compose, view)):
            await partial_message.edit(view=view, allowed_mentions=mentions_for(()), **more)
    except discord.HTTPException as refused:
        gone = error_code(refused) in GONE or refused.status == 404
        if not (may_be_gone and gone):
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
