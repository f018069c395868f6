"""Recovery: transactions at startup and shutdown, and after downtime."""

from pathlib import Path

from bot import extension_points
from bot.service.jobs.scheduled_jobs import SOME
from bot.service.match import downtime
from bot.service.notifications import downtime_credit
from bot.service.privacy import erasure
from bot.store import Tx
from bot.store.driver import shard_locks
from bot.store.driver.shard_locks import Shards
from bot.store.match import computer_queue
from bot.store.outbox import outbox_rows


def prepare(tx: Tx, database: Path, now: int) -> None:
    """Release the claims of an earlier run, and record the start.

    Extensions make up for what they have missed.
    """
    outbox_rows.release_claims(tx, now=now)
    computer_queue.release_claims(tx, now)
    downtime.record_start(tx, now=now)
    erasure.erase_again_after_restore(tx, database=database, now=now)
    for extension in extension_points.installed():
        if extension.on_start is not None:
            extension.on_start(tx, now)


def credit_batch(tx: Tx, player: int, now: int) -> int:
    """Credit downtime in some of a player's games. Returns the number of credits."""
    downtime.detect_downtime(tx, now=now)
    return downtime_credit.credit_due(tx, player=player, now=now, limit=SOME)


def record_last_heartbeat(tx: Tx, now: int) -> None:
    """Record a heartbeat at the end of the process."""
    downtime.detect_downtime(tx, now=now)
    downtime.record_heartbeat(tx, now=now)


def release_claims_of_others(tx: Tx, shards: Shards | None, now: int) -> bool:
    """Release the claims of stopped processes.

    Returns whether every shard has a process.
    """
    outbox_rows.release_claims(tx, now=now, started=False)
    computer_queue.release_claims(tx, now, started=False)
    return shard_locks.all_shards_served(tx, shards)
