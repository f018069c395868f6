"""Which games are played how often."""

from __future__ import annotations

from sqlalchemy import and_, func, select

from bot.store.statement import Statement
from bot.store.tables.games import RUNNING, matches
from bot.store.tables.server import servers
from bot.store.tx import Tx

_theme = and_(servers.c.guild == matches.c.guild, servers.c.setting == "theme")
RUNNING_VARIANTS = Statement(
    select(matches.c.variant, servers.c.value)
    .select_from(matches.outerjoin(servers, _theme))
    .where(RUNNING)
    .group_by(matches.c.variant, servers.c.value)
    .order_by(func.count().desc(), matches.c.variant, servers.c.value)
)


async def running_variants(tx: Tx) -> list[tuple[str, str | None]]:
    """The variants of which matches are running, with the theme that the server has chosen for its
    boards, the commonest first."""
    return [(row.variant, row.value) for row in await tx.rows(RUNNING_VARIANTS)]
