"""Definitions of the one-player puzzles.

Source: the rulebook of 1885. "A solitaire problem in Halma may be defined as the effort to get a
certain number of men from a given position to a required position by a specified number of moves."
The book describes the 61 jumps, and bringing nineteen men out into a symmetrical figure and back.
It also recommends "spreading nineteen pieces at random and studying the ways of packing them with
fewest moves".
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from types import MappingProxyType

from engine import rules
from engine.position import NO_MARKS, Move, Position, man
from engine.puzzles import catalogue, packing, printed_solutions, sixty_one_jumps
from engine.puzzles.figures import FIGURES, YARD, is_brought_out
from engine.variant_definition import MoveRestriction, Seat, Variant
from engine.variants.halma import BOARD, MEN

_PACKING = re.compile(r"packing-([0-9]{1,2})-([0-9]{1,9})")
_ENDING = re.compile(r"ending-([3-8])-([1-9]|10)")
_FIGURE = re.compile(r"figure-([1-9][0-9]{0,4})")


def _is_brought_out(variant: Variant, position: Position, seat: int) -> bool:
    """Whether the men form a symmetrical figure outside the yard."""
    return is_brought_out(variant.standing(position, seat))


def _is_longest(variant: Variant, position: Position, seat: int) -> bool:
    """Whether the placed men force the man on I,1 to make 61 jumps."""
    return sixty_one_jumps.check_61(variant.standing(position, seat)).solved


def _once(variant: Variant, position: Position) -> MoveRestriction:
    """Return the restriction that each man moves once, from the yard to the figure."""
    (seat,) = variant.seats
    return MoveRestriction(lambda start, end: start in seat.home and end in seat.goal, "once")


BRINGING_OUT = Variant(
    key="solitaire-out",
    name="Solitaire: bring out",
    game="solitaire",
    summary="Bring 19 men out of the yard into a figure that is symmetrical on the diagonal.",
    source="The rulebook of 1885, in an edition of 1915 or later",
    board=BOARD,
    seats=(Seat("South", YARD, frozenset()),),
    kinds=MEN,
    limit=1000,
    reached=_is_brought_out,
)
YARDING = replace(
    BRINGING_OUT,
    key="solitaire-yard",
    name="Solitaire: yard",
    summary="Bring 19 men into the yard.",
    seats=(Seat("South", YARD, YARD),),
    reached=rules.fills_goal,
)
PLACING = replace(
    BRINGING_OUT,
    key="solitaire-61",
    name="Solitaire: 61 jumps",
    summary="Place 37 men so that the first can go from I,1 to XV,15, but only by 61 jumps.",
    seats=(
        Seat("South", frozenset({sixty_one_jumps.CORNER}), frozenset({sixty_one_jumps.TARGET})),
    ),
    men=bytes(man(0) if cell == sixty_one_jumps.CORNER else 0 for cell in range(len(BOARD.spots))),
    stock=(sixty_one_jumps.MEN - 1,),
    zones=(frozenset(range(len(BOARD.spots))) - {sixty_one_jumps.CORNER, sixty_one_jumps.TARGET},),
    reached=_is_longest,
)


@dataclass(frozen=True)
class Problem:
    """A puzzle: a start position and a task for one player."""

    key: str
    """The name in commands and the database, e.g. "yard-a"."""
    name: str
    """The name shown to players."""
    task: str
    """The task in one or two sentences."""
    variant: Variant
    """The rules, with one seat; the game is won when the puzzle is solved."""
    start: Position
    letter: str = ""
    """The letter of the printed diagram at the puzzle's start or end, or ""."""
    printed: str = ""
    """The solution printed in the rulebook, or "" if there is none."""
    figure: int = 0
    """The number of the figure to form with one move per man; 0 if there is none."""

    @property
    def placing(self) -> bool:
        """Whether men are placed instead of moved."""
        return bool(self.start.stock)


def position_of(cells: Iterable[int]) -> Position:
    """Return the position in which one player's men stand on these cells."""
    board = bytearray(len(BOARD.spots))
    for cell in cells:
        board[cell] = man(0)
    return Position(bytes(board), 0)


PROBLEMS: Mapping[str, Problem] = MappingProxyType(
    {
        problem.key: problem
        for problem in (
            *(
                Problem(
                    f"bring-out-{letter.lower()}",
                    f"Bring out {letter}",
                    "Get the nineteen men out of the yard in nineteen moves, into a figure that is "
                    "symmetrical about the diagonal from I,1 to XVI,16. "
                    f"Diagram {letter} shows one, but any such figure will do.",
                    BRINGING_OUT,
                    BRINGING_OUT.start(),
                    letter,
                    printed_solutions.BRING_OUT[letter],
                )
                for letter in FIGURES
            ),
            *(
                Problem(
                    f"yard-{letter.lower()}",
                    f"Yard {letter}",
                    f"Get the nineteen men of the figure in diagram {letter} into the yard in nineteen "
                    "moves.",
                    YARDING,
                    position_of(figure),
                    letter,
                    printed_solutions.YARD[letter],
                )
                for letter, figure in FIGURES.items()
            ),
            Problem(
                "61-jumps",
                "61 jumps",
                "A man stands on I,1. Place the other 37 so that it can go to XV,15 in one "
                "turn, but must make 61 jumps to do so.",
                PLACING,
                PLACING.start(),
            ),
        )
    }
)
"""The puzzles printed in the rulebook, by key; see also `packing_problem`."""


FIRST = "first"
"""The key of `first_problem`."""


@cache
def first_problem() -> Problem:
    """Return an easy puzzle for beginners: the last three turns of Yard D's solution."""
    turns = printed_solutions.YARD["D"].split("—")
    now = position_of(FIGURES["D"])
    for text in turns[:-3]:
        now = YARDING.apply(now, YARDING.parse(now, text))
    return Problem(
        FIRST,
        "Three men to go",
        "Sixteen men are in the yard already. Bring in the last three, in three moves.",
        YARDING,
        replace(now, ply=0, before=None, marks=NO_MARKS),
        printed="—".join(turns[-3:]),
    )


ENDINGS = range(3, 9)
"""The number of moves that an ending may have."""
ENDING_SEEDS = range(1, 11)
"""The seeds of the 8x8 packings whose solutions provide the endings."""


@lru_cache(maxsize=len(ENDINGS) * len(ENDING_SEEDS))
def ending_problem(turns: int, seed: int) -> Problem:
    """Return the puzzle of the last `turns` moves of an 8x8 packing.

    Raises `ValueError` for a number outside `ENDINGS`, or a seed outside `ENDING_SEEDS`.
    """
    if turns not in ENDINGS or seed not in ENDING_SEEDS:
        raise ValueError(f"there is no ending {turns}-{seed}")
    whole = packing_problem(seed, 8)
    now = whole.start
    for text in packing.best_known_turns(whole.key)[:-turns]:
        now = YARDING.apply(now, YARDING.parse(now, text))
    return Problem(
        f"ending-{turns}-{seed}",
        f"Pack in {turns} moves",
        f"Bring the last men into the yard in the near left corner. {turns} moves are enough.",
        YARDING,
        replace(now, ply=0, before=None, marks=NO_MARKS),
    )


def packing_problem(seed: int, size: int = 16) -> Problem:
    """Return the packing puzzle for a seed.

    Nineteen men are spread at random over size x size squares at the near left corner and must be
    packed into the yard there. The same seed and size give the same position on every machine and
    in every version. Raises `ValueError` for a size outside `packing.SIZES`, or a seed that is
    negative or has more than nine digits.
    """
    key = f"packing-{size}-{seed}"
    if size not in packing.SIZES or not _PACKING.fullmatch(key):
        raise ValueError(f"there is no problem {key}")
    return Problem(
        key,
        f"Packing {seed}" if size == 16 else f"Packing {seed} ({size} by {size})",
        "Nineteen men are scattered at random. Pack them into the yard in the near left "
        "corner in as few moves as you can.",
        YARDING,
        position_of(packing.random_cells(seed, size)),
    )


@lru_cache(maxsize=256)
def figure_problem(number: int) -> Problem:
    """Return the puzzle of forming a figure from the full yard in nineteen turns.

    Each man moves only once. Raises `KeyError` if no figure has this number.
    """
    forming = replace(
        BRINGING_OUT,
        key="solitaire-figure",
        name="Solitaire: form a figure",
        summary="Bring 19 men out of the yard into a figure, each in one turn.",
        seats=(Seat("South", YARD, catalogue.figure(number)),),
        restriction=_once,
        reached=rules.fills_goal,
    )
    return Problem(
        f"figure-{number}",
        f"Figure {number}",
        "Bring the nineteen men out of the yard into this figure. Each man moves once.",
        forming,
        forming.start(),
        figure=number,
    )


def get_problem(key: str) -> Problem:
    """Return the puzzle with this key.

    The key may be `FIRST`, an ending, a printed puzzle, a packing or a figure. Raises
    `KeyError` for any other key.
    """
    if key == FIRST:
        return first_problem()
    if key in PROBLEMS:
        return PROBLEMS[key]
    if formed := _FIGURE.fullmatch(key):
        return figure_problem(int(formed[1]))
    if ended := _ENDING.fullmatch(key):
        return ending_problem(int(ended[1]), int(ended[2]))
    parsed = _PACKING.fullmatch(key)
    if not parsed or int(parsed[1]) not in packing.SIZES:
        raise KeyError(f"no solitaire has the key {key!r}")
    return packing_problem(int(parsed[2]), int(parsed[1]))


@lru_cache(maxsize=256)
def printed_key(problem: Problem) -> tuple[Move, ...] | None:
    """Return the moves of the rulebook's solution; None if it prints no solution."""
    if not problem.printed:
        return None
    return _played(problem, problem.printed.split("—"))


def _played(problem: Problem, turns: Iterable[str]) -> tuple[Move, ...]:
    """Parse and play typed turns; return the moves."""
    moves, now = [], problem.start
    for text in turns:
        moves.append(problem.variant.parse(now, text))
        now = problem.variant.apply(now, moves[-1])
    return tuple(moves)


def figure_solution(number: int) -> tuple[Move, ...]:
    """Return the stored solution of a figure.

    Raises `KeyError` if no figure has this number.
    """
    now, moves = BRINGING_OUT.start(), list[Move]()
    for origin, end in catalogue.turns(number):
        (move,) = BRINGING_OUT.moves_via(now, origin, (end,))
        now = BRINGING_OUT.apply(now, move)
        moves.append(move)
    return tuple(moves)


@lru_cache(maxsize=256)
def best_known_moves(problem: Problem) -> tuple[Move, ...]:
    """Return the shortest known solution: the printed one, or else the best known.

    For a packing without a stored solution, the first call takes a few tenths of a second.
    """
    if problem.placing:
        return tuple(
            Move((cell,)) for cell in sorted(sixty_one_jumps.ANSWER - {sixty_one_jumps.CORNER})
        )
    printed = printed_key(problem)
    if printed is not None:
        return printed
    if problem.figure:
        return figure_solution(problem.figure)
    turns = packing.best_known_turns(problem.key)
    if ending := _ENDING.fullmatch(problem.key):
        turns = packing.best_known_turns(f"packing-8-{ending[2]}")[-int(ending[1]) :]
    if turns:
        return _played(problem, turns)
    return packing.find_packing(problem.variant, problem.start)


def par_turns(problem: Problem) -> int:
    """Return the number of turns (or men to place) in the best known solution."""
    return len(best_known_moves(problem))
