"""`/me block` and `/me unblock`: whom one does not want to meet at the board."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.service.people import blocking
from bot.views.reply import Reply
from bot.words import speaker


async def block(app: App, interaction: discord.Interaction, person: discord.User | None) -> Reply:
    """What `/me block` does; without a person it tells who is blocked."""
    said, player = speaker(interaction.locale), interaction.user.id
    if person is None:
        async with app.store.read() as tx:
            blocked = await blocking.blocked_by(tx, player)
        if not blocked:
            return Reply(
                said.say("You have not blocked anyone. `/me block` with a person does that.")
            )
        people = ", ".join(f"<@{other}>" for other in blocked)
        return Reply(said.say("You have blocked {people}. `/me unblock` ends it.", people=people))
    async with app.store.write() as tx:
        await blocking.block(tx, player, person.id, now=app.clock())
    return Reply(
        said.say(
            "You and {person} will not be matched any more: no challenge, no table. Games "
            "already running go on. Only you see this.",
            person=person.mention,
        )
    )


async def unblock(app: App, interaction: discord.Interaction, person: discord.User) -> Reply:
    """What `/me unblock` does."""
    said = speaker(interaction.locale)
    async with app.store.write() as tx:
        was = await blocking.unblock(tx, interaction.user.id, person.id)
    if not was:
        return Reply(said.say("You have not blocked {person}.", person=person.mention))
    return Reply(said.say("You have unblocked {person}.", person=person.mention))


def install(app: App, group: app_commands.Group) -> None:
    """Put the two commands into the group."""

    @group.command(name="block", description=locale_str("Stop being matched with someone"))
    @app_commands.describe(person=locale_str("Person; leave empty to see who you have blocked"))
    async def block_command(
        interaction: discord.Interaction, person: discord.User | None = None
    ) -> None:
        await app.serve(interaction, block(app, interaction, person))

    @group.command(name="unblock", description=locale_str("Unblock someone"))
    @app_commands.describe(person=locale_str("The person you have blocked"))
    async def unblock_command(interaction: discord.Interaction, person: discord.User) -> None:
        await app.serve(interaction, unblock(app, interaction, person))
