"""Rows of player settings. A player who has changed nothing has no row."""

from collections.abc import Iterator

from bot.store.driver.row_mapper import from_row
from bot.store.driver.table_statements import insert_row, select_rows
from bot.store.driver.tx import Tx
from bot.store.models import PlayerSettings
from bot.store.schedule.due_rows import DueRows
from bot.store.tables.players import settings

GET = select_rows(settings, "player")
PUT = insert_row(settings, existing="update")
DUE_DIGESTS = DueRows(settings.c.digest_at)
_TABLES = frozenset([settings.name])


def get_settings(tx: Tx, player: int) -> PlayerSettings | None:
    """Return this player's settings; None if they never changed any."""
    loaded = tx.cache(_TABLES)
    if player not in loaded:
        row = tx.row(GET, player=player)
        loaded[player] = None if row is None else from_row(PlayerSettings, row)
    settings: PlayerSettings | None = loaded[player]
    return settings


def put_settings(tx: Tx, settings: PlayerSettings) -> None:
    """Insert or update a player's settings."""
    tx.run(PUT, settings)


def due_digests(tx: Tx, now: int, limit: int) -> Iterator[PlayerSettings]:
    """Yield the settings of up to `limit` players with a due digest, oldest first."""
    return DUE_DIGESTS.each(tx, PlayerSettings, now, limit)
