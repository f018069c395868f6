"""All message kinds are registered, as they are when the bot runs."""

import bot.client  # noqa: F401
