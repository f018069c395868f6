"""All statements of the store and of the extensions."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import bindparam, insert, text

import bot.extensions
import bot.operations
import bot.store
from bot.store.driver.statement import Statement
from bot.store.tables.players import players

PERSON = insert(players).values(
    {name: bindparam(name) for name in ("id", "name", "created", "seen_at")}
)
"""Inserts a player with only the required columns."""
SLOW = Statement(
    text(
        "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers "
        "WHERE n < 300000) SELECT max(n) FROM numbers"
    )
)
"""Slow statement: counts to 300,000."""


PACKAGES = ("bot.store", "bot.operations", "bot.extensions")
"""Packages that contain statements."""


def every_statement() -> dict[str, Statement]:
    """Return all statements by name: module constants, and statements inside them."""
    statements = {}
    for package in (bot.store, bot.operations, bot.extensions):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "migrations" not in module.name:
                core = package is not bot.extensions
                where = module.name.rpartition(".")[2] if core else module.name
                for name, constant in vars(importlib.import_module(module.name)).items():
                    statements.update(_within(f"{where}.{name}", constant))
    return statements


def _within(name: str, constant: Any) -> Iterator[tuple[str, Statement]]:
    if isinstance(constant, Statement):
        yield name, constant
    elif isinstance(constant, Mapping) and not name.endswith("__builtins__"):
        for key, item in constant.items():
            yield from _within(f"{name}[{key}]", item)
    elif isinstance(constant, list | tuple):
        for number, item in enumerate(constant):
            yield from _within(f"{name}[{number}]", item)
    elif type(constant).__module__.startswith(PACKAGES) and hasattr(constant, "__dict__"):
        for key, item in vars(constant).items():
            yield from _within(f"{name}.{key}", item)
