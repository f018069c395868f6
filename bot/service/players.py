"""The people whom the bot has met."""

from __future__ import annotations

from collections.abc import Iterable

from bot.service.values import Player
from bot.store import Tx


async def seen(tx: Tx, player: int, name: str, locale: str | None = None, *, now: int) -> None:
    """Remember how this person is called and what language he reads (None: leave that as it was)."""
    raise NotImplementedError


async def get(tx: Tx, player: int) -> Player:
    """This person. NotFound if never met."""
    raise NotImplementedError


async def names(tx: Tx, players: Iterable[int]) -> dict[int, str]:
    """The display names last seen; "" for a person whose name is not known."""
    raise NotImplementedError
