"""Standings of sections, of tables and of finals of tables, with all tie-breaks."""

import pytest

from bot.extensions.tournaments.rules.results import Result, forfeited, played
from bot.extensions.tournaments.rules.sections import section_pairings
from bot.extensions.tournaments.rules.standings import (
    Row,
    section_standings,
    table_final_standings,
    table_standings,
)
from bot.extensions.tournaments.rules.table_blocks import final_tables
from tests.bot.extensions.tournaments.rules.candidates import NAMES, draw, game, published


def order(rows: tuple[Row, ...], names: tuple[str, ...]) -> str:
    """Return the names in the order of the standings, with "=" for shared places."""
    return " ".join(f"{row.place}{'=' * row.shared}{names[row.number - 1]}" for row in rows)


def candidates(*last_round: Result) -> dict[str, Row]:
    """Return the final standings of the Candidates of 2016 with these last games."""
    results = [*published(), *last_round]
    assert len(results) == 56
    return {NAMES[row.number - 1]: row for row in section_standings(range(1, 9), results)}


def test_the_candidates_of_2016_end_as_they_did() -> None:
    """Direct encounter, then wins; Sonneborn-Berger would put Giri before Aronian."""
    rows = candidates(
        game("Karjakin", "Caruana"),
        draw("Anand", "Svidler"),
        draw("Giri", "Topalov"),
        draw("Aronian", "Nakamura"),
    )
    expected = {
        "Karjakin": (17, 4, 57.0),
        "Caruana": (15, 2, 51.5),
        "Anand": (15, 4, 50.5),
        "Svidler": (14, 1, 48.75),
        "Aronian": (14, 2, 47.5),
        "Giri": (14, 0, 49.0),
        "Nakamura": (14, 3, 45.75),
        "Topalov": (9, 0, 33.0),
    }
    assert {
        name: (row.points, row.wins, (row.sonneborn_berger or 0) / 4) for name, row in rows.items()
    } == expected
    assert list(rows) == list(expected)
    assert [row.place for row in rows.values()] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert not any(row.shared for row in rows.values())
    assert [row.direct for row in rows.values()] == [None, 3, 1, 7, 6, 6, 5, None]
    assert {row.games for row in rows.values()} == {14}


def test_caruana_would_have_won_a_tie_of_three_by_direct_encounter() -> None:
    rows = candidates(
        draw("Karjakin", "Caruana"),
        game("Anand", "Svidler"),
        draw("Giri", "Topalov"),
        draw("Aronian", "Nakamura"),
    )
    first = list(rows.values())[:3]
    assert list(rows)[:3] == ["Caruana", "Karjakin", "Anand"]
    assert [row.points for row in first] == [16, 16, 16]
    assert [row.direct for row in first] == [5, 4, 3]


def test_more_wins_decide_an_even_direct_encounter() -> None:
    """Candidates 2013: Carlsen and Kramnik 8.5 each, 1:1, five wins to four.

    Their results against the other six players are invented to match these numbers.
    """
    carlsen, kramnik = 1, 2
    results = [played(carlsen, kramnik, 1), played(kramnik, carlsen, 1)]
    for number, scores in ((carlsen, "222220011111"), (kramnik, "222201111111")):
        for index, half_points in enumerate(scores):
            results.append(played(number, 3 + index // 2, int(half_points)))
    rows = section_standings(range(1, 9), results)
    tied = {row.number: row for row in rows if row.number in {carlsen, kramnik}}
    assert {row.points for row in tied.values()} == {17}
    assert [tied[number].direct for number in (carlsen, kramnik)] == [2, 2]
    assert [tied[number].wins for number in (carlsen, kramnik)] == [5, 4]
    assert tied[carlsen].place + 1 == tied[kramnik].place


def section(text: str, names: str) -> list[Result]:
    """Return games written as "A>B" for a win and "A=B" for a draw."""
    return [
        played(names.index(each[0]) + 1, names.index(each[2]) + 1, 2 if each[1] == ">" else 1)
        for each in text.split()
    ]


def test_places_are_shared_where_nothing_decides() -> None:
    results = section("A>B A>D A>E A=F B>C B>D B>F B=E C>A C>E C>F C=D D>E F>D E>F", "ABCDEF")
    rows = section_standings(range(1, 7), results)
    assert order(rows, tuple("ABCDEF")) == "1=A 1=B 1=C 4=D 4=E 4=F"
    assert {(row.points, row.direct, row.wins, row.sonneborn_berger) for row in rows} == {
        (7, 2, 3, 29),
        (3, 2, 1, 13),
    }


def test_direct_encounter_is_applied_again_within_a_split_group() -> None:
    """A, B and C have equal points. C is last among them; then A's win over B counts."""
    results = section("A>B B>C A=C B>D C>D D>A", "ABCD")
    rows = section_standings(range(1, 5), results)
    assert [row.points for row in rows] == [4, 3, 3, 2]
    assert order(rows, tuple("ABCD")) == "1B 2A 3C 4D"


def test_a_forfeit_is_a_point_but_no_win() -> None:
    results = [forfeited(1, 2, 2), played(3, 4, 2)]
    rows = {row.number: row for row in section_standings(range(1, 5), results)}
    assert [rows[1].points, rows[1].wins] == [2, 0]
    assert [rows[3].points, rows[3].wins] == [2, 1]
    assert [rows[3].place, rows[1].place] == [1, 2]


def test_a_struck_entrant_has_no_row_and_their_games_count_for_nobody() -> None:
    results = section("A>F B=F A>B C>D", "ABCDEF")
    rows = {row.number: row for row in section_standings(range(1, 7), results, struck={6})}
    assert set(rows) == {1, 2, 3, 4, 5}
    assert [rows[number].points for number in (1, 2, 3)] == [2, 0, 2]
    assert [rows[number].games for number in (1, 2, 3)] == [1, 1, 1]


def test_direct_encounter_does_not_apply_unless_all_tied_entrants_have_met() -> None:
    rows = section_standings(range(1, 5), section("A>B C>D", "ABCD"))
    assert [row.direct for row in rows] == [None] * 4
    assert order(rows, tuple("ABCD")) == "1=A 1=C 3=B 3=D"


def test_a_section_without_results_shares_place_1() -> None:
    rows = section_standings(range(1, 4), [])
    assert [(row.place, row.shared, row.points, row.games) for row in rows] == [(1, True, 0, 0)] * 3


def table(numbers: str, places: str) -> Result:
    """Return a table of entrants with these places by seat."""
    points = tuple(
        sum((other > own) * 2 + (other == own) for other in places) - 1 for own in places
    )
    return Result(tuple(map(int, numbers)), points, (False,) * len(numbers))


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        ("123:123 231:231", "1 2 3"),  # points
        ("123:123 421:123", "4 1 2 3"),  # a first and a third before two seconds; then 4 before 1
        ("1345:1234 6178:1234 6781:1234 2345:1234 6728:1234 6728:1234", "6 7 1 2"),  # second places
        ("123:123 415:123 267:123", "1 2 4 6 3 5 7"),  # a common table; then opponents
    ],
)
def test_ties_at_tables_are_broken_in_order(tables: str, expected: str) -> None:
    results = [table(*each.split(":")) for each in tables.split()]
    numbers = sorted({number for each in results for number in each.numbers})
    rows = table_standings(numbers, results)
    assert " ".join(str(row.number) for row in rows).startswith(expected)
    assert not rows[0].shared


def test_partners_are_no_opponents() -> None:
    pairs = Result((1, 2, 3, 4), (2, 0, 2, 0), (False,) * 4)
    rows = {row.number: row for row in table_standings(range(1, 5), [pairs], ((0, 2), (1, 3)))}
    assert [rows[1].points, rows[1].opponents_points] == [2, 0]
    assert [rows[2].points, rows[2].opponents_points] == [0, 4]
    assert [row.place for row in rows.values()] == [1, 1, 3, 3]


def test_ties_in_the_final_of_tables_are_broken_by_the_previous_stage() -> None:
    first, two, three = ("".join(map(str, numbers)) for numbers in final_tables(3))
    results = [table(first, "123"), table(two, "123"), table(three, "123")]
    rows = table_final_standings((1, 2, 3), results, {1: 3, 2: 1, 3: 2})
    assert [(row.number, row.place, row.points) for row in rows] == [
        (2, 1, 6),
        (3, 2, 6),
        (1, 3, 6),
    ]
    shared = table_final_standings((1, 2, 3), results, {1: 3, 2: 1, 3: 1})
    assert [(row.number, row.place, row.shared) for row in shared] == [
        (2, 1, True),
        (3, 1, True),
        (1, 3, False),
    ]


def test_a_double_section_counts_both_games_of_a_pair() -> None:
    results = [played(first, second, 2) for first, second in section_pairings(3, 2)]
    rows = section_standings(range(1, 4), results)
    assert [(row.points, row.games, row.direct, row.wins) for row in rows] == [(4, 4, 4, 2)] * 3
