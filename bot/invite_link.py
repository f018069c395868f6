"""Invite link with exactly the permissions that the bot needs."""

import discord

from bot.commands.permissions import FOR_THREADS, NEEDED

SCOPES = ("bot", "applications.commands")
REQUESTED = {**NEEDED, **FOR_THREADS}
PERMISSIONS = discord.Permissions(**dict.fromkeys(REQUESTED, True))
"""Permissions requested by the invite link; the same ones are checked before posting."""


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
