"""Whether a whole database is true: every stored thing follows from the moves."""

from __future__ import annotations

from bot.store import Tx


async def check(tx: Tx) -> list[str]:
    """One sentence for each fault; an empty list if all is well."""
    raise NotImplementedError
