"""Generator of sloppily typed moves, with any spelling, separators and words."""

import random
from collections import Counter
from collections.abc import Iterator

from engine import OFF, AmbiguousMove, EngineError, Move, Position, Variant, variant
from engine.board import ROMAN
from tests.engine.game_courses import course

SIGNS = (
    "x",
    "X",
    "×",
    ":",
    "-",
    "–",
    "—",
    "->",
    "→",
    "to",
    "nach",
    ">",
    "/",
    "=>",
    "...",
    " ",
    ",",
    "bis",
)
"""Separators of two squares, with or without spaces around them."""
BEGINNINGS = (
    *(
        "",
        "",
        "",
        "",
        "my man ",
        "the man on ",
        "man ",
        "from ",
        "von ",
        "Der Stein auf ",
        "a ",
        "the ",
    ),
    *(
        "12. ",
        "12) ",
        "12.",
        "7. ",
        "7 ",
        "12 ",
        "Zug 7: ",
        "move 12 ",
        "7. my man ",
        "7 the man on ",
    ),
)
ENDS = ("", "", "", "", ".", "!", "?!", " !", ")", " .")


def roman(rng: random.Random, row: int, place: int) -> str:
    name = rng.choice((ROMAN[row - 1], ROMAN[row - 1], ROMAN[row - 1].lower()))
    return name + rng.choice((",", ",", ", ", " ", ".", "", ";", " , ")) + str(place)


def arabic(rng: random.Random, row: int, place: int) -> str:
    return f"{row}{rng.choice((',', ',', ', ', '.', ';', ' , '))}{place}"


def chess(rng: random.Random, row: int, place: int) -> str:
    letter = chr(96 + place)
    gap = " " if letter not in "ivx" and rng.random() < 0.05 else ""
    return rng.choice((letter, letter, letter.upper())) + gap + str(row)


SPELLINGS = (roman, arabic, chess)


def typed(
    rng: random.Random, game: Variant, position: Position, move: Move, tricky: bool = False
) -> str:
    """Return a text that clearly means this move.

    A tricky text contains letters that may also be an article, a row or a separator.
    """
    path = [cell for cell in move.path if cell != OFF]
    if not game.routes and len(path) > 2 and rng.random() < 0.8:
        path = [path[0], path[-1]]
    one, mixed = chess if tricky else rng.choice(SPELLINGS), rng.random() < 0.15
    squares = [
        (rng.choice(SPELLINGS) if mixed else one)(rng, *game.board.spots[cell]) for cell in path
    ]
    signs = rng.choices(SIGNS, k=len(path))
    if tricky or rng.random() < 0.8:
        signs = [rng.choice(SIGNS[:3] if tricky else SIGNS)] * len(path)
    before, after = rng.choice(("", " ")), rng.choice(("", " "))
    text = squares[0]
    for sign, square in zip(signs, squares[1:], strict=False):
        between = before + sign + after
        if between in (" x", " X") and square[0] in "ivxIVX":
            between += " "  # "V,5 xv,9" would be the row XV
        # Adjacent numbers need a separator, otherwise they merge.
        text += (" " + square) if between == "," or not between.strip() else between + square
    if len(path) == 1 and len(move.path) == 1:
        text = f"{game.kinds[move.kind].name if len(game.kinds) > 1 else 'drop'} {text}"
    if move.path[-1] == OFF:
        text += f"{before}{signs[0]}{after}off"
    return rng.choice(BEGINNINGS) + text + rng.choice(ENDS)


def tries(key: str, number: int, seed: int = 1) -> Iterator[tuple[Position, Move, str]]:
    """Yield random texts, each with its position and the move that it means."""
    game, rng = variant(key), random.Random(f"sloppy {key} {seed}")
    places = course(key)[:-1]
    position, moves, tricky = places[0], list[Move](), list[Move]()
    for count in range(number):
        if count % 20 == 0:
            position = rng.choice(places)
            for _ in range(rng.randrange(6)):
                if moves := game.moves(position):
                    position = game.apply(position, rng.choice(moves))
            if not (moves := [move for move in game.moves(position) if move.path]):
                position = places[0]
                moves = game.moves(position)
            tricky = [
                move
                for move in moves
                if any(cell != OFF and game.board.spots[cell][1] in (1, 9) for cell in move.path)
            ]
        hard = count % 3 == 0 and bool(tricky)
        move = rng.choice(tricky if hard else moves)
        yield position, move, typed(rng, game, position, move, hard)


def misread(key: str, number: int, seed: int = 1) -> tuple[list[str], Counter[str]]:
    """Return the misread texts, and the counts of texts read, asked about and refused.

    A text is misread if it is parsed as another move, or if the choice offered lacks the move
    meant.
    """
    game, wrong, counted = variant(key), list[str](), Counter[str]()
    for position, move, text in tries(key, number, seed):
        meant = game.format(move)
        try:
            answers: tuple[str, ...] = (game.format(game.parse(position, text)),)
        except AmbiguousMove as asked:
            answers = asked.reason.moves
            counted["asked"] += 1
        except EngineError:
            counted["refused"] += 1
            continue
        else:
            counted["read"] += 1
        if meant not in answers:
            wrong.append(f"{text!r} means {meant}, not {answers}: {game.dump(position)}")
    return wrong, counted
