"""The page docs/strength.md: how much stronger each level of the computer is than the one below."""

from collections.abc import Iterable, Sequence
from statistics import mean, median

from engine import VARIANTS, search
from tools.arena import OPENING, Played

_HEAD = f"""\
# How strong the computer is

The computer plays every game at two to four levels:

| Level | Name | What it does |
|---|---|---|
| 1 | Stroller | goes forward, with any man, and no more |
| 2 | Runner | takes the longest way forward each time, and runs home by the shortest way |
| 3 | Planner | looks at the answers to its moves, three turns ahead |
| 4 | Master | looks as far ahead as its time allows; in Le Grec it knows every position |

All of them take a win that is there, bring nothing back that stood before, and let out whom they
have shut in. With more than two players there are three levels, since looking farther ahead gains
little there: the turns of all others together cannot be foreseen. Six games of two players have
these three as well. In Le Zug who looks farther ahead plays worse: the fourth level won 7 of 22
games against the third (both forms together). In Carrera de Caballos (9 of 15), Super Halma (8 of
14 and 9 of 14) and Top Secret that leaves the centre (8 of 14, and 4 of 8 with as many positions as in
play) it won fewer than three of four.
Le Grec and Caesar have the first and the last level alone. In Le Grec the first
three come out equal, and the last loses nothing that can be held. In Caesar most games end with
nobody able to move, a draw, whoever plays.

## Each level against the one below

In the arena each level plays the one below it. A game begins with {OPENING} turns of each player by
the first level, and each opening is played from all sides; with more than two players the levels
sit by turns. In Le Grec and Caesar, level 4 meets level 1 (the column "4 v 3"). A cell says how
many games the stronger level won, drew and lost. In games of three, a seat that sits alone against
two is expected to win a third of them.

"Turns" is the median of all games. "A move" is the CPU time of a move of the stronger level on the
machine that measured, level by level, and "positions" is how many it was allowed to look at: fewer
than in play, so that all games could be measured. With 1,000 the fourth level won 14 of 20 in Halma,
Platonic Halma and its advanced form; these were played again with more. "Unfinished" are the games
that the turn limit ended.

| Game | Key | 2 v 1 | 3 v 2 | 4 v 3 | Turns | A move, ms | Positions | Unfinished |
|---|---|---|---|---|---|---|---|---|
"""
_FOOT = """
`make arena` plays the games that are missing and prints this page anew; what was played is in
`out/arena.jsonl`, and to measure a game again one removes its lines there.
"""


def strength_page(games: Iterable[Played]) -> str:
    """The whole page, in the order of the games."""
    by_key: dict[str, list[Played]] = {}
    for game in games:
        by_key.setdefault(game.key, []).append(game)
    rows = "".join(_row(key, by_key[key]) for key in VARIANTS if key in by_key)
    number = sum(map(len, by_key.values()))
    return f"{_HEAD}{rows}\nThese are {number} games, twenty a cell.\n{_FOOT}"


def _row(key: str, games: Sequence[Played]) -> str:
    levels = [level.number for level in search.levels(VARIANTS[key])[1:]]
    of_level = {level: [game for game in games if game.stronger == level] for level in levels}
    cells = (
        VARIANTS[key].name,
        f"`{key}`",
        *(_score(of_level.get(level, ())) for level in (2, 3, 4)),
        round(median(game.turns for game in games)),
        " / ".join(f"{_milliseconds(some):.0f}" for some in of_level.values() if some),
        " / ".join(str(some[0].nodes) for some in of_level.values() if some),
        sum(game.reason == "limit" for game in games),
    )
    return f"| {' | '.join(map(str, cells))} |\n"


def _score(games: Sequence[Played]) -> str:
    """Won, drawn and lost."""
    if not games:
        return ""
    won = sum(game.score == 1 for game in games)
    lost = sum(game.score == 0 for game in games)
    return f"{won}–{len(games) - won - lost}–{lost}"


def _milliseconds(games: Sequence[Played]) -> float:
    return 1000 * mean(game.seconds[0] for game in games)
