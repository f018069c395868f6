"""`/me block` and `/me unblock`: prevent being matched with a player."""

import discord
from discord.app_commands import locale_str

from bot.app import Call
from bot.registry import command
from bot.service.players import blocklist
from bot.store import blocks
from bot.views.reply import Reply


@command(
    "me block",
    locale_str("Stop being matched with someone"),
    person=locale_str("Person; leave empty to see who you have blocked"),
)
async def block(call: Call, person: discord.User | None = None) -> Reply:
    """Handle the `/me block` command; without a user, list the blocked players."""
    said, player = call.said, call.player
    if person is None:
        async with call.read() as tx:
            blocked = await blocks.of(tx, player)
        if not blocked:
            return Reply(
                said.say("You have not blocked anyone. `/me block` with a person does that.")
            )
        people = ", ".join(f"<@{other}>" for other in blocked)
        return Reply(said.say("You have blocked {people}. `/me unblock` ends it.", people=people))
    async with call.write() as tx:
        await blocklist.block(tx, player, person.id, now=call.now)
    return Reply(
        said.say(
            "You and {person} will not be matched any more: no challenge, no table. Games "
            "already running go on. Only you see this.",
            person=person.mention,
        )
    )


@command(
    "me unblock",
    locale_str("Unblock someone"),
    person=locale_str("The person you have blocked"),
)
async def unblock(call: Call, person: discord.User) -> Reply:
    """Handle the `/me unblock` command."""
    said = call.said
    async with call.write() as tx:
        was = await blocks.remove(tx, call.player, person.id)
    if not was:
        return Reply(said.say("You have not blocked {person}.", person=person.mention))
    return Reply(said.say("You have unblocked {person}.", person=person.mention))
