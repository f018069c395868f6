"""The address at which somebody adds the bot to a server, with exactly the permissions it needs."""

import discord

from bot.commands.permissions import FOR_THREADS, NEEDED

SCOPES = ("bot", "applications.commands")
ASKED = {**NEEDED, **FOR_THREADS}
PERMISSIONS = discord.Permissions(**dict.fromkeys(ASKED, True))
"""Exactly what the bot looks for before it posts, and no more."""


def invitation(application: int) -> str:
    """The address for the bot with this number."""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)


def lacking(permissions: int) -> list[str]:
    """What is missing among the permissions of the bot in a server, by the names in Discord."""
    have = discord.Permissions(permissions)
    if have.administrator:
        return []
    return [label for name, label in ASKED.items() if not getattr(have, name)]
