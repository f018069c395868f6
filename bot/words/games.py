"""What the games are about, for the translations; the sentences are the engine's."""

from __future__ import annotations

from bot.words import mark

SUMMARIES = (
    mark("Halma with 10 men a side; your yard must be empty after 30 turns."),
    mark("Halma with 15 men a side; your yard must be empty after 50 turns."),
    mark("Bring your 19 men into the enemy yard by steps and by hops over men of either colour."),
    mark(
        "Halma, won when the enemy yard, which no man leaves again, is full and holds one of yours."
    ),
    mark(
        "Halma, won when your yard is empty and none of your men can get nearer to the far corner."
    ),
    mark("Halma in which you must leave your yard once your opponent has left theirs."),
    mark("Halma with jumps over a man at any distance, as far again beyond it; a full yard wins."),
    mark("Super Halma with its 19 men a side on a board of 10×10."),
    mark("Bring your ten men across the star by steps and by hops over men of any colour."),
    mark("Seventeen men a side, forwards only and over enemies only, into the enemy's half."),
    mark("A race of eight knights a side to the enemy's corner, one leap at a time."),
    mark("Each brings 13 men into the yard opposite; the first to have all of them there wins."),
    mark("Halma for two pairs: players across the board win together when both have all men in."),
    mark("Halma for two pairs: neighbours win together when both have all their men in."),
    mark("Join your edge of the star to the opposite one by a chain of your men."),
    mark("Join the first row to the last by a chain of your twelve men."),
    mark("Seven men each on 4×4: forwards or sideways, over enemies only, to the last two rows."),
    mark("Le Zug in which men may go backwards once all of their side are in the enemy camp."),
    mark("Twelve men a side run diagonally forwards; after jumps, one more step is free."),
    mark("Bring your pieces over the margin and each other to the far rank. Jumps are short."),
    mark(
        "Bring your pieces over the margin and each other to the far rank. Jumps may be long, and "
        "Circles send Circles back."
    ),
    mark("A race of 18 knights a side, which may leap on from enemies to the last two rows."),
    mark("Chinese Checkers with long jumps: over a man at any distance, as far again beyond it."),
    mark("Drop 18 men each on the central 6×6, then be the first to bring all off the board."),
    mark("Drop 18 men each on the central 6×6, then be the first to have all of them outside it."),
)
"""As `Variant.summary` has them."""
