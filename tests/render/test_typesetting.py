"""Text in pictures: names that can be drawn, and text that fits."""

import pytest

from render.layout import typeface
from render.share_card import RESULTS
from render.typesetting import LINES, fitted, initials, printable, printable_name

LONG = "Maximilian Freiherr von und zu Guttenberg-Hohenzollern"


@pytest.mark.parametrize("text", [LONG, f"{LONG}: 10 jumps in one move", "x" * 90, "Ada", ""])
def test_a_text_is_set_smaller_until_it_fits_or_cut_at_the_smallest_size(text: str) -> None:
    size, lines = fitted(text, 500, RESULTS)
    assert len(lines) <= LINES
    assert all(typeface(size).getlength(line) <= 500 for line in lines)
    if size > RESULTS[-1]:
        assert " ".join(lines) == text


def test_characters_that_the_typeface_lacks_are_left_out_of_names() -> None:
    assert printable("Ada Lowe") == "Ada Lowe"
    assert printable("Ada 🎲  Lowe") == "Ada Lowe"
    assert printable("Löwe") in {"Löwe", "Lowe"}  # a missing accent is left out
    assert printable("🎲🎲") == ""


def test_a_name_in_the_letters_of_the_typeface_is_drawn_whole() -> None:
    for name in ("Ada Lowe", "Łukasz", "Þóra", "Nguyễn", "42"):
        assert printable_name(name) == name
    assert printable_name("Ada 🎲  Lowe") == "Ada Lowe"
    assert printable_name("Lo\u0308we") == "Löwe"
    assert printable_name("Ada\u0323\u0323 L") == "Adạ L"


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ada Lowe", "Ada Lowe"),
        ("Ada 🎲", "Ada"),
        ("Юлия", "Юлия"),
        ("Ada 李", "a.lee_1"),
        ("李", "a.lee_1"),
        ("สมชาย", "a.lee_1"),
        ("🎲🎲", "a.lee_1"),
        ("", "a.lee_1"),
    ],
)
def test_the_user_name_is_drawn_instead_of_leaving_letters_out(name: str, drawn: str) -> None:
    assert printable_name(name, "a.lee_1") == drawn


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ada 李", "Ada"),
        ("Ada 李明 🎲", "Ada"),
        ("Bálá Ɗan", "Bálá"),
        ("Ada M李", "Ada M."),
        ("Ad李 M李", "A. M."),
        ("Ada שלום", "Ada"),
        ("李", ""),
        ("李 (2)", ""),
        ("Ɓ\u0301", ""),
        ("สมชาย", ""),
        ("🎲🎲", ""),
        ("\u0301", ""),
        ("", ""),
    ],
)
def test_no_word_of_a_name_is_drawn_with_a_letter_left_out(name: str, drawn: str) -> None:
    assert printable_name(name) == drawn


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ada", "A"),
        ("Ada Lovelace King", "AL"),
        ("mega_bruno.99", "MB"),
        ("Computer (Runner)", "CR"),
        ("Player 3", "P3"),
        ("ßa ol", "SO"),
        ("", ""),
    ],
)
def test_initials_are_those_of_the_first_two_words(name: str, drawn: str) -> None:
    assert initials(name) == drawn
