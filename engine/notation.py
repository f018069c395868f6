"""Notation: parses typed moves.

`move_format` prints each move in one form. Many more forms are read: see `move_lexer`.

Parsing returns one move, or raises an error. The error has the reason why the text is not a legal
move, or all the moves that it could mean. A longer route to the same result is the same move, and
landings may be left out.
"""

from dataclasses import replace

from engine import illegal_reasons, move_lexer
from engine.board import OFF, ROMAN, Coordinates
from engine.errors import AmbiguousMove, BadNotation, EngineError, GameOver, IllegalMove, Reason
from engine.legal_moves import can_move, moves_via
from engine.move_format import format_move
from engine.move_lexer import TypedMove
from engine.move_words import KINDS
from engine.outcome import outcome, playable_moves
from engine.position import Move, Position, kind_of, seat_of
from engine.several_turns import is_one_route, split_turns
from engine.variant_data import VariantData

EXEMPLARY = frozenset(
    ("unreadable", "undivided", "too-long", "no-such-square", "no-such-piece", "no-drop")
)
"""Codes of the reasons that include a legal move as an example."""
_UNSAID = frozenset(("off", "go", "man"))
_NAMES = frozenset((*KINDS, *(name[0] for name in KINDS)))
"""Names of pieces in any game, and their letters."""
_LONGEST_NAME = 16
"""Upper limit for the length of a printed square name and the separator after it."""


class _NotLegal(Exception):
    """A reading is not legal, and its reason is not worked out."""


def parse_move(variant: VariantData, position: Position, text: str) -> Move:
    """Parse a typed move.

    Raises `BadNotation`, `IllegalMove`, `AmbiguousMove` or `GameOver`. If the code of the reason is
    in `EXEMPLARY`, the reason includes a legal move as an example.
    """
    if outcome(variant, position):
        raise GameOver(Reason("game-over", text))
    try:
        return _read(variant, position, text)
    except (BadNotation, IllegalMove) as error:
        if error.reason.code in EXEMPLARY:
            example = _example(variant, position, error.reason)
            raise type(error)(replace(error.reason, moves=(example,))) from None
        raise


def _example(variant: VariantData, position: Position, reason: Reason) -> str:
    """Return a legal move in print: the one that undivided digits mean, or any other."""
    move = playable_moves(variant, position)[-1]
    if reason.code == "undivided":
        squares = move_lexer.split_digits(reason.text)
        meant = _alternative_reading(variant, position, TypedMove((), ()), squares, reason.text)
        move = next(iter(meant), move)
    return format_move(variant, move)


def _read(variant: VariantData, position: Position, text: str) -> Move:
    """Parse a typed move like `parse_move`, but without adding examples to the errors."""
    typed = typed_squares(variant, text) or move_lexer.parse_typed(text, variant.board.rows)
    others = dict.fromkeys(
        move
        for squares in (*typed.otherwise, typed.digits)
        for move in _alternative_reading(variant, position, typed, squares, text)
    )
    chess = _alternative_reading(variant, position, typed, typed.lettered, text)
    if chess:  # The letter "i" may also be the Roman row I, so ask the player instead of guessing.
        rows = _alternative_reading(variant, position, typed, typed.squares, text)
        raise _ambiguous(variant, (*rows, *others, *chess), text)
    try:
        move = _resolve(variant, position, typed.words, typed.squares, text)
    except EngineError as error:
        if typed.digits:
            return _resolve_digits(variant, position, typed, text, error)
        if isinstance(error, AmbiguousMove):
            raise
        raise _several_turns(variant, position, text) or error from None
    return _only(variant, tuple(dict.fromkeys((move, *others))), text)


def _several_turns(variant: VariantData, position: Position, text: str) -> IllegalMove | None:
    """Return the error for text with several moves; None for any other illegal text.

    The second move starts where a man stands, or where the first one starts or ends. Otherwise its
    squares are the landings of a single move.
    """
    turns = split_turns(text, variant.board.rows)
    index, names = variant.board.index, variant.board.names
    cells = [[index[square] for square in turn if square in index] for turn in turns]
    if len(cells) < 2 or [*map(len, cells)] != [*map(len, turns)]:
        return None
    second = cells[1][0]
    if not position.cells[second] and second not in (cells[0][0], cells[0][-1]):
        return None
    printed = tuple("-".join(names[cell] for cell in turn) for turn in cells)
    return IllegalMove(Reason("several-turns", text, (), printed))


def _resolve_digits(
    variant: VariantData, position: Position, typed: TypedMove, text: str, error: EngineError
) -> Move:
    """Return the move typed with one digit for each row and place, as in "23-33".

    `error` is the error of the other reading of the text, and is raised again if this reading is
    illegal too. Raises `AmbiguousMove` with the move as a suggestion if the first number is also a
    row of the board.
    """
    row, place = typed.digits[0]
    if 10 * row + place > variant.board.rows:
        return _resolve(variant, position, (), typed.digits, text)
    if suggested := _alternative_reading(variant, position, typed, typed.digits, text):
        raise _ambiguous(variant, suggested, text)
    raise error


def _alternative_reading(
    variant: VariantData,
    position: Position,
    typed: TypedMove,
    squares: tuple[Coordinates, ...],
    text: str,
) -> tuple[Move, ...]:
    """Return the move for this reading of the squares; () if it is not legal.

    Why it is not legal is not worked out, because it is not shown.
    """
    if not squares:
        return ()
    try:
        return (_resolve(variant, position, typed.words, squares, text, explained=False),)
    except (EngineError, _NotLegal):
        return ()


def typed_squares(variant: VariantData, text: str) -> TypedMove | None:
    """Lex text that consists only of printed square names; None for any other text.

    This is a fast path. The names may be joined by "-" or " to ". Text longer than all squares of
    the board is not split, since splitting takes time in proportion to its length.
    """
    if len(text) > _LONGEST_NAME * len(variant.board.names):
        return None
    cells = variant.board.named
    names = text.replace(" to ", "-").replace(", ", ",").split("-")
    cells_typed = [cells.get(name, OFF) for name in names]
    return (
        None
        if OFF in cells_typed
        else TypedMove((), tuple(variant.board.spots[cell] for cell in cells_typed))
    )


def _resolve(
    variant: VariantData,
    position: Position,
    typed_words: tuple[str, ...],
    squares: tuple[Coordinates, ...],
    text: str,
    *,
    explained: bool = True,
) -> Move:
    """Return the move described by the words and squares.

    Raises an `EngineError` if the move is unreadable, illegal or ambiguous. Unless `explained`,
    it may also be `_NotLegal`.
    """
    off = "off" in typed_words
    meaningful = [word for word in typed_words if word not in _UNSAID]
    if not squares and meaningful == ["pass"]:
        return _lawful(variant, position, Move(()), text)
    dropping = "drop" in meaningful
    named = [word for word in meaningful if word != "drop"]
    if len(named) > 1 or not squares:
        raise BadNotation(Reason("unreadable", text))
    kinds = _kinds(variant, named[0], text) if named else range(len(variant.kinds))
    cells = [_cell(variant, row, place, text) for row, place in squares]
    if dropping or (
        len(cells) == 1 and not off and (variant.drops(position) or (named and variant.stock))
    ):
        return _resolve_drop(variant, position, kinds, cells, text)
    if named and (byte := position.cells[cells[0]]) and kind_of(byte) not in kinds:
        raise IllegalMove(Reason("other-piece", text, (variant.board.names[cells[0]],)))
    if off:
        cells.append(OFF)
    if len(cells) == 1:
        return _from_one_square(variant, position, cells[0], text)
    move = _resolve_travel(variant, position, tuple(cells), text, explained=explained)
    rows = variant.board.rows
    if cells[0] in cells[1:-1] and not is_one_route(text, rows, len(squares)):
        raise _ambiguous(variant, _moves_from_start(variant, position, cells), text)
    return move if len(cells) == 2 else _canonical_move(variant, position, move)


def _moves_from_start(
    variant: VariantData, position: Position, cells: list[int]
) -> tuple[Move, ...]:
    """Return the moves in text that comes back to its first square, as in "A-B, A-C".

    It may mean any of these moves instead of one move that passes through its own start.
    """
    origin = cells[0]
    ends = [
        cell for cell, after in zip(cells, (*cells[1:], origin), strict=True) if after == origin
    ]
    meant = [move for end in ends for move in moves_via(variant, position, origin, (end,))]
    duty = variant.restriction(variant, position)
    return tuple(dict.fromkeys(move for move in meant if duty is None or duty.permits(move)))


def why_illegal(variant: VariantData, position: Position, text: str) -> Reason | None:
    """Return the reason why a typed move is not exactly one legal move; None if it is."""
    try:
        parse_move(variant, position, text)
    except EngineError as error:
        return error.reason
    return None


def checked_legal(variant: VariantData, position: Position, move: Move) -> Move:
    """Return the move if it is legal by any route. The returned route may differ.

    Raises `GameOver` or `IllegalMove` if it is not legal, and `AmbiguousMove` if the missing
    landings make a difference.
    """
    if outcome(variant, position):
        raise GameOver(Reason("game-over"))
    cells = len(variant.board.spots)
    path = move.path
    if not all(0 <= cell < cells for cell in path[:-1]) or not all(
        -1 <= cell < cells for cell in path[-1:]
    ):
        raise IllegalMove(Reason("no-such-square"))
    return _lawful(variant, position, move, "")


def _lawful(variant: VariantData, position: Position, move: Move, text: str) -> Move:
    if not move.path:
        if can_move(variant, position, position.turn):
            raise IllegalMove(Reason("no-pass", text))
        return move
    if len(move.path) == 1:
        return _resolve_drop(variant, position, (move.kind,), list(move.path), text)
    return _resolve_travel(variant, position, move.path, text)


def _kinds(variant: VariantData, word: str, text: str) -> tuple[int, ...]:
    """Return the indices of the kinds with this name or letter.

    Raises `BadNotation` if the game has none.
    """
    meant = tuple(
        number
        for number, kind in enumerate(variant.kinds)
        if word in (kind.name, kind.letter.casefold())
    )
    if not meant:
        raise BadNotation(Reason("no-such-piece" if word in _NAMES else "unreadable", text))
    return meant


def _cell(variant: VariantData, row: int, place: int, text: str) -> int:
    cell = variant.board.index.get((row, place))
    if cell is None:
        figure = ROMAN[row - 1] if 0 < row <= len(ROMAN) else str(row)
        raise IllegalMove(Reason("no-such-square", text, (f"{figure},{place}",)))
    return cell


def _resolve_drop(
    variant: VariantData,
    position: Position,
    kinds: tuple[int, ...] | range,
    cells: list[int],
    text: str,
) -> Move:
    """Return the move that drops a piece of one of these kinds.

    Raises an `EngineError` if the drop is illegal, or ambiguous because several kinds are possible.
    """
    held = variant.in_hand(position, position.turn)
    if len(cells) != 1:
        raise BadNotation(Reason("unreadable", text))
    names = (variant.board.names[cells[0]],)
    able = [kind for kind in kinds if 0 <= kind < len(held) and held[kind]]
    if not able:
        raise IllegalMove(Reason("no-drop", text, names))
    if cells[0] not in variant.zone(position.turn):
        raise IllegalMove(Reason("not-here", text, names))
    if position.cells[cells[0]]:
        raise IllegalMove(Reason("target-taken", text, names))
    moves = tuple(Move((cells[0],), kind) for kind in able)
    return _only(variant, moves, text)


def _resolve_travel(
    variant: VariantData,
    position: Position,
    cells: tuple[int, ...],
    text: str,
    *,
    explained: bool = True,
) -> Move:
    """Return the move that takes the man on the first cell through the other cells.

    Raises an `EngineError` if the move is illegal or ambiguous.
    """
    origin, *stops = cells
    byte = position.cells[origin]
    if variant.drops(position):
        first = format_move(variant, playable_moves(variant, position)[0])
        raise IllegalMove(Reason("must-drop", text, (), (first,)))
    if seat_of(byte) != position.turn:
        code = "not-your-man" if byte else "empty-square"
        raise IllegalMove(Reason(code, text, (variant.board.names[origin],)))
    able = moves_via(variant, position, origin, tuple(stops))
    if not able:
        if not explained:
            raise _NotLegal
        raise IllegalMove(illegal_reasons.travel_reason(variant, position, cells, text))
    duty = variant.restriction(variant, position)
    allowed = tuple(move for move in able if duty is None or duty.permits(move))
    if duty and not allowed:
        raise IllegalMove(
            illegal_reasons.restriction_reason(variant, position, duty, able[0], text)
        )
    return _only(variant, allowed, text)


def _canonical_move(variant: VariantData, position: Position, move: Move) -> Move:
    """Return the move as listed by `moves`, with the shortest route."""
    if variant.routes or len(move.path) < 3:
        return move
    return moves_via(variant, position, move.path[0], move.path[-1:])[0]


def _from_one_square(variant: VariantData, position: Position, cell: int, text: str) -> Move:
    """Return the only move from or to this square.

    Raises `IllegalMove` if there is none, and `AmbiguousMove` if there are several.
    """
    if seat_of(position.cells[cell]) == position.turn:
        able = [move for move in playable_moves(variant, position) if move.path[:1] == (cell,)]
    elif position.cells[cell]:
        raise IllegalMove(Reason("not-your-man", text, (variant.board.names[cell],)))
    else:
        able = [move for move in playable_moves(variant, position) if move.path[-1:] == (cell,)]
    if not able:
        raise IllegalMove(Reason("no-move", text, (variant.board.names[cell],)))
    return _only(variant, tuple(able), text)


def _only(variant: VariantData, moves: tuple[Move, ...], text: str) -> Move:
    """Return the move if there is only one. Raises `AmbiguousMove` otherwise."""
    if len(moves) == 1:
        return moves[0]
    raise _ambiguous(variant, moves, text)


def _ambiguous(variant: VariantData, moves: tuple[Move, ...], text: str) -> AmbiguousMove:
    """Return an exception that lists these moves as possible meanings of the text."""
    printed = tuple(format_move(variant, move) for move in moves)
    return AmbiguousMove(Reason("ambiguous", text, (), printed), moves)
