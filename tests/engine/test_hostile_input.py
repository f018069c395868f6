"""Malformed and hostile text: only the engine's own errors, raised quickly."""

import random
from collections.abc import Callable
from time import process_time

import pytest

from engine import VARIANTS, BadNotation, BadRecord, EngineError, Position, Variant, record, variant
from engine.errors import CODES
from engine.move_lexer import LONGEST
from tests.engine.casefile import whole_game
from tests.engine.sample_games import sample

KEYS = sorted(VARIANTS)
PIECES = (
    *(
        "I",
        "V",
        "X",
        "II",
        "IV",
        "XVI",
        "XX",
        "IIII",
        "i",
        "x",
        "1",
        "3",
        "17",
        "0",
        "99",
        "1000000",
    ),
    *(
        ",",
        "-",
        ".",
        " ",
        "  ",
        "—",
        "→",
        "x",
        "to",
        "off",
        "pass",
        "drop",
        "place",
        "circle",
        "C",
        "s",
    ),
    *(
        "man",
        "hop",
        "II,3",
        "IV,5",
        "IX,9",
        "I,1-II,2",
        "○",
        "■",
        "(",
        "]",
        "*",
        '"',
        "\\",
        "#",
        "+",
    ),
    *(
        "\n",
        "\r",
        "\t",
        "\x00",
        "\x1b[31m",
        "\u2028",
        "\u202e",
        "\ud800",
        "\ufeff",
        "ﷺ",
        "Ⅻ",
        "²",
        "٣",
    ),
    *(
        "😀",
        "é",
        "e\u0301",
        "'; DROP TABLE moves; --",
        "{0}",
        "%s",
        "@everyone",
        "A" * 40,
        "9" * 40,
    ),
)


def nonsense(rng: random.Random) -> str:
    """Return random fragments of notation and of hostile text, joined together."""
    return "".join(rng.choices(PIECES, k=rng.randrange(12)))


def spoilt(rng: random.Random, text: str) -> str:
    """Return the text with a few characters or lines changed, deleted or duplicated."""
    parts = text.splitlines(keepends=True) if rng.random() < 0.5 else list(text)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(parts))
        parts[at] = rng.choice(("", parts[at] * 2, rng.choice(parts), rng.choice(PIECES)))
    return "".join(parts)


def looked_at(game: Variant, position: Position) -> None:
    """Run the engine on a position that was loaded from corrupted text."""
    moves = game.moves(position)
    assert (game.outcome(position) is None) == bool(moves)
    for move in moves[:3]:
        game.outcome(game.play(position, move))
        assert game.parse(position, game.format(move)) == move


@pytest.mark.each_kind
@pytest.mark.parametrize("key", KEYS)
def test_typed_text_is_parsed_or_refused_with_a_reason(key: str) -> None:
    game, rng = variant(key), random.Random(f"typed {key}")
    positions = sample(key)
    for _ in range(50):
        position = rng.choice(positions)
        right = game.format(rng.choice(game.moves(position)))
        text = rng.choice((nonsense(rng), spoilt(rng, right), f"{right} {nonsense(rng)}"))
        reason = game.reason(position, text)
        if reason is None:
            game.play(position, game.parse(position, text))
        else:
            assert reason.code in CODES
            assert len(reason.text) <= LONGEST
            with pytest.raises(EngineError):
                game.parse(position, text)


@pytest.mark.parametrize("key", KEYS)
def test_a_dumped_line_is_loaded_or_refused(key: str) -> None:
    game, rng = variant(key), random.Random(f"dumped {key}")
    for _ in range(40):
        text = spoilt(rng, game.dump(rng.choice(sample(key))))
        try:
            position = game.load(text)
        except BadNotation:
            continue
        assert game.dump(position) == text
        looked_at(game, position)


@pytest.mark.each_kind
@pytest.mark.parametrize("key", KEYS)
def test_a_record_is_read_or_refused_with_a_line_number(key: str) -> None:
    rng = random.Random(f"recorded {key}")
    head, body = whole_game(key).split("\n\n")
    short = "\n".join(body.splitlines()[:10])
    for _ in range(16):
        text = spoilt(rng, f"{head.replace('Result', 'Told')}\n\n{short}\n*\n")
        try:
            game = record.read_record(text)
        except BadRecord as error:
            line = error.line
        else:
            line = 1
            assert record.export_record(
                record.read_record(record.export_record(game))
            ) == record.export_record(game)
        assert 1 <= line <= max(1, len(text.splitlines()))


def seconds(job: Callable[[], object]) -> float:
    """Return the shortest of five CPU times of a job, in seconds."""
    times = []
    for _ in range(5):
        begun = process_time()
        job()
        times.append(process_time() - begun)
    return min(times)


def longest_texts(game: Variant, position: Position) -> list[str]:
    """Return very long inputs that are expensive to tokenize or to route."""
    names = [name.replace(",", "") for name in game.board.names]
    moves = [move for move in game.moves(position) if len(move.path) > 1]
    origin = max(moves, key=lambda move: len(move.path)).path[0]
    ends = [names[move.path[-1]] for move in moves if move.path[0] == origin and move.path[-1] >= 0]
    tour = names[origin] + "".join(ends * LONGEST)
    return [
        *(tour[:LONGEST], tour[: LONGEST - 8] + f"-{names[0]}", "".join(names)[:LONGEST]),
        *("x" * LONGEST, "1 " * (LONGEST // 2), "I1" * (LONGEST // 2), "ﷺ" * LONGEST),
        *("ab " * (LONGEST // 3), "9" * LONGEST, "(" * LONGEST, "x" * 10**6, "I,1-" * 10**6),
    ]


@pytest.mark.check
@pytest.mark.parametrize(
    "key", ["halma", "super-halma", "renpaarden", "top-secret", "platonic-advanced"]
)
def test_no_text_takes_much_longer_to_parse_than_a_short_one(key: str) -> None:
    game, position = variant(key), sample(key)[-4]
    plain = seconds(lambda: game.reason(position, game.format(game.moves(position)[0])))
    for text in longest_texts(game, position):
        assert seconds(lambda text=text: game.reason(position, text)) < 200 * plain, text[:60]


@pytest.mark.check
def test_a_record_of_maximum_length_is_refused_at_its_first_error() -> None:
    text = whole_game("halma-8")
    plain = seconds(lambda: record.read_record(text))
    for filler in (
        "[",
        '[A "',
        "1. I,1-II,2\n",
        "\n",
        '[A "\\\\',
        "x" * 100 + "\n",
        "South leaves\n",
    ):
        text = '[Game "halma-8"]\n' + filler * (record.LONGEST // len(filler))
        with pytest.raises(BadRecord):
            record.read_record(text[: record.LONGEST])
        assert seconds(lambda text=text: _read(text[: record.LONGEST])) < 10 * plain, filler


def _read(text: str) -> None:
    with pytest.raises(BadRecord):
        record.read_record(text)
