"""The puzzle of 61 jumps: placing and removing men, and checking an answer."""

import pytest

from engine import EngineError, puzzles
from engine.puzzles import sixty_one_jumps
from engine.variants.halma import BOARD

MEN = """
    II: 2, 4, 6, 8, 10, 12, 14, 15
    IV: 1
    V: 6
    VI: 2, 4, 8, 10, 12, 14
    VIII: 1, 6, 14
    IX: 2, 10
    X: 4, 8, 11, 14
    XI: 4, 8, 12
    XII: 15
    XIV: 1, 2, 4, 6, 8, 10, 12, 14
"""
LADDER = "II: 2; IV: 4; VI: 6; VIII: 8; X: 10; XII: 12; XIV: 14"
ROUTE = (
    "I,1 III,3 I,5 III,7 I,9 III,11 I,13 III,15 I,15 III,13 I,11 III,9 I,7 III,5 I,3 III,1 V,1 VII,3 "
    "V,5 V,7 VII,9 V,11 VII,13 IX,15 XI,13 XI,11 IX,11 IX,9 XI,7 XI,9 IX,7 VII,5 V,3 VII,1 IX,1 IX,3 "
    "XI,5 XI,3 IX,5 VII,7 V,9 VII,11 V,13 VII,15 IX,13 XI,15 XIII,15 XV,13 XIII,11 XV,9 XIII,7 XV,5 "
    "XIII,3 XV,1 XIII,1 XV,3 XIII,5 XV,7 XIII,9 XV,11 XIII,13 XV,15"
)


def begun() -> puzzles.SolitaireGame:
    """Return the puzzle with a man on I,1 and 37 men to place."""
    return puzzles.begin_game(puzzles.PROBLEMS["61-jumps"])


def with_men(text: str) -> frozenset[int]:
    """Return the first man's cell and the cells of a placement."""
    return frozenset({sixty_one_jumps.CORNER, *puzzles.read_men(text)})


def test_the_first_man_is_forced_to_make_61_jumps() -> None:
    verdict = puzzles.check_61(with_men(MEN))
    assert verdict == ((), 38, tuple(puzzles.read_men(ROUTE)))
    assert verdict.solved
    assert verdict.jumps == 61


def test_placing_all_men_at_once_solves_the_puzzle() -> None:
    game = puzzles.play_text(begun(), MEN)
    assert puzzles.is_solved(game)
    assert len(game.moves) == puzzles.par_turns(game.problem) == 37
    assert set(game.cells) == sixty_one_jumps.ANSWER
    assert puzzles.legal_turns(game) == []
    assert puzzles.load_game(puzzles.dump_game(game)) == game


def test_men_can_be_placed_one_by_one_removed_and_undone() -> None:
    game = begun()
    assert len(puzzles.legal_turns(game)) == 254
    game = puzzles.play_text(game, "II: 2, 4, 6")
    game = puzzles.play_text(game, "remove II,2; II,6")
    game = puzzles.play_text(game, "IV,1")
    assert puzzles.write_men(game.cells) == "I: 1; II: 4; IV: 1"
    assert puzzles.dump_game(game) == "61-jumps; drop II,4; drop IV,1"
    assert puzzles.write_men(puzzles.undo_turn(game).cells) == "I: 1; II: 4"
    assert not game.problem.variant.moves(game.position)[0].path[1:]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("II: 2, 4", "target-taken"),
        ("I,1", "not-here"),
        ("XV,15", "not-here"),
        ("remove I,1", "fixed"),
        ("remove III,3", "empty-square"),
        ("remove", "unreadable"),
        ("I,1-III,3", "not-here"),
    ],
)
def test_an_impossible_placement_or_removal_is_refused_with_a_reason(text: str, code: str) -> None:
    game = puzzles.play_text(begun(), "II: 4")
    with pytest.raises(EngineError) as raised:
        puzzles.play_text(game, text)
    assert raised.value.reason.code == code


def test_no_more_than_37_men_can_be_placed() -> None:
    game = puzzles.play_text(begun(), "I: 2-16; II: 1-16; III: 1-6")
    assert not puzzles.is_solved(game)
    assert puzzles.legal_turns(game) == []
    with pytest.raises(EngineError) as raised:
        puzzles.play_text(game, "IX,9")
    assert raised.value.reason.code == "no-drop"
    assert len(puzzles.play_text(game, "remove II: 2").moves) == 36


@pytest.mark.parametrize(
    ("cells", "faults", "men", "jumps"),
    [
        (frozenset[int](), ("corner", "men"), 0, 0),
        (with_men("II: 2"), ("men", "no-way"), 2, 0),
        (with_men(MEN) - {sixty_one_jumps.CORNER}, ("corner", "men"), 37, 0),
        (with_men(MEN) - {BOARD.cell(14, 14)}, ("men", "no-way"), 37, 0),
        (with_men(MEN) | {sixty_one_jumps.TARGET}, ("target", "men"), 39, 0),
        (with_men(LADDER), ("men", "jumps"), 8, 7),
        (with_men(MEN) | {BOARD.cell(4, 4)}, ("men", "jumps"), 39, 37),
        (with_men(MEN) - {BOARD.cell(12, 15)} | {BOARD.cell(16, 16)}, ("no-way",), 38, 0),
        (with_men(f"{LADDER}; I: 3-16; XVI: 1-16"), ("jumps",), 38, 7),
    ],
)
def test_the_verdict_lists_every_fault(
    cells: frozenset[int], faults: tuple[str, ...], men: int, jumps: int
) -> None:
    verdict = puzzles.check_61(cells)
    assert (verdict.faults, verdict.men, verdict.jumps) == (faults, men, jumps)
    assert set(faults) <= set(puzzles.FAULTS)
    assert not verdict.solved
