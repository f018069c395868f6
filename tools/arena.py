"""Arena: each computer level against the next, in every game, from both sides.

Each result is one line in a file, so that a stopped run can be resumed. In the first two turns of
each seat, the weakest level makes the moves. Every such opening is played from both sides. With
more than two seats the levels alternate, and partners have the same level. If there are more than
two teams, they play on for all places, and the levels' mean places decide who has won.
"""

import json
import signal
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from typing import NamedTuple
from zlib import crc32

from engine import Variant, search, variant
from engine.outcome import teams_of

FILE = Path(__file__).with_name("arena.jsonl")
"""The results from which the page is written."""
OPENING = 2
"""Number of turns per seat in an opening."""


class Pairing(NamedTuple):
    """A game to play."""

    key: str
    stronger: int
    """Number of the stronger level. The other level is the next lower one of the game."""
    number: int
    """Index of the game. Each opening is played once per side."""


class Played(NamedTuple):
    """The result of a game."""

    key: str
    stronger: int
    number: int
    score: float
    """The stronger level's score: 1 for a win, 0 for a loss, else a draw."""
    reason: str
    turns: int
    seconds: tuple[float, float]
    """CPU time per move of the stronger level and of the other."""
    nodes: int
    """The search limit of the stronger level."""
    places: tuple[float, float] | None = None
    """The mean place of the stronger level and of the other; None with two teams."""


def sides(game: Variant) -> tuple[tuple[int, ...], ...]:
    """Return the stronger level's seats in each of the games played from an opening."""
    groups = teams_of(game)
    if len(groups) < 4 or len(groups) % 2:
        return groups
    return tuple(tuple(seat for group in groups[first::2] for seat in group) for first in range(2))


def pairings(keys: Iterable[str], games: int, stronger: int | None = None) -> Iterator[Pairing]:
    """Yield all games to play: `games` games for each pair of adjacent levels.

    `stronger` limits them to one level against the one below it.
    """
    for number in range(games):
        for key in keys:
            for level in search.levels(variant(key))[1:]:
                if stronger in (None, level.number):
                    yield Pairing(key, level.number, number)


def mean_place(ranking: Iterable[tuple[int, ...]], seats: Iterable[int]) -> float:
    """Return the mean place of these seats; seats that tie share their places."""
    places: dict[int, float] = {}
    for tied in ranking:
        shared = len(places) + (1 + len(tied)) / 2
        places.update(dict.fromkeys(tied, shared))
    return mean(places[seat] for seat in seats)


def play(pairing: Pairing, nodes: int) -> Played:
    """Play one game with a search limit of `nodes` positions per move."""
    game = variant(pairing.key)
    for_places = len(teams_of(game)) > 2
    if for_places and game.won_by == "goal":
        game = replace(game, places=True)
    seating = sides(game)
    mine = seating[pairing.number % len(seating)]
    *_, below, stronger = [
        level for level in search.levels(game) if level.number <= pairing.stronger
    ]
    opening = crc32(f"{pairing.key} {pairing.number // len(seating)}".encode())
    spent, made = [0.0, 0.0], [0, 0]
    position = game.start()
    while not (outcome := game.outcome(position)):
        seed = crc32(b"%d %d" % (opening, position.ply))
        if position.ply < OPENING * len(game.seats):
            move = search.choose(game, position, search.levels(game)[0], seed=seed)
        else:
            strong = position.turn in mine
            level = stronger if strong else below
            began = time.process_time()
            move = search.choose(game, position, level, seed=seed, nodes=min(nodes, level.nodes))
            spent[not strong] += time.process_time() - began
            made[not strong] += 1
        position = game.apply(position, move)
    first = outcome.ranking[0]
    score, places = sum(seat in mine for seat in first) / len(first), None
    if for_places:
        others = [seat for seat in range(len(game.seats)) if seat not in mine]
        places = mean_place(outcome.ranking, mine), mean_place(outcome.ranking, others)
        score = 0.5 + ((places[0] < places[1]) - (places[0] > places[1])) / 2
    each = tuple(round(s / max(1, n), 4) for s, n in zip(spent, made, strict=True))
    return Played(
        *pairing,
        score,
        outcome.reason,
        position.ply,
        (each[0], each[1]),
        min(nodes, stronger.nodes),
        places,
    )


def run(
    file: Path,
    keys: Iterable[str],
    games: int,
    nodes: int,
    cores: int,
    stronger: int | None = None,
) -> Iterator[Played]:
    """Play the games missing from the file, appending and yielding each result.

    `stronger` limits them to one level against the one below it.
    """
    known = {tuple(each[:3]) for each in load(file)}
    wanted = pairings(keys, games, stronger)
    left = [pairing for pairing in wanted if tuple(pairing) not in known]
    file.parent.mkdir(parents=True, exist_ok=True)
    ends_with_ctrl_c = (signal.SIGINT, signal.SIG_DFL)
    with (
        ProcessPoolExecutor(
            cores, get_context("spawn"), signal.signal, ends_with_ctrl_c
        ) as workers,
        file.open("a", encoding="utf-8") as out,
    ):
        for done in as_completed([workers.submit(play, pairing, nodes) for pairing in left]):
            played = done.result()
            out.write(json.dumps(played) + "\n")
            out.flush()
            yield played


def load(file: Path) -> list[Played]:
    """Return the games in a file, ignoring incomplete lines."""
    games = []
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        with suppress(json.JSONDecodeError):
            games.append(Played(*json.loads(line)))
    return games
