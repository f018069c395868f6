"""Super Chinese Checkers: Chinese Checkers with long jumps.

The game is for two, three, four or six players. Only the jump differs from Chinese Checkers. A jump
goes over one man of any colour at any distance in a straight line, and ends just as far beyond it.
All other holes of the line up to the landing must exist and be empty, so no jump crosses the gap
between two points of the star. Long and short jumps may be mixed in one hop.

Source: Richard's PBeM Server, help on Chinese Checkers.
"""

from dataclasses import replace

from engine.move_generation.movers import STAR, Hop, Step
from engine.search_parameters import DEFAULT_PARAMETERS, SearchParameters
from engine.variant_definition import Kind
from engine.variants import chinese_checkers

LONGEST = 6
"""Maximum distance of the jumped man; the longest line of the star has 13 holes."""
TURNS = (53, 66, 82, 111)
"""The typical number of turns in a game with two, three, four and six players."""
FOR_TWO = SearchParameters(exponent=1.5)
"""With two players, 1.5 won 71 % of 38 games against 2.0: long jumps bring stragglers home."""

VARIANTS = tuple(
    replace(
        game,
        key=f"super-{game.key}",
        name=f"Super {game.name}",
        game="super-chinese-checkers",
        source="Richard's PBeM Server; the long jumps after Schmittberger",
        summary="Chinese Checkers with long jumps: over a man at any distance, as far again beyond it.",
        kinds=(Kind("man", "disc", (Step(STAR), Hop(STAR, far=LONGEST))),),
        turns=turns,
        search_parameters=FOR_TWO if len(game.seats) == 2 else DEFAULT_PARAMETERS,
    )
    for game, turns in zip(chinese_checkers.EVEN, TURNS, strict=True)
)
