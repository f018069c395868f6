"""Rule cards of the games, page by page, and a short introduction for new players.

`card_view` builds a card, and `how_to_play_view` the introduction. Messages that offer a game
include `rules_button`, and messages for new players include `newcomer_buttons`.
"""

from collections.abc import Iterable, Sequence
from functools import cache

import discord

from bot import extension_points
from bot.i18n.escaping import code
from bot.i18n.translator import N_, Translator
from bot.service.matchmaking import seating
from bot.store.models import Theme
from bot.texts.game_names import game_name, plain, shapes
from bot.texts.rule_card import (
    brief_rules,
    chosen_sentences,
    details,
    differences,
    history,
    main_rules,
    men,
    suggestion_text,
)
from bot.views.components import Button, ComponentId, LayoutPart, button_row
from bot.views.player_labels import colour_name, seat_name
from bot.views.reply import Reply
from bot.views.rule_diagrams import captions, moves_picture, start_picture
from engine import Variant, search, suggested_rules
from engine.board import OFF
from engine.optional_rules import OPTIONS, chosen_options, option_combinations
from engine.outcome import teams_of
from engine.position import Position, man

PAGES = {"rules": N_("Rules"), "details": N_("Details"), "history": N_("History")}
"""The pages of a card and the labels of their buttons."""


def file_name(game: Variant) -> str:
    """Return the file name of a card's image."""
    return f"rules-{game.key.replace('+', '-')}.png"


def rules_button(t: Translator, key: str) -> Button:
    """Return the button that shows the rule card of a game."""
    label = PAGES["rules"]
    return Button(ComponentId("rules", 0, extra=key), t.translate(label))


def newcomer_buttons(t: Translator) -> list[Button]:
    """Return the buttons that extensions offer to new players, e.g. for the tutorial."""
    return [
        Button(ComponentId(action, 0), t.translate(label))
        for extension in extension_points.installed()
        for action, label in extension.newcomer_buttons.items()
    ]


async def how_to_play_view(t: Translator, game: Variant, theme: Theme) -> Reply:
    """Build the introduction to a game: a few sentences and diagrams of its moves."""
    return Reply.of(
        f"### {game_name(t, game, both=True)}",
        _bullets([*rule_sentences(t, game, brief_rules(game)), *shapes(t, game)]),
        await moves_picture(t, game, theme),
        button_row(*newcomer_buttons(t), rules_button(t, game.key)),
    )


async def card_view(t: Translator, game: Variant, theme: Theme, page: str = "rules") -> Reply:
    """Build a page of a game's rule card."""
    first = page == "rules"
    shown = await start_picture(t, game, file_name(game), theme) if first else None
    return page_view(t, game, page, shown)


def page_view(t: Translator, game: Variant, page: str, image: discord.File | None = None) -> Reply:
    """Build a page; `image` is the image of the first page."""
    parts: list[LayoutPart]
    if page == "details":
        lines = rule_sentences(t, game, details(game))
        parts = [_bullets(lines), _notation(t, game), _choices(t, game)]
    elif page == "history":
        parts = [" ".join(rule_sentences(t, game, history(game))), _sources(t, game)]
    else:
        bold = set(rule_sentences(t, game, chosen_sentences(game)))
        lines = [
            f"**{sentence}**" if sentence in bold else sentence
            for sentence in rule_sentences(t, game, main_rules(game))
        ]
        about = " ".join(captions(t, game))
        parts = [_bullets([*lines, *shapes(t, game)]), image, f"-# {about}"]
    pages = [
        Button(
            ComponentId("card", 0, extra=f"{name}:{game.key}"),
            t.translate(label),
            "primary" if name == page else "secondary",
        )
        for name, label in PAGES.items()
    ]
    return Reply.of(_head(t, game), *parts, button_row(*pages))


def rule_sentences(t: Translator, game: Variant, sentences: Iterable[str]) -> list[str]:
    """Translate sentences of the rules and fill in the game's facts."""
    teams = [[colour_name(t, game, seat) for seat in team] for team in teams_of(game)]
    facts = {
        "men": men(game),
        "limit": game.limit,
        "far": max(
            (getattr(mover, "far", 0) for kind in game.kinds for mover in kind.movers), default=0
        ),
        "stay": getattr(game.has_lost, "turns", 0),
        "count": game.count_at,
        "one": t.join(teams[0]),
        "other": t.join(teams[-1]),
        "pairs": t.join(" + ".join(team) for team in teams),
    }
    return [t.translate(sentence, **facts) for sentence in sentences]


def difference_lines(t: Translator, game: Variant) -> list[str]:
    """Return the rules that distinguish a variant from its plain game, one per line.

    If the variant lacks a suggested rule, the last line says why the rule is suggested.
    """
    lines = rule_sentences(t, game, differences(game))
    return _bullets(lines) + [f"-# {line}" for line in suggestion_lines(t, game)]


def suggestion_lines(t: Translator, game: Variant) -> list[str]:
    """Return why missing rules are suggested, one per line."""
    names = suggested_rules.suggested_rules(game.key)
    return [suggestion_text(t, game.key, rule) for rule in OPTIONS if rule.name in names]


def _bullets(lines: Sequence[str]) -> list[str]:
    return [f"- {line}" for line in lines]


def _head(t: Translator, game: Variant) -> str:
    """Return the heading: name, player counts, turn order and usual length."""
    usually = t.translate("A game usually takes about {turns} moves in total.", turns=game.turns)
    return (
        f"## {game_name(t, game, both=True)}\n-# {_how_many(t, game)}. {_order(t, game)} {usually}"
    )


def _how_many(t: Translator, game: Variant) -> str:
    """Return the number of players of this form, and of the other forms."""
    seat_count = len(game.seats)
    others = [str(number) for number in seating.variants_by_size(game.key) if number != seat_count]
    if not others:
        return t.translate("For {players} players", players=seat_count)
    return t.translate(
        "For {players} players; also available for {others}",
        players=seat_count,
        others=t.join(others, "or"),
    )


def _order(t: Translator, game: Variant) -> str:
    """Return who moves first, and the turn order if there are more than two players."""
    seats = [seat_name(t, game, seat) for seat in range(len(game.seats))]
    if len(seats) == 2:
        return t.translate("{seat} moves first.", seat=seats[0])
    return t.translate("Play goes clockwise: {seats}.", seats=", ".join(seats))


def _notation(t: Translator, game: Variant) -> str:
    """Explain the notation with examples."""
    return t.translate(
        "Write moves like {moves}. Each square is a row in Roman numerals, counted from the "
        "first player's side, and a place in that row, counted from that player's left. Most "
        "other notations are accepted too, e.g. {other}.",
        moves=t.join(map(code, examples(plain(game))), "or"),
        other=code("2,3 to 4,5"),
    )


def _sources(t: Translator, game: Variant) -> list[str]:
    """Return the source of the game, and that of each of its optional rules."""
    lines = [t.translate("Source: {source}", source=game.source)]
    lines += [
        t.translate(
            'Source of "{rule}": {source}', rule=t.translate(option.title), source=option.source
        )
        for option in chosen_options(game)
    ]
    return [f"-# {line}" for line in lines]


def _choices(t: Translator, game: Variant) -> list[str]:
    """Return lines describing the optional rules that can still be added."""
    chosen = set(chosen_options(game))
    sets = [set(some) for some in option_combinations(game)]
    left = {option for some in sets if chosen < some for option in some} - chosen
    lines = [
        f"**{t.translate(option.title)}**: {t.translate(option.sentence)}"
        for option in OPTIONS
        if option in left
    ]
    if not lines:
        return []
    head = "**" + t.translate("Optional rules") + "**"
    return [head, *_bullets([*lines, *suggestion_lines(t, game)])]


@cache
def examples(game: Variant) -> tuple[str, ...]:
    """Return legal opening moves, one for each form of notation in the game."""
    position = game.start()
    moves = []
    if any(position.stock):
        moves.append(game.format(game.moves(position)[-1]))
    while any(position.stock):
        position = game.apply(position, search.order_moves(game, position)[0])
    travels = [move for move in game.moves(position) if len(move.path) > 1]
    moves.append(game.format(max(travels, key=lambda move: len(move.path))))
    alone = Position(bytes([man(0)]) + bytes(len(game.board.spots) - 1), 0)
    moves += [game.format(move) for move in game.from_cell(alone, 0) if move.path[-1] == OFF]
    return tuple(moves)
