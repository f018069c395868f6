"""Animation of a game as a GIF: each move is shown landing by landing."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from PIL import Image

from engine import VARIANTS, Move, Position, variant
from engine.puzzles import get_problem
from render.draw import render_scene
from render.gif_file import encode
from render.layout import WIDTH
from render.scenes import NOBODY, Scene, scene
from render.sprites import sprite_set
from render.theme import THEMES, ThemeName
from render.title_frame import with_band

FRAMES = 420
"""Maximum number of frames per GIF, enough for 100 moves on the largest board."""
LARGEST = 2 * 2**20
"""Target size of a GIF in bytes.

If a wide GIF is larger, a narrower one is made.
"""
WIDTHS = (WIDTH, 720, 480)
"""The widths in pixels to try, widest first."""

BEGIN, LANDING, ARRIVED, FINISH = 900, 240, 760, 3000
"""Display times in ms: first frame, landing, complete move and last frame."""
TITLE, LAST_MOVE = 2200, 1600
"""Display times in ms of the title, and of the last move before the ending."""

Report = Callable[[float], object]
"""Progress callback, called with the fraction done."""


class Part(NamedTuple):
    """A range of turns in a game."""

    first: int
    """Number of turns made before the part starts."""
    last: int
    """Number of turns made when the part ends."""


@dataclass(frozen=True, slots=True)
class Film:
    """The content of an animation as plain data, which can be sent to another process."""

    key: str
    """The key of the variant, or of a puzzle in `engine.puzzles`."""
    moves: tuple[str, ...]
    """All moves of the game, as printed by `Variant.format`."""
    part: Part
    side: int = 0
    theme: ThemeName = "wood"
    title: tuple[str, ...] = ()
    """Lines of text shown before the first move; none if empty."""
    ending: tuple[str, ...] = ()
    """Lines of text shown after the last move; none if empty."""


def parts(moves: Sequence[Move]) -> list[Part]:
    """Split a game into parts of similar length, with about `FRAMES` frames at most."""
    pictures = [max(1, len(move.path) - 1) for move in moves]
    pictures_each = sum(pictures) / max(1, -(-sum(pictures) // FRAMES))
    cuts, seen = [0], 0
    for turn, number in enumerate(pictures):
        if seen + number > pictures_each * len(cuts) + 0.5 and turn > cuts[-1]:
            cuts.append(turn)
        seen += number
    return [Part(first, last) for first, last in zip(cuts, [*cuts[1:], len(moves)], strict=True)]


def render_animation(
    film: Film, report: Report | None = None, widths: Sequence[int] = WIDTHS
) -> bytes:
    """Return the animation as a GIF file, as wide as the size limit allows.

    `widths` are the widths to try in pixels, widest first.
    """
    made = encode(_pictures(film, widths[0], report))
    for width in widths[1:]:
        if len(made) > LARGEST:
            made = encode(_pictures(film, width, report))
    return made


def _pictures(film: Film, width: int, report: Report | None) -> Iterator[tuple[Image.Image, int]]:
    """Yield the frames, all the same size, each with its display time in milliseconds."""
    scenes = list(_scenes(film, width))
    tools = sprite_set(scenes[0][0].stage, scenes[0][0].turn)
    removals = {(frame.stock, frame.done): frame for frame, _ in scenes}
    height = max(render_scene(frame).height for frame in removals.values())
    paper = tools.palette.mapped(Image.new("RGB", (1, 1), THEMES[film.theme].paper))
    for number, (frame, ms) in enumerate(scenes):
        drawn = render_scene(frame)
        if drawn.height < height:
            whole = paper.resize((drawn.width, height))
            whole.paste(drawn)
            drawn = whole
        if film.title and number == 0 and film.part.first == 0:
            yield with_band(drawn, film.title, film.theme, tools.palette), TITLE
        ends = film.ending and number + 1 == len(scenes) and film.part.last == len(film.moves)
        yield drawn, LAST_MOVE if ends else ms
        if ends:
            yield with_band(drawn, film.ending, film.theme, tools.palette), FINISH
        if report is not None:
            report((number + 1) / len(scenes))


def _scenes(film: Film, width: int) -> Iterator[tuple[Scene, int]]:
    """Yield the scenes, each with its display time in milliseconds."""
    alone = None if film.key in VARIANTS else get_problem(film.key)
    game, before = (variant(film.key), None) if alone is None else (alone.variant, alone.start)
    moves = [game.parse_canonical(text) for text in film.moves[: film.part.last]]
    before = before or game.start()
    for move in moves[: film.part.first]:
        before = game.apply(before, move)

    def shown(position: Position, last: Move | None) -> Scene:
        drawn = scene(game, position, last=last, side=film.side, theme=film.theme, width=width)
        return replace(drawn, turn=NOBODY) if alone is None else drawn

    earlier = moves[film.part.first - 1] if film.part.first else None
    yield shown(before, earlier), BEGIN if film.part.first < film.part.last else FINISH
    for turn, move in enumerate(moves[film.part.first :], film.part.first + 1):
        after, move = game.apply(before, move), game.with_route(before, move)
        for stop in range(1, len(move.path) - 1):
            cells = bytearray(before.cells)
            man, cells[move.path[0]] = cells[move.path[0]], 0
            cells[move.path[stop]] = man
            on_the_way = replace(before, cells=bytes(cells))
            yield shown(on_the_way, Move(move.path[: stop + 1])), LANDING
        yield shown(after, move), FINISH if turn == film.part.last else ARRIVED
        before = after
