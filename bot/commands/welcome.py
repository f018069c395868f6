"""The button of a server's settings on the post that greets a server."""

from __future__ import annotations

from bot.app import Call
from bot.commands.permissions import must_manage
from bot.commands.server import show
from bot.registry import handles
from bot.views.controls import Control
from bot.views.reply import Reply


@handles("welcome-server", about="else")
async def manage(call: Call, control: Control) -> Reply:
    """Settings for this server, for who manages it."""
    must_manage(call)
    return await show(call)
