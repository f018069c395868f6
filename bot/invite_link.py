"""Invite link with exactly the permissions that the bot needs."""

import base64
import binascii
import re

import discord

from bot.i18n.translator import N_

SCOPES = ("bot", "applications.commands")
NEEDED = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "embed_links": N_("Embed Links"),
    "attach_files": N_("Attach Files"),
    "read_message_history": N_("Read Message History"),
}
"""Required permissions with their labels in Discord's clients."""
FOR_THREADS = {
    "create_public_threads": N_("Create Public Threads"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
}
"""Additional permissions required for a thread per match."""
REQUESTED = {**NEEDED, **FOR_THREADS}
PERMISSIONS = discord.Permissions(**dict.fromkeys(REQUESTED, True))
"""Permissions requested by the invite link.

The same ones are checked before posting.
"""


_SNOWFLAKE = re.compile("[0-9]{17,20}")


class UnknownApplication(Exception):
    """No valid application id. The message says what to do, without the token."""


def application_id(text: str | None, token: str | None = None) -> int:
    """Parse an application id, or take it from a token if there is no text.

    A token starts with the id of the bot user, which is also that of the application, except for
    applications of Discord's first years. Raises `UnknownApplication`.
    """
    if text is not None:
        client_id = _parse_id(text.strip())
        if client_id is None:
            raise UnknownApplication(
                "This is not an application ID. Copy the Application ID, a number of 17 to 20 "
                "digits, from the General Information page of your application."
            )
        return client_id
    if token is None:
        raise UnknownApplication(
            "Set DISCORD_TOKEN, or use --application with the Application ID from the General "
            "Information page of your application."
        )
    first = token.partition(".")[0]
    try:
        client_id = _parse_id(
            base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
        )
    except (binascii.Error, ValueError):
        client_id = None
    if client_id is None:
        raise UnknownApplication(
            "DISCORD_TOKEN contains no application ID. Use --application with the Application ID "
            "from the General Information page of your application."
        )
    return client_id


def _parse_id(digits: str) -> int | None:
    """Return the id that these digits spell; None if it is not a valid Discord id."""
    number = int(digits) if _SNOWFLAKE.fullmatch(digits) else 0
    return number if 0 < number < 2**63 else None


def invite_url(application: int) -> str:
    """Return the OAuth2 invite URL for this application id."""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)


def missing_permissions(permissions: int) -> list[str]:
    """Return the names of the permissions that the bot is missing in a guild.

    `permissions` is Discord's permission bit set. An administrator is missing none.
    """
    have = discord.Permissions(permissions)
    if have.administrator:
        return []
    return [label for name, label in REQUESTED.items() if not getattr(have, name)]
