"""Quiet hours as people type them."""

import pytest

from bot.service.clock import calendar
from bot.service.clock.calendar import InvalidTime


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
