"""Registers all message kinds, as the running bot does."""

import bot.client  # noqa: F401
