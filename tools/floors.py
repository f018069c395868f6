"""Floors of the architecture, computed from the imports.

A room is a package of modules, without its subpackages. In the packages of `OPEN` each module is a
room of its own. A room stands on all rooms from which it imports, for annotations too. Its floor is
the length of the longest path down from it. A room on the ground floor, 0, imports no other room.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from textwrap import fill

import click

from tools.imports import PACKAGES, ROOT, arrows, circles, modules

OPEN = ("bot", "engine", "bot/extension_api", "bot/extensions/*")
"""Packages whose modules are rooms of their own."""
PAGE = ROOT / "ARCHITECTURE.md"
BEGIN, END = (
    "<!-- python -m tools floors --page -->\n```text\n",
    "```\n<!-- end of the floors -->\n",
)
"""The lines of the page before and after the picture."""
_WIDTH = 100

Rooms = dict[str, dict[str, list[str]]]
"""For each room the rooms from which it imports, with these imports as text."""


class RisingImports(click.ClickException):
    """Imports that run back up, as one line each."""


def floors(root: Path = ROOT) -> dict[str, int]:
    """Return the floor of each room, sorted by name.

    Raises `RisingImports` if rooms import each other in a circle.
    """
    if complaints := rising(root):
        raise RisingImports("\n".join(complaints))
    graph = rooms(root)

    @cache
    def floor(room: str) -> int:
        return max((floor(below) + 1 for below in graph[room]), default=0)

    return {room: floor(room) for room in sorted(graph)}


def rising(root: Path) -> list[str]:
    """Report the imports that run back up to a room which stands on the importing one.

    In a circle, these are the imports between the two rooms with the fewest.
    """
    graph, complaints = rooms(root), []
    while cycles := circles(graph):
        circle = cycles[0]
        pairs = [(room, below) for room in circle for below in graph[room] if below in circle]
        room, below = min(pairs, key=lambda pair: len(graph[pair[0]][pair[1]]))
        way_back = " imports ".join(_path(graph, below, room))
        complaints += [f"{each}, but {way_back}" for each in graph[room].pop(below)]
    return sorted(complaints)


def rooms(root: Path) -> Rooms:
    """Return the import graph of the rooms."""
    room_of = {
        module: _room(module, path.parent.relative_to(root))
        for module, path in modules(root, PACKAGES).items()
    }
    graph: Rooms = {room: {} for room in room_of.values()}
    for module, imported in arrows(root, PACKAGES).items():
        for other in sorted(imported):
            if (room := room_of[module]) != (below := room_of[other]):
                graph[room].setdefault(below, []).append(f"{module} imports {other}")
    return graph


def _room(module: str, folder: Path) -> str:
    is_open = any(folder.match(each) and len(folder.parts) == each.count("/") + 1 for each in OPEN)
    return module if is_open else ".".join(folder.parts)


def _path(graph: Mapping[str, Mapping[str, object]], start: str, end: str) -> list[str]:
    """Return a shortest path between two rooms of a circle."""
    paths, seen = [[start]], {start}
    for path in paths:
        if path[-1] == end:
            return path
        new = sorted(graph[path[-1]].keys() - seen)
        paths += ([*path, room] for room in new)
        seen.update(new)
    raise ValueError(f"no imports lead from {start} to {end}")


def picture(by_room: Mapping[str, int]) -> str:
    """Return the floors as text, highest first, without the rooms of extensions."""
    on_floor: dict[int, list[str]] = {}
    for room, floor in by_room.items():
        if not room.startswith("bot.extensions."):
            on_floor.setdefault(floor, []).append(room)
    return "".join(
        fill(f"{floor:2}  {', '.join(names)}", _WIDTH, subsequent_indent=" " * 4) + "\n"
        for floor, names in sorted(on_floor.items(), reverse=True)
    )


def drawn(page: str, floors_drawn: str) -> str:
    """Return the text of the page with this picture between its markers."""
    before, _, old = page.partition(BEGIN)
    return before + BEGIN + floors_drawn + END + old.partition(END)[2]
