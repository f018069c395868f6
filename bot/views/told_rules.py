"""Sentences of a game's rules in somebody's language, with the facts of the game filled in."""

from __future__ import annotations

from collections.abc import Iterable

from bot.words import Words
from bot.words.chosen_rules import plain
from bot.words.pieces import COLOURS
from bot.words.rule_card import men
from bot.words.rules import WHO
from engine import Variant, rules
from engine.ending import teams
from render import seat_label


def told(words: Words, game: Variant, sentences: Iterable[str]) -> list[str]:
    """The sentences, each with what it names of the game."""
    facts = _facts(words, game)
    return [words.say(sentence, **facts) for sentence in sentences]


def _facts(words: Words, game: Variant) -> dict[str, object]:
    """All that sentences name."""
    found: dict[str, object] = {
        "men": men(game),
        "limit": game.limit,
        "who": WHO.get(plain(game).key, ""),
    }
    found["far"] = max(
        (getattr(mover, "far", 0) for kind in game.kinds for mover in kind.movers), default=0
    )
    if isinstance(game.lost, rules.Overstays):
        found["stay"] = game.lost.turns
    sides = [
        words.say(" and ").join(words.say(COLOURS[seat_label(game, seat)]) for seat in team)
        for team in teams(game)
    ]
    return found | {"one": sides[0], "other": sides[-1]}
