"""Halma for four, 1885: thirteen men each, individually or in pairs.

The yards are the thirteen squares around each corner, each at its player's left hand. The turn
passes clockwise from the near left yard. Men step and hop as in the two-player game, over men of
any colour, towards the yard diagonally opposite.

    halma-4           everyone plays alone: the first player with all men in the goal wins
    halma-4-opposite  players diagonally opposite are partners, and so exchange yards
    halma-4-adjacent  the first two players are partners against the last two

A pair wins when both partners have all their men in. A player who has finished before the partner
"is not required to move in turn, but the play goes round without" them. Partners may advise each
other.

The rules against stragglers are options in the games where an enemy stands in the goal. Where a
partner stands there, only Ploog's rule makes sense. Under the other rules, one partner could step
aside so that the other fills the gap, and then do the same for the next gap.

Source: the rulebook of 1885, Parker Brothers.
"""

from dataclasses import replace

from engine import rules
from engine.board import E, N, S, W
from engine.search_parameters import DEFAULT_PARAMETERS
from engine.variant_definition import Seat
from engine.variants.halma import BOARD, HALMA

NEAR_LEFT = rules.corner(BOARD, (4, 4, 3, 2))
FAR_LEFT, FAR_RIGHT, NEAR_RIGHT = (BOARD.turned(NEAR_LEFT, turns) for turns in (E, S, W))
SEATS = (
    Seat("South", NEAR_LEFT, FAR_RIGHT, N),
    Seat("West", FAR_LEFT, NEAR_RIGHT, E),
    Seat("North", FAR_RIGHT, NEAR_LEFT, S),
    Seat("East", NEAR_RIGHT, FAR_LEFT, W),
)

FOUR = replace(
    HALMA,
    key="halma-4",
    name="Halma for four",
    summary="Each brings 13 men into the yard opposite; the first to have all of them there wins.",
    seats=SEATS,
    limit=2000,
    turns=263,
    search_parameters=DEFAULT_PARAMETERS,
)
OPPOSITE = replace(
    FOUR,
    key="halma-4-opposite",
    name="Halma for four (partners opposite)",
    summary="Halma for two pairs: players across the board win together when both have all men in.",
    seats=tuple(replace(seat, team=team) for seat, team in zip(SEATS, (0, 1, 0, 1), strict=True)),
    turns=266,
    options=("locked", "no-return", "ploog"),
)
ADJACENT = replace(
    FOUR,
    key="halma-4-adjacent",
    name="Halma for four (partners side by side)",
    summary="Halma for two pairs: neighbours win together when both have all their men in.",
    seats=tuple(replace(seat, team=team) for seat, team in zip(SEATS, (0, 0, 1, 1), strict=True)),
    turns=272,
)

VARIANTS = (FOUR, OPPOSITE, ADJACENT)
