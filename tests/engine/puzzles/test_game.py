"""Playing a puzzle: typed moves, counting, undo, storage and hostile text."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import AmbiguousMove, BadNotation, EngineError, GameOver, IllegalMove, puzzles
from engine.variants.halma import BOARD


def begun(key: str) -> puzzles.SolitaireGame:
    """Return a puzzle before its first move."""
    return puzzles.begin_game(puzzles.get_problem(key))


def after(game: puzzles.SolitaireGame, *texts: str) -> puzzles.SolitaireGame:
    """Play these moves and return the resulting game."""
    for text in texts:
        game = puzzles.play_text(game, text)
    return game


def test_the_same_player_moves_every_time() -> None:
    game = after(begun("bring-out-a"), "II,5 - III,6", "iii4 iv5", "IV, 3 to V, 4.")
    assert [game.problem.variant.format(move) for move in game.moves] == [
        "II,5-III,6",
        "III,4-IV,5",
        "IV,3-V,4",
    ]
    assert len(puzzles.legal_turns(game)) > 19
    assert not puzzles.is_solved(game)


@pytest.mark.parametrize("key", [key for key in puzzles.PROBLEMS if key != "61-jumps"])
def test_a_complete_printed_solution_can_be_typed_at_once(key: str) -> None:
    game = after(begun(key), puzzles.PROBLEMS[key].printed)
    assert len(game.moves) == 19
    assert puzzles.is_solved(game)


DIAGRAMS = {letter: puzzles.number_of(men) or 0 for letter, men in puzzles.FIGURES.items()}
"""The number of the figure in each printed diagram."""


def stored_way(figure: int, back: bool = False) -> str:
    """Return the stored solution of a figure as typed text, or its reverse."""
    names = BOARD.names
    ways = [(names[move.path[0]], names[move.path[-1]]) for move in puzzles.figure_solution(figure)]
    if back:
        ways = [(end, origin) for origin, end in reversed(ways)]
    return "; ".join(f"{origin}-{end}" for origin, end in ways)


@pytest.mark.parametrize("letter", DIAGRAMS)
def test_a_printed_solution_is_distinguished_from_a_different_one(letter: str) -> None:
    out, yard = f"bring-out-{letter.lower()}", f"yard-{letter.lower()}"
    daily, printed = f"figure-{DIAGRAMS[letter]}", puzzles.PROBLEMS[out].printed
    for key, text in ((out, printed), (daily, printed), (yard, puzzles.PROBLEMS[yard].printed)):
        assert puzzles.follows_rulebook(after(begun(key), text)) is True
    other = stored_way(DIAGRAMS[letter])
    for key, text in ((out, other), (daily, other), (yard, stored_way(DIAGRAMS[letter], True))):
        game = after(begun(key), text)
        assert puzzles.is_solved(game)
        assert puzzles.follows_rulebook(game) is False


def test_the_order_of_the_turns_does_not_make_a_solution_different() -> None:
    first, second, *rest = puzzles.PROBLEMS["bring-out-a"].printed.split("—")
    game = after(begun("bring-out-a"), "—".join((second, first, *rest)))
    assert puzzles.follows_rulebook(game) is True


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("bring-out-a", stored_way(1)),
        ("figure-1", stored_way(1)),
        ("first", puzzles.first_problem().printed),
        ("bring-out-d", "I,5-I,6; I,6-I,5; " + stored_way(DIAGRAMS["D"])),
        ("yard-a", "IV,4-III,3"),
        ("61-jumps", "II,2"),
    ],
)
def test_other_solutions_are_not_compared_with_the_rulebook(key: str, text: str) -> None:
    assert puzzles.follows_rulebook(after(begun(key), text)) is None


@pytest.mark.parametrize(
    "text",
    [
        "II, 5 to III, 6.—III, 4 to IV, 5.",
        "II,5-III,6.-III,4-IV,5",
        "II,5-III,6; III,4-IV,5",
        "1. II,5-III,6\n2. III,4-IV,5\n",
        "The piece on II, 5 to III, 6. — III4 IV5",
    ],
)
def test_several_moves_may_be_given_in_one_text(text: str) -> None:
    game = after(begun("bring-out-a"), text)
    assert [game.problem.variant.format(move) for move in game.moves] == [
        "II,5-III,6",
        "III,4-IV,5",
    ]


@pytest.mark.parametrize(
    "text", ["the piece on II, 5; to the square III, 6", "II,5.—III,6", "II,5\nIII,6"]
)
def test_a_single_move_is_not_split(text: str) -> None:
    game = after(begun("bring-out-a"), text)
    assert [game.problem.variant.format(move) for move in game.moves] == ["II,5-III,6"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("II,5-III,6.—II,5-III,6", "empty-square"),
        ("II,5-III,6; III,4", "target-taken"),
        ("II,5-III,6\n" * 1000, "too-long"),
        (".—;\n", "unreadable"),
    ],
)
def test_several_moves_are_played_together_or_not_at_all(text: str, code: str) -> None:
    game = begun("bring-out-a")
    with pytest.raises(EngineError) as error:
        puzzles.play_text(game, text)
    assert error.value.reason.code == code
    assert game == begun("bring-out-a")


def test_every_listed_move_can_be_played() -> None:
    game = begun("yard-d")
    for move in puzzles.legal_turns(game):
        assert after(game, game.problem.variant.format(move)).moves == (move,)


@pytest.mark.parametrize(
    ("text", "error", "code"),
    [
        ("IV,3-IV,6", IllegalMove, "other-colour"),
        ("I,1-II,2", IllegalMove, "target-taken"),
        ("IX,9-IX,10", IllegalMove, "empty-square"),
        ("I,1-I,17", IllegalMove, "no-such-square"),
        ("hello", BadNotation, "unreadable"),
        ("pass", IllegalMove, "no-pass"),
        ("V,3", AmbiguousMove, "ambiguous"),
        ("drop IX,9", IllegalMove, "no-drop"),
        ("I,1" * 100, BadNotation, "too-long"),
    ],
)
def test_a_move_is_refused_for_the_same_reasons_as_in_a_match(
    text: str, error: type[EngineError], code: str
) -> None:
    with pytest.raises(error) as raised:
        puzzles.play_text(begun("bring-out-a"), text)
    assert raised.value.reason.code == code


def test_undo_takes_moves_back_to_the_start_and_no_further() -> None:
    first = begun("bring-out-c")
    second = after(first, "III,4-IV,5")
    third = after(second, "IV,3-V,4")
    assert puzzles.undo_turn(third) == second
    assert puzzles.undo_turn(second) == first
    assert puzzles.undo_turn(first) == first


def test_repetition_does_not_end_a_puzzle_but_its_moves_count() -> None:
    game = after(begun("bring-out-a"), *["II,5-III,6", "III,6-II,5"] * 10)
    assert len(game.moves) == 20
    assert game.position == game.problem.start
    assert puzzles.legal_turns(game)


def test_a_solved_puzzle_accepts_only_undo() -> None:
    problem = puzzles.PROBLEMS["yard-a"]
    game = after(puzzles.begin_game(problem), *problem.printed.split("—"))
    assert puzzles.is_solved(game)
    assert puzzles.legal_turns(game) == []
    with pytest.raises(GameOver):
        puzzles.play_text(game, "V,1-VI,1")
    assert not puzzles.is_solved(puzzles.undo_turn(game))


def test_any_symmetrical_figure_solves_the_puzzle_even_above_par() -> None:
    other = puzzles.best_known_moves(puzzles.PROBLEMS["bring-out-b"])
    game = after(begun("bring-out-a"), "II,5-II,6", "II,6-II,5")
    for move in other:
        game = puzzles.play_text(game, game.problem.variant.format(move))
    assert puzzles.is_solved(game)
    assert puzzles.formed_diagram(game) == "B"
    assert len(game.moves) == puzzles.par_turns(game.problem) + 2


def test_a_game_is_stored_as_one_line() -> None:
    game = after(begun("yard-b"), "III,5-II,4", "VI,2-VI,4-IV,6")
    line = puzzles.dump_game(game)
    assert line == "yard-b; III,5-II,4; VI,2-IV,6"
    assert puzzles.load_game(line) == game
    assert puzzles.load_game("packing-8-7") == begun("packing-8-7")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "yard-z",
        "packing-7-1",
        "yard-a;",
        "yard-a; I,1-I,2",
        "61-jumps; XV,15",
        "yard-a; " * 9999,
    ],
)
def test_a_malformed_line_is_refused(line: str) -> None:
    with pytest.raises(EngineError):
        puzzles.load_game(line)


def test_an_unknown_puzzle_raises_key_error() -> None:
    with pytest.raises(KeyError, match="no solitaire"):
        puzzles.get_problem("chess")


def test_every_puzzle_has_a_name_and_a_task() -> None:
    for key, problem in puzzles.PROBLEMS.items():
        assert problem.key == key
        assert problem.name
        assert problem.task.endswith(".")
        assert puzzles.get_problem(key) is problem
        assert problem.variant.outcome(problem.start) is None


PIECES = st.sampled_from(
    [*"IVX,;:-–— 0123456789", "\n", "II,", "remove ", "drop ", "Ⅳ", "４", "٣", "\x00"]
)
HOSTILE = st.one_of(st.text(max_size=300), st.lists(PIECES, max_size=300).map("".join))


@pytest.mark.check
@settings(max_examples=300, deadline=None)
@given(key=st.sampled_from([*puzzles.PROBLEMS, "packing-9-3"]), text=HOSTILE)
def test_hostile_text_raises_only_the_engines_own_errors(key: str, text: str) -> None:
    for answer in (
        lambda: puzzles.play_text(begun(key), text),
        lambda: puzzles.load_game(text),
        lambda: puzzles.load_game(f"{key}; {text}"),
        lambda: puzzles.read_men(text),
    ):
        with suppress(EngineError):
            answer()


@pytest.mark.check
@given(st.frozensets(st.integers(0, 255), min_size=1))
def test_written_placements_can_be_read_back(cells: frozenset[int]) -> None:
    text = puzzles.write_men(cells)
    if len(text) <= 600:
        assert frozenset(puzzles.read_men(text)) == cells


@pytest.mark.parametrize(
    "text",
    [
        "II: 2, 4; IV: 1",
        "II 2 4\nIV 1",
        "row ii: 2 and 4, row iv: 1",
        "2: 2, 4; 4: 1",
        "II,2 II,4 IV,1",
        "II2,II4,IV1",
        "2,2 2,4 4,1",
        "２:２、４ ４:１".replace("、", ","),
        "drop II,2; place II,4; IV,1.",
    ],
)
def test_placements_are_read_with_rows_in_any_spelling(text: str) -> None:
    cells = (BOARD.cell(2, 2), BOARD.cell(2, 4), BOARD.cell(4, 1))
    assert puzzles.read_men(text) == cells


def test_a_dash_between_places_means_a_range() -> None:
    assert puzzles.read_men("I: 1-3, 5–6; II, 2 - II, 4") == tuple(
        BOARD.cell(row, place)
        for row, place in [(1, 1), (1, 2), (1, 3), (1, 5), (1, 6), (2, 2), (2, 4)]
    )
    assert puzzles.read_men("I: 3-3-4") == (BOARD.cell(1, 3), BOARD.cell(1, 4))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unreadable"),
        ("; ,", "unreadable"),
        ("II:", "unreadable"),
        ("3 IV: 1", "unreadable"),
        ("II: two", "unreadable"),
        ("II: 2 % 3", "unreadable"),
        ("2,2 3", "unreadable"),
        ("II: 17", "no-such-square"),
        ("II: 0", "no-such-square"),
        ("II: 2-999999", "no-such-square"),
        ("77: 1", "no-such-square"),
        ("XVII: 1", "no-such-square"),
        ("II: 2, " * 100, "too-long"),
    ],
)
def test_an_unreadable_placement_is_refused_with_a_reason(text: str, code: str) -> None:
    with pytest.raises(EngineError) as raised:
        puzzles.read_men(text)
    assert raised.value.reason.code == code
