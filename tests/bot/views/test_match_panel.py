"""Sentences and buttons of the match panel."""

import io
from dataclasses import replace
from random import Random
from typing import Any

import discord
import pytest

from bot.i18n.translator import translator_for
from bot.service.results import MatchView, MoveEvent
from bot.store.models import Departure, Match, computer_at
from bot.views import match_panel
from bot.views.discord_limits import walk
from bot.views.phone_lines import lines_on_phone
from engine import Position, variant
from tests.bot.views.finished_matches import running

EN = translator_for("en")
ADA, BRUNO = 1, 2


def after(match: Match, *players: int | None) -> MatchView:
    """Return the view after a move by each of these players; None is the computer."""
    game = variant(match.variant)
    position: Position = game.start()
    events = []
    for ply, player in enumerate(players):
        move = game.moves(position)[0]
        by: Any = "computer" if player is None else "player"
        events.append(MoveEvent(ply, position.turn, player, by, move))
        position = game.apply(position, move)
    changed = replace(match, ply=len(players), turn=position.turn)
    last = events[-1].move if events else None
    return MatchView(changed, position, last, changed.ply, tuple(events))


def test_the_players_move_is_named_until_it_is_answered() -> None:
    match = running(players=(ADA, computer_at(1)))
    own = match_panel.story(EN, after(match, ADA), ADA, is_turn=False)
    assert own.startswith("Played `")
    assert own.endswith("in Halma 8×8 · game 1.")
    answered = match_panel.story(EN, after(match, ADA, None), ADA, is_turn=True)
    assert answered.startswith(
        "-# Halma 8×8 · game 1\n⚫\u00a0🤖 Computer (Stroller, level 1) played"
    )
    assert "Played" not in answered
    alone = match_panel.story(EN, after(running(players=(ADA, ADA)), ADA), ADA, is_turn=True)
    assert alone.startswith("Played `"), "nobody has answered a player of all sides"


def test_before_the_first_move_only_the_game_is_named() -> None:
    text = match_panel.story(EN, after(running()), ADA, is_turn=True)
    assert text == "-# Halma 8×8 · game 1"


@pytest.mark.parametrize("key", ["halma", "halma-8", "chinese-checkers", "super-halma"])
def test_the_story_of_a_match_for_two_is_short_after_every_move(key: str) -> None:
    match = running(key, players=(ADA, computer_at(1)))
    game = variant(key)
    position, events = game.start(), list[MoveEvent]()
    lines = {lines_on_phone(match_panel.story(EN, after(match), ADA, is_turn=True))}
    for ply in range(60):
        moves = game.moves(position)
        move = max(moves, key=lambda each: len(each.path)) if ply % 3 else moves[ply % len(moves)]
        by: Any = "computer" if position.turn else "player"
        events.append(MoveEvent(ply, position.turn, None if position.turn else ADA, by, move))
        position = game.apply(position, move)
        changed = replace(match, ply=ply + 1, turn=position.turn)
        view = MatchView(changed, position, move, changed.ply, tuple(events[-2 + ply % 2 :]))
        lines.add(
            lines_on_phone(match_panel.story(EN, view, ADA, is_turn=position.turn == 0)),
        )
    assert max(lines) <= match_panel.STORY_LINES


@pytest.mark.parametrize("key", ["chinese-checkers-3", "chinese-checkers-6", "halma-4"])
def test_the_story_of_a_table_with_computers_takes_a_line_for_each_player(key: str) -> None:
    game, lots = variant(key), Random(1)
    seats = len(game.seats)
    match = running(key, players=(ADA, *[computer_at(1)] * (seats - 1)))
    position, events = game.start(), list[MoveEvent]()
    stories = [match_panel.story(EN, after(match), ADA, is_turn=True)]
    for ply in range(8 * seats):
        move = lots.choice(game.moves(position))
        seat = position.turn
        by: Any = "computer" if seat else "player"
        events.append(MoveEvent(ply, seat, None if seat else ADA, by, move))
        position = game.apply(position, move)
        if position.turn == 0:
            changed = replace(match, ply=ply + 1, turn=0)
            view = MatchView(changed, position, move, changed.ply, tuple(events[-seats:]))
            stories.append(match_panel.story(EN, view, ADA, is_turn=True))
            assert stories[-1].count("\u00a0🤖 played `") == seats - 1
            assert lines_on_phone(stories[-1]) == seats


def test_the_moves_of_others_are_shown_to_the_player_to_move() -> None:
    text = match_panel.story(EN, after(running(), ADA), BRUNO, is_turn=True)
    assert "⚪\u00a0<@1> played `" in text


@pytest.mark.parametrize(("seat", "name"), [(0, "🔴\u00a0Red"), (1, "🟡\u00a0Yellow")])
def test_the_colour_of_the_player_is_named(seat: int, name: str) -> None:
    match = running("chinese-checkers-3")
    assert match_panel.whose_men(EN, match, seat, match.players[seat]) == f"You are {name}."


def test_a_partner_sees_for_whom_they_play() -> None:
    match = running("halma-4-opposite")
    whose = match_panel.whose_men(EN, match, 0, match.players[2])
    assert whose.startswith("You are playing for ")
    assert whose.endswith("<@1>.")


def test_the_player_to_move_is_named() -> None:
    view = after(running(), ADA)
    assert match_panel.waiting_text(EN, view) == "Waiting for ⚫\u00a0<@2>."
    against = after(running(players=(ADA, computer_at(1))), ADA)
    assert match_panel.waiting_text(EN, against).endswith("is thinking …")
    left = Departure(1, 1, BRUNO, 1, 0, "resigned", 0, 3, "asked", 99)
    four = after(running("halma-4-opposite"), ADA)
    asked = replace(four, match=replace(four.match, departures=(left,)))
    assert match_panel.waiting_text(EN, asked).startswith("<@4>, who should play for ")


def test_the_result_leads_on_to_the_next_game() -> None:
    over = replace(running(), status="aborted", turn=None)
    view = MatchView(over, variant("halma-8").start(), None, 0)
    file = discord.File(io.BytesIO(), "board.png")
    next_game = match_panel.next_game_button(EN, running(id=7))
    parts = list(walk(match_panel.result_panel(EN, view, file, next_game).to_components()))
    labels = [part["label"] for part in parts if part["type"] == 2]
    assert labels[-1] == "Next game: 7"
    assert "Play again" in labels
    assert match_panel.next_game_button(EN, None) is None
    alone = list(walk(match_panel.result_panel(EN, view, file, None).to_components()))
    assert len(parts) - len(alone) == 2, "a row and its button"
