"""Seeds by rating, and numbers by lot.

Lots come from a random generator that is seeded with the event. Every process draws the same lots,
and readers of a published event can repeat the draw.
"""

from collections.abc import Sequence
from random import Random

SECTIONS_OF_A_STAGE = 64
"""Maximum number of sections in a stage, so that each has its own generator."""
STAGES = 16
"""Maximum number of stages in an event, including the seeding."""


def seeds(entrants: Sequence[tuple[int, float | None]], event: int) -> tuple[int, ...]:
    """Return the players by seed, starting with seed 1, the strongest.

    `entrants` are (player, rating) pairs in the order of sign-up. Equal ratings are ordered by lot.
    Players without a rating follow, also ordered by lot.
    """
    drawn = list(entrants)
    Random(event).shuffle(drawn)
    drawn.sort(key=lambda each: (each[1] is None, -(each[1] or 0.0)))
    return tuple(player for player, _ in drawn)


def lots(event: int, stage: int, section: int, seeds_in: Sequence[int]) -> tuple[int, ...]:
    """Return the entrants of a section by number, starting with number 1.

    `seeds_in` has the entrants, best seed first. The numbers do not follow the seeds, because the
    lower numbers of a Berger table move first once more than the others. Stages and sections count
    from 1.
    """
    drawn = list(seeds_in)
    Random((event * STAGES + stage) * SECTIONS_OF_A_STAGE + section).shuffle(drawn)
    return tuple(drawn)
