"""The card that tells a game: its picture, its rules, its notation."""

from __future__ import annotations

from functools import lru_cache

from discord import ui

from bot.service.meeting import seating
from bot.views.controls import layout
from bot.views.picture import gallery
from bot.words import Words
from bot.words.quoting import code
from bot.words.rules import OPTIONS, TITLES, chosen, rules
from engine import Variant, search
from engine.board import OFF
from engine.optional_rules import offered
from engine.position import Position, man


def file_name(game: Variant) -> str:
    """The name of the picture of a card."""
    return f"rules-{game.key.replace('+', '-')}.png"


@lru_cache(maxsize=64)
def examples(game: Variant) -> tuple[str, ...]:
    """Moves that are legal in the first turns, one of each form that the notation of the game has."""
    position = game.start()
    found = []
    if any(position.stock):
        found.append(game.format(game.moves(position)[-1]))
    while any(position.stock):
        position = game.apply(position, search.rank(game, position)[0])
    travels = [move for move in game.moves(position) if len(move.path) > 1]
    found.append(game.format(max(travels, key=lambda move: len(move.path))))
    alone = Position(bytes([man(0)]) + bytes(len(game.board.spots) - 1), 0)
    found += [game.format(move) for move in game.from_cell(alone, 0) if move.path[-1] == OFF]
    return tuple(found)


def men(game: Variant) -> int:
    """How many men, on the board or to drop, a player begins with."""
    start = game.start()
    return len(game.standing(start, 0)) + sum(game.held(start, 0))


def card(words: Words, game: Variant, alt: str) -> ui.LayoutView:
    """The card; its picture is `file_name`."""
    plain = game.key.partition("+")[0]
    numbers = sorted({len(other.seats) for other in seating.seatings(game.key).values()})
    head = words.say_n(
        "For {players} player · a game usually takes about {turns} turns, all players' together",
        "For {players} players · a game usually takes about {turns} turns, all players' together",
        numbers[-1],
        players=words.say(" or ").join(
            part for part in (", ".join(map(str, numbers[:-1])), str(numbers[-1])) if part
        ),
        turns=game.turns,
    )
    told = [words.say(sentence, men=men(game)) for sentence in rules(plain)]
    told += [f"**{words.say(sentence)}**" for sentence in chosen(game.key)]
    more = [
        f"- **{words.say(TITLES[option.name])}**: {words.say(OPTIONS[option.name])}"
        for option in offered(game)
        if option.name not in game.key.split("+")
    ]
    return layout(
        f"## {game.name}\n-# {head}",
        gallery(file_name(game), alt),
        "\n".join(f"- {sentence}" for sentence in told),
        words.say(
            "You write moves like {moves}.", moves=words.say(" or ").join(map(code, examples(game)))
        ),
        "\n".join(("**" + words.say("Optional rules") + "**", *more)) if more else None,
        "-# " + words.say("Source: {source}", source=game.source),
    )
