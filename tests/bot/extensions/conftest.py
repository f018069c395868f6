"""Fixtures of the service tests, for the extensions."""

from tests.bot.service.conftest import club, discord, sleeper, strange_games

__all__ = ["club", "discord", "sleeper", "strange_games"]
