"""Messages the bot posts by itself: composed from outbox rows and delivered to Discord."""
