"""A game as a film: each move is drawn as it is made, landing by landing."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from PIL import Image

from engine import VARIANTS, Move, Position, variant
from engine.puzzles import problem
from render.draw import picture
from render.gif_file import encode
from render.layout import WIDTH
from render.scenes import NOBODY, Scene, scene
from render.sprites import kit
from render.theme import THEMES, ThemeName

FRAMES = 420
"""Pictures of one film at most: a hundred moves and more on the largest board."""
LARGEST = 2 * 2**20
"""Bytes of a film; where the widest has more, a narrower one is made."""
WIDTHS = (WIDTH, 720, 480)
"""Pixels."""

BEGIN, LANDING, ARRIVED, FINISH = 900, 240, 760, 3000
"""Milliseconds that the first picture, a landing on the way, a move and the last picture are seen."""

Report = Callable[[float], object]
"""Told which share is done."""


class Part(NamedTuple):
    """A stretch of a game, in turns."""

    first: int
    """How many turns have been made when it begins."""
    last: int
    """How many when it ends."""


@dataclass(frozen=True, slots=True)
class Film:
    """What a film shows, in plain values that another process can be sent."""

    key: str
    """The variant, or the problem of `engine.puzzles`."""
    moves: tuple[str, ...]
    """All that were played, as `Variant.format` prints them."""
    part: Part
    side: int = 0
    theme: ThemeName = "wood"


def parts(moves: Sequence[Move]) -> list[Part]:
    """The stretches into which a game is cut so that none has too many pictures, about equally long."""
    pictures = [max(1, len(move.path) - 1) for move in moves]
    each = sum(pictures) / max(1, -(-sum(pictures) // FRAMES))
    cuts, seen = [0], 0
    for turn, number in enumerate(pictures):
        if seen + number > each * len(cuts) + 0.5 and turn > cuts[-1]:
            cuts.append(turn)
        seen += number
    return [Part(first, last) for first, last in zip(cuts, [*cuts[1:], len(moves)], strict=True)]


def animated(film: Film, report: Report | None = None) -> bytes:
    """The film as a GIF file, as wide as its limit of bytes allows."""
    made = encode(_pictures(film, WIDTHS[0], report))
    for width in WIDTHS[1:]:
        if len(made) > LARGEST:
            made = encode(_pictures(film, width, report))
    return made


def _pictures(film: Film, width: int, report: Report | None) -> Iterator[tuple[Image.Image, int]]:
    """Its pictures with their milliseconds, of one size."""
    scenes = list(_scenes(film, width))
    tools = kit(scenes[0][0].stage, scenes[0][0].turn)
    strips = {(one.stock, one.done): one for one, _ in scenes}
    height = max(picture(one).height for one in strips.values())
    paper = tools.palette.mapped(Image.new("RGB", (1, 1), THEMES[film.theme].paper))
    for number, (one, ms) in enumerate(scenes):
        drawn = picture(one)
        if drawn.height < height:
            whole = paper.resize((drawn.width, height))
            whole.paste(drawn)
            drawn = whole
        yield drawn, ms
        if report is not None:
            report((number + 1) / len(scenes))


def _scenes(film: Film, width: int) -> Iterator[tuple[Scene, int]]:
    """What is seen, with the milliseconds."""
    alone = None if film.key in VARIANTS else problem(film.key)
    game, before = (variant(film.key), None) if alone is None else (alone.variant, alone.start)
    moves = [game.printed(text) for text in film.moves[: film.part.last]]
    before = before or game.start()
    for move in moves[: film.part.first]:
        before = game.apply(before, move)

    def shown(position: Position, last: Move | None) -> Scene:
        drawn = scene(game, position, last=last, side=film.side, theme=film.theme, width=width)
        return replace(drawn, turn=NOBODY) if alone is None else drawn

    earlier = moves[film.part.first - 1] if film.part.first else None
    yield shown(before, earlier), BEGIN if film.part.first < film.part.last else FINISH
    for turn, move in enumerate(moves[film.part.first :], film.part.first + 1):
        after, move = game.apply(before, move), game.routed(before, move)
        for stop in range(1, len(move.path) - 1):
            cells = bytearray(before.cells)
            man, cells[move.path[0]] = cells[move.path[0]], 0
            cells[move.path[stop]] = man
            on_the_way = replace(before, cells=bytes(cells))
            yield shown(on_the_way, Move(move.path[: stop + 1])), LANDING
        yield shown(after, move), FINISH if turn == film.part.last else ARRIVED
        before = after
