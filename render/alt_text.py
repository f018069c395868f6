"""Alt text of a picture for screen readers, within Discord's 1,024 characters."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.board import ROMAN, Board
from engine.position import Move, Position, kind_of, seat_of
from engine.variant_definition import Variant
from render.scenes import seat_label, seatings_of

LIMIT = 1024
"""Discord's maximum length of an alt text, in characters."""

ENOUGH = 120
"""Maximum length of the last move in characters.

A longer move is shortened to its ends and the number of its landings.
"""

BRIEF = 40
"""Maximum length in characters of each move in a list of moves."""

Say = Callable[[str], str]
"""Translation function for a sentence with {fields}, or for a word."""


def describe(
    variant: Variant,
    position: Position,
    last: Move | None = None,
    side: int = 0,
    say: Say = str,
    earlier: Sequence[tuple[int, Move]] = (),
) -> str:
    """Return the alt text of the picture as seen from seat `side`.

    The text starts with the seat to move, the last move and the point of view. `earlier` are seats
    and moves before the last one, which are named too if there is room. Next come each seat's men,
    row by row, with adjacent places joined into ranges. If there are several kinds, each man has
    the letter of its kind ("I C4, T5-6; II S2"). They are followed by the pieces to drop, the ranks
    of finished seats, and the players who have left. The goal of the seat to move comes last,
    unless the text would then exceed `LIMIT` characters.
    """
    if earlier and last is not None:
        text = _describe(
            variant, position, _last_moves(variant, position, last, earlier, say), side, say
        )
        if len(text) <= LIMIT:
            return text
    moved = None
    if last is not None:
        moved = say("Last move: {move}.").format(move=_shortened(variant, last, ENOUGH))
    return _describe(variant, position, moved, side, say)


def _last_moves(
    variant: Variant,
    position: Position,
    last: Move,
    earlier: Sequence[tuple[int, Move]],
    say: Say,
) -> str:
    """Return a sentence with several moves and the seats that made them, latest last."""
    listed = ", ".join(
        f"{say(seat_label(variant, seat))} {_shortened(variant, move, BRIEF)}"
        for seat, move in (*earlier, (variant.mover(position), last))
    )
    return say("Last moves: {moves}.").format(moves=listed)


def _describe(variant: Variant, position: Position, moved: str | None, side: int, say: Say) -> str:
    """Return the alt text with a sentence about the last moves, or None."""
    head = [_state(variant, position, say)]
    if moved is not None:
        head.append(moved)
    viewer = say(seat_label(variant, side))
    head.append(say("Seen from {seat}'s side.").format(seat=viewer))
    parts = [" ".join(head)]
    parts += [_men(variant, position, seat, say) for seat in _around(variant, side)]
    parts += _letters(variant, say)
    parts += _stock(variant, position, say)
    if position.done:
        names = ", ".join(
            f"{place} {say(seat_label(variant, seat))}"
            for place, seat in enumerate(position.done, start=1)
        )
        parts.append(say("Finished: {seats}.").format(seats=names))
    if position.gone:
        names = ", ".join(say(seat_label(variant, seat)) for seat in position.gone)
        parts.append(say("Left the game: {seats}.").format(seats=names))
    text = "\n".join(parts)
    goal = variant.seats[position.turn].goal
    if goal and variant.outcome(position) is None:
        cells = _rows(variant.board, ((cell, "") for cell in goal))
        mover = say(seat_label(variant, position.turn))
        more = text + "\n" + say("Goal of {seat}: {squares}.").format(seat=mover, squares=cells)
        text = more if len(more) <= LIMIT else text
    return text


def _state(variant: Variant, position: Position, say: Say) -> str:
    """Return whose turn it is, or how the game ended."""
    outcome = variant.outcome(position)
    if outcome is None:
        return say("{seat} to move.").format(seat=say(seat_label(variant, position.turn)))
    groups = [
        " + ".join(say(seat_label(variant, seat)) for seat in group) for group in outcome.ranking
    ]
    if len(groups) == 1:
        return say("The game is over: a draw.")
    return say("The game is over. Final ranking: {seats}.").format(seats=", ".join(groups))


def _shortened(variant: Variant, last: Move, most: int) -> str:
    """Return a move in notation, shortened if it exceeds `most` characters."""
    text = variant.format(last)
    if len(text) <= most or len(last.path) < 3:
        return text
    ends = variant.format(Move((last.path[0], last.path[-1])))
    return f"{ends} ({len(last.path) - 1})"


def _around(variant: Variant, side: int) -> list[int]:
    """Return all seats in turn order, starting with the viewer's."""
    return [*range(side, len(variant.seats)), *range(side)]


def _men(variant: Variant, position: Position, seat: int, say: Say) -> str:
    """Return a sentence with the squares of a seat's men."""
    several = len(variant.kinds) > 1
    men = [
        (cell, variant.kinds[kind_of(byte)].letter if several else "")
        for cell, byte in enumerate(position.cells)
        if byte and seat_of(byte) == seat
    ]
    seating = seatings_of(variant)[seat]
    squares = _rows(variant.board, men) or say("none")
    name = f"{say(seating.name)} ({say(seating.emblem)})"
    return say("{seat}: {squares}.").format(seat=name, squares=squares)


def _letters(variant: Variant, say: Say) -> Iterator[str]:
    """Yield a sentence that explains the letters of the kinds.

    Nothing is yielded if there is only one kind, or if each letter is the initial of the translated
    name.
    """
    names = {kind.letter: say(kind.name) for kind in variant.kinds}
    if len(names) > 1 and any(name[0].upper() != letter for letter, name in names.items()):
        meanings = ", ".join(f"{letter} {name}" for letter, name in names.items())
        yield say("Letters: {meanings}.").format(meanings=meanings)


def _stock(variant: Variant, position: Position, say: Say) -> Iterator[str]:
    """Yield a sentence for each seat that still has pieces to drop."""
    kinds = variant.kinds
    for seat in range(len(variant.seats)):
        left = position.stock[seat * len(kinds) : (seat + 1) * len(kinds)]
        if any(left):
            pieces = ", ".join(
                f"{say(kind.name)} × {number}"
                for kind, number in zip(kinds, left, strict=True)
                if number
            )
            name = say(seat_label(variant, seat))
            yield say("{seat} still has to drop: {pieces}.").format(seat=name, pieces=pieces)


def _rows(board: Board, men: Iterable[tuple[int, str]]) -> str:
    """Return cells by rows and ranges, e.g. "I 1-5, 7; II 3".

    `men` contains each cell with the letter to print before its place, or "".
    """
    rows: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for cell, letter in men:
        row, place = board.spots[cell]
        rows[row].append((place, letter))
    return "; ".join(f"{ROMAN[row - 1]} {', '.join(_ranges(rows[row]))}" for row in sorted(rows))


def _ranges(places: list[tuple[int, str]]) -> Iterator[str]:
    """Yield ranges of adjacent places with the same letter, e.g. "T5-6"."""
    runs: list[tuple[str, int, int]] = []
    for place, letter in sorted(places):
        if runs and runs[-1][0] == letter and runs[-1][2] == place - 1:
            runs[-1] = letter, runs[-1][1], place
        else:
            runs.append((letter, place, place))
    for letter, first, stop in runs:
        yield f"{letter}{first}" if first == stop else f"{letter}{first}-{stop}"
