"""Titles of matches, and the side from which a player sees the board."""

from dataclasses import replace

from bot.i18n.translator import translator_for
from bot.store.models import PlayerSettings, computer_at
from bot.views.board_image import side_for
from bot.views.player_labels import game_and_number, plain_player_name, plain_title, title
from engine import VARIANTS
from tests.bot.views.finished_matches import running


def test_a_board_is_never_turned_unless_requested() -> None:
    for key in VARIANTS:
        assert {side_for(running(key), seat, PlayerSettings(1)) for seat in (0, 1, None)} == {0}, (
            key
        )


def test_a_player_can_choose_their_own_side_but_a_star_is_never_turned() -> None:
    mine = PlayerSettings(1, board_side="mine")
    assert side_for(running("halma-8"), 1, mine) == 1
    assert side_for(running("halma-4"), 3, mine) == 3
    assert side_for(running("halma-8"), None, mine) == 0
    assert side_for(running("chinese-checkers-6"), 4, mine) == 0
    assert side_for(running("hexma-hex"), 1, mine) == 0


def test_the_title_of_a_match_names_its_event() -> None:
    t, match = translator_for(), replace(running("halma-8"), id=7)
    of_cup = replace(match, event="Spring Cup · A")
    assert title(t, of_cup) == f"{title(t, match)} (Spring Cup · A)" == plain_title(t, of_cup)
    assert game_and_number(t, of_cup) == f"{title(t, match)} (Spring Cup · A) · game 7"


def test_the_name_of_an_event_is_escaped_where_markdown_is_read() -> None:
    t, match = translator_for(), replace(running("halma-8"), event="*A*\n<@11>")
    assert r"(\*A\*" in title(t, match)
    assert "<@11>" not in title(t, match)
    assert plain_title(t, match).endswith("(*A* <@11>)")


def test_plain_names_of_people_and_computers() -> None:
    t = translator_for("en")
    assert plain_player_name(t, 1, {1: "Ada"}) == "Ada"
    assert plain_player_name(t, 2, {2: ""}) == "someone"
    assert plain_player_name(t, computer_at(2), {computer_at(2): "Computer 2"}) == (
        "Computer (Runner)"
    )
