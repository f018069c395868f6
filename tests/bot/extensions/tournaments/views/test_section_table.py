"""Tables of sections: content of the picture and of the text."""

from dataclasses import replace
from typing import Any

import pytest

from bot.extensions.tournaments.views.section_table import (
    cross_table,
    game_lines,
    part_around,
    section_name,
    standing_lines,
    table_words,
)
from bot.i18n.translator import translator_for
from render.cross_table import MOST_ROWS, render_cross_table
from tests.bot.extensions.tournaments.views.event_views import pairing, section, view

ENGLISH = translator_for("en")


def three() -> list[object]:
    """Return the games of Ada, Bruno and Chen: one is running and one has not begun."""
    return [
        pairing(1, (1, 2), (2, 0)),
        pairing(2, (2, 3), None),
        pairing(3, (3, 1), None, state="waiting", match=None),
    ]


def test_a_table_has_results_places_and_points_best_first() -> None:
    some = section((1, 2, 3), three())  # type: ignore[arg-type]
    table = cross_table(ENGLISH, view([some]), some, reader=2)
    assert (table.title, table.corner, table.columns) == ("Spring Cup", "", ("1", "2", "3"))
    rows = {row.name: (row.place, row.cells, row.points) for row in table.rows}
    assert rows["Ada"] == ("1", (None, "1", ""), "1")
    assert rows["Bruno"][1] == ("0", None, "·")
    assert [row.name for row in table.rows][table.marked or 0] == "Bruno"


def test_forfeits_void_games_and_draws_look_different() -> None:
    games = [
        pairing(1, (1, 2), (2, 0), forfeit=True, state="forfeit"),
        pairing(2, (2, 1), (1, 1)),
        pairing(3, (1, 3), (0, 0), state="void"),
    ]
    some = section((1, 2, 3), games)
    cells = {row.name: row.cells for row in cross_table(ENGLISH, view([some]), some, None).rows}
    assert cells["Ada"] == (None, "+ ½", "×")
    assert cells["Bruno"][0] == "– ½"


def test_a_struck_player_comes_last_without_place_and_points() -> None:
    some = section((1, 2, 3), [pairing(1, (1, 2), (0, 2))], struck=[2])
    shown = view([some])
    last = cross_table(ENGLISH, shown, some, None).rows[-1]
    assert (last.name, last.place, last.points, last.is_struck) == ("Bruno", "", "", True)
    assert standing_lines(ENGLISH, shown, some)[-1] == "~~Bruno~~ · left, games do not count"


def test_the_text_names_place_points_and_games_of_everyone() -> None:
    games = [pairing(1, (1, 2), (2, 0)), pairing(2, (2, 3), (1, 1))]
    some = section((1, 2, 3), games)
    assert standing_lines(ENGLISH, view([some]), some) == [
        "1 **Ada** · points: 1 · 1 game",
        "2= **Bruno** · points: ½ · 2 games",
        "2= **Chen** · points: ½ · 1 game",
    ]


def test_own_games_have_opponents_numbers_and_decisions_of_managers() -> None:
    decided = pairing(4, (1, 3), (2, 0), reason="asleep *since* May", scored_by=9)
    some = section((1, 2, 3), [*three(), decided])  # type: ignore[list-item]
    assert game_lines(ENGLISH, view([some]), some, 1) == [
        "- Bruno · game 101 · points: 1",
        "- Chen · not begun yet",
        "- Chen · game 104 · points: 1 · decided by a manager: asleep \\*since\\* May",
    ]


@pytest.mark.parametrize(
    ("place", "shown"),
    [(None, (0, 11)), (0, (0, 11)), (7, (1, 12)), (19, (8, 19)), (10, (4, 15))],
)
def test_a_long_table_is_cut_to_the_rows_around_the_reader(
    place: int | None, shown: tuple[int, int]
) -> None:
    part = part_around(range(20), place)
    assert (part[0], part[-1]) == shown
    assert len(part_around(range(3), 2)) == 3


def test_names_that_cannot_be_drawn_become_numbers_and_markup_is_escaped() -> None:
    some = section((1, 2, 3), [])
    names = {1: "李小龙", 2: "شهرزاد", 3: "**Bo** <@1>"}
    shown = view([some], names=names)
    drawn = {row.name for row in cross_table(ENGLISH, shown, some, None).rows}
    assert {"Player 1", "Player 2"} < drawn
    assert all("<@1>" not in line for line in standing_lines(ENGLISH, shown, some))


@pytest.mark.check
@pytest.mark.parametrize("players", [20, 64])
def test_a_section_of_tables_shows_the_points_of_each_game(players: int) -> None:
    games = [pairing(n, (n, n + 1, n + 2), (4, 2, 0)) for n in range(1, players - 2)]
    some = replace(section(range(1, players + 1), []), pairings=tuple(games))
    shown = view([some], format="tables")
    table = cross_table(ENGLISH, shown, some, reader=players)
    assert table.columns == ("1", "2", "3")
    assert len(table.rows) == MOST_ROWS
    assert render_cross_table(table)


def test_the_alt_text_says_what_the_picture_shows() -> None:
    some = section((1, 2, 3), three())  # type: ignore[arg-type]
    other = section((4, 5, 6), [], number=2)
    words = table_words(cross_table(ENGLISH, view([some, other]), some, None))
    assert words.startswith("Spring Cup. Section A. 1 Ada: ")
    assert " = 1; " in words


@pytest.mark.parametrize(
    ("stage", "facts", "name"),
    [
        (1, {}, "Section B"),
        (2, {}, "Final"),
        (3, {"format": "rounds"}, "Round 3"),
    ],
)
def test_sections_have_letters_finals_and_rounds_have_names(
    stage: int, facts: dict[str, Any], name: str
) -> None:
    some = section((1, 2, 3), [], stage=stage, number=2)
    shown = view([some, section((4, 5, 6), [], stage=stage)], **facts)
    assert section_name(ENGLISH, shown, some) == name


def test_sections_of_a_season_are_divisions() -> None:
    some, other = section((1, 2, 3), []), section((4, 5, 6), [], number=2)
    season = replace(view([some, other], series=1, season=3), divisions=True)
    assert section_name(ENGLISH, season, other) == "Division 2"
