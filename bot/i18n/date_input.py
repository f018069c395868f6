"""Parser for dates typed by users."""

import re
from collections.abc import Mapping
from datetime import date, timedelta

from babel.dates import get_month_names

NAMED: Mapping[str, int] = {
    **dict.fromkeys(
        (
            *("today", "heute", "idag", "i dag", "hoje", "vandaag", "oggi", "aujourd'hui", "hoy"),
            *("сегодня", "сьогодні"),
        ),
        0,
    ),
    **dict.fromkeys(
        (
            *("yesterday", "gestern", "igår", "i går", "ontem", "gisteren", "ieri", "hier", "ayer"),
            *("вчера", "вчора"),
        ),
        1,
    ),
}
"""Words for days such as "yesterday" in all languages.

Each has its number of days ago.
"""
SHORTEST = 3
"""Minimum length of an abbreviated month name."""
_STAMP = re.compile(r"<t:(\d{1,11})(?::\w)?>")
_AGO = re.compile(r"[-–−](\d{1,4})")
_SOLID = re.compile(r"(\d{4})(\d\d)(\d\d)")
_PART = re.compile(r"\d+|[^\W\d_]+")


def read_date(text: str, today: date, locale: str = "en") -> date | None:
    """Parse a date typed by a user with this Discord locale; None if unreadable.

    A date without a year resolves to the nearest such date. 3/4 is 3 April, or 4 March in the US
    locale.
    """
    typed = " ".join(text.casefold().replace("’", "'").split())
    if typed in NAMED:
        return today - timedelta(NAMED[typed])
    if parsed := _STAMP.fullmatch(typed):
        return date(1970, 1, 1) + timedelta(int(parsed[1]) // 86400)
    if parsed := _AGO.fullmatch(typed):
        return today - timedelta(int(parsed[1]))
    if parsed := _SOLID.fullmatch(typed):
        return _date(*map(int, parsed.groups()))
    return _calendar_date(_PART.findall(typed), today, locale, slashed="/" in typed)


def _calendar_date(parts: list[str], today: date, locale: str, *, slashed: bool) -> date | None:
    named = [month for part in parts if (month := _month(part, locale.partition("-")[0]))]
    numbers = [int(part) for part in parts if part.isdecimal() and len(part) <= 4]
    years = [number for number in numbers if number > 31]
    rest = [number for number in numbers if number <= 31]
    if named:
        rest = [*rest[:1], named[0], *rest[1:]]
    elif years and numbers[0] > 31:
        rest = rest[::-1]
    elif slashed and locale == "en-US":
        rest = [*rest[1::-1], *rest[2:]]
    if len(rest) == 3 and not years:
        years, rest = [2000 + rest[2]], rest[:2]
    if len(rest) != 2 or len(years) > 1:
        return None
    day, month = rest if rest[1] <= 12 else rest[::-1]
    possible = years or [today.year + ahead for ahead in (-1, 0, 1)]
    dates = [date_found for year in possible if (date_found := _date(year, month, day))]
    return min(dates, key=lambda date_found: abs(date_found - today), default=None)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month(word: str, language: str) -> int | None:
    """Return the month with this name or abbreviation, or None.

    The name may be in `language` or in English, as in a date ("мая") or by itself ("май").
    """
    if word.isdecimal() or len(word) < SHORTEST:
        return None
    for locale_name in (language, "en"):
        for context in ("format", "stand-alone"):
            for month, name in get_month_names("wide", context, locale_name).items():
                if name.casefold().startswith(word):
                    return int(month)
    return None
