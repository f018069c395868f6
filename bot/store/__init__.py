"""Storage layer: tables, transactions and migrations.

No other package contains SQL.
"""

from bot.store.driver.errors import StoreError
from bot.store.driver.store import Store, address
from bot.store.driver.tx import Tx

__all__ = ["Store", "StoreError", "Tx", "address"]
