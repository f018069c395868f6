"""Guilds, channels and threads: where a match is played."""
