"""Super Chinese Checkers: Chinese Checkers with long jumps, for two, three, four or six.

Everything is as in Chinese Checkers but the jump: it goes over one man of any colour at any distance in
a straight line, and ends as far beyond it as it began before it. All other holes of the line, before
the man, behind it and the last, must be empty, and all must exist: no jump crosses the gap between two
points of the star. Long and short jumps may be mixed in one hop.

Source: Richard's PBeM Server, help on Chinese Checkers.
"""

from dataclasses import replace

from engine.move_generation.movers import STAR, Hop, Step
from engine.variant_definition import Kind
from engine.variants import chinese_checkers

LONGEST = 6
"""How far away the jumped man may be: the longest line of the star has 13 holes."""
TURNS = (56, 57, 85, 124)
"""How many turns a game usually takes, for two, three, four and six."""

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
    )
    for game, turns in zip(chinese_checkers.VARIANTS, TURNS, strict=True)
)
