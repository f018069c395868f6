"""Bracket of a cup: a picture of its current rounds, and text."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.extension_api.texts import Translator
from bot.extensions.tournaments.rules import cup
from bot.extensions.tournaments.service.event_view import EventView
from bot.extensions.tournaments.views.cup_ties import (
    has_advanced,
    lead_text,
    round_of,
    tie_break_of,
)
from bot.extensions.tournaments.views.event_labels import RUNNING, cup_round_name, points_text
from bot.extensions.tournaments.views.section_table import picture_name, shown_name
from render.bracket import MOST_PAIRS, MOST_ROUNDS, Bracket, BracketEntrant
from render.typesetting import printable_name

Pair = tuple[int | None, int | None]
"""The players of a pair.

A player is None if not yet known, or for a bye in the first round.
"""


class CupRound(NamedTuple):
    """A round of a cup."""

    number: int
    """The number of the round, starting at 1."""
    pairs: tuple[Pair, ...]
    """The pairs in the order of the bracket. Neighbours meet in the next round."""


def cup_rounds(view: EventView) -> tuple[CupRound, ...]:
    """Return all rounds of a cup that has begun, with the players known so far."""
    players = {each.seed: each.player for each in view.entrants if each.seed is not None}
    present = {section.stage: set(section.entrants.values()) for section in view.sections}
    champions = {each.player for each in view.entrants if each.place == 1}
    slots = [None if seed is None else players.get(seed) for seed in cup.bracket(len(players))]
    rounds = []
    for number in range(1, len(slots).bit_length()):
        pairs = tuple(zip(slots[::2], slots[1::2], strict=True))
        rounds.append(CupRound(number, pairs))
        going_on = champions if len(pairs) == 1 else present.get(number + 1, set())
        slots = [next((each for each in pair if each in going_on), None) for pair in pairs]
    return tuple(rounds)


def bracket_picture(t: Translator, view: EventView, reader: int | None) -> Bracket:
    """Return the part of the bracket that the picture shows, with the reader marked.

    It begins with the current round. If that has too many pairs, it is the part with the reader, or
    the first part.
    """
    rounds = cup_rounds(view)
    current = max((section.stage for section in view.sections), default=1)
    shown = rounds[max(0, min(current - 1, len(rounds) - MOST_ROUNDS)) :][:MOST_ROUNDS]
    first = shown[0].pairs
    own = next((at for at, pair in enumerate(first) if reader is not None and reader in pair), 0)
    part = own // MOST_PAIRS
    title = printable_name(view.event.name) or t.translate("Cup")
    if len(first) > MOST_PAIRS:
        parts = -(-len(first) // MOST_PAIRS)
        title = t.translate("{name} · part {n} of {all}", name=title, n=part + 1, all=parts)
    columns = []
    for depth, each in enumerate(shown):
        size = max(1, min(len(first), MOST_PAIRS) >> depth)
        columns.append((each, each.pairs[part * size : (part + 1) * size]))
    return Bracket(
        title,
        tuple(
            (
                cup_round_name(t, each.number, len(each.pairs)),
                tuple(_shown_pair(t, view, rounds, each, pair, reader) for pair in pairs),
            )
            for each, pairs in columns
        ),
    )


def _shown_pair(
    t: Translator,
    view: EventView,
    rounds: Sequence[CupRound],
    cup_round: CupRound,
    pair: Pair,
    reader: int | None,
) -> tuple[BracketEntrant, BracketEntrant]:
    winner = winner_of(view, rounds, cup_round.number, pair)
    seeds = {each.player: each.seed or 0 for each in view.entrants}
    first, second = (
        BracketEntrant("–" if cup_round.number == 1 else "")
        if player is None
        else BracketEntrant(
            picture_name(t, view, player, seeds[player]),
            score(view, cup_round.number, pair, player)
            + (_lead(view, cup_round.number, pair, winner) if player == winner else ""),
            has_won=player == winner,
            is_marked=player == reader,
        )
        for player in pair
    )
    return first, second


def _lead(view: EventView, number: int, pair: Pair, winner: int) -> str:
    """Return by how many turns a tied pair was decided, e.g. " +2", or ""."""
    loser = next((player for player in pair if player != winner), None)
    if loser is None:
        return ""
    why, turns = tie_break_of(view, number, winner, loser)
    return f" +{turns}" if why == "margin" else ""


def winner_of(view: EventView, rounds: Sequence[CupRound], number: int, pair: Pair) -> int | None:
    """Return the winner of a pair, or None."""
    if number == len(rounds):
        going_on = {each.player for each in view.entrants if each.place == 1}
    else:
        going_on = {
            player for later in rounds[number].pairs for player in later if player is not None
        }
        section = round_of(view, number)
        if section is not None:
            going_on |= {player for player in pair if player and has_advanced(section, player)}
    return next((player for player in pair if player in going_on), None)


def score(view: EventView, number: int, pair: Pair, player: int) -> str:
    """Return a player's points in a round, "·" while all games run; "" without games."""
    games = [
        (pairing, seats)
        for section in view.sections
        if section.stage == number
        for pairing, seats in section.pairings
        if {seat.player for seat in seats} == set(pair)
    ]
    scored = [
        seat.half_points
        for _, seats in games
        for seat in seats
        if seat.player == player and seat.half_points is not None
    ]
    if scored:
        return points_text(sum(scored))
    return RUNNING if games else ""


def bracket_texts(t: Translator, view: EventView, most_lines: int) -> list[list[str]]:
    """Return the lines of each round that has begun, the current round first.

    The rounds have at most `most_lines` lines together. Each is a text of its own, because a line
    below a list would be indented as part of its last item.
    """
    current = max((section.stage for section in view.sections), default=0)
    texts = []
    for number in range(current, 0, -1):
        texts.append(round_lines(t, view, number)[:most_lines])
        most_lines -= len(texts[-1])
    return texts


def round_lines(t: Translator, view: EventView, number: int) -> list[str]:
    """Return a round as text: its name, and a line for each pair."""
    rounds = cup_rounds(view)
    if not 0 < number <= len(rounds):
        return []
    chosen = rounds[number - 1]
    return [
        f"**{cup_round_name(t, number, len(chosen.pairs))}**",
        *(_pair_line(t, view, rounds, chosen, pair) for pair in chosen.pairs if any(pair)),
    ]


def _pair_line(
    t: Translator, view: EventView, rounds: Sequence[CupRound], cup_round: CupRound, pair: Pair
) -> str:
    winner = winner_of(view, rounds, cup_round.number, pair)
    players = [player for player in pair if player is not None]
    if len(players) == 1:
        name = shown_name(view, players[0])
        return "- " + t.translate("{player} advances without a game", player=name)
    scores = [score(view, cup_round.number, pair, player) for player in players]
    names = [shown_name(view, player) for player in players]
    if all(each in ("", RUNNING) for each in scores):
        return "- " + " – ".join(names)
    line = "- " + " : ".join(f"{name} {points}" for name, points in zip(names, scores, strict=True))
    if winner is None:
        return line
    name = shown_name(view, winner)
    loser = next((player for player in players if player != winner), winner)
    if scores[0] == scores[1]:
        line += lead_text(t, view, cup_round.number, winner, loser)
    if cup_round.number == len(rounds):
        return line + " · " + t.translate("{player} wins the cup", player=name)
    return line + " · " + t.translate("{player} advances", player=name)


def bracket_words(bracket: Bracket) -> str:
    """Return the alt text for the picture of a bracket."""
    rounds = (
        heading
        + ": "
        + "; ".join(
            " : ".join(
                f"{each.name or '?'} {each.score}{' ►' if each.has_won else ''}".strip()
                for each in pair
            )
            for pair in pairs
        )
        for heading, pairs in bracket.rounds
    )
    return f"{bracket.title}. " + ". ".join(rounds)
