"""Parser for time zones typed by users."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale

from bot.i18n.translator import LANGUAGES
from bot.service.clock.calendar import InvalidTime, fixed_offset


@cache
def zones() -> tuple[str, ...]:
    """Return the time zones that are offered to players, sorted.

    The pseudo-zone "localtime", the zone of this machine, is excluded. So are the names that begin
    with "Etc/", since Etc/GMT+2 is two hours *behind* Greenwich.
    """
    names = available_timezones() - {"Factory", "localtime", "GMT+0", "GMT-0"}
    return tuple(sorted(name for name in names if not name.startswith("Etc/")))


def find_zone(text: str) -> str:
    """Return the time zone with this name, ignoring case and accents.

    The last part of a name is enough: "new york" finds America/New_York, and so does the name of
    its city in any of the bot's languages. "GMT+2" and "+5:30" are ahead of UTC by these hours.
    Raises `InvalidTime` (no-such-zone) if no zone matches, or if the last part is that of zones
    with different times.
    """
    plain = _plain(text)
    if offset := fixed_offset(plain):
        return offset
    wanted = "_".join(plain.split())
    if wanted.startswith("etc/"):  # an exact name, e.g. one that was stored earlier
        whole = [name for name in available_timezones() if name.lower() == wanted]
    else:
        whole = [name for name in zones() if name.lower() == wanted]
    last = [name for name in zones() if name.lower().rpartition("/")[2] == wanted]
    matching = whole or last or _zones_by_city().get(_WORDS.sub(" ", plain), [])
    if len({_offsets(name) for name in matching}) != 1:
        raise InvalidTime("no-such-zone", text=text)
    return max(matching, key=len)


_WORDS = re.compile(r"[\s‐‑-]+")


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(each for each in letters if not unicodedata.combining(each)).strip()


@cache
def _zones_by_city() -> Mapping[str, list[str]]:
    """Return the zones of each city that Unicode's CLDR names, in the bot's languages."""
    by_city: dict[str, list[str]] = {}
    for language in LANGUAGES:
        for zone, names in Locale.parse(language).time_zones.items():
            if zone in zones() and "city" in names:
                same = by_city.setdefault(_WORDS.sub(" ", _plain(names["city"])), [])
                if zone not in same:
                    same.append(zone)
    return by_city


def _offsets(zone: str) -> tuple[timedelta | None, ...]:
    """Return the offsets from UTC in January and July, which aliases share."""
    rules = ZoneInfo(zone)
    return tuple(datetime(2026, month, 1, tzinfo=rules).utcoffset() for month in (1, 7))
