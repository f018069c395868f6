"""Withdrawal from a section: a leaver's games count for everyone or for nobody.

FIDE Handbook C.05: if fewer than half of the games are finished, none counts, because opponents who
have already played the leaver would gain or lose by chance. Otherwise, the results stand, and the
remaining opponents get a point each.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from bot.extensions.tournaments.rules.results import Result, forfeited


class Withdrawal(NamedTuple):
    """The effects of a withdrawal on a section."""

    struck: bool
    """Whether none of the leaver's games counts for anyone."""
    forfeits: tuple[Result, ...]
    """Results of the leaver's unfinished games; empty if they are struck."""


def is_struck(finished_on_board: int, total: int) -> bool:
    """Return whether fewer than half of an entrant's games in a section are finished."""
    return 2 * finished_on_board < total


def withdraw(
    number: int,
    results: Sequence[Result],
    unfinished: Sequence[tuple[int, int]],
    withdrawn: Collection[int] = (),
) -> Withdrawal:
    """Return the effects of the withdrawal of a number.

    `results` and `unfinished` are those of the section, without void pairings and without the games
    of struck entrants. An unfinished game against an entrant in `withdrawn` is a loss for both.
    """
    own = [each for each in results if number in each.numbers]
    open_games = [pair for pair in unfinished if number in pair]
    finished = sum(not any(each.forfeit) for each in own)
    if is_struck(finished, len(own) + len(open_games)):
        return Withdrawal(struck=True, forfeits=())
    absent = {number, *withdrawn}
    return Withdrawal(
        struck=False,
        forfeits=tuple(
            forfeited(first, second, *absent & {first, second}) for first, second in open_games
        ),
    )
