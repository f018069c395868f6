"""Command mentions: slash commands in messages as clickable links."""

import re
from collections.abc import Mapping
from dataclasses import replace

from discord import ui

from bot.views.reply import Reply

NAMED = re.compile(r"`/([a-z_]+(?: [a-z_]+)*)`")
"""A command in backquotes, such as `/game resign`."""


def with_command_links(text: str, ids: Mapping[str, int]) -> str:
    """Replace the commands in `text` with mentions.

    Commands without a known id, such as groups, are left unchanged.
    """

    def mention(reference: re.Match[str]) -> str:
        command_id = ids.get(reference[1])
        return reference[0] if command_id is None else f"</{reference[1]}:{command_id}>"

    return NAMED.sub(mention, text)


def with_mentions(reply: Reply, ids: Mapping[str, int]) -> Reply:
    """Replace the commands in a reply with mentions."""
    if reply.view is not None:
        make_tappable(reply.view, ids)
    return replace(reply, text=with_command_links(reply.text, ids))


def make_tappable(view: ui.LayoutView, ids: Mapping[str, int]) -> None:
    """Replace the commands in a layout's text displays with mentions, in place."""
    for item in view.walk_children():
        if isinstance(item, ui.TextDisplay):
            item.content = with_command_links(item.content, ids)
