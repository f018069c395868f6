"""Speed of rows and payloads as ratios of times from the same run."""

import json
from dataclasses import asdict

from bot.store.driver.row_mapper import to_json
from bot.store.models import Clock, UndoState
from bot.store.models.clocks import StopReason
from tests.bench.timing import seconds

CLOCK = Clock(
    match=7,
    ply=12,
    seat=0,
    started=1_800_000_000,
    bank=0,
    zone="",
    quiet="",
    deadline=1_800_086_400,
    control="",
)
STOPS: tuple[tuple[int, int, StopReason], ...] = ((1_800_000_000, 1_800_000_600, "vacation"),)
UNDO = UndoState(CLOCK, 11, 12, 1_800_000_000, 1_799_990_000, 3, STOPS)


def test_encoding_an_undo_state_takes_at_most_half_the_time_of_copying_and_encoding_it() -> None:
    copied = seconds(lambda: json.dumps(asdict(UNDO), ensure_ascii=False))
    assert 2 * seconds(lambda: to_json(UNDO)) <= copied
