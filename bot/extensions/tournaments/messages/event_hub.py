"""The hub of an event, and its edits."""

from functools import partial

import discord
from discord import ui

from bot.extension_api.commands import App
from bot.extension_api.people import Theme, board_theme
from bot.extension_api.posts import (
    Draft,
    MessageKind,
    composes,
    edit_post,
    edits,
    translator_for_post,
)
from bot.extension_api.texts import Translator
from bot.extension_api.transactions import OutboxRow, Tx
from bot.extensions.tournaments.errors import NoSuchEvent
from bot.extensions.tournaments.payloads import HubPost, HubUpdate
from bot.extensions.tournaments.service import hub, hub_places
from bot.extensions.tournaments.service.event_view import EventView, event_view
from bot.extensions.tournaments.views.hub_post import hub_post
from bot.extensions.tournaments.views.table_page import hub_picture

NO_CHANNEL, NO_MESSAGE = 10003, 10008
"""Discord's error codes for a deleted channel and a deleted message."""
NO_ACCESS = (10004, 50001, 50013)
"""Discord's error codes for a guild or a channel that the bot cannot use."""


@composes(
    MessageKind("event-hub", HubPost, on_sent=hub.on_posted, on_failed=hub_places.on_post_failed)
)
def compose(tx: Tx, app: App, row: OutboxRow, post: HubPost) -> Draft | None:
    """Compose the hub; None if the event has been deleted."""
    view = _view(tx, post.event)
    if view is None:
        return None
    t = translator_for_post(tx, app, view.event.guild)
    theme = board_theme(tx, view.event.guild)
    return Draft(partial(_content, t, view, theme), guild=view.event.guild)


async def _content(
    t: Translator, view: EventView, theme: Theme
) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return the hub and its files: the bracket or table of an event that has begun."""
    picture = await hub_picture(t, view, theme)
    return hub_post(t, view, picture), [] if picture is None else [picture]


@edits(
    MessageKind(
        "event-hub-edit",
        HubUpdate,
        attempts=1,
        given_up="dropped",
        on_sent=hub.on_edited,
        on_delayed=hub.on_edit_delayed,
    )
)
async def update(app: App, row: OutboxRow, post: HubUpdate) -> None:
    """Edit the hub; no-op if a later edit is pending.

    If the message has been deleted, the event no longer has a hub.
    """
    loaded = await app.store.read(_load, app, post)
    if loaded is None:
        return
    view, t, theme = loaded
    event = view.event
    if event.hub is None or not hub.is_needed(event, row):
        return
    try:
        content, files = await _content(t, view, theme)
        await edit_post(app, event.channel, event.hub, content, attachments=files)
    except discord.HTTPException as refused:
        if refused.code in (NO_CHANNEL, NO_MESSAGE):
            has_channel = refused.code == NO_MESSAGE
            await app.store.write(
                hub_places.on_hub_gone,
                event.id,
                event.hub,
                has_channel=has_channel,
                now=app.clock(),
            )
        elif refused.code not in NO_ACCESS:
            raise


def _load(tx: Tx, app: App, post: HubUpdate) -> tuple[EventView, Translator, Theme] | None:
    """Return an event with the translator and theme of its posts; None if deleted."""
    view = _view(tx, post.event)
    if view is None:
        return None
    guild = view.event.guild
    return view, translator_for_post(tx, app, guild), board_theme(tx, guild)


def _view(tx: Tx, event_id: int) -> EventView | None:
    """Return an event as it is shown, or None if it has been deleted."""
    try:
        return event_view(tx, event_id)
    except NoSuchEvent:
        return None
