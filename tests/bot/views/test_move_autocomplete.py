"""Autocomplete of moves."""

import pytest

from bot.i18n.translator import translator_for
from bot.views.move_autocomplete import legal_moves, suggest
from engine import variant

START = variant("halma-8").dump(variant("halma-8").start())
KEY = "halma-8"


def offered(typed: str, key: str = KEY, dump: str = START) -> list[str]:
    return list(suggest(translator_for(), key, dump, typed))


def test_an_empty_input_suggests_the_longest_hops_first() -> None:
    far = [text for _, text in legal_moves(KEY, START)]
    assert offered("") == far
    assert {len(text.split("-")) for text in far} == {2}
    assert set(far[:3]) == {"I,1-III,3", "I,2-III,4", "II,1-IV,3"}


@pytest.mark.parametrize(
    "typed", ["II,3", "ii3", "II, 3", "2,3", "ⅱ，3", "II 3 to", "ii3 -", "from II,3"]
)
def test_any_spelling_of_the_first_square_suggests_the_moves_of_that_man(typed: str) -> None:
    assert set(offered(typed)) == {"II,3-III,4", "II,3-III,3", "II,3-II,4"}


@pytest.mark.parametrize(
    "typed", ["II,3-III,4", "II, 3 to III, 4.", "ii3iii4", "2,3 3,4", "II3xIII4", "ii,3 → iii,4"]
)
def test_a_complete_move_in_any_spelling_comes_first(typed: str) -> None:
    assert offered(typed)[0] == "II,3-III,4"


@pytest.mark.parametrize(
    "typed",
    ["de II,3 vers", "från ii3", "la ficha de 2,3 hasta", "Stein von II,3 nach", "van II 3"],
)
def test_small_words_of_any_language_do_not_hide_the_moves(typed: str) -> None:
    assert set(offered(typed)) == {"II,3-III,4", "II,3-III,3", "II,3-II,4"}


@pytest.mark.parametrize(
    ("typed", "kind"), [("Raute", "diamond"), ("círculo en", "circle"), ("carré I", "square")]
)
def test_a_piece_in_any_language_suggests_its_drops(typed: str, kind: str) -> None:
    game = variant("platonic")
    choices = offered(typed, "platonic", game.dump(game.start()))
    assert choices
    assert all(move.startswith(f"{kind} ") for move in choices)


@pytest.mark.parametrize("typed", ["c2", "C2-", "c2 c", "c2-c3", "c2c3"])
def test_chess_coordinates_are_completed_too(typed: str) -> None:
    assert {move.partition("-")[0] for move in offered(typed)} == {"II,3"}


def test_an_incomplete_roman_numeral_also_matches_longer_ones() -> None:
    assert {move.partition("-")[0] for move in offered("I")} == {
        "I,1", "I,2", "I,3", "I,4", "II,1", "II,2", "II,3", "III,1", "III,2", "IV,1",
    }  # fmt: skip
    assert {move.partition("-")[0] for move in offered("I,")} == {"I,1", "I,2", "I,3", "I,4"}
    assert set(offered("II,3-I")) == {"II,3-II,4", "II,3-III,3", "II,3-III,4"}


def test_a_square_that_no_man_can_leave_finds_the_moves_that_end_there() -> None:
    assert offered("III,4")
    assert {move.partition("-")[2] for move in offered("III,4")} == {"III,4"}


def test_input_that_is_no_move_finds_nothing() -> None:
    for typed in ("hello", "IX,9", "II,3-VIII,8", "circle I,1", "2,3,4,5,6,7,8,9"):
        assert offered(typed) == []


def test_pieces_to_drop_are_found_by_name() -> None:
    game = variant("platonic")
    choices = offered("circ", "platonic", game.dump(game.start()))
    assert choices
    assert all(move.startswith("circle ") for move in choices)
    assert all(
        name == move
        for name, move in suggest(
            translator_for(), "platonic", game.dump(game.start()), "tri"
        ).items()
    )


def test_jumps_are_counted_and_the_prefix_is_kept() -> None:
    shown = suggest(translator_for(), KEY, START, "I,1", "#12 ")
    assert shown == {"#12 I,1-III,3": "#12 I,1-III,3 · 1 jump"}
