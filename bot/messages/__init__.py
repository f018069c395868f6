"""Messages that the bot posts on its own: built from outbox rows, sent to Discord."""
