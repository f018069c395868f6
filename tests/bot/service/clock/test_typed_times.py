"""Quiet hours and time zones as people type them."""

from datetime import datetime, timedelta, timezone

import pytest

from bot.service.clock import calendar
from bot.service.clock.calendar import Calendar, InvalidTime


@pytest.mark.parametrize(
    "text",
    [
        *("22—8", "22h-8h", "22 Uhr - 8 Uhr", "22 -- 8", "22−8", "22:00~08:00", "2200-0800"),
        *("22 bis 8 Uhr", "von 22 Uhr bis 8 Uhr", "zwischen 22 und 8 Uhr", "22 Uhr–8 Uhr"),
        *("22h à 8h", "de 22 h à 8 h", "entre 22h et 8h", "22h00-08h00"),
        *("de las 22 a las 8", "desde las 22:00 hasta las 8:00", "22h a 8h"),
        *("dalle 22 alle 8", "ore 22 - ore 8", "tra le 22 e le 8"),
        *("van 22.00 tot 8.00 uur", "22 uur - 8 uur", "22u-8u"),
        *("das 22h às 8h", "22h às 8h", "kl 22 till kl 8", "från 22 till 8", "kl. 22–8"),
        *("с 22 до 8", "с 22:00 до 8:00", "22 ч – 8 ч", "22 часа - 8 часов", "между 22 и 8"),
        *("з 22 до 8", "від 22 до 8 год", "22 години - 8 годин", "між 22 і 8", "між 22 та 8"),
        *("10 p.m. - 8 a.m.", "from 10 pm until 8 am", "10PM–8AM", "２２：００－０８：００"),
    ],
)
def test_quiet_hours_are_read_in_the_spellings_of_all_languages(text: str) -> None:
    assert str(calendar.parse_quiet(text)) == "22:00-08:00"


@pytest.mark.parametrize("text", ["22-", "8", "a", "22-8-9", "25-8", "22:60-8", "10pmm-8", "h-h"])
def test_other_text_is_not_read_as_quiet_hours(text: str) -> None:
    with pytest.raises(InvalidTime):
        calendar.parse_quiet(text)


@pytest.mark.parametrize(
    ("text", "hours", "name"),
    [
        ("GMT+2", 2, "UTC+2"),
        ("utc+2", 2, "UTC+2"),
        ("UTC +02:00", 2, "UTC+2"),
        ("gmt-5", -5, "UTC-5"),
        ("UTC−3", -3, "UTC-3"),
        ("+5:30", 5.5, "UTC+5:30"),
        ("UTC+0545", 5.75, "UTC+5:45"),
        ("GMT-3:30", -3.5, "UTC-3:30"),
        ("GMT+0", 0, "UTC"),
        ("+14", 14, "UTC+14"),
        ("-12", -12, "UTC-12"),
    ],
)
def test_an_offset_is_ahead_of_utc_by_its_sign(text: str, hours: float, name: str) -> None:
    zone = calendar.find_zone(text)
    assert zone == name
    assert calendar.find_zone(zone) == zone
    ahead = datetime(2026, 6, 1, tzinfo=calendar.zone_info(zone)).utcoffset()
    assert ahead == timedelta(hours=hours)
    quiet = Calendar(zone, calendar.parse_quiet("22-8"))
    night = datetime(2026, 6, 1, 23, tzinfo=timezone(ahead)).timestamp()
    morning = datetime(2026, 6, 2, 8, tzinfo=timezone(ahead)).timestamp()
    assert calendar.awake_at(int(night), quiet) == morning


@pytest.mark.parametrize("text", ["UTC+15", "GMT-13", "UTC+2:75", "UTC 2", "GMT++2", "UTC+"])
def test_other_offsets_are_refused(text: str) -> None:
    with pytest.raises(InvalidTime):
        calendar.find_zone(text)


def test_zones_whose_sign_is_reversed_are_not_offered() -> None:
    assert [zone for zone in calendar.zones() if zone.startswith("Etc/")] == []
    assert calendar.find_zone("Etc/GMT+2") == "Etc/GMT+2", "a stored name is still read"
    assert calendar.local_time("Etc/GMT+2", 0) == "22:00"
    assert calendar.local_time("UTC+2", 0) == "02:00"


def test_a_zone_is_found_with_the_letters_of_a_turkish_keyboard() -> None:
    assert calendar.find_zone("Europe/İstanbul") == "Europe/Istanbul"
