"""The card that tells a game: its picture, its rules, its notation."""

from __future__ import annotations

from functools import lru_cache

from discord import ui

from bot.service.meeting import seating
from bot.views.controls import layout
from bot.views.picture import gallery
from bot.views.seats import seat_name
from bot.words import Words
from bot.words.chosen_rules import OPTIONS, TITLES, chosen, everywhere
from bot.words.quoting import code
from bot.words.rules import rules
from engine import Variant, search
from engine.board import OFF
from engine.optional_rules import together
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


def _how_many(words: Words, game: Variant) -> str:
    """For how many players this form of the game is, and for how many there are others."""
    here = len(game.seats)
    others = [str(number) for number in seating.seatings(game.key) if number != here]
    if not others:
        return words.say("For {players} players", players=here)
    return words.say(
        "For {players} players; there is also a form for {others}",
        players=here,
        others=words.say(" or ").join(
            part for part in (", ".join(others[:-1]), others[-1]) if part
        ),
    )


def card(words: Words, game: Variant, alt: str) -> ui.LayoutView:
    """The card; its picture is `file_name`."""
    usually = words.say(
        "A game usually takes about {turns} turns, counting everyone's.", turns=game.turns
    )
    told = [words.say(sentence, men=men(game)) for sentence in rules(game)]
    told += [f"**{words.say(sentence)}**" for sentence in chosen(game)]
    always = [words.say(sentence, limit=game.limit) for sentence in everywhere(game)]
    first = words.say("{seat} begins.", seat=seat_name(words, game, 0))
    names = set(game.key.split("+")[1:])
    sets = [{option.name: option for option in some} for some in together(game)]
    left = {name for some in sets if names < set(some) for name in some} - names
    more = [f"- **{words.say(TITLES[name])}**: {words.say(OPTIONS[name])}" for name in sorted(left)]
    return layout(
        f"## {game.name}\n-# {_how_many(words, game)}. {usually}",
        gallery(file_name(game), alt),
        "\n".join(f"- {sentence}" for sentence in told),
        " ".join((first, *always)),
        words.say(
            "You write moves like {moves}: each square by its row, counted from the near side in "
            "Roman figures, and its place in the row, counted from the left. Most other spellings "
            "are understood too, such as {other}.",
            moves=words.say(" or ").join(map(code, examples(game))),
            other=code("2,3 to 4,5"),
        ),
        "\n".join(("**" + words.say("Optional rules") + "**", *more)) if more else None,
        "-# " + words.say("Source: {source}", source=game.source),
    )
