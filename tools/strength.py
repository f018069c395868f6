"""The page docs/strength.md: each computer level against the one below."""

from collections.abc import Iterable, Sequence
from statistics import mean, median

from engine import VARIANTS, search
from tools.arena import OPENING, Played

_HEAD = f"""\
# How strong the computer is

The computer plays every game at two to four levels:

| Level | Name | Method |
|---|---|---|
| 1 | Stroller | moves any man forward, and no more |
| 2 | Runner | makes the longest move forward, and takes the shortest route home |
| 3 | Planner | considers the replies to its moves, three turns ahead |
| 4 | Master | searches as deep as its limit allows; in Le Grec it knows every position |

Every level takes a win in one move, avoids repeating positions, and lets out rivals that it has
blocked. With more than two players, level 3 expects every other player to make the move with the
highest gain. These games have three levels, because nobody moves as predicted for long. So have
Super Halma 10×10 and Top Secret (leave the centre), in which level 4 won fewer than three games of
four against level 3 (28 of 40, and 3 of 9).

Three games have two levels:

- In Le Grec levels 1 to 3 are equal, and level 4 never loses a position that can be held.
- In Caesar most games end in a draw because nobody can move.
- In Carrera de Caballos levels 2 and 3 each won 10 of 20 games against the other. Neither wastes one
  of the 40 turns that a player needs, so the player who begins wins. Level 4 won 8 of 12 games
  against level 2.

## Each level against the next

In the arena, each level plays the one below it. A game starts with {OPENING} turns of each player by
level 1, and each opening is played from all sides. With more than two players, the two levels
alternate around the board. In Le Grec and Caesar, level 4 meets level 1 (column "4 v 3"), and in
Carrera de Caballos, level 3 does (column "3 v 2"). A cell is the number of games that the stronger
level won, drew and lost.

Games of more than two teams are played on for all places. Such a game is won if the mean place of
the stronger level is better than that of the weaker one, and drawn if the two are equal.

"Turns" is the median over all games. "A move" is the CPU time per move of the stronger level, level
by level. "Positions" is the search limit. Level 4 has 1,000 positions, and 6,000 in games in which it
would otherwise win fewer than 15 of 20; in play it has more (see "Time per move").
"Unfinished" games reached the turn limit. In Ugolki with 16 men, 40 of the 60 games
ended because a man stood in its yard after 40 turns.

| Game | Key | 2 v 1 | 3 v 2 | 4 v 3 | Turns | A move, ms | Positions | Unfinished |
|---|---|---|---|---|---|---|---|---|
"""
_MIDDLE = """
## Where a deeper search helps little

In 24 positions of each game, level 4 with 6,000 positions was compared with level 3. In Halma 10×10,
where a deeper search helps more, a third of the rival's likeliest replies change what the next turn
can gain.

- **Le Zug.** Men never go back, and only 4% of the replies change what one can gain. A search of six
  turns sees three turns of its own, of more than eighty.
- **Carrera de Caballos.** The best moves gain about the same, and the rival is seldom in the way.
- **Super Halma.** There are more than 200 moves, of which a search tries eight in each turn below
  the first. Another long hop is nearly always there, so a better move gains half as much as in Halma
  10×10.

## Time per move

In play, level 4 searches for up to 0.64 s: 70,000 to 160,000 positions with the C module (in Super
Halma 30,000), and 800 to 11,000 without it. In Platonic and Pythagoreic Halma, Le Zug and Hexma it
searches as many with the module as without it. Level 3 has 400, in less than a fiftieth of the time.

`python -m tests.bench.time_limits` chooses moves in positions that are new to the process, and counts
those that could exceed the limit of their level on a machine that is half busy. Of 6,144 moves of all
levels in all games four could; in a second measurement of these levels and games, none.

With one worker process and 100 games against levels 1 to 4, all answered at once, 95% of the
computer's moves came within 2.7 s, on a machine with four times as many busy processes as cores.

## Three to six players

The mean places of the stronger level and of the weaker one, in the games that were played on for all
places. A seat that is alone against two counts like the other games.

| Key | 2 v 1 | 3 v 2 |
|---|---|---|
"""
_FOOT = """
`make arena` plays the missing games and writes this page. `python -m tools arena KEY --level 3`
plays only level 3 against level 2. The results are in `tools/arena.jsonl`; to measure a game again,
remove its lines there. With the same limit, the same games are played on every machine.
"""


def strength_page(games: Iterable[Played]) -> str:
    """Return the whole page, in the order of the games."""
    by_key: dict[str, list[Played]] = {}
    for game in games:
        by_key.setdefault(game.key, []).append(game)
    keys = [key for key in VARIANTS if key in by_key]
    rows = "".join(_row(key, by_key[key]) for key in keys)
    places = "".join(_row_of_places(key, by_key[key]) for key in keys)
    number = sum(map(len, by_key.values()))
    count = f"\nIn total {number} games, twenty per cell, or forty if twenty left doubts.\n"
    return f"{_HEAD}{rows}{count}{_MIDDLE}{places}{_FOOT}"


def _row(key: str, games: Sequence[Played]) -> str:
    of_level = _by_level(key, games)
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


def _row_of_places(key: str, games: Sequence[Played]) -> str:
    """Return the mean places of a game's levels; "" if it has only two teams."""
    of_level = _by_level(key, games)
    met = [[game.places for game in of_level.get(level, ()) if game.places] for level in (2, 3)]
    if not any(met):
        return ""
    return f"| `{key}` | {' | '.join(map(_mean_places, met))} |\n"


def _mean_places(places: Sequence[tuple[float, float]]) -> str:
    if not places:
        return ""
    return f"{mean(own for own, _ in places):.2f} / {mean(other for _, other in places):.2f}"


def _by_level(key: str, games: Sequence[Played]) -> dict[int, list[Played]]:
    """Return the games by the number of the stronger level."""
    levels = [level.number for level in search.levels(VARIANTS[key])[1:]]
    return {level: [game for game in games if game.stronger == level] for level in levels}


def _score(games: Sequence[Played]) -> str:
    """Return the games won, drawn and lost; empty if none were played."""
    if not games:
        return ""
    won = sum(game.score == 1 for game in games)
    lost = sum(game.score == 0 for game in games)
    return f"{won}–{len(games) - won - lost}–{lost}"


def _milliseconds(games: Sequence[Played]) -> float:
    return 1000 * mean(game.seconds[0] for game in games)
