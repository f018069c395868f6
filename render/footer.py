"""Tray below the board: pieces still to drop, and ranks of finished seats."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.position import man
from render.layout import Layout, typeface
from render.scenes import Scene, Stage
from render.sprites import SpriteSet
from render.theme import THEMES, legible


class Entry(NamedTuple):
    """A man, and the text to its right."""

    byte: int
    text: str


def paint_footer(scene: Scene, kit: SpriteSet) -> Image.Image | None:
    """Return the tray in palette mode, as wide as the picture.

    None if it would be empty.
    """
    if not scene.stock and not scene.done:
        return None
    return _painted(scene.stock, scene.done, kit)


@lru_cache(maxsize=32)
def _painted(stock: tuple[int, ...], done: tuple[int, ...], kit: SpriteSet) -> Image.Image:
    """Return the tray of a scene; the picture is cached and must not be modified."""
    lay, theme = kit.layout, THEMES[kit.stage.theme]
    lines = _lines([*_stock(stock, kit.stage), *_places(done)], lay)
    paper = Image.new("RGB", (lay.width, len(lines) * lay.tile + lay.font // 2), theme.paper)
    draw, wood, edge = ImageDraw.Draw(paper), theme.squares[0], lay.font // 2
    tray = (edge, 0, lay.width - edge - 1, len(lines) * lay.tile - 1)
    draw.rounded_rectangle(tray, lay.font // 4, wood)
    spots = []
    for row, line in enumerate(lines):
        x = (lay.width - _wide(line, lay)) // 2
        for group in line:
            for entry in group:
                spots.append((x, row * lay.tile, entry.byte))
                at = x + lay.tile, row * lay.tile + lay.tile // 2
                draw.text(at, entry.text, legible(wood, theme), typeface(lay.font), anchor="lm")
                x += _wide([[entry]], lay)
            x += lay.font
    picture = kit.palette.mapped(paper)
    for x, y, byte in spots:
        picture.paste(kit.loose_sprite(byte), (x, y))
    return picture


def _stock(stock: tuple[int, ...], stage: Stage) -> list[list[Entry]]:
    """Return the pieces to drop with their counts, grouped by seat."""
    kinds = len(stage.glyphs)
    groups = []
    for seat in range(len(stage.seatings)):
        left = stock[seat * kinds : (seat + 1) * kinds]
        groups.append([Entry(man(seat, kind), str(n)) for kind, n in enumerate(left) if n])
    return [group for group in groups if group]


def _places(done: tuple[int, ...]) -> list[list[Entry]]:
    """Return the finished seats with their ranks."""
    return [[Entry(man(seat), f"#{rank}")] for rank, seat in enumerate(done, start=1)]


def _lines(groups: list[list[Entry]], lay: Layout) -> list[list[list[Entry]]]:
    """Break the groups into lines that fit the picture."""
    lines: list[list[list[Entry]]] = [[]]
    for group in groups:
        if lines[-1] and _wide([*lines[-1], group], lay) > lay.width - 2 * lay.font:
            lines.append([])
        lines[-1].append(group)
    return lines


def _wide(line: list[list[Entry]], lay: Layout) -> int:
    """Return the width of a line in pixels, including the gaps between groups."""
    texts = [typeface(lay.font).getlength(entry.text) for group in line for entry in group]
    return round(sum(texts) + len(texts) * (lay.tile + 0.3 * lay.font)) + (len(line) - 1) * lay.font
