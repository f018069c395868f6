"""Matches between two sets of `SearchParameters`, until one is clearly better.

Each pair of games starts from its own opening and is played from both sides. The results are lines
of JSON, in the order of the pairs, so that a stopped run can be resumed. With a limit on positions
and no time limit, the result is the same on every machine.
"""

import json
import signal
import time
from atexit import register
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from engine import Position, Variant, search, variant
from engine.position import Move, Outcome
from engine.search import budget
from engine.search.level import ALL
from engine.search_parameters import DEFAULT_PARAMETERS, SearchParameters
from tools.arena import OPENING, sides
from tools.revisions import RevisionPlayer, UnknownRevision, unpack
from tools.sprt import Hypotheses, interval, log_likelihood_ratio, pair_counts, verdict

REVISION = "@"
"""Prefix of a contender that is another revision, such as "@HEAD~20"."""

Chooser = Callable[[Sequence[Move], Position, int], tuple[Move, float]]
"""Returns a contender's move and its CPU time in seconds.

It is given the moves made so far, the position after them, and a seed.
"""


class Match(NamedTuple):
    """Conditions of a match."""

    key: str
    first: str
    """The changes of the first contender, such as "exponent=2.5 wide=16"; "" for none.

    With the prefix `REVISION`, the contender is the computer player of another revision.
    """
    second: str
    level: int
    nodes: int
    """Positions searched per move."""
    seconds: float | None
    """CPU time per move; None if only `nodes` limits the search."""


class Pair(NamedTuple):
    """The result of a pair of games."""

    match: Match
    number: int
    """Index of the pair; it determines the opening."""
    seed: int
    """The seed of the opening and of all moves, for information."""
    scores: tuple[float, float]
    """The first contender's score in each game: 1 for a win, 0 for a loss."""
    turns: tuple[int, int]
    reasons: tuple[str, str]
    milliseconds: tuple[float, float]
    """CPU time per move of the first contender and of the second."""


class BadChange(ValueError):
    """The text of a contender is not a list of changes."""


def changed(game: Variant, changes: str) -> Variant:
    """Return the game with changes such as "exponent=2.5 wide=16".

    Raises `BadChange` if a name or a value is unknown.
    """
    types = {
        field.name: type(getattr(DEFAULT_PARAMETERS, field.name))
        for field in fields(SearchParameters)
    }
    numbers: dict[str, float] = {}
    for change in changes.split():
        name, equals, value = change.partition("=")
        if not equals or name not in types:
            raise BadChange(f"{change}: use name=number, with a name of {', '.join(types)}")
        try:
            numbers[name] = types[name](value)
        except ValueError as error:
            raise BadChange(f"{change}: {value} is not a number for {name}") from error
    parameters = replace(game.search_parameters, **numbers)  # type: ignore[arg-type]
    return replace(game, search_parameters=parameters)


def checked(key: str, contender: str) -> str:
    """Return a contender with the commit in place of the name of a revision.

    A branch may have moved when a stopped match is resumed. Raises `BadChange` if the text is wrong.
    """
    if not contender.startswith(REVISION):
        changed(variant(key), contender)
        return contender
    try:
        return REVISION + unpack(contender.removeprefix(REVISION)).name
    except UnknownRevision as error:
        raise BadChange(f"{contender}: {error}") from error


@cache
def _contender(match: Match, text: str) -> Chooser:
    if text.startswith(REVISION):
        revision = text.removeprefix(REVISION)
        player = RevisionPlayer(revision, match.key, match.level, match.nodes, match.seconds)
        register(player.close)

        def ask(made: Sequence[Move], _: Position, seed: int) -> tuple[Move, float]:
            return player.choose(made, seed)

        return ask
    game, level = changed(variant(match.key), text), ALL[match.level - 1]

    def choose(_: Sequence[Move], position: Position, seed: int) -> tuple[Move, float]:
        began = time.process_time()
        move = search.choose(
            game, position, level, seed=seed, nodes=match.nodes, seconds=match.seconds
        )
        return move, time.process_time() - began

    return choose


def play_pair(match: Match, number: int) -> Pair:
    """Play two games from the same opening, with sides swapped."""
    game = variant(match.key)
    budget.clock = time.process_time
    seed = crc32(f"{match.key} {number}".encode())
    seating = sides(game)[number % len(sides(game)) if len(sides(game)) > 2 else 0]
    spent, answered = [0.0, 0.0], [0, 0]
    scores, turns, reasons = [], [], []
    for swapped in (False, True):
        position = game.start()
        made: list[Move] = []
        while not (outcome := game.outcome(position)):
            move_seed = crc32(b"%d %d" % (seed, position.ply))
            if position.ply < OPENING * len(game.seats):
                move = search.choose(game, position, ALL[0], seed=move_seed)
            else:
                who = int((position.turn in seating) == swapped)
                chooser = _contender(match, (match.first, match.second)[who])
                move, seconds = chooser(made, position, move_seed)
                spent[who] += seconds
                answered[who] += 1
            made.append(move)
            position = game.apply(position, move)
        score = score_of(outcome, seating)
        scores.append(1 - score if swapped else score)
        turns.append(position.ply)
        reasons.append(outcome.reason)
    first, second = (
        round(1000 * all_spent / max(1, n), 1) for all_spent, n in zip(spent, answered, strict=True)
    )
    return Pair(
        match,
        number,
        seed,
        (scores[0], scores[1]),
        (turns[0], turns[1]),
        (reasons[0], reasons[1]),
        (first, second),
    )


def score_of(outcome: Outcome, mine: tuple[int, ...]) -> float:
    """Return the share of rivals ranked below the seats `mine`; a tie counts half."""
    place = {seat: rank for rank, group in enumerate(outcome.ranking) for seat in group}
    met = [(place[seat], place[other]) for seat in mine for other in place if other not in mine]
    return sum(1.0 if own < rival else 0.5 * (own == rival) for own, rival in met) / len(met)


def run(
    file: Path, match: Match, hypotheses: Hypotheses, pairs: int, cores: int
) -> Iterator[tuple[int, ...]]:
    """Play pairs in order until the test stops, or `pairs` of them.

    Yields the `pair_counts` after each pair. Pairs that are in the file are not played again, and
    the others are appended to it.
    """
    known = {pair.number: pair for pair in load(file) if pair.match == match}
    scores: list[float] = []
    file.parent.mkdir(parents=True, exist_ok=True)
    ends_with_ctrl_c = (signal.SIGINT, signal.SIG_DFL)
    numbers = count()
    with (
        ProcessPoolExecutor(
            cores, get_context("spawn"), signal.signal, ends_with_ctrl_c
        ) as workers,
        file.open("a", encoding="utf-8") as out,
    ):
        ahead: deque[Pair | Future[Pair]] = deque()
        while len(scores) < pairs:
            # Only a few pairs are begun in advance, because the test may stop at any of them.
            for number in islice(numbers, cores + 1 - len(ahead)):
                ahead.append(known.get(number) or workers.submit(play_pair, match, number))
            played = ahead.popleft()
            if isinstance(played, Future):
                played = played.result()
                out.write(json.dumps(_fields_of(played)) + "\n")
                out.flush()
            scores.append(sum(played.scores) / 2)
            counts = pair_counts(scores)
            yield counts
            if verdict(counts, hypotheses) is not None:
                break
        workers.shutdown(cancel_futures=True)


def report(match: Match, counts: tuple[int, ...], hypotheses: Hypotheses) -> str:
    """Return one line with the result so far."""
    mean, low, high = interval(counts)
    ratio = log_likelihood_ratio(counts, hypotheses)
    words = {True: "better", False: "not better", None: "undecided"}
    return (
        f"{match.key} [{match.first or 'present'}] v [{match.second or 'present'}]: "
        f"{100 * mean:.1f} % of {2 * sum(counts)} games ({100 * low:.0f} to {100 * high:.0f} %), "
        f"LLR {ratio:+.2f}, {words[verdict(counts, hypotheses)]}"
    )


def load(file: Path) -> list[Pair]:
    """Return the pairs in a file, ignoring incomplete lines."""
    pairs = []
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        with suppress(json.JSONDecodeError):
            read = json.loads(line)
            match = Match(*(read[name] for name in Match._fields))
            pairs.append(Pair(match, *(_value(read[name]) for name in Pair._fields[1:])))
    return pairs


def _value(read: Any) -> Any:
    """Return a value read from JSON, with a list as a tuple."""
    return tuple(read) if isinstance(read, list) else read


def _fields_of(pair: Pair) -> dict[str, object]:
    own = pair._asdict()
    return {**own.pop("match")._asdict(), **own}
