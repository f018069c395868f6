"""Fixtures of the end-to-end tests."""

from tests.e2e.conftest import env, log, registered, strange_games, table
from tests.e2e.test_user_installs import visitor

__all__ = ["env", "log", "registered", "strange_games", "table", "visitor"]
