"""The fixtures of the service, for the extensions that are built on it."""

from tests.bot.service.conftest import club, discord, sleeper, strange_games

__all__ = ["club", "discord", "sleeper", "strange_games"]
