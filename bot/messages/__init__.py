"""Messages that the bot posts by itself, built from outbox rows."""
