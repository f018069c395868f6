"""Escaping of user input that the bot repeats."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.escaping import code, plain_text, quote, shorten, without_mentions


def test_markup_and_mentions_are_escaped() -> None:
    assert quote("**b** _i_ `c` ||s|| [a](b) # h") == (
        r"\*\*b\*\* \_i\_ \`c\` \|\|s\|\| \[a\]\(b\) \# h"
    )
    assert "@everyone" not in quote("@everyone")
    assert "<@1>" not in quote("<@1>")
    assert quote("a\n\n> b\u202ec\x00") == r"a \> bc"


INVISIBLE = (
    *(chr(each) for each in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))),  # bidi controls
    *"\u061c\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\x00\x1b\x7f",
    *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0",
)


@pytest.mark.parametrize("character", INVISIBLE, ids=ascii)
def test_invisible_characters_are_removed(character: str) -> None:
    assert plain_text(f"A{character}da", 9) == "Ada"
    assert plain_text(character * 3, 9) == ""


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"])
def test_a_line_break_of_any_kind_is_a_space(end: str) -> None:
    assert plain_text(f"Ada{end}Lovelace", 20) == "Ada Lovelace"


def test_code_spans_cannot_be_left() -> None:
    assert code("a`b``c") == "`aˋbˋˋc`"
    assert code("") == "` `"
    assert "<@1>" not in code("<@1>")


def test_mentions_and_emoji_are_removed_from_a_move() -> None:
    assert without_mentions("<@123> II,3 <:ok:5> IV,5 <@!9>") == "II,3 IV,5"
    assert without_mentions("I,1 < I,2 > x") == "I,1 < I,2 > x"


def test_text_that_is_too_long_ends_with_an_ellipsis() -> None:
    assert shorten("abcdef", 4) == "abc…"
    assert shorten("abcd", 4) == "abcd"
    assert shorten("abcd", 0) == "…"


@pytest.mark.check
@given(st.text(max_size=100), st.integers(1, 60))
def test_plain_text_is_one_line_and_respects_its_maximum_length(text: str, length: int) -> None:
    plain = plain_text(text, length)
    assert len(plain) <= length
    assert "\n" not in plain


@pytest.mark.parametrize(
    "name",
    [
        "👨\u200d👩\u200d👧",
        "🏳\ufe0f\u200d🌈",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "نمی\u200cدانم",
        "क्\u200dष",
        "👩🏽\u200d🚀 Ada",
    ],
)
def test_joiners_inside_emoji_and_words_are_kept(name: str) -> None:
    assert plain_text(name, 40) == name
    assert name in quote(name)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A\u200dda", "Ada"),
        ("\u200d👧", "👧"),
        ("👧\u200d", "👧"),
        ("👧\u200d\u200d👧", "👧👧"),
        ("A\U000e0067\U000e007f", "A"),
        ("🏴\U000e0067", "🏴"),
        ("ن\u200c ن", "ن ن"),
    ],
)
def test_joiners_that_join_nothing_are_removed(text: str, shown: str) -> None:
    assert plain_text(text, 40) == shown


def test_a_name_is_not_cut_after_a_joiner() -> None:
    assert shorten("👨\u200d👩\u200d👧", 3) == "👨…"
