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
highest gain. These games have three levels, because nobody moves as predicted for long. Six games
for two players have three levels as well:

- In Le Zug a deeper search helps little: level 4 won 7 of 22 games against level 3 (both forms), and
  later 6 of 10.
- In four others level 4 won fewer than three games of four: Carrera de Caballos (17 of 25), Super
  Halma (13 of 22, and 9 of 14 on 10×10), and Top Secret (leave the centre), with 8 of 14, and 4 of 8
  with the limit of real play.

[Below](#where-a-deeper-search-does-not-help) is why, for three of them.

Le Grec and Caesar have only the first and the last level. In Le Grec levels 1 to 3 are equal, and
level 4 never loses a position that can be held. In Caesar most games end in a draw because nobody
can move.

## Each level against the next

In the arena, each level plays the one below it. A game starts with {OPENING} turns of each player by
level 1, and each opening is played from all sides. With more than two players, the two levels
alternate around the board. In Le Grec and Caesar, level 4 meets level 1 (column "4 v 3"). A cell is
the number of games that the stronger level won, drew and lost. In games for three, a seat that is
alone against two is expected to win a third.

Games of more than two teams are played on for all places, and their cells are marked *. Such a game
is won if the mean place of the stronger level is better than that of the weaker one, and drawn if
the two are equal. Cells of these games without * were measured earlier, by the first place.

"Turns" is the median over all games. "A move" is the CPU time per move of the stronger level, level
by level. "Positions" is the search limit, which is lower than in real play to make the measurement
feasible. With a limit of 1,000, level 4 won 14 of 20 in Halma, Platonic Halma and its advanced form;
these were measured again with more. "Unfinished" games reached the turn limit.

| Game | Key | 2 v 1 | 3 v 2 | 4 v 3 | Turns | A move, ms | Positions | Unfinished |
|---|---|---|---|---|---|---|---|---|
"""
BY_PLACES = {
    "chinese-checkers-6": "19–0–1",
    "platonic-3": "16–4–0",
    "platonic-4": "15–4–1",
    "platonic-advanced-3": "17–1–2",
    "platonic-advanced-4": "17–2–1",
    "pythagoreic-3": "16–4–0",
    "pythagoreic-4": "14–5–1",
    "pythagoreic-advanced-3": "18–2–0",
    "pythagoreic-advanced-4": "20–0–0",
    "super-chinese-checkers-3": "19–1–0",
    "super-chinese-checkers-4": "17–3–0",
    "super-chinese-checkers-6": "16–0–4",
}
"""Level 3 against level 2 in games for more than two, played on for all places.

A game counts as won if the mean place of level 3 was better (won, equal, lost).
"""

_FOOT = """
## Where a deeper search does not help

Level 4 with 6,000 positions was compared with level 3 in 24 positions of each game. Halma 10×10, where
level 4 is stronger, is shown for comparison. The numbers of positions and games are small, so that
only the large differences mean something.

| Game | Moves | Depth | Other move | Gain | Played on | Replies | Winner named | 4 v 3 |
|---|---|---|---|---|---|---|---|---|
| Le Zug | 24 | 6 to 8 | 54% | 0.78 | 0.50 / 0.65 | 4% | 71 / 69 / 79 / 76% | 6–0–4 |
| Carrera de Caballos | 41 | 7 | 33% | 0.06 | 0.62 / 0.56 | 15% | 74 / 74 / 79 / 79% | 8–0–2 |
| Super Halma | 226 | 6 | 62% | 0.16 | 0.60 / 0.53 | 25% | 64 / 74 / 76 / 76% | 5–0–3 |
| Halma 10×10 | 132 | 7 | 67% | 0.32 | 0.50 / 0.50 | 32% | 55 / 60 / 60 / 62% | 19–0–1 |

- **Moves** per position, and the **depth** in turns that level 4 reaches.
- **Other move**: how often level 4 chooses another move than level 3. **Gain** is what a search of six
  turns expects of it, in turns. **Played on** is the score of level 3's and of level 4's move if level 2
  plays on for both sides (16 to 32 games).
- **Replies**: how many of the rival's eight likeliest replies change what the next turn can gain.
- **Winner named**: how often searches of 1, 2, 4 and 6 turns favour the later winner, in 42 positions
  of games of level 2.
- **4 v 3** with 1,000 positions, in 10, 10 and 8 games; Halma 10×10 from the table above. All but
  the games of Le Zug were measured before level 4 searched late turns less deeply.

Findings:

- **Le Zug.** Men never go back, and a reply hardly ever changes what one can gain. A search of six turns
  sees three turns of its own, of more than eighty, and it names the winner no more often than a search
  of four turns.
- **Carrera de Caballos.** The best moves gain about the same, and the rival is seldom in the way.
  Level 3 rarely wastes one of the 40 turns that a player needs: all ten games took 79 or 80. The
  player who begins wins, unless only they waste a turn. Level 4 won all five games that it
  began, and three of the others.
- **Super Halma.** There are more than 200 moves, of which a search tries eight in each turn below
  the first. Another long hop is nearly always there: a better move gains half as much as in Halma
  10×10, and a search of two turns names the winner as often as one of six.

## Time per move

`python -m tests.bench.time_limits` chooses moves in positions that are new to the process, from
random games and from games of level 2. It measures CPU time, and counts the moves that could exceed
the limit of their level on a machine that is half busy. Of 3,400 moves of levels 1 to 3 in all games
one could: it would have taken 435 ms instead of 300 in Platonic Halma, advanced, for 4, and took no
more than 290 when it was measured again. Of 70 moves of level 4 in Halma and Renpaarden none could.

With one worker process and 100 games against levels 1 to 4, all answered at once, 95% of the
computer's moves came within 2.7 s, on a machine with four times as many busy processes as cores.

## Three to six players

A seat of level 3 that is alone against two of level 2 counts like the other games. All figures for
more than two players in cells without *, and all their times, were measured before level 3
predicted the other players.

In Pythagoreic Halma for 4, the mean place of level 3 was 1.95 and that of level 2 was 3.05. In the
five games that count as drawn, one level took the places 1 and 4 and the other 2 and 3. In Platonic
Halma for 4 the places were 1.85 and 3.15, and in Super Chinese Checkers for 6 they were 2.85 and
4.15.

With more than two players, level 3 searches up to 3,000 positions, and takes 10 to 65 ms of CPU
time per move. In Hexma for 3, where it won 4 of 4 games, it takes 235 ms, and never more than
281 ms.

`make arena` plays the missing games and writes this page. `python -m tools arena KEY --level 3`
plays only level 3 against level 2. The results are in `out/arena.jsonl`; to measure a game again,
remove its lines there.
"""


def strength_page(games: Iterable[Played]) -> str:
    """Return the whole page, in the order of the games."""
    by_key: dict[str, list[Played]] = {}
    for game in games:
        by_key.setdefault(game.key, []).append(game)
    rows = "".join(_row(key, by_key[key]) for key in VARIANTS if key in by_key)
    number = sum(map(len, by_key.values()))
    return f"{_HEAD}{rows}\nIn total {number} games, twenty per cell.\n{_FOOT}"


def _row(key: str, games: Sequence[Played]) -> str:
    levels = [level.number for level in search.levels(VARIANTS[key])[1:]]
    of_level = {level: [game for game in games if game.stronger == level] for level in levels}
    cells = (
        VARIANTS[key].name,
        f"`{key}`",
        _score(of_level.get(2, ())),
        _score_of_planner(key, of_level.get(3, ())),
        _score(of_level.get(4, ())),
        round(median(game.turns for game in games)),
        " / ".join(f"{_milliseconds(some):.0f}" for some in of_level.values() if some),
        " / ".join(str(some[0].nodes) for some in of_level.values() if some),
        sum(game.reason == "limit" for game in games),
    )
    return f"| {' | '.join(map(str, cells))} |\n"


def _score_of_planner(key: str, games: Sequence[Played]) -> str:
    """Return the score of level 3; that of `BY_PLACES` if no places were counted."""
    counted = all(game.places for game in games)
    return f"{BY_PLACES[key]} *" if key in BY_PLACES and not counted else _score(games)


def _score(games: Sequence[Played]) -> str:
    """Return the games won, drawn and lost; empty if none were played.

    It is marked with * if the games were played on for all places.
    """
    if not games:
        return ""
    won = sum(game.score == 1 for game in games)
    lost = sum(game.score == 0 for game in games)
    mark = " *" if all(game.places for game in games) else ""
    return f"{won}–{len(games) - won - lost}–{lost}{mark}"


def _milliseconds(games: Sequence[Played]) -> float:
    return 1000 * mean(game.seconds[0] for game in games)
