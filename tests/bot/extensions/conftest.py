"""Fixtures of the service tests and the end-to-end tests, for extensions."""

from tests.bot.service.conftest import club, discord, sleeper, strange_games
from tests.e2e.conftest import env, log, registered, table
from tests.e2e.test_user_installs import visitor

__all__ = [
    "club",
    "discord",
    "env",
    "log",
    "registered",
    "sleeper",
    "strange_games",
    "table",
    "visitor",
]
