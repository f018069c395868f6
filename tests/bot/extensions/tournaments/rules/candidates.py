"""Cross table of a real tournament, as published after 13 of 14 rounds.

This is the FIDE Candidates tournament in Moscow in 2016, with eight players and two games per pair.
"""

from bot.extensions.tournaments.rules.results import Result, played

NAMES = ("Caruana", "Karjakin", "Anand", "Giri", "Svidler", "Aronian", "Nakamura", "Topalov")
_TABLE = """
** h. h1 hh hh hh h1 hh
h. ** 10 hh hh hh 1h h1
h0 01 ** hh 1. h1 h0 1h
hh hh hh ** hh hh hh h.
hh hh 0. hh ** h1 hh hh
hh hh h0 hh h0 ** 1. 1h
h0 0h h1 hh hh 0. ** 11
hh h0 0h h. hh 0h 00 **
"""


def published() -> list[Result]:
    """Return the results of 13 rounds. Entrants are numbered in the order of `NAMES`."""
    rows = [line.split() for line in _TABLE.strip().splitlines()]
    results = []
    for number, row in enumerate(rows):
        for other in range(number + 1, len(rows)):
            for mine, theirs in zip(row[other], rows[other][number], strict=True):
                assert mine + theirs in {"10", "01", "hh", ".."}
                if mine != ".":
                    results.append(played(number + 1, other + 1, "0h1".index(mine)))
    return results


def game(winner: str, loser: str) -> Result:
    """Return a game that the first of these entrants won."""
    return played(NAMES.index(winner) + 1, NAMES.index(loser) + 1, 2)


def draw(player: str, other: str) -> Result:
    """Return a drawn game."""
    return played(NAMES.index(player) + 1, NAMES.index(other) + 1, 1)
