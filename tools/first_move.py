"""First-move advantage by self-play, and the page docs/equal-turns.md.

Every game is played without equal turns. If the player who began finishes first, the
tool also checks whether the other player could have finished in one more turn, so one run yields
the score with and without equal turns.

The results are in `tools/first_move.txt`, with a line per game and level, and one sign per game
played. The sign at index n belongs to game number n, whose seed is made from the key and n. A
stopped run can therefore be resumed, and every game can be repeated.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from zlib import crc32

from engine import VARIANTS, Position, Variant, search, variant
from engine.legal_moves import list_moves
from engine.search.level import Level

FILE = Path(__file__).with_name("first_move.txt")
GAMES = 200
"""Number of games per key in the table."""
OPENING = 2
"""Number of turns per seat that the weakest level plays, so that the games differ."""
NODES = 200
"""Search limit: number of positions per move."""
WON, ANSWERED, LOST, DRAWN = "+=-."
"""The results for the player who began.

`ANSWERED` is a win that the other player could have answered: a draw with equal turns.
"""


@dataclass(frozen=True)
class Measured:
    """The results of one game at one level."""

    key: str
    level: int
    """The number of the level that plays both sides."""
    nodes: int
    results: str = ""
    """One sign per game played: `WON`, `ANSWERED`, `LOST` or `DRAWN`."""

    def score(self, *, equal_turns: bool) -> float:
        """Return the share of the points that the player who began has won."""
        return sum(self._points(equal_turns=equal_turns)) / len(self.results)

    def of_100(self) -> int:
        """Return the score without equal turns in points per 100 games, rounded."""
        return int(100 * sum(self._points(equal_turns=False)) / len(self.results) + 0.5)

    def margin(self, *, equal_turns: bool) -> float:
        """Return half the width of the 95% confidence interval of the score."""
        points, mean = self._points(equal_turns=equal_turns), self.score(equal_turns=equal_turns)
        variance = sum((each - mean) ** 2 for each in points) / max(1, len(points) - 1)
        return float(1.96 * (variance / len(points)) ** 0.5)

    def _points(self, *, equal_turns: bool) -> list[float]:
        worth = {WON: 1.0, ANSWERED: 0.5 if equal_turns else 1.0, LOST: 0.0, DRAWN: 0.5}
        return [worth[sign] for sign in self.results]


QUICK = frozenset(
    (
        "chinese-checkers",
        "chinese-checkers-15",
        "halma-8",
        "halma-10",
        "pythagoreic",
        "skoczki",
        "super-chinese-checkers",
        "top-secret-centre",
        "ugolki",
        "ugolki-9",
        "ugolki-10",
        "ugolki-16",
    )
)
"""Short games, which are measured at the level Planner.

All other games are measured at their second level.
"""


def keys_for_two() -> tuple[str, ...]:
    """Return the keys of all two-player games."""
    return tuple(key for key, game in VARIANTS.items() if len(game.seats) == 2)


def usual_level(game: Variant) -> Level:
    """Return the level at which a game is measured by default."""
    return search.levels(game)[2 if game.key in QUICK else 1]


def play(key: str, level: Level, nodes: int, number: int) -> str:
    """Play a game of the computer against itself, and return its sign."""
    game, opening = variant(key), crc32(f"{key} {number}".encode())
    weakest, position = search.levels(game)[0], game.start()
    while not (outcome := game.outcome(position)):
        seed = crc32(b"%d %d" % (opening, position.ply))
        now = weakest if position.ply < OPENING * len(game.seats) else level
        move = search.choose(game, position, now, seed=seed, nodes=min(nodes, now.nodes))
        position = game.apply(position, move)
    if len(outcome.ranking) == 1:
        return DRAWN
    if outcome.ranking[0] == (1,):
        return LOST
    return ANSWERED if could_answer(game, position) else WON


def could_answer(game: Variant, position: Position) -> bool:
    """Whether the first player has finished and the second could in one more turn."""
    return position.done == (0,) and any(
        1 in game.apply_unmarked(position, move).done for move in list_moves(game, position)
    )


def load(file: Path) -> dict[tuple[str, int], Measured]:
    """Return the results in a file, by key and level number."""
    measured = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        with suppress(ValueError):
            key, level, nodes, results = line.split(" ")
            measured[key, int(level)] = Measured(key, int(level), int(nodes), results)
    return measured


def save(file: Path, measured: Iterable[Measured]) -> None:
    """Write the results to the file, replacing it atomically."""
    lines = (f"{each.key} {each.level} {each.nodes} {each.results}\n" for each in measured)
    unfinished = file.with_suffix(".part")
    unfinished.write_text("".join(lines), encoding="utf-8")
    unfinished.replace(file)


def run(file: Path, keys: Iterable[str], games: int, level: int | None) -> Iterator[Measured]:
    """Play the games missing from the file, and yield the results of each key.

    `level` is the number of the level that plays, or None for the usual one. The file is saved
    after every game.
    """
    for key in keys:
        game = variant(key)
        levels = {each.number: each for each in search.levels(game)}
        chosen = usual_level(game) if level is None else levels[level]
        results = load(file)
        measured = results.get((key, chosen.number), Measured(key, chosen.number, NODES))
        for number in range(len(measured.results), games):
            sign = play(key, chosen, measured.nodes, number)
            measured = replace(measured, results=measured.results + sign)
            results[key, chosen.number] = measured
            save(file, results.values())
        yield measured


_HEAD = f"""\
# First-move advantage and equal turns

The optional rule *equal turns* gives the second player one more turn after the first has finished.
This page shows how much the player who moves first wins without the rule, and how much with it.

The computer played each game for two players against itself, at least {GAMES} times, with the same
level on both sides. The first {OPENING} turns of each player were made by level 1, so that the
games differ. A search was limited to {NODES} positions per move, or fewer at weaker levels.

- **Won**, **drawn** and **lost** count the games of the player who moved first.
- **Answered** counts the games that the first player won, but in which the second player could
  have finished in one more turn. With equal turns these are draws.
- **Score** is the share of the points of the player who moved first: wins and half of the draws,
  with a 95% confidence interval. 50% is a fair game.
- **Suggested** marks the games in which equal turns are suggested for a new game: the score is at
  least 55%, its interval excludes 50%, and the rule brings it nearer to 50% by 5 points or
  more.

The plain games stay as their sources have them. The table in `engine/suggested_rules.py` follows
this page, and a test compares them. In Ugolki equal turns are usual, and therefore suggested
whatever the figures.

| Game | Key | Level | Won | Drawn | Lost | Answered | Score | Score with equal turns | Suggested |
|---|---|---|---|---|---|---|---|---|---|
"""
_FOOT = """
Level 2 looks only one move ahead, so in long games its result says little about strong players.
Level 3 considers the replies to its moves.

`python -m tools first-move` plays the missing games, which takes hours for all keys, and can be
stopped and resumed. `python -m tools first-move --page docs/equal-turns.md` also writes this page.
"""


def is_suggested(measured: Measured) -> bool:
    """Whether equal turns are suggested because of this measurement."""
    plain = measured.score(equal_turns=False)
    fairer = abs(measured.score(equal_turns=True) - 0.5) <= abs(plain - 0.5) - 0.05
    return plain >= 0.55 and plain - measured.margin(equal_turns=False) > 0.5 and fairer


def usual_results(measured: Iterable[Measured]) -> dict[str, Measured]:
    """Return the complete results by key, in the order of the games."""
    complete = {
        each.key: each
        for each in measured
        if len(each.results) >= GAMES and each.level == usual_level(variant(each.key)).number
    }
    return {key: complete[key] for key in keys_for_two() if key in complete}


def equal_turns_page(measured: Iterable[Measured]) -> str:
    """Return the whole page, with the greatest advantage first."""
    rows = sorted(usual_results(measured).values(), key=lambda each: -each.score(equal_turns=False))
    return _HEAD + "".join(map(_row, rows)) + _FOOT


def _row(measured: Measured) -> str:
    signs = measured.results
    cells = (
        VARIANTS[measured.key].name,
        f"`{measured.key}`",
        measured.level,
        signs.count(WON) + signs.count(ANSWERED),
        signs.count(DRAWN),
        signs.count(LOST),
        signs.count(ANSWERED),
        _percent(measured, equal_turns=False),
        _percent(measured, equal_turns=True),
        "yes" if is_suggested(measured) else "",
    )
    return f"| {' | '.join(map(str, cells))} |\n"


def _percent(measured: Measured, *, equal_turns: bool) -> str:
    score = measured.score(equal_turns=equal_turns)
    return f"{100 * score:.1f} ± {100 * measured.margin(equal_turns=equal_turns):.1f}%"
