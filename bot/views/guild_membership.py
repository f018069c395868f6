"""Guild membership lookup over HTTP, without the privileged members intent."""

import discord

from bot.views.discord_errors import error_code

NO_MEMBER = {10007, 10013}
"""Discord error codes for an unknown member and an unknown user."""


async def is_member(client: discord.Client, guild: int, person: int) -> bool:
    """Whether a player is in the guild. True unless Discord denies it."""
    if person <= 0:
        return True
    try:
        await client.http.get_member(guild, person)
    except discord.HTTPException as refused:
        return error_code(refused) not in NO_MEMBER
    return True
