"""Text format of moves: the one printed form that each move has.

The forms are "II,3-IV,5", with the landings in between where the route matters; "circle I,4" or
"drop II,4" for a drop; "XVI,5-off" for leaving the board; "pass". `notation` reads many more.
"""

from engine.board import OFF
from engine.errors import BadNotation, Reason
from engine.position import Move
from engine.variant_data import VariantData


def format_move(variant: VariantData, move: Move) -> str:
    """Return the printed form of a move. Every move has exactly one."""
    names = [variant.board.names[cell] if cell != OFF else "off" for cell in move.path]
    if not names:
        return "pass"
    if len(names) == 1:
        word = variant.kinds[move.kind].name if len(variant.kinds) > 1 else "drop"
        return f"{word} {names[0]}"
    return "-".join(names if variant.routes else (names[0], names[-1]))


def parse_canonical(variant: VariantData, text: str) -> Move:
    """Return the move with this printed form, without checking that it is legal.

    Raises `BadNotation` if the text is not the printed form of a move.
    """
    word, _, name = text.rpartition(" ")
    cells = variant.board.named
    kinds = [kind.name for kind in variant.kinds]
    if word:
        move = Move((cells.get(name, OFF),), kinds.index(word) if word in kinds else 0)
    else:
        move = Move(() if text == "pass" else tuple(cells.get(n, OFF) for n in text.split("-")))
    if format_move(variant, move) != text or OFF in (move.path[:-1] or move.path):
        raise BadNotation(Reason("unreadable", text[:200]))
    return move
