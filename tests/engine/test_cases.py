"""Every variant has a case file, and every case in it holds."""

import pytest

from engine import VARIANTS, record, variant
from engine.perft import divide, perft
from tests.engine.casefile import FOLDER, Case, all_cases


def expected_and_actual(case: Case) -> tuple[object, object]:
    """Return the expected value of a case and the engine's value."""
    variant, position = case.variant, case.position
    match case.word:
        case "opening":
            return int(case.rest), len(variant.moves(variant.start()))
        case "perft":
            depth, count = map(int, case.rest.split())
            return count, perft(variant, variant.start(), depth)
        case "moves":
            return int(case.rest), len(variant.moves(position))
        case "legal":
            return None, variant.reason(position, case.rest)
        case "illegal":
            text, code = case.rest.rsplit(" ", 1)
            reason = variant.reason(position, text)
            return code, reason and reason.code
        case "means":
            text, printed = case.rest.split(" = ")
            return printed, variant.format(variant.parse(position, text))
        case "ends":
            why, *first = case.rest.split()
            outcome = variant.outcome(position)
            ending = outcome and (outcome.reason, outcome.ranking[0])
            return (why, tuple(map(int, first))), ending
        case "game":
            played = record.read_record(case.rest)
            assert case.key == played.variant.key
            assert variant.outcome(record.replay_record(played)) is not None
            return case.rest, record.export_record(played)
    raise LookupError(f"no such case: {case.word}")


@pytest.mark.each_kind
@pytest.mark.parametrize("key", sorted({case.key for case in all_cases()}))
def test_the_cases_hold(key: str) -> None:
    failures = {str(case): expected_and_actual(case) for case in all_cases() if case.key == key}
    assert {case: pair for case, pair in failures.items() if pair[0] != pair[1]} == {}


def test_every_variant_has_a_complete_case_file() -> None:
    for key in {*VARIANTS, *(case.key for case in all_cases())}:
        words = {case.word for case in all_cases() if case.key == key}
        assert words >= {"opening", "perft", "legal", "illegal", "game"}, FOLDER / f"{key}.txt"


def test_every_variant_declares_its_usual_number_of_turns() -> None:
    for key, game in VARIANTS.items():
        assert 0 < game.turns <= game.limit, key


def test_perft_counts_per_first_move_add_up() -> None:
    game = variant("le-grec")
    counts = divide(game, game.start(), 3)
    assert len(counts) == 5
    assert sum(counts.values()) == perft(game, game.start(), 3)
    assert set(divide(game, game.start(), 1).values()) == {1}
