"""Super Halma: Halma with long jumps.

Board, yards, steps and men are those of Halma for two. A jump goes straight over one man, of either
colour and at any distance, and lands just as far behind him: over a man three squares away to the third
square behind. All other squares of that line, before him and after him and the landing square, must be
empty. Long and short jumps follow each other in one hop as the player likes.
A man in the enemy yard stays in it, even between the jumps of a hop. Who has a man in the enemy yard,
after a turn of his, while all squares of it are taken, by whomever, wins.

Source: Neto, The Halma Family, after Schmittberger, New Rules for Classic Games; the goal is Parlett's.
"""

from dataclasses import replace

from engine.definition import Kind
from engine.movers import ALL, Hop, Step
from engine.variants.halma import PARLETT

SUPER = replace(
    PARLETT,
    key="super-halma",
    name="Super Halma",
    game="super-halma",
    summary="Halma with jumps over a man at any distance, landing just as far behind him.",
    source="Neto, The Halma Family, after Schmittberger",
    kinds=(Kind("man", "disc", (Step(ALL), Hop(ALL, far=7))),),
)

VARIANTS = (SUPER,)
