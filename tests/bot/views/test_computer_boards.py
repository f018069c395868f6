"""Boards of matches against the computer: thinking, queue position and moves."""

from dataclasses import replace

import pytest

from bot.i18n.translator import LANGUAGES, translator_for
from bot.service.results import MatchView, MoveEvent
from bot.store.models import computer_at
from bot.texts.game_names import LEVELS, level_description
from bot.views import board_post
from bot.views.components import gallery
from bot.views.computer_game_panel import computer_panel
from bot.views.discord_limits import walk
from bot.views.player_labels import opponents_label
from engine import VARIANTS, variant
from engine.search import levels
from tests.bot.views.finished_matches import running

EN = translator_for("en")


def posted(view: MatchView, before: int = 0) -> tuple[str, set[str]]:
    """Return the text of a board post and the actions of its buttons."""
    parts = list(
        walk(board_post.board_post(EN, view, gallery("board.png", "alt"), before).to_components())
    )  # type: ignore[arg-type]
    words = "\n".join(part["content"] for part in parts if part["type"] == 10)
    return words, {part["custom_id"].split(":")[1] for part in parts if part.get("custom_id")}


def test_a_board_with_a_thinking_computer_mentions_nobody_and_shows_the_queue_position() -> None:
    match = running(players=(computer_at(4), 7), turn=0)
    view = MatchView(match, variant("halma-8").start(), None, 0, ())
    words, actions = posted(view)
    assert words.startswith("### ⚪\u00a0🤖 Computer (Master, level 4) is thinking …")
    assert "your turn" not in words
    assert "first" not in words
    assert actions == {"menu"}
    assert "-# The computer has to move in 12 other games first." in posted(view, 12)[0]


def test_a_stand_in_for_a_departed_player_is_named_without_a_level() -> None:
    game = variant("chinese-checkers-3")
    move = game.moves(game.start())[0]
    after = game.apply(game.start(), move)
    own = running("chinese-checkers-3", players=(computer_at(1), 7, 8), turn=1, ply=1)
    words, _ = posted(MatchView(own, after, move, 1, (MoveEvent(0, 0, None, "computer", move),)))
    assert "🤖 Computer (Stroller, level 1) played" in words
    assert "<@7>, your turn!" in words
    left = running("chinese-checkers-3", players=(6, 7, 8), turn=1, ply=1)
    words, _ = posted(MatchView(left, after, move, 1, (MoveEvent(0, 0, None, "computer", move),)))
    assert "The computer played" in words
    assert "<@6>" in words


def test_the_computer_is_named_in_lists_of_matches() -> None:
    match = running(players=(computer_at(2), 7))
    assert opponents_label(EN, match, 7, str) == str(computer_at(2))
    alone = running(players=(7, 7))
    assert opponents_label(EN, alone, 7, str) == "7"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panel_offers_each_level_of_each_game_and_playing_both_sides(language: str) -> None:
    words = translator_for(language)
    for key, game in VARIANTS.items():
        parts = list(walk(computer_panel(words, key, ("halma-8",)).to_components()))  # type: ignore[arg-type]
        asked = [
            part["custom_id"] for part in parts if "computer-begin" in part.get("custom_id", "")
        ]
        wanted = [*(level.number for level in levels(game)), 0]
        assert asked == [f"h:computer-begin:0:0:{number}:{key}" for number in wanted]
    assert len({level_description(words, level) for level in LEVELS}) == 4
    assert max(map(len, (level_description(words, level) for level in LEVELS))) <= 100


def test_of_several_computers_with_one_level_only_the_first_is_named_in_full() -> None:
    seats = (1, computer_at(1), computer_at(1))
    match = running("chinese-checkers-3", players=seats)
    assert board_post.players_line(EN, match) == (
        "🔴\u00a0<@1> · 🟡\u00a0🤖 Computer (Stroller, level 1) · ⚫\u00a0🤖"
    )
    mixed = replace(match, players=(1, computer_at(2), computer_at(1)))
    assert board_post.players_line(EN, mixed).count("🤖 Computer") == 2
