"""Rows of guild settings and of the audit log."""

from sqlalchemy import bindparam, select

from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import equal, insert_row, select_rows
from bot.store.driver.tx import Tx
from bot.store.models import SettingChange
from bot.store.tables.guilds import audit, servers

_CHOSEN = select_rows(servers, "guild")
_CHOOSE = insert_row(servers, existing="update")
_WRITE_DOWN = insert_row(audit, "id")
_CHANGES = Statement(
    select(audit).where(equal(audit, "guild")).order_by(audit.c.id.desc()).limit(bindparam("limit"))
)


def chosen_settings(tx: Tx, guild: int) -> dict[str, str]:
    """Return the stored settings of a guild, by name.

    Settings that were never changed are not stored.
    """
    return {row.setting: row.value for row in tx.rows(_CHOSEN, guild=guild)}


def set_setting(tx: Tx, guild: int, setting: str, value: str) -> None:
    """Store one setting of a guild."""
    tx.run(_CHOOSE, guild=guild, setting=setting, value=value)


def add_change(tx: Tx, change: SettingChange) -> None:
    """Insert an entry into the audit log."""
    tx.run(_WRITE_DOWN, change)


def last_changes(tx: Tx, guild: int, limit: int) -> list[SettingChange]:
    """Return the latest entries of a guild's audit log, newest first."""
    return tx.all(SettingChange, _CHANGES, guild=guild, limit=limit)
