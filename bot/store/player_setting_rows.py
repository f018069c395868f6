"""Rows of player settings. A player who has changed nothing has no row.

A field of `PlayerSettings` is stored in the column of the same name. A field without a column is
stored in the JSON of the column `others`, unless it has its default.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from bot.store.due_rows import DueRows
from bot.store.models import PlayerSettings
from bot.store.row_mapper import from_row, to_columns
from bot.store.statement import Row
from bot.store.table_statements import select_rows, upsert
from bot.store.tables.players import settings
from bot.store.tx import Tx

GET = select_rows(settings, "player")
PUT = upsert(settings)
DUE_DIGESTS = DueRows(settings.c.digest_at)
_TABLES = frozenset([settings.name])
OTHERS: Mapping[str, Any] = {
    field.name: field.default for field in fields(PlayerSettings) if field.name not in settings.c
}
"""The default of each setting without a column."""


def get_settings(tx: Tx, player: int) -> PlayerSettings | None:
    """Return this player's settings; None if they never changed any."""
    loaded = tx.cache(_TABLES)
    if player not in loaded:
        row = tx.row(GET, player=player)
        loaded[player] = None if row is None else _from_row(row)
    settings: PlayerSettings | None = loaded[player]
    return settings


def put_settings(tx: Tx, settings: PlayerSettings) -> None:
    """Insert or update a player's settings."""
    values = {name: getattr(settings, name) for name in OTHERS}
    others = {name: value for name, value in values.items() if value != OTHERS[name]}
    columns = to_columns(settings, *OTHERS)
    tx.run(PUT, **columns, others=json.dumps(others, ensure_ascii=False))


def due_digests(tx: Tx, now: int, limit: int) -> Iterator[PlayerSettings]:
    """Yield the settings of up to `limit` players with a due digest, oldest first."""
    return DUE_DIGESTS.each(tx, PlayerSettings, now, limit, lambda _, row: _from_row(row))


def _from_row(row: Row) -> PlayerSettings:
    """Return the settings in a row. Settings that no longer exist are ignored."""
    others = json.loads(row.others)
    return from_row(
        PlayerSettings, row, **{name: others[name] for name in OTHERS if name in others}
    )
