"""Rows of player settings. Players who have changed nothing have no row."""

from sqlalchemy import bindparam, select

from bot.store.models import PlayerSettings
from bot.store.row_mapper import to_columns
from bot.store.statement import Statement, due_rows, upsert
from bot.store.tables.players import settings
from bot.store.tx import Tx

GET = Statement(select(settings).where(settings.c.player == bindparam("player")))
PUT = upsert(settings)
DUE_DIGESTS = due_rows(settings.c.digest_at)


def get_settings(tx: Tx, player: int) -> PlayerSettings | None:
    """Return this player's settings; None if they never changed any."""
    return tx.one(PlayerSettings, GET, player=player)


def put_settings(tx: Tx, settings: PlayerSettings) -> None:
    """Insert or update a player's settings."""
    tx.run(PUT, **to_columns(settings))


def due_digests(tx: Tx, now: int, limit: int) -> list[PlayerSettings]:
    """Return up to `limit` settings whose daily digest is due, longest due first."""
    return tx.all(PlayerSettings, DUE_DIGESTS, now=now, most=limit)
