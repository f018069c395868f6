"""Time controls, quiet hours and other calculations with time."""

from bot.service.clock.calendar import DAY, HOUR, zone_info
from bot.service.clock.snowflakes import created_at as snowflake_time
from bot.service.clock.time_control import expected_duration
from bot.service.clock.time_control import parse as parse_clock
from bot.service.clock.time_control import validate as validate_clock

__all__ = [
    "DAY",
    "HOUR",
    "expected_duration",
    "parse_clock",
    "snowflake_time",
    "validate_clock",
    "zone_info",
]
