"""Where games live: tables, transactions and migrations. The only package that knows SQL."""

from bot.store.errors import StoreError
from bot.store.store import Store, address
from bot.store.tx import Tx

__all__ = ["Store", "StoreError", "Tx", "address"]
