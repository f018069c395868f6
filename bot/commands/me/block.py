"""`/me block`, its user command, and `/me unblock`."""

import discord
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.registry import command
from bot.service.players import blocklist
from bot.store.players import blocks
from bot.views.reply import Reply


@command(
    "me block",
    locale_str("Block a player"),
    menu=locale_str("Block"),
    person=locale_str("Which player? Leave empty to see who you have blocked"),
)
async def block(ctx: CommandContext, person: discord.User | None = None) -> Reply:
    """Handle the `/me block` command; without a user, list the blocked players."""
    t, player = ctx.t, ctx.player
    if person is None:
        blocked = await ctx.read(blocks.blocked_by, player)
        if not blocked:
            return Reply(
                t.translate(
                    "You have not blocked anyone. Use `/me block` with a player to block them."
                )
            )
        people = ", ".join(f"<@{other}>" for other in blocked)
        return Reply(
            t.translate(
                "You have blocked {people}. Use `/me unblock` to unblock someone.", people=people
            )
        )
    await ctx.write(blocklist.block, player, person.id, now=ctx.now)
    return Reply(
        t.translate(
            "You and {person} can no longer challenge each other or join the same "
            "challenge. Games in progress continue. Only you see this.",
            person=person.mention,
        )
    )


@command(
    "me unblock",
    locale_str("Unblock a player"),
    person=locale_str("The player you have blocked"),
)
async def unblock(ctx: CommandContext, person: discord.User) -> Reply:
    """Handle the `/me unblock` command."""
    t = ctx.t
    was = await ctx.write(blocks.remove_block, ctx.player, person.id)
    if not was:
        return Reply(t.translate("You have not blocked {person}.", person=person.mention))
    return Reply(t.translate("You have unblocked {person}.", person=person.mention))
