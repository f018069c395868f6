"""Share card of a finished match, and the titles of its replay."""

import asyncio
from typing import NamedTuple

from bot.extension_api.boards import image_file
from bot.extension_api.people import pseudonym
from bot.extension_api.texts import Translator, ending_text, game_name
from bot.extension_api.views import (
    Button,
    Reply,
    button_row,
    colour_name,
    computer_player,
    game_and_number,
)
from bot.extensions.review.views.review_source import Review
from engine import Move, Outcome, Position
from engine.jumps import jumps_of
from engine.record import apply_turn
from render import scene
from render.share_card import CardPlayer, ShareCard, render_share_card
from render.typesetting import printable, printable_name

LONGEST_NAME = 24
"""Maximum length of a name in a picture."""


def picture_names(t: Translator, review: Review) -> list[str]:
    """Return the names by seat, as a picture can show them.

    A player without a name that can be drawn is shown by their colour.
    """
    game, shown = review.record.variant, []
    for seat, seated in enumerate(game.seats):
        computer, person, user_name = None, review.record.headers.get(seated.name, ""), ""
        if review.match is not None:
            player = review.match.players[seat]
            computer = computer_player(t, player)
            person = review.names.get(player, "") if player > 0 else pseudonym(player)
            user_name = review.user_names.get(player, "")
        name = printable_name(computer or person, "" if computer else user_name)
        if len(name) > LONGEST_NAME and computer is None:
            name = name[: LONGEST_NAME - 1].rstrip() + "…"
        shown.append(name or colour_name(t, game, seat))
    return shown


def result_line(t: Translator, review: Review, names: list[str]) -> str:
    """Return the outcome as a sentence with only characters that a picture can show."""
    last = review.moves[-1] if review.moves else None
    outcome = review.record.result
    if outcome is not None and outcome.reason == "aborted":
        outcome = None
    return printable(ending_text(t, outcome, names, review.record.variant, last))


def film_titles(t: Translator, review: Review) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines of a replay's title and end; none while the match is running."""
    about, names = printable(game_name(t, review.record.variant)), picture_names(t, review)
    title = (" · ".join(names), about) if len(names) < 4 else (about, ", ".join(names))
    ending = (result_line(t, review, names),) if review.ended is not None else ()
    return title, ending


async def share_view(t: Translator, review: Review) -> Reply:
    """Build the message with the card of a finished match."""
    card, alt = await asyncio.to_thread(_card, t, review, picture_names(t, review))
    picture = await asyncio.to_thread(render_share_card, card)
    return Reply.of(
        f"-# {game_and_number(t, review.played_match)}",
        image_file(picture, f"halma-{review.number}-card.png", alt),
        button_row(
            Button(review.control("share-shared"), t.translate("Show everyone"))
            if review.is_shared
            else None
        ),
    )


def _card(t: Translator, review: Review, names: list[str]) -> tuple[ShareCard, str]:
    """Return the card of a match, and its alt text."""
    game = review.record.variant
    best = _longest_hop(review)
    position, last = _final(review), review.moves[-1] if review.moves else None
    result, caption = result_line(t, review, names), ""
    if best is not None and best.jumps > 1:
        position, last = best.position, best.move
        hop = t.translate_plural(
            "{player}: {n} jump in one move",
            "{player}: {n} jumps in one move",
            best.jumps,
            player=names[best.seat],
        )
        caption = " · ".join((t.translate("Move {n}", n=best.turn), hop))
    about = printable(game_name(t, game))
    footer = " · ".join(
        [
            "Halma by Post",
            about,
            t.translate_plural("{n} move in all", "{n} moves in all", len(review.moves)),
        ]
    )
    card = ShareCard(
        scene(game, position, last=last, side=review.side, theme=review.theme),
        result,
        _players(review.record.result, names),
        footer,
        caption,
    )
    shown = ", ".join(f"{player.place} {player.name}".strip() for player in card.players)
    lines = filter(None, (result.rstrip(".!"), caption, footer, shown))
    return card, ". ".join(lines)


class _Hop(NamedTuple):
    """A hop, with the seat that made it and the position that it led to."""

    move: Move
    seat: int
    jumps: int
    turn: int
    """Its number among the moves of the game."""
    position: Position


def _longest_hop(review: Review) -> _Hop | None:
    """Return the first of the longest hops, or None if no man has jumped."""
    game, position, turn = review.record.variant, review.record.variant.start(), 0
    longest: _Hop | None = None
    for each in review.record.turns:
        after = apply_turn(game, position, each)
        if isinstance(each, Move):
            turn += 1
            routed = game.with_route(position, each)
            jumps = jumps_of(game, routed)
            if jumps > (0 if longest is None else longest.jumps):
                longest = _Hop(routed, position.turn, jumps, turn, after)
        position = after
    return longest


def _final(review: Review) -> Position:
    """Return the position at the end of the game."""
    position = review.record.variant.start()
    for turn in review.record.turns:
        position = apply_turn(review.record.variant, position, turn)
    return position


def _players(result: Outcome | None, names: list[str]) -> tuple[CardPlayer, ...]:
    """Return the players, best first, with their ranks if there are more than two.

    The first group has won, unless all players are in it.
    """
    groups = result.ranking if result is not None else (tuple(range(len(names))),)
    ranks = len(names) > 2 and len(groups) > 1
    players, rank = list[CardPlayer](), 1
    for group in groups:
        has_won = rank == 1 and len(groups) > 1
        place = f"{rank}." if ranks else ""
        players += [CardPlayer(seat, names[seat], place, has_won) for seat in group]
        rank += len(group)
    return tuple(players)
