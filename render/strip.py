"""The strip below the board: pieces still to drop, and the places of those who have finished."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from engine.position import man
from render.layout import typeface
from render.scene import Scene
from render.theme import THEMES
from render.tiles import Kit

ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


@dataclass(frozen=True)
class _Entry:
    """A man and what is written after it."""

    byte: int
    text: str


def strip(scene: Scene, kit: Kit) -> Image.Image | None:
    """The strip in palette mode, as wide as the picture; None if there is nothing to say."""
    groups = [*_stock(scene), *_places(scene)]
    if not groups:
        return None
    lay, theme = kit.layout, THEMES[scene.stage.theme]
    face, tile = typeface(lay.font), lay.tile
    gap = round(0.35 * lay.font)

    def width(entry: _Entry) -> int:
        return round(tile + face.getlength(entry.text) + gap)

    lines: list[list[_Entry]] = [[]]
    room = lay.width - 2 * gap
    for group in groups:
        used = sum(width(entry) for entry in lines[-1])
        if lines[-1] and used + 3 * gap + sum(width(entry) for entry in group) > room:
            lines.append([])
        lines[-1] += group
    paper = Image.new("RGB", (lay.width, len(lines) * tile + lay.font // 2), theme.paper)
    draw = ImageDraw.Draw(paper)
    spots = []
    for row, line in enumerate(lines):
        x = (lay.width - sum(width(entry) for entry in line)) // 2
        for entry in line:
            spots.append((x, row * tile, entry.byte))
            middle = row * tile + tile // 2
            draw.text((x + tile + gap // 4, middle), entry.text, theme.ink, face, anchor="lm")
            x += width(entry)
    picture = kit.mapped(paper)
    for x, y, byte in spots:
        picture.paste(kit.spare(byte), (x, y))
    return picture


def _stock(scene: Scene) -> list[list[_Entry]]:
    """For each seat that has any, its pieces to drop with their numbers."""
    kinds = len(scene.stage.glyphs)
    groups = []
    for seat in range(len(scene.stage.seatings)):
        left = scene.stock[seat * kinds : (seat + 1) * kinds]
        groups.append([_Entry(man(seat, kind), str(n)) for kind, n in enumerate(left) if n])
    return [group for group in groups if group]


def _places(scene: Scene) -> list[list[_Entry]]:
    """The seats that have finished, with their places."""
    return [[_Entry(man(seat), ORDINALS[place])] for place, seat in enumerate(scene.done)]
