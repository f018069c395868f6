"""Autocomplete for typed moves."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from bot.i18n.translator import Translator
from bot.views import discord_limits
from bot.views.move_steps import distance_key
from engine import EngineError, Move, Position, Variant, variant
from engine.board import OFF, ROMAN
from engine.jumps import jumps_of
from engine.move_words import KINDS, meaning, plain_letters
from render.layout import reading_order

_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+")
_PRINTED = frozenset(("off", "pass", *KINDS)) - {"man"}
"""Non-numeric tokens of move notation: exit, pass and the kinds of pieces."""
_FIGURES = frozenset("ivxlc")


@lru_cache(maxsize=32)
def _load(key: str, dump: str) -> Position:
    """Return a stored position."""
    return variant(key).load(dump)


@lru_cache(maxsize=32)
def legal_moves(key: str, dump: str) -> tuple[tuple[Move, str], ...]:
    """Return the legal moves of a stored position in notation, longest distance first."""
    game = variant(key)
    moves = game.moves(_load(key, dump))
    eye = reading_order(game.board, game.seats[0].facing)
    moves.sort(key=lambda move: distance_key(game, move, eye))
    return tuple((move, game.format(move)) for move in moves)


def suggest(
    t: Translator,
    key: str,
    dump: str,
    typed: str,
    prefix: str = "",
    limit: int = discord_limits.CHOICES,
) -> dict[str, str]:
    """Return up to `limit` moves that fit the typed text: label by value."""
    game = variant(key)
    fitting = matching_moves(game, _load(key, dump), legal_moves(key, dump), typed)
    short = (each for each in fitting if len(prefix + each[1]) <= discord_limits.CHOICE)
    return {
        prefix + text: prefix + _choice_label(t, game, move, text)
        for move, text in islice(short, limit)
    }


def matching_moves(
    game: Variant, position: Position, moves: Sequence[tuple[Move, str]], typed: str
) -> list[tuple[Move, str]]:
    """Return the moves that fit the typed text.

    An exact match comes first, followed by moves that begin with the text and moves that end with
    it.
    """
    if not typed:
        return list(moves)
    readings = list(_parse_prefix(typed))
    letters = _chess_text(typed)
    begin, end = [], []
    for candidate in moves:
        if any(_starts_with(game, candidate, read) for read in readings) or (
            letters and _matches_chess_text(game, candidate[0], letters)
        ):
            begin.append(candidate)
        elif any(_ends_with(game, candidate[0], read) for read in readings):
            end.append(candidate)
    meant = _exact_move(game, position, typed)
    exact = [candidate for candidate in moves if candidate[0] == meant]
    return exact + [candidate for candidate in (*begin, *end) if candidate not in exact]


def _choice_label(t: Translator, game: Variant, move: Move, text: str) -> str:
    jumps = jumps_of(game, move)
    return (
        text
        if not jumps
        else t.translate_plural("{move} · {n} jump", "{move} · {n} jumps", jumps, move=text)
    )


def _exact_move(game: Variant, position: Position, typed: str) -> Move | None:
    """Return the move if the text is a complete legal move, else None."""
    try:
        return game.parse(position, typed)
    except EngineError:
        return None


def _parse_prefix(typed: str) -> Iterator[tuple[list[str], list[str], bool]]:
    """Yield readings of the text as (words, numbers, whether the last is unfinished).

    An "x" is read first as the Roman numeral ten and then as a dash, as in captures.
    """
    text = plain_letters(typed).casefold()
    tokens = [printed for token in _TOKEN.findall(text) if (printed := _printed(token))]
    unfinished = bool(text) and text[-1].isalnum()
    figures = [token for token in tokens if token.isdigit() or _FIGURES.issuperset(token)]
    names = [token for token in tokens if token not in figures]
    yield names, figures, unfinished
    dashed = [
        token.removeprefix("x") if index >= 2 and index % 2 == 0 else token
        for index, token in enumerate(figures)
    ]
    if dashed != figures:
        yield names, [token for token in dashed if token], unfinished


def _printed(token: str) -> str:
    """Return a typed word in move notation, or "" if no move contains it."""
    role = meaning(token) if len(token) > 1 else ""
    return token if not role else role if role in _PRINTED else ""


def _chess_text(typed: str) -> str:
    """Return the letters and digits of text in chess notation ("c3-d4"), else ""."""
    text = "".join(
        character for character in plain_letters(typed).casefold() if character.isalnum()
    )
    return "" if text[1:2].isalpha() else text


def _matches_chess_text(game: Variant, move: Move, text: str) -> bool:
    """Return whether the text is a prefix of the move in chess notation."""
    squares = [game.board.spots[cell] for cell in move.path if cell != OFF]
    names = [f"{chr(96 + place)}{row}" for row, place in squares]
    ways = ("".join(names), "".join((*names[:1], *names[1:][-1:])))
    return any(way.startswith(text) for way in ways)


def _starts_with(
    game: Variant, candidate: tuple[Move, str], reading: tuple[list[str], list[str], bool]
) -> bool:
    move, printed = candidate
    names, figures, unfinished = reading
    if names:
        printed = printed.casefold()
        if not all(printed.startswith(name) or f"-{name}" in printed for name in names):
            return False
    return _matches_squares(game, move.path, figures, unfinished)


def _ends_with(game: Variant, move: Move, reading: tuple[list[str], list[str], bool]) -> bool:
    names, figures, unfinished = reading
    return (
        not names and bool(figures) and _matches_squares(game, move.path[-1:], figures, unfinished)
    )


def _matches_squares(
    game: Variant, path: Sequence[int], figures: list[str], unfinished: bool
) -> bool:
    """Return whether the numbers are a prefix of the path.

    The squares between start and end may be left out.
    """
    if not figures:
        return True
    cells = path if OFF not in path else [cell for cell in path if cell != OFF]
    last = len(figures) - 1
    if not cells or not _matches_number(
        figures[0], game.board.spots[cells[0]][0], 0, unfinished and not last
    ):
        return False
    wanted = [number for cell in cells for number in game.board.spots[cell]]
    if len(wanted) > 4 and len(figures) <= 4 and not game.routes:
        wanted = [*wanted[:2], *wanted[-2:]]
    return len(figures) <= len(wanted) and all(
        _matches_number(figure, wanted[index], index % 2, unfinished and index == last)
        for index, figure in enumerate(figures)
    )


@lru_cache(maxsize=4096)
def _matches_number(figure: str, number: int, parity: int, unfinished: bool) -> bool:
    """Return whether a numeral stands for this number.

    If `unfinished`, a prefix of the number is enough. `parity` is 0 for a row, which may be a Roman
    numeral, and 1 for a place.
    """
    forms = (str(number), ROMAN[number - 1].casefold()) if not parity else (str(number),)
    return any(form.startswith(figure) if unfinished else form == figure for form in forms)
