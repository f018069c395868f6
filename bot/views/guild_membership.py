"""Whether a person is in a server: asked of Discord, which tells it without any intent."""

import discord

NO_MEMBER = {10007, 10013}
"""Discord's codes: not a member of this server; there is no such person any more."""


async def is_member(client: discord.Client, guild: int, person: int) -> bool:
    """Whether this person is in the server; yes, where Discord does not say otherwise."""
    if person <= 0:
        return True
    try:
        await client.http.get_member(guild, person)
    except discord.HTTPException as refused:
        return refused.code not in NO_MEMBER
    return True
