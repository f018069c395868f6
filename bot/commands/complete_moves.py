"""The moves that are offered while somebody types one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from bot.views import limits
from bot.views.event_log import jumps_of
from bot.views.steps import far
from bot.words import Words
from engine import EngineError, Move, Position, Variant, variant
from engine.board import OFF, ROMAN
from render.layout import reading_order

_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+")
_BETWEEN = frozenset({"to", "then", "from", "drop", "nach", "von", "über", "dann"})
_FIGURES = frozenset("ivxlc")


@lru_cache(maxsize=256)
def ranked(key: str, dump: str) -> tuple[tuple[Move, str], ...]:
    """The legal moves of a stored position with their printed forms, those that go farthest first."""
    game = variant(key)
    moves = game.moves(game.load(dump))
    eye = reading_order(game.board, game.seats[0].facing)
    moves.sort(key=lambda move: far(game, move, eye))
    return tuple((move, game.format(move)) for move in moves)


def suggest(
    words: Words, key: str, dump: str, typed: str, prefix: str = ""
) -> list[tuple[str, str]]:
    """(shown, value) of at most 25 moves that begin as typed, then of those that end so."""
    game = variant(key)
    return [
        (limits.choice(prefix + _shown(words, game, move, text)), prefix + text)
        for move, text in fitting(key, dump, typed)
        if len(prefix + text) <= limits.CHOICE
    ][: limits.CHOICES]


def fitting(key: str, dump: str, typed: str) -> list[tuple[Move, str]]:
    """The moves that begin as typed, then those that end so; first the one that is typed in full."""
    game = variant(key)
    return among(game, game.load(dump), ranked(key, dump), typed)


def among(
    game: Variant, position: Position, moves: Sequence[tuple[Move, str]], typed: str
) -> list[tuple[Move, str]]:
    """The same, of these moves of a position with their printed forms."""
    readings = list(_readings(typed))
    begin = [
        each
        for each in moves
        if any(_begins(game, each[0], read) for read in readings) or _lettered(game, each[0], typed)
    ]
    end = [
        each
        for each in moves
        if each not in begin and any(_ends(game, each[0], read) for read in readings)
    ]
    meant = _meant(game, position, typed)
    found = [each for each in moves if each[0] == meant]
    return found + [each for each in (*begin, *end) if each not in found]


def _shown(words: Words, game: Variant, move: Move, text: str) -> str:
    jumps = jumps_of(game, move)
    return (
        text
        if not jumps
        else words.say_n("{move} · {n} jump", "{move} · {n} jumps", jumps, move=text)
    )


def _meant(game: Variant, position: Position, typed: str) -> Move | None:
    """The one move that the text already is."""
    try:
        return game.parse(position, typed)
    except EngineError:
        return None


def _readings(typed: str) -> Iterator[tuple[list[str], list[str], bool]]:
    """(words, figures, whether the last figure may go on): with each x as a row, and as a dash."""
    text = unicodedata.normalize("NFKC", typed).casefold()
    tokens = [token for token in _TOKEN.findall(text) if token not in _BETWEEN]
    unfinished = bool(text) and text[-1].isalnum()
    figures = [token for token in tokens if token.isdigit() or _FIGURES.issuperset(token)]
    names = [token for token in tokens if token not in figures]
    yield names, figures, unfinished
    dashed = [
        token.removeprefix("x") if place >= 2 and place % 2 == 0 else token
        for place, token in enumerate(figures)
    ]
    if dashed != figures:
        yield names, [token for token in dashed if token], unfinished


def _lettered(game: Variant, move: Move, typed: str) -> bool:
    """Whether a text is the beginning of the move as in chess, "c3-d4"."""
    text = "".join(character for character in typed.casefold() if character.isalnum())
    squares = [game.board.spots[cell] for cell in move.path if cell != OFF]
    names = [f"{chr(96 + place)}{row}" for row, place in squares]
    ways = ("".join(names), "".join((*names[:1], *names[1:][-1:])))
    return bool(text) and any(way.startswith(text) for way in ways)


def _begins(game: Variant, move: Move, reading: tuple[list[str], list[str], bool]) -> bool:
    names, figures, unfinished = reading
    if names:
        printed = game.format(move).casefold()
        if not all(printed.startswith(name) or f"-{name}" in printed for name in names):
            return False
    return _follows(game, [cell for cell in move.path if cell != OFF], figures, unfinished)


def _ends(game: Variant, move: Move, reading: tuple[list[str], list[str], bool]) -> bool:
    names, figures, unfinished = reading
    target = [cell for cell in move.path[-1:] if cell != OFF]
    return not names and bool(figures) and _follows(game, target, figures, unfinished)


def _follows(game: Variant, cells: Sequence[int], figures: list[str], unfinished: bool) -> bool:
    """Whether the figures are the beginning of the squares; squares between two may be left out."""
    wanted = [number for cell in cells for number in game.board.spots[cell]]
    if len(wanted) > 4 and len(figures) <= 4:
        wanted = [*wanted[:2], *wanted[-2:]] if not game.routes else wanted
    if len(figures) > len(wanted):
        return False
    for place, figure in enumerate(figures):
        number = wanted[place]
        forms = [str(number)]
        if place % 2 == 0:
            forms.append(ROMAN[number - 1].casefold())
        last = unfinished and place == len(figures) - 1
        if not any(form == figure or (last and form.startswith(figure)) for form in forms):
            return False
    return True
