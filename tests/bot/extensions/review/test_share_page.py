"""Tests of the share card: what its board shows."""

import random
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from bot.extensions.review.views import share_page
from bot.extensions.review.views.review_source import Review
from bot.i18n.translator import translator_for
from engine import Move, Outcome, Variant, variant
from engine.jumps import jumps_of
from engine.record import Record
from render.share_card import ShareCard


def played(key: str, seed: int, turns: int = 60) -> Review:
    """Return a game of random moves that are mostly the longest hops."""
    rules, rng = variant(key), random.Random(seed)
    position, moves = rules.start(), list[Move]()
    while len(moves) < turns and rules.outcome(position) is None:
        some = rng.sample(found := rules.moves(position), min(8, len(found)))
        move = max(some, key=lambda each: jumps_of(rules, rules.with_route(position, each)))
        moves.append(move)
        position = rules.play(position, move)
    record = Record(rules, tuple(moves), result=Outcome(((0,), (1,)), "resigned"))
    match: Any = SimpleNamespace(players=(11, 12))
    review = Review(1, record, "", "over", 0, "wood", is_shared=True, match=match)
    return replace(review, names={11: "Ada", 12: "Bruno"})


def card(review: Review) -> ShareCard:
    """Return the card of a game."""
    t = translator_for("en-US")
    made, alt = share_page._card(t, review, share_page.picture_names(t, review))
    assert made.caption in alt
    assert ".." not in alt
    return made


@pytest.mark.parametrize("seed", range(8))
def test_the_longest_hop_jumps_over_men_of_the_board_on_which_it_is_drawn(seed: int) -> None:
    review = played("halma-8", seed)
    shown = card(review)
    rules, number = review.record.variant, int(shown.caption.split()[1])
    position = rules.start()
    for turn in review.moves[: number - 1]:
        position = rules.play(position, turn)
    hop = rules.with_route(position, review.moves[number - 1])
    assert jumps_of(rules, hop) == max(jumps(review))
    assert shown.board.cells == rules.play(position, review.moves[number - 1]).cells
    assert shown.board.path == hop.path
    over = [jumped(rules, *link) for link in pairwise(hop.path)]
    assert all(shown.board.cells[cell] for cell in over)
    assert f": {jumps_of(rules, hop)} jump" in shown.caption


def test_the_result_comes_first_and_only_the_winner_is_marked() -> None:
    review = played("halma-8", 1)
    shown = card(review)
    assert shown.result.startswith("Bruno has resigned") or "Ada has won" in shown.result
    assert [(each.name, each.has_won) for each in shown.players] == [
        ("Ada", True),
        ("Bruno", False),
    ]
    drawn = replace(review.record, result=Outcome(((0, 1),), "agreed"))
    assert not any(each.has_won for each in card(replace(review, record=drawn)).players)


def jumped(rules: Variant, start: int, end: int) -> int:
    """Return the cell in the middle of a short hop."""
    near = rules.board.neighbours
    [middle] = {*near[start]} & {*near[end]} & middles(rules, start, end)
    return middle


def middles(rules: Variant, start: int, end: int) -> set[int]:
    """Return the cells on the straight line from `start` to `end`."""
    return {ray[0] for ray in rules.board.rays[start] if len(ray) > 1 and ray[1] == end}


def jumps(review: Review) -> list[int]:
    """Return the number of jumps in each move of a game."""
    rules, position, found = review.record.variant, review.record.variant.start(), list[int]()
    for turn in review.moves:
        found.append(jumps_of(rules, rules.with_route(position, turn)))
        position = rules.play(position, turn)
    return found


def test_a_game_without_a_hop_shows_its_last_position() -> None:
    rules = variant("halma-8")
    first = rules.parse(rules.start(), "II,3-III,3")
    review = replace(played("halma-8", 1), record=Record(rules, (first,)))
    shown = card(review)
    assert shown.caption == ""
    assert shown.board.cells == rules.play(rules.start(), first).cells
