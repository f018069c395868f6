"""Ugolki, or Corners: Halma along rows and columns of a chessboard.

Each player has 12 men in three rows of four. On each turn, one man steps to an adjacent empty
square, or hops over adjacent men of either colour to the empty squares just beyond, as often as
the player likes; never diagonally. Nothing is captured. The first player with all men on the
squares where the other began wins. Equal turns are the custom, and are suggested for a new game.

A player who has made more than 40 turns loses if one of their turns ends with any of their men in
their own yard. After 80 turns of each player, the men in the goals are counted: the player with
more men there wins, and equally many are a draw.

Sources differ in the number of men. With 9 and 16 men the yards are squares, and with 10 men they
are triangles, as in Halma 8x8. Skoczki is the game of Poland: 16 men in two rows, no deadline and
no count.

Source: Russian pages and programs: allforchildren.ru and min2win.org for 12 men in three rows of
four and for the 40 turns; "Ugolki - Halma" on uptodown.com for the count and the diagonals.
Skoczki: a task of a programming course, github.com/apohllo/obiektowe-lab.
"""

from dataclasses import replace

from engine import rules
from engine.board import E, N, S, W, square
from engine.move_generation.movers import Hop, Step
from engine.search_parameters import DEFAULT_PARAMETERS
from engine.variant_data import never_lost
from engine.variant_definition import Kind, Seat, Variant
from engine.variants.halma import HALMA

BOARD = square(8)
STRAIGHT = (N, E, S, W)


def seats(home: frozenset[int]) -> tuple[Seat, Seat]:
    """Return the two seats; `home` is the yard of the first."""
    opposite = BOARD.turned(home, 4)
    return Seat("South", home, opposite), Seat("North", opposite, home, facing=4)


UGOLKI = replace(
    HALMA,
    key="ugolki",
    name="Ugolki",
    game="ugolki",
    summary="Bring your 12 men into the opposite corner along rows and columns.",
    source="allforchildren.ru; min2win.org; Ugolki - Halma (uptodown.com)",
    board=BOARD,
    seats=seats(rules.corner(BOARD, (4, 4, 4))),
    kinds=(Kind("man", "disc", (Step(STRAIGHT), Hop(STRAIGHT))),),
    limit=300,
    turns=87,
    has_lost=rules.Overstays(40),
    count_at=160,
    options=("diagonal", "full", "no-limit"),
    suggested=("equal-turns",),
    search_parameters=DEFAULT_PARAMETERS,
)
SKOCZKI = replace(
    UGOLKI,
    key="skoczki",
    name="Skoczki",
    summary="Bring your 16 men to the two rows opposite along rows and columns.",
    source="github.com/apohllo/obiektowe-lab",
    seats=seats(rules.rows(BOARD, 1, 2)),
    turns=104,
    has_lost=never_lost,
    count_at=0,
    options=("diagonal", "full"),
    suggested=(),
)


def with_men(widths: tuple[int, ...], turns: int) -> Variant:
    """Return Ugolki with yards of these row widths; `turns` is its usual length."""
    men = sum(widths)
    return replace(
        UGOLKI,
        key=f"ugolki-{men}",
        name=f"Ugolki with {men} men",
        summary=f"Bring your {men} men into the opposite corner along rows and columns.",
        seats=seats(rules.corner(BOARD, widths)),
        turns=turns,
    )


VARIANTS = (
    UGOLKI,
    with_men((3, 3, 3), turns=77),
    with_men((4, 3, 2, 1), turns=82),
    with_men((4, 4, 4, 4), turns=113),
    SKOCZKI,
)
