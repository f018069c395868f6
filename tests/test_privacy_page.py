"""The privacy page agrees with the tables and the retention periods."""

import re
from pathlib import Path

from bot.service import idempotency, outbox
from bot.service.actions import offers
from bot.service.privacy import erasure
from bot.store.tables import metadata
from tests.extensions import MISSING_TABLES

PAGE = (Path(__file__).resolve().parent.parent / "docs/privacy.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(\w+)` \|.*\| ([^|]+) \|$", PAGE, re.MULTILINE)
KEPT = dict(ROWS)
DAY = 86400


def test_the_inventory_lists_every_table_exactly_once() -> None:
    assert sorted(name for name, _ in ROWS) == sorted([*metadata.tables, *MISSING_TABLES])


def test_retention_periods_match_the_page() -> None:
    assert f"{erasure.GRACE_PERIOD // DAY} days" in KEPT["erasures"] == "7 days"
    assert KEPT["challenges"].startswith(f"{erasure.CLOSED_RETENTION // DAY} days")
    assert KEPT["outbox"].startswith(f"{outbox.RETENTION // DAY} days")
    assert KEPT["interactions"] == f"{idempotency.RETENTION // 3600} hours"
    assert f"{erasure.IDLE_AFTER * 12 // (365 * DAY)} months" in KEPT["players"]
    assert KEPT["offers"].endswith(f"{offers.LIFETIME // DAY} days at most")
