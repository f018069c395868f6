"""The message whose button has been pressed, with its age."""

import discord

from bot.service.players.message_age import PressedMessage


def pressed_message(
    interaction: discord.Interaction, now: int, started: int
) -> PressedMessage | None:
    """Return the message that holds the component of an interaction, or None.

    Also returns None for a private message that is newer than the start of this process, `started`.
    A backup is restored before a start, and the age of such a message is not always known: panels
    are edited in place.
    """
    message = interaction.message
    if message is None:
        return None
    newest = max(message.created_at, message.edited_at or message.created_at)
    # Only Discord's times are subtracted, so a wrong clock of the bot does not matter.
    sent = now - round((interaction.created_at - newest).total_seconds())
    is_private = interaction.guild_id is None or message.flags.ephemeral
    if is_private and sent > started:
        return None
    # The snowflake of a time is the smallest one of its millisecond.
    newest_id = max(message.id, discord.utils.time_snowflake(newest))
    return PressedMessage(message.id, newest_id, sent, now, is_private)
