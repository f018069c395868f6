"""Time zones as people type them."""

from datetime import datetime, timedelta, timezone

import pytest

from bot.i18n.time_zone_input import find_zone, zones
from bot.service.clock.calendar import (
    Calendar,
    InvalidTime,
    awake_at,
    local_time,
    parse_quiet,
    quiet_hours_at,
    zone_info,
)
from tests.bot.service.days import ZONES, at


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("europe/berlin", "Europe/Berlin"),
        ("Berlin", "Europe/Berlin"),
        (" new  york ", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("buenos aires", "America/Argentina/Buenos_Aires"),
        ("Wien", "Europe/Vienna"),
        ("Nova York", "America/New_York"),
        ("Cidade do México", "America/Mexico_City"),
        ("Москва", "Europe/Moscow"),
        ("нью-йорк", "America/New_York"),
        ("Нью Йорк", "America/New_York"),
        ("Київ", "Europe/Kiev"),
        ("Киев", "Europe/Kiev"),
    ],
)
def test_a_time_zone_is_found_by_its_city(text: str, zone: str) -> None:
    assert find_zone(text) == zone


@pytest.mark.check
def test_every_selectable_time_zone_is_found_and_usable() -> None:
    assert set(ZONES) <= set(zones())
    for zone in zones():
        assert find_zone(zone) == zone
        quiet_hours_at(at("2026-06-12 12:00"), Calendar(zone, parse_quiet("22-8")))


@pytest.mark.parametrize("text", ["", "Atlantis", "../../etc/passwd", "localtime", "west"])
def test_an_unknown_or_ambiguous_name_is_refused(text: str) -> None:
    with pytest.raises(InvalidTime, match="no-such-zone"):
        find_zone(text)


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
    zone = find_zone(text)
    assert zone == name
    assert find_zone(zone) == zone
    ahead = datetime(2026, 6, 1, tzinfo=zone_info(zone)).utcoffset()
    assert ahead == timedelta(hours=hours)
    quiet = Calendar(zone, parse_quiet("22-8"))
    night = datetime(2026, 6, 1, 23, tzinfo=timezone(ahead)).timestamp()
    morning = datetime(2026, 6, 2, 8, tzinfo=timezone(ahead)).timestamp()
    assert awake_at(int(night), quiet) == morning


@pytest.mark.parametrize("text", ["UTC+15", "GMT-13", "UTC+2:75", "UTC 2", "GMT++2", "UTC+"])
def test_other_offsets_are_refused(text: str) -> None:
    with pytest.raises(InvalidTime):
        find_zone(text)


def test_zones_whose_sign_is_reversed_are_not_offered() -> None:
    assert [zone for zone in zones() if zone.startswith("Etc/")] == []
    assert find_zone("Etc/GMT+2") == "Etc/GMT+2", "a stored name is still read"
    assert local_time("Etc/GMT+2", 0) == "22:00"
    assert local_time("UTC+2", 0) == "02:00"


def test_a_zone_is_found_with_the_letters_of_a_turkish_keyboard() -> None:
    assert find_zone("Europe/İstanbul") == "Europe/Istanbul"
