"""Game records: export and import round trips, and errors with line numbers."""

import random

import pytest

from engine import VARIANTS, BadRecord, Move, Outcome, record, variant
from engine.optional_rules import offered_options, option_combinations
from engine.record import (
    PlayerLeft,
    Record,
    RecordFault,
    check_text,
    export_record,
    read_record,
    read_trusted,
    replay_record,
)
from tests.engine.casefile import whole_game

HALMA_8 = whole_game("halma-8")
BEGUN = """[Game "halma-8"]
[Revision "1"]
[South "Ada"]
[North "Bruno"]
[Result "*"]

1. II,2-IV,2
2. VII,7-V,7
*
"""
FOUR_LEFT = """[Game "halma-4"]
[Revision "1"]
[Result "South > East > West > North: left"]

1. IV,1-V,1
North leaves
2. XVI,4-XVI,5
West leaves
East leaves
South > East > West > North: left
"""


def fault(text: str) -> tuple[int, str]:
    """Return the line number and the problem that are reported for a bad record."""
    with pytest.raises(BadRecord) as refused:
        read_record(text)
    assert str(refused.value) == f"line {refused.value.line}: {refused.value.problem}"
    return refused.value.line, refused.value.problem


@pytest.mark.each_kind
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_the_beginning_of_any_game_survives_a_round_trip(key: str) -> None:
    game, rng = variant(key), random.Random(key)
    position, turns = game.start(), []
    for _ in range(24):
        turns.append(rng.choice(game.moves(position)))
        position = game.apply(position, turns[-1])
    begun = Record(game, tuple(turns), None, {"Date": "2026-01-02"})
    assert read_record(export_record(begun)) == begun
    assert replay_record(begun) == position


def test_a_game_with_options_has_them_in_its_key() -> None:
    game = variant("renpaarden+full")
    begun = Record(game, (game.parse(game.start(), "II,1-IV,2"),))
    assert export_record(begun).startswith('[Game "renpaarden+full"]\n')
    assert read_record(export_record(begun)).variant is game


@pytest.mark.each_kind
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_all_options_of_every_variant_can_be_recorded(key: str) -> None:
    left = {option.name for option in offered_options(VARIANTS[key])}
    for some in sorted(option_combinations(VARIANTS[key]), key=len, reverse=True):
        if left & {option.name for option in some}:
            left -= {option.name for option in some}
            game = variant("+".join((key, *(option.name for option in some))))
            assert read_record(export_record(Record(game))).variant is game
    assert not left


@pytest.mark.check
def test_departures_are_recorded_where_they_happened() -> None:
    game = read_record(FOUR_LEFT)
    assert game.turns[1] == PlayerLeft(2)
    assert game.result == Outcome(((0,), (3,), (1,), (2,)), "left")
    assert export_record(game) == FOUR_LEFT


def test_an_exported_record_can_be_read_without_validation() -> None:
    text = export_record(read_record(FOUR_LEFT))
    assert "\nNorth leaves\n" in text
    assert read_trusted(text) == read_record(text)


@pytest.mark.parametrize("reason", sorted(record.AGREED_REASONS))
def test_an_agreed_result_may_follow_any_move(reason: str) -> None:
    game = Record(variant("halma-8"), (), Outcome(((1,), (0,)), reason))
    assert read_record(export_record(game)) == game


@pytest.mark.parametrize(
    "name",
    [
        '"',
        "\\",
        '\\"',
        '"\\',
        "a\nb",
        "[x]",
        "*",
        "  spaced  ",
        "\u2028",
        "ГАЛМА ハルマ",
        "x" * 999,
        "",
    ],
)
def test_a_player_name_of_any_characters_is_stored_safely(name: str) -> None:
    begun = Record(variant("halma-8"), (), None, {"South": name})
    again = read_record(export_record(begun))
    assert again.headers["South"] == " ".join(name.split())[:200]
    assert export_record(again) == export_record(begun)


def test_move_numbers_blank_lines_and_spaces_do_not_matter() -> None:
    loose = BEGUN.replace("1. ", "\n\n   ").replace("2. ", " 2. \t ").replace("\n", " \r\n")
    assert read_record("\ufeff" + loose) == read_record(BEGUN)


def test_another_spelling_gives_the_same_moves() -> None:
    same = read_record(BEGUN.replace("II,2-IV,2", "II 2, iv 2")).turns
    assert same == read_record(BEGUN).turns == (Move((9, 25)), Move((54, 38)))


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("1. II,2-IV,2", "1. II,2-IX,2", 7, "the board has no such square"),
        ("2. VII,7-V,7", "2. III,1-III,3", 8, "belongs to another seat"),
        ("2. VII,7-V,7", "2. castles", 8, "not a move in any known notation"),
        ("2. VII,7-V,7", "South leaves\nNorth leaves", 9, "the game has ended"),
        ("2. VII,7-V,7", "West leaves", 8, "not a move in any known notation"),
        ('[South "Ada"]', '[South "Ada]', 3, "is not a header"),
        ('[South "Ada"]', '[South "Ada\\n"]', 3, "is not a header"),
        ('[South "Ada"]', '[Game "halma-10"]', 3, "is not a header"),
        ('"halma-8"', '"chess"', 1, 'no game has the key "chess"'),
        ('"halma-8"', '"halma-8+places"', 1, 'no game has the key "halma-8+places"'),
        ('[Game "halma-8"]\n', "", 1, 'no game has the key ""'),
        ('[Revision "1"]', '[Revision "7"]', 1, "another revision"),
        ("\n*\n", "\nSouth > North: goal\n", 9, "does not match the one in the headers"),
    ],
)
def test_the_first_error_is_reported_with_its_line(
    old: str, new: str, line: int, problem: str
) -> None:
    assert old in BEGUN
    reason = fault(BEGUN.replace(old, new, 1))
    assert reason[0] == line
    assert problem in reason[1]


def test_the_result_header_is_optional_but_the_final_result_is_required() -> None:
    silent = BEGUN.replace('[Result "*"]\n', "")
    assert read_record(silent) == read_record(BEGUN)
    assert fault(silent.removesuffix("*\n")) == (7, '"2. VII,7-V,7" is not a result')


@pytest.mark.parametrize(
    "result",
    [
        "South > North: goal",
        "South = North: repetition",
        "South > North",
        "South: resigned",
        "South > South: resigned",
        "South > East: resigned",
        "South > North: magic",
        ": goal",
        "1-0",
    ],
)
def test_a_malformed_or_impossible_result_is_refused(result: str) -> None:
    text = BEGUN.replace("*", result)
    line, problem = fault(text)
    assert line == 9
    assert problem.endswith(("is not a result", "does not follow from the moves"))


def test_a_finished_game_cannot_be_recorded_as_unfinished() -> None:
    *_, result = HALMA_8.splitlines()
    unfinished = HALMA_8.replace(result, "*")
    assert fault(unfinished)[1] == "the result does not follow from the moves"
    assert fault(HALMA_8.replace(f"\n{result}\n", "\n1. I,1-I,2\n" + result + "\n"))[1].endswith(
        "ended"
    )


@pytest.mark.parametrize("text", ["", "\n\n", "[", "*", '[Game "halma"]', '[Game "halma"]\n\n'])
def test_text_that_is_no_record_is_refused(text: str) -> None:
    assert fault(text)[0] >= 1


def test_a_record_longer_than_any_game_is_refused_unread() -> None:
    assert fault("x" * (record.LONGEST + 1)) == (1, f"longer than {record.LONGEST} characters")


def test_the_reason_of_an_illegal_move_is_kept() -> None:
    with pytest.raises(BadRecord) as refused:
        read_record(BEGUN.replace("II,2-IV,2", "II,2-II,1"))
    assert refused.value.cause is not None
    assert refused.value.cause.reason.code == "target-taken"


def test_comments_are_written_after_their_moves_and_read_back() -> None:
    game_record = Record(
        read_record(BEGUN).variant,
        read_record(BEGUN).turns,
        headers={"South": "Ada"},
        comments={0: "a race", 2: "gave away 2 turns\nlongest hop"},
    )
    text = export_record(game_record)
    assert "1. II,2-IV,2\n2. VII,7-V,7\n; gave away 2 turns\n; longest hop\n*\n" in text
    assert read_record(text) == game_record
    assert fault("\n".join(text.splitlines()[:-1]))[1] == "the result is missing"


def test_a_text_is_checked_in_plain_values_for_another_process() -> None:
    text = whole_game("halma-8")
    assert check_text(text) == export_record(read_record(text))
    for corrupted in (text.replace("1. ", "1. I,1-VIII,8 ", 1), "no record"):
        with pytest.raises(BadRecord) as error:
            read_record(corrupted)
        fault = check_text(corrupted)
        assert isinstance(fault, RecordFault)
        assert (fault.line, fault.problem, fault.code) == (
            error.value.line,
            error.value.problem,
            error.value.code,
        )
        assert (fault.reason is None) == (error.value.cause is None)
        assert str(fault.error()) == str(error.value)


@pytest.mark.parametrize(
    ("numbers", "line"),
    [(("1.", "2.", "3."), 0), (("", "", ""), 0), (("1.", "3.", "4."), 4), (("0.", "1.", "2."), 3)],
)
def test_the_first_wrong_number_of_a_move_is_found(numbers: tuple[str, ...], line: int) -> None:
    game = variant("halma-8")
    position, moves = game.start(), list[str]()
    for number in numbers:
        move = game.moves(position)[0]
        moves.append(f"{number} {game.format(move)}".strip())
        position = game.apply(position, move)
    text = "\n".join(('[Game "halma-8"]', "", *moves, "*"))
    assert record.misnumbered_line(text) == line
    assert record.misnumbered_line(record.export_record(record.read_record(text))) == 0
