"""Time controls, quiet hours and other calculations with time."""

from bot.service.clock.calendar import (
    DAY,
    HOUR,
    Calendar,
    InvalidTime,
    QuietHours,
    add_time,
    awake_at,
    with_frozen,
    zone_info,
)
from bot.service.clock.calendar import parse_quiet as parse_quiet_hours
from bot.service.clock.reminder_times import next_digest
from bot.service.clock.snowflakes import created_at as snowflake_time
from bot.service.clock.time_control import PRESETS as CLOCK_PRESETS
from bot.service.clock.time_control import STANDARD as STANDARD_CLOCK
from bot.service.clock.time_control import TimeControl, expected_duration
from bot.service.clock.time_control import parse as parse_clock
from bot.service.clock.time_control import validate as validate_clock
from bot.store.match.downtimes import downtimes_since

__all__ = [
    "CLOCK_PRESETS",
    "DAY",
    "HOUR",
    "STANDARD_CLOCK",
    "Calendar",
    "InvalidTime",
    "QuietHours",
    "TimeControl",
    "add_time",
    "awake_at",
    "downtimes_since",
    "expected_duration",
    "next_digest",
    "parse_clock",
    "parse_quiet_hours",
    "snowflake_time",
    "validate_clock",
    "with_frozen",
    "zone_info",
]
