"""Case files: known facts about each variant, in tests/engine/cases/<key>.txt.

# a comment
opening 40                          number of legal moves at the start
perft 2 1600                        number of move sequences of that many plies
position II,3-IV,5 XV,14-XIII,12    moves from the start, or instead
position halma 7 1 - - - AAAA...    a dumped position
turn II,3-IV,5                      one more move, played in the position above
legal I,1-III,3                     a legal move in the position above
illegal I,1-II,1 target-taken       an illegal move with the code of its reason
means II3IV5 = II,3-IV,5            a spelling and the move it stands for
moves 38                            number of legal moves in the position above
ends goal 0                         the game is over: the reason and the first rank
game                                a complete record follows, up to a line with a full stop
.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine import Position, Variant, variant

FOLDER = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Case:
    """A line of a case file, with the moves that lead to its position."""

    key: str
    line: int
    word: str
    rest: str
    way: tuple[str, ...]
    """Moves from the start. The first item may be a dumped position instead."""

    @property
    def variant(self) -> Variant:
        return variant(self.key)

    @property
    def position(self) -> Position:
        return led_to(self.key, self.way)

    def __str__(self) -> str:
        return f"{self.key}:{self.line}:{self.word}"


@cache
def led_to(key: str, way: tuple[str, ...]) -> Position:
    """Return the position after these moves, or after loading a dumped position."""
    game = variant(key)
    if not way:
        return game.start()
    *before, last = way
    if last.startswith(f"{key} "):
        return game.load(last)
    position = led_to(key, tuple(before))
    return game.play(position, game.parse(position, last))


def read(path: Path) -> Iterator[Case]:
    """Parse a case file and yield its cases."""
    key, way = path.stem, tuple[str, ...]()
    record: list[str] | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if record is not None:
            if line == ".":
                yield Case(key, number, "game", "\n".join(record) + "\n", ())
                record = None
            else:
                record.append(line)
            continue
        word, _, rest = line.partition(" ")
        if not word or word.startswith("#"):
            continue
        if word == "position" and rest.startswith(f"{key} "):
            way = (rest,)
        elif word == "position":
            moves = rest.replace("drop ", "drop_").split()
            way = tuple(move.replace("_", " ") for move in moves)
        elif word == "turn":
            way = (*way, rest)
        elif word == "game":
            record = []
        else:
            yield Case(key, number, word, rest, way)
    assert record is None, f"{path.name}: the record has no end"


@cache
def all_cases() -> tuple[Case, ...]:
    """Return every case of every file."""
    return tuple(case for path in sorted(FOLDER.glob("*.txt")) for case in read(path))


def whole_game(key: str) -> str:
    """Return the record of the complete game in the case file of this variant."""
    return next(case.rest for case in read(FOLDER / f"{key}.txt") if case.word == "game")
