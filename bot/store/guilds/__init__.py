"""Rows of guilds: settings, channels, and guilds the bot was removed from."""
