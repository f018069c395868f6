"""Drop queue panel: squares chosen in the order in which men are dropped on them.

The queue so far is encoded in the custom ids. A drop is encoded as the index of its square in the
zone, a base-36 digit. If there are several kinds, the index of the kind comes first.
"""

from dataclasses import dataclass, replace
from typing import Any

from bot.i18n.translator import Translator
from bot.texts.piece_names import KINDS
from bot.views import discord_limits
from bot.views.board_image import Scenery, board_image
from bot.views.components import (
    Button,
    ButtonStyle,
    ComponentId,
    StaleComponent,
    button_row,
    in_rows,
    parse_int,
)
from bot.views.reply import Reply
from engine import Move, Position, Variant
from render.layout import reading_order
from render.scenes import Marker

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Base-36 digits that encode a square of the zone. No zone has more squares."""
LETTERS = "ABCDEFGHIJKLMNOPQRST"
"""Letters for the squares on one page.

There are few enough to leave room for the navigation buttons.
"""


@dataclass(frozen=True, slots=True)
class Queue:
    """The drops chosen so far, and the state of the panel."""

    drops: tuple[Move, ...] = ()
    kind: int = 0
    """The kind of the next piece to drop."""
    page: int = 0

    def format_queue(self, game: Variant, seat: int) -> str:
        """Encode the queue for a custom id; `parse_queue` is the inverse."""
        zone = sorted(game.zone(seat))
        drops = "".join(
            f"{move.kind if len(game.kinds) > 1 else ''}{DIGITS[zone.index(move.path[0])]}"
            for move in self.drops
        )
        return f"{self.kind}.{self.page}.{drops}"


def parse_queue(game: Variant, seat: int, text: str) -> Queue:
    """Decode a queue from a custom id. Raises `StaleComponent` if it is invalid."""
    if not text:
        return Queue()
    zone = sorted(game.zone(seat))
    kind, page, drops = [*text.split("."), "", ""][:3]
    parsed_drops: list[Move] = []
    wide = 1 + (len(game.kinds) > 1)
    for at in range(0, len(drops), wide):
        of, number = (
            parse_int(drops[at] if wide > 1 else "0"),
            parse_int(drops[at + wide - 1 : at + wide], 36),
        )
        if not 0 <= number < len(zone) or of >= len(game.kinds):
            raise StaleComponent(text)
        parsed_drops.append(Move((zone[number],), of))
    queue = Queue(tuple(parsed_drops), parse_int(kind), parse_int(page))
    if len({move.path for move in parsed_drops}) < len(parsed_drops) or queue.kind >= len(
        game.kinds
    ):
        raise StaleComponent(text)
    return queue


def kinds(game: Variant, position: Position, seat: int, queue: Queue) -> list[int]:
    """Return the kinds of pieces that can still be queued."""
    held = {kind: number for kind, number in enumerate(game.in_hand(position, seat)) if number}
    taken = [move.kind for move in queue.drops]
    return [kind for kind in held if len(held) < 2 or held[kind] > taken.count(kind)]


def lines(game: Variant, drops: tuple[Move, ...]) -> str:
    """Return these drops as conditional moves."""
    return "\n".join(f"next {game.format(move)}" for move in drops)


async def queue_panel(
    t: Translator, scenery: Scenery, seat: int, queue: Queue, subject: int, ply: int
) -> Reply:
    """Build the panel, with numbers on queued squares and letters on free ones."""
    game, names = scenery.game, scenery.game.board.names
    eye = reading_order(game.board, game.seats[scenery.side].facing)
    chosen = {move.path[0] for move in queue.drops}
    open_cells = [cell for cell in game.zone(seat) if not scenery.position.cells[cell]]
    open_cells = sorted(set(open_cells) - chosen, key=eye.__getitem__)
    able = kinds(game, scenery.position, seat, queue)
    if queue.kind not in able and able:
        queue = replace(queue, kind=able[0])
    shown, page, pages = discord_limits.page(open_cells if able else [], queue.page, len(LETTERS))
    lettered = dict(zip(LETTERS, shown, strict=False))
    order = t.translate("In this order: {squares}", squares=_order(t, game, queue))
    words = [order] if queue.drops else []
    if lettered:
        words.append(" · ".join(f"{sign}\u00a0{names[cell]}" for sign, cell in lettered.items()))
    marks = [Marker(cell, "choice", sign) for sign, cell in lettered.items()]
    marks += [Marker(move.path[0], "target", str(n)) for n, move in enumerate(queue.drops, 1)]

    def press(
        label: str, style: ButtonStyle = "secondary", action: str = "queue", **to: Any
    ) -> Button:
        after = replace(queue, **to).format_queue(game, seat)
        return Button(ComponentId(action, subject, ply, after), label, style)

    taps = [
        press(sign, "primary", drops=(*queue.drops, Move((cell,), queue.kind)), page=page)
        for sign, cell in lettered.items()
    ]
    rest = tuple(Move((cell,), queue.kind) for cell in open_cells)
    alike = len({*able, *(move.kind for move in queue.drops)}) == 1
    ways = [
        press(t.translate("Queue all, in this order"), drops=(*queue.drops, *rest))
        if rest and able and alike
        else None,
        press("▶", page=(page + 1) % pages) if pages > 1 else None,
        press(t.translate("Back"), drops=queue.drops[:-1]) if queue.drops else None,
        press(t.translate("Done"), "success", "queued") if queue.drops else None,
    ]
    men = [
        press(
            t.translate(KINDS[game.kinds[kind].name]),
            "primary" if kind == queue.kind else "secondary",
            kind=kind,
        )
        for kind in able
        if len(able) > 1
    ]
    question = (
        t.translate(
            "Where does the next {piece} go?", piece=t.translate(KINDS[game.kinds[queue.kind].name])
        )
        if able
        else t.translate("Those are all your pieces.")
    )
    note = t.translate("One piece is dropped on each of your turns. Occupied squares are skipped.")
    return Reply.of(
        [f"**{question}**", f"-# {note}"],
        await board_image(t, scenery, marks=marks, faded=True, before="\n".join(words)),
        [f"-# {line}" for line in words],
        button_row(*men),
        *in_rows(taps),
        button_row(*ways),
    )


def _order(t: Translator, game: Variant, queue: Queue) -> str:
    """Return the queue as text: "1 VI,6 · 2 VI,7", with kinds if there are several."""
    several = len({kind.name for kind in game.kinds}) > 1
    return " · ".join(
        f"{number} {t.translate(KINDS[game.kinds[move.kind].name]) + ' ' if several else ''}"
        f"{game.board.names[move.path[0]]}"
        for number, move in enumerate(queue.drops, 1)
    )
