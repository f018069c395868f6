"""Parsing of dates in the formats that people use."""

from datetime import date

import pytest

from bot.i18n.date_input import read_date

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("text", "locale", "meant"),
    [
        ("today", "en-US", (2026, 11, 22)),
        (" Gestern ", "de", (2026, 11, 21)),
        ("aujourd’hui", "fr", (2026, 11, 22)),
        ("i  går", "sv-SE", (2026, 11, 21)),
        ("-3", "en-GB", (2026, 11, 19)),
        ("2026-11-20", "en-US", (2026, 11, 20)),
        ("20261120", "en-US", (2026, 11, 20)),
        ("2026/11/2", "en-US", (2026, 11, 2)),
        ("20.11.", "de", (2026, 11, 20)),
        ("20.11.26", "de", (2026, 11, 20)),
        ("11/20", "en-US", (2026, 11, 20)),
        ("11/20", "en-GB", (2026, 11, 20)),
        ("3/11", "en-US", (2027, 3, 11)),
        ("3/11", "fr", (2026, 11, 3)),
        ("20 Nov", "en-US", (2026, 11, 20)),
        ("Nov 20, 2026", "en-US", (2026, 11, 20)),
        ("20. Oktober", "de", (2026, 10, 20)),
        ("20 oct", "de", (2026, 10, 20)),
        ("3 août 2026", "fr", (2026, 8, 3)),
        ("<t:1795305600:D>", "it", (2026, 11, 22)),
        ("24.12.", "de", (2026, 12, 24)),
        ("Вчера", "ru", (2026, 11, 21)),
        ("3 мая 2026", "ru", (2026, 5, 3)),
        ("май 3", "ru", (2027, 5, 3)),
        ("сьогодні", "uk", (2026, 11, 22)),
        ("20 жовтень", "uk", (2026, 10, 20)),
        ("20 жовт.", "uk", (2026, 10, 20)),
    ],
)
def test_a_date_is_read_in_the_format_of_its_locale(
    text: str, locale: str, meant: tuple[int, int, int]
) -> None:
    assert read_date(text, TODAY, locale) == date(*meant)


@pytest.mark.parametrize(
    "text",
    ["", "x", "30.2.", "31.11.2026", "3", "1 2 3 4", "99999", "99999999", "-99999", "2026 2027 1"],
)
def test_input_that_is_no_date_returns_none(text: str) -> None:
    assert read_date(text, TODAY, "de") is None
