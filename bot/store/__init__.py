"""Storage layer: tables, transactions and migrations.

No other package contains SQL.
"""

from bot.store.errors import StoreError
from bot.store.store import Store, address
from bot.store.tx import Tx

__all__ = ["Store", "StoreError", "Tx", "address"]
