"""Which channel messages are treated as moves and which as conversation."""

import pytest

from bot.commands.move_by_message import looks_like_move
from bot.dialogs.typed_move import split_game_number


@pytest.mark.parametrize(
    "text",
    ["II,3-IV,5", "ii3 iv5", "2,3 to 4,5", "circle I,4", "II,3", "pass", "drop II,4",
     "II,3 - IV,5 !!", "II,3–IV,5 ✨", "12. II,3-IV,5", "IX,99-I,1", "c3-d4", "c3 d4?"],
)  # fmt: skip
def test_moves_and_malformed_moves_are_recognized(text: str) -> None:
    assert looks_like_move(text)


@pytest.mark.parametrize(
    "text",
    ["nice!", "good game", "I think 3 jumps are possible?", "see you at 8", "10", "👍",
     "I pass the salt", "no, II,3 was better, because then the whole chain of jumps opens up for you ✨",
     "", "1 2 3", "m8", "w8 4 me", "gr8 m8"],
)  # fmt: skip
def test_conversation_is_ignored(text: str) -> None:
    assert not looks_like_move(text)


def test_a_move_may_be_prefixed_with_its_match_number() -> None:
    assert split_game_number("#12 II,3-IV,5") == (12, "II,3-IV,5")
    assert split_game_number("II,3-IV,5") == (None, "II,3-IV,5")
    assert split_game_number("#x II,3") == (None, "#x II,3")
