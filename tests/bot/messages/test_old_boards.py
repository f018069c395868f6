"""Collapsed posts of older boards in a channel."""

import random
from dataclasses import replace

import pytest

from bot.i18n.translator import LANGUAGES, translator_for
from bot.service.results import MatchView, MoveEvent
from bot.views import board_post
from bot.views.components import gallery
from bot.views.discord_limits import walk
from bot.views.player_labels import message_link
from engine import search, variant
from tests.bot.views.finished_matches import running
from tests.phone import screens

LINK = message_link(10**18, 10**18, 10**18)


def views(key: str, turns: int) -> list[MatchView]:
    """Return the views of a match at the start and after each of `turns` moves."""
    game, rng = variant(key), random.Random(5)
    position, match = game.start(), running(key, ply=turns, post=1, control="72h+24h cap 120h")
    seen = [MatchView(match, position, None, 0, ())]
    for ply in range(turns):
        move = search.choose(game, position, search.levels(game)[1], seed=rng.getrandbits(32))
        seat, position = position.turn, game.apply(position, move)
        made = MoveEvent(ply, seat, match.players[seat], "player", move)
        seen.append(MatchView(match, position, move, ply + 1, (made,)))
    return seen


@pytest.mark.each_kind
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["halma-10", "halma"])
def test_forty_turns_fill_at_most_four_screens_of_a_channel(key: str, language: str) -> None:
    t, seen = translator_for(language), views(key, 40)
    last = replace(seen[-1], match=replace(seen[-1].match, ply=seen[-1].ply))
    posts = [board_post.collapsed_post(t, view, LINK) for view in seen[:-1]]
    posts.append(board_post.board_post(t, last, gallery("board.png", "alt")))
    assert screens(post.to_components() for post in posts) <= 4  # type: ignore[misc]


@pytest.mark.parametrize("key", ["halma-8", "platonic", "hexma-3"])
def test_an_old_board_is_one_line_with_the_move_played_and_a_link_to_the_newest_board(
    key: str,
) -> None:
    t, seen = translator_for("en"), views(key, 3)
    assert "Starting position" in str(board_post.collapsed_post(t, seen[0], LINK).to_components())
    view = seen[-1]
    [part] = walk(board_post.collapsed_post(t, view, LINK).to_components())  # type: ignore[arg-type]
    assert view.last is not None
    assert part["content"].startswith("-# Move 3 · ")
    assert variant(key).format(view.last) in part["content"]
    assert LINK in part["content"]
    assert "<@" not in part["content"], "it calls nobody"
    assert "\n" not in part["content"]
