"""Estimated numbers of lines on a phone."""

import pytest

from bot.views.phone_lines import lines_on_phone


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", 1),
        ("-# Halma 8×8 · game 2", 1),
        ("⚪\u00a0🤖 Computer (Runner, level 2) played `I,1-III,3`", 2),
        ("You are ⚫\u00a0Black. **Which man?**", 1),
        ("-# Halma 8×8 · game 2\nPlayed `II,3-III,4`.", 2),
        (
            "-# A\u00a0IV,1 · B\u00a0III,1 · C\u00a0III,2 · D\u00a0II,1 · E\u00a0II,2 · F\u00a0II,3",
            1,
        ),
        ("`" + "-".join(["VIII,16"] * 20) + "`", 7),
    ],
)
def test_lines_wrap_at_the_width_of_a_phone(text: str, lines: int) -> None:
    assert lines_on_phone(text) == lines
