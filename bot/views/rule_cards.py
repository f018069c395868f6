"""Rule cards of the games, page by page, and a short introduction for new players.

`card` builds a card and `how` the introduction. `rules_button` goes wherever a game is offered, and
`learn_button` wherever new players are likely.
"""

from collections.abc import Iterable, Sequence
from functools import cache

import discord

from bot.i18n.escaping import code
from bot.i18n.translator import Words, mark
from bot.service.matchmaking import seating
from bot.store.models import Theme
from bot.texts.game_names import both_names
from bot.texts.option_texts import OPTIONS, TITLES, options, plain
from bot.texts.piece_names import shapes
from bot.texts.rule_card import brief, chosen, core, details, history, men
from bot.texts.rule_texts import WHO
from bot.views.components import Control, Part, Press, row
from bot.views.player_labels import colour_name, seat_name
from bot.views.reply import Reply
from bot.views.rule_diagrams import captions, moves_picture, start_picture
from engine import Variant, search
from engine.board import OFF
from engine.optional_rules import together
from engine.outcome import teams
from engine.position import Position, man

PAGES = {"rules": mark("Rules"), "details": mark("Details"), "history": mark("History")}
"""Pages of a card with their button labels."""


def file_name(game: Variant) -> str:
    """Return the file name of a card's image."""
    return f"rules-{game.key.replace('+', '-')}.png"


def rules_button(words: Words, key: str) -> Press:
    """Return the button that shows the rule card of a game."""
    label = PAGES["rules"]
    return Press(Control("rules", 0, more=key), words.say(label))


def learn_button(words: Words) -> Press:
    """Return the button that starts or resumes the tutorial."""
    return Press(Control("learn", 0), words.say("Learn to play"))


async def how(words: Words, game: Variant, theme: Theme) -> Reply:
    """Build the introduction to a game: a few sentences and diagrams of its moves."""
    return Reply.of(
        f"### {both_names(words, game)}",
        _bullets([*told(words, game, brief(game)), *shapes(words, game)]),
        await moves_picture(words, game, theme),
        row(learn_button(words), rules_button(words, game.key)),
    )


async def card(words: Words, game: Variant, theme: Theme, page: str = "rules") -> Reply:
    """Build a page of a game's rule card."""
    first = page == "rules"
    shown = await start_picture(words, game, file_name(game), theme) if first else None
    return page_view(words, game, page, shown)


def page_view(words: Words, game: Variant, page: str, shown: discord.File | None = None) -> Reply:
    """Build a page; `shown` is the image of the first page."""
    parts: list[Part]
    if page == "details":
        lines = told(words, game, details(game))
        parts = [_bullets(lines), _notation(words, game), _choices(words, game)]
    elif page == "history":
        source = words.say("Source: {source}", source=game.source)
        parts = [" ".join(told(words, game, history(game))), f"-# {source}"]
    else:
        bold = set(told(words, game, tuple(chosen(game))))
        lines = [f"**{one}**" if one in bold else one for one in told(words, game, core(game))]
        about = " ".join(captions(words, game))
        parts = [_bullets([*lines, *shapes(words, game)]), shown, f"-# {about}"]
    pages = [
        Press(
            Control("card", 0, more=f"{name}:{game.key}"),
            words.say(label),
            "primary" if name == page else "secondary",
        )
        for name, label in PAGES.items()
    ]
    return Reply.of(_head(words, game), *parts, row(*pages))


def told(words: Words, game: Variant, sentences: Iterable[str]) -> list[str]:
    """Translate sentences of the rules and fill in the game's facts."""
    sides = [
        words.say(" and ").join(colour_name(words, game, seat) for seat in team)
        for team in teams(game)
    ]
    facts = {
        "men": men(game),
        "limit": game.limit,
        "who": WHO.get(plain(game).key, ""),
        "far": max(
            (getattr(mover, "far", 0) for kind in game.kinds for mover in kind.movers), default=0
        ),
        "stay": getattr(game.lost, "turns", 0),
        "one": sides[0],
        "other": sides[-1],
    }
    return [words.say(sentence, **facts) for sentence in sentences]


def _bullets(lines: Sequence[str]) -> list[str]:
    return [f"- {line}" for line in lines]


def _head(words: Words, game: Variant) -> str:
    """Return the heading: name, player counts, turn order and usual length."""
    usually = words.say(
        "A game usually takes about {turns} moves, counting everyone's.", turns=game.turns
    )
    return f"## {both_names(words, game)}\n-# {_how_many(words, game)}. {_order(words, game)} {usually}"


def _how_many(words: Words, game: Variant) -> str:
    """Return the player count of this form, and those of the other forms."""
    here = len(game.seats)
    others = [str(number) for number in seating.seatings(game.key) if number != here]
    if not others:
        return words.say("For {players} players", players=here)
    return words.say(
        "For {players} players; there is also a version for {others}",
        players=here,
        others=words.say(" or ").join(filter(None, (", ".join(others[:-1]), others[-1]))),
    )


def _order(words: Words, game: Variant) -> str:
    """Return who moves first, and the turn order if there are more than two players."""
    seats = [seat_name(words, game, seat) for seat in range(len(game.seats))]
    if len(seats) == 2:
        return words.say("{seat} moves first.", seat=seats[0])
    return words.say("Turns go clockwise: {seats}.", seats=", ".join(seats))


def _notation(words: Words, game: Variant) -> str:
    """Explain the notation with examples."""
    return words.say(
        "You write moves like {moves}: each square by its row, counted from the near side "
        "in Roman numerals, and its place in the row, counted from the left. Most other "
        "spellings are understood too, such as {other}.",
        moves=words.say(" or ").join(map(code, examples(plain(game)))),
        other=code("2,3 to 4,5"),
    )


def _choices(words: Words, game: Variant) -> list[str]:
    """Return the optional rules that can still be added, with their descriptions."""
    names = set(options(game))
    sets = [{option.name for option in some} for some in together(game)]
    left = {name for some in sets if names < some for name in some} - names
    lines = [f"**{words.say(TITLES[name])}**: {words.say(OPTIONS[name])}" for name in sorted(left)]
    return ["**" + words.say("Optional rules") + "**", *_bullets(lines)] if lines else []


@cache
def examples(game: Variant) -> tuple[str, ...]:
    """Return legal moves from the opening, one for each form of notation of the game."""
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
