"""A fake interaction that records responses and can fail on request."""

from types import SimpleNamespace
from typing import Any

import discord

ANSWER = 12
"""Id of the message that answers the interaction."""


class Spoken:
    """Records each response to an interaction, and raises the configured exceptions."""

    def __init__(self, *, done: bool = False, **failing: list[Exception]) -> None:
        """Configure exceptions for the first calls of "defer", "send", "edit", ..."""
        self.id = 7
        self.command = self.data = self.guild_id = self.channel_id = self.message = None
        self.type = discord.InteractionType.application_command
        self.locale = discord.Locale.american_english
        self.user = SimpleNamespace(id=11, name="ada", display_name="Ada")
        self.extras: dict[str, Any] = {}
        self.responses: list[tuple[str, dict[str, Any]]] = []
        self.failing = failing
        self.response = SimpleNamespace(
            is_done=lambda: self.response.type is not None,
            type=discord.InteractionResponseType.channel_message if done else None,
            defer=self.noting("defer"),
            send_message=self.noting("send"),
            edit_message=self.noting("edit"),
            send_modal=self.noting("form"),
        )
        self.followup = SimpleNamespace(send=self.noting("followup"))
        self.edit_original_response = self.noting("original")

    def noting(self, what: str) -> Any:
        async def note(content: Any = None, **options: Any) -> Any:
            self.responses.append(
                (what, options if content is None else {"content": content, **options})
            )
            if self.failing.get(what):
                raise self.failing[what].pop(0)
            types = discord.InteractionResponseType
            thinking = what == "defer" and options.get("thinking")
            self.response.type = (
                types.deferred_channel_message if thinking else types.channel_message
            )
            return SimpleNamespace(id=ANSWER, message_id=ANSWER)

        return note


def refused(status: int, code: int) -> discord.HTTPException:
    """Return an HTTP exception with this status and Discord error code."""
    kind = {404: discord.NotFound}.get(status, discord.HTTPException)
    response: Any = SimpleNamespace(status=status, reason="no")
    return kind(response, {"code": code, "message": "no"})
