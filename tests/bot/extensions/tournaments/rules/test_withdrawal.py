"""Withdrawal from a section: before and after half of the games."""

from bot.extensions.tournaments.rules.results import Result, forfeited, played
from bot.extensions.tournaments.rules.sections import section_pairings
from bot.extensions.tournaments.rules.standings import section_standings
from bot.extensions.tournaments.rules.withdrawal import is_struck, withdraw

F = 6


def section(finished_of_f: int) -> tuple[list[Result], list[tuple[int, int]]]:
    """Return (results, unfinished) of a section of six; the first to move wins.

    The sixth entrant has finished this number of games, and the others have finished all.
    """
    pairings = section_pairings(6, 1)
    unfinished = [pair for pair in pairings if F in pair][finished_of_f:]
    return [played(*pair, 2) for pair in pairings if pair not in unfinished], unfinished


def test_a_leaver_with_fewer_than_half_of_the_games_is_struck() -> None:
    results, unfinished = section(2)
    withdrawal = withdraw(F, results, unfinished)
    assert withdrawal.struck
    assert withdrawal.forfeits == ()
    rows = section_standings(range(1, 7), results, struck={F})
    assert {row.number for row in rows} == {1, 2, 3, 4, 5}
    assert {row.games for row in rows} == {4}


def test_the_results_of_a_leaver_with_half_of_the_games_stand() -> None:
    results, unfinished = section(3)
    withdrawal = withdraw(F, results, unfinished)
    assert not withdrawal.struck
    assert len(withdrawal.forfeits) == 2
    before = {row.number: row for row in section_standings(range(1, 7), results)}
    after = {
        row.number: row for row in section_standings(range(1, 7), [*results, *withdrawal.forfeits])
    }
    gained = {number: after[number].points - before[number].points for number in range(1, 7)}
    waiting = {number for pair in unfinished for number in pair} - {F}
    assert gained == {number: 2 if number in waiting else 0 for number in range(1, 7)}
    assert {number: row.wins for number, row in after.items()} == {
        number: row.wins for number, row in before.items()
    }


def test_exactly_half_is_enough() -> None:
    assert [is_struck(finished, 6) for finished in range(7)] == [True] * 3 + [False] * 4
    assert [is_struck(finished, 5) for finished in range(6)] == [True] * 3 + [False] * 3


def test_forfeits_are_not_finished_on_the_board() -> None:
    results = [played(1, F, 2), forfeited(2, F, 2), forfeited(3, F, F)]
    assert withdraw(F, results, [(F, 4)]).struck
    assert not withdraw(F, [*results, played(5, F, 0)], [(4, 3)]).struck


def test_a_game_between_two_withdrawn_entrants_is_lost_by_both() -> None:
    results = [played(F, number, 2) for number in (1, 2, 3)]
    forfeits = withdraw(F, results, [(F, 4), (5, F)], withdrawn={5}).forfeits
    assert forfeits == (forfeited(F, 4, F), forfeited(5, F, 5, F))
