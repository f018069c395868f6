"""What the commonest games are about, for the translations; the sentences are the engine's."""

from __future__ import annotations

from bot.words import mark

SUMMARIES = (
    mark("Halma with 10 men a side; your yard must be empty after 30 turns."),
    mark("Halma with 15 men a side; your yard must be empty after 50 turns."),
    mark("Bring your 19 men into the enemy yard by steps and by hops over men of either colour."),
    mark("Halma, won when the enemy yard is full and one of the men in it is yours."),
    mark(
        "Halma, won when your yard is empty and none of your men can get nearer to the far corner."
    ),
    mark("Halma in which you must leave your yard once the other player has left his."),
    mark("Halma with jumps over a man at any distance, landing just as far behind him."),
    mark("Bring your ten men across the star by steps and by hops over men of any colour."),
)
"""As `Variant.summary` has them; one that is not here is said in English."""
