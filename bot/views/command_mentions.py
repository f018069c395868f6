"""Commands that sentences name, as mentions that open on a tap."""

import re
from collections.abc import Mapping
from dataclasses import replace

from discord import ui

from bot.views.reply import Reply

NAMED = re.compile(r"`/([a-z]+(?: [a-z]+)*)`")
"""A command as sentences write it, such as `/game resign` between backquotes."""


def tappable(text: str, ids: Mapping[str, int]) -> str:
    """The text with each command whose id is known as a mention; a group is none, and stays."""

    def mention(found: re.Match[str]) -> str:
        known = ids.get(found[1])
        return found[0] if known is None else f"</{found[1]}:{known}>"

    return NAMED.sub(mention, text)


def with_mentions(reply: Reply, ids: Mapping[str, int]) -> Reply:
    """The same in all that a reply says."""
    if reply.view is not None:
        make_tappable(reply.view, ids)
    return replace(reply, text=tappable(reply.text, ids))


def make_tappable(view: ui.LayoutView, ids: Mapping[str, int]) -> None:
    """The same in all that a layout says."""
    for item in view.walk_children():
        if isinstance(item, ui.TextDisplay):
            item.content = tappable(item.content, ids)
