"""Choice of the pairings that begin now: in order, with a limit per entrant."""

from collections import Counter
from collections.abc import Hashable, Sequence


def may_open(
    waiting: Sequence[Sequence[Hashable]],
    running: Sequence[Sequence[Hashable]],
    at_once: int,
    *,
    in_order: bool = True,
) -> list[int]:
    """Return the indices of the waiting pairings that begin now.

    `waiting` has the pairings that have not begun, in opening order, and `running` those that are
    being played. Entrants are numbers or ids, the same in both. A pairing begins if all of its
    entrants are playing fewer than `at_once` games. In sections, all earlier pairings of its
    entrants must also have begun, which keeps the rounds together. Tables begin in any order
    (`in_order=False`), because an earlier table would keep too many entrants waiting.
    """
    games = Counter(entrant for pairing in running for entrant in pairing)
    held = set[Hashable]()
    opened = []
    for index, pairing in enumerate(waiting):
        if held.isdisjoint(pairing) and all(games[entrant] < at_once for entrant in pairing):
            opened.append(index)
            games.update(pairing)
        elif in_order:
            held.update(pairing)
    return opened
