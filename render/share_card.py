"""Share card of a finished game: result, players, and the longest hop."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import cast

from PIL import Image, ImageDraw

from render.draw import render_scene
from render.layout import CAPITAL, typeface
from render.men import FINE, paint_man
from render.png_file import encode
from render.scenes import NOBODY, Scene
from render.theme import THEMES, Colour, Seating, blend, contrast
from render.typesetting import fitted, fitted_line, initials

WIDTH, HEIGHT = 1200, 630
"""The size of the card in pixels, which link previews show uncropped."""
MARGIN = 36
BOARD = HEIGHT - 2 * MARGIN
"""Maximum width and height of the board in pixels."""
GAP = 44
"""Distance between the board and the text in pixels."""
RESULTS, CAPTIONS = (60, 54, 48, 42, 36, 32), (26, 24, 22, 20, 18)
"""Font sizes of the result and of the board's caption in pixels, largest first."""
BELOW = 40
"""Height of the caption below the board in pixels."""
NAMES, FOOTERS = (36, 32, 28, 24, 20), (24, 20, 18)
"""Font sizes of the names and of the footer in pixels, largest first."""
LARGER = (48, *NAMES)
"""Font sizes of the winners' names in pixels, largest first."""
WINNER, OTHER = 42, 28
"""Radius of the disc of a winner and of any other player in pixels, unless there are many."""
INITIALS = 1.0
"""Font size of the initials on a disc, in radii of the disc."""
WREATH = 1.5
"""Outer radius of the wreath around a winner's disc, in radii of the disc."""
LEAVES = 7
"""Number of leaves on each side of a wreath."""
GOLDS: tuple[Colour, Colour] = (222, 170, 60), (140, 98, 8)
"""Colours of the wreath: for a dark paper, and for a light one."""
MOST_COLOURS = 256


@dataclass(frozen=True, slots=True)
class CardPlayer:
    """A player as shown on a card."""

    seat: int
    name: str
    place: str = ""
    """The rank as text; "" if it is not shown."""
    has_won: bool = False
    """Whether the player is marked as a winner."""


@dataclass(frozen=True, slots=True)
class ShareCard:
    """The content of a card. All text is in one language and drawable by the typeface."""

    board: Scene
    """The position after the longest hop of the game, which is its last move.

    Without a hop, it is the final position.
    """
    result: str
    players: tuple[CardPlayer, ...]
    """The players, best first."""
    footer: str
    caption: str = ""
    """The move after which the board is shown; "" for the final position."""


def render_share_card(card: ShareCard) -> bytes:
    """Return the PNG file of a card. Thread-safe."""
    theme = THEMES[card.board.stage.theme]
    board = _board(card.board, BOARD - BELOW if card.caption else BOARD)
    # The board's palette may contain a slightly different colour for the paper.
    paper = cast(Colour, board.getpixel((0, 0)))
    image = Image.new("RGB", (WIDTH, HEIGHT), paper)
    below = BELOW if card.caption else 0
    top = (HEIGHT - board.height - below) // 2
    image.paste(board, (MARGIN, top))
    left = MARGIN + board.width + GAP
    column = WIDTH - MARGIN - left
    quiet = blend(theme.paper, theme.ink, 0.75)
    draw = ImageDraw.Draw(image)
    if card.caption:
        size, line = fitted_line(card.caption, board.width, CAPTIONS)
        middle = MARGIN + board.width // 2, top + board.height + BELOW
        draw.text(middle, line, quiet, typeface(size), anchor="ms")
    size, lines = fitted(card.result, column, RESULTS)
    y = _write(draw, lines, (left, MARGIN + 8), size, theme.ink)
    accent = card.board.stage.seatings[card.players[0].seat]
    draw.rectangle((left, y + 14, left + 96, y + 21), accent.face, quiet)
    _write_players(image, card, (left, y + 48), HEIGHT - MARGIN - 48, column)
    size, line = fitted_line(card.footer, column, FOOTERS)
    draw.text((left, HEIGHT - MARGIN - 4), line, quiet, typeface(size), anchor="ls")
    # Median cut takes four times as long, and its files are larger.
    return encode(image.quantize(MOST_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def _board(board: Scene, most: int) -> Image.Image:
    """Return the board at the largest size that fits `most` pixels both ways."""
    width = BOARD
    while (high := _resized(board, width).stage.layout.height) > most:
        width -= max(1, (high - most) // 2)
    return render_scene(_resized(board, width)).convert("RGB")


def _resized(board: Scene, width: int) -> Scene:
    """Return a scene at another width, without the goal frame and the footer."""
    stage = board.stage._replace(width=width)
    return replace(board, stage=stage, turn=NOBODY, done=(), stock=())


def _write_players(
    image: Image.Image, card: ShareCard, corner: tuple[int, int], bottom: int, column: int
) -> None:
    """Write the players below each other, with their initials on men.

    Winners have a larger man in a wreath. All sizes shrink if there is too little room above
    `bottom`.
    """
    theme, (left, y) = THEMES[card.board.stage.theme], corner
    radii = [WINNER if player.has_won else OTHER for player in card.players]
    share = min(1.0, (bottom - y) / sum(map(_row, radii)))
    room = round(2 * WREATH * max(radii) * share)
    draw = ImageDraw.Draw(image)
    for player, full in zip(card.players, radii, strict=True):
        radius, row = full * share, round(_row(full) * share)
        centre = left + room // 2, y + row // 2
        if player.has_won:
            gold = max(GOLDS, key=lambda colour: contrast(colour, theme.paper))
            _draw_wreath(image, centre, radius, gold)
        _draw_man(image, centre, radius, card.board.stage.seatings[player.seat], player.name)
        sizes = [size for size in (LARGER if player.has_won else NAMES) if size < 0.8 * row]
        text = f"{player.place} {player.name}".strip()
        size, line = fitted_line(text, column - room - 16, sizes or NAMES[-1:])
        at = left + room + 16, centre[1]
        draw.text(at, line, theme.ink, typeface(size), anchor="lm")
        y += row


def _draw_man(
    image: Image.Image, centre: tuple[int, int], radius: float, seating: Seating, name: str
) -> None:
    """Draw a man with a player's initials instead of its emblem."""
    half = round(radius * 1.25)
    box = centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half
    plain = replace(seating, emblem="")
    image.paste(paint_man(image.crop(box), "disc", plain, radius), box[:2])
    face = typeface(round(INITIALS * radius))
    base = centre[0], centre[1] + CAPITAL * face.size / 2
    ImageDraw.Draw(image).text(base, initials(name), seating.ink, face, anchor="ms")


def _row(radius: float) -> float:
    """Return the height of the row of a player with a disc of this radius in pixels."""
    return radius * (2 * WREATH + 0.1) if radius == WINNER else radius * 2.5


def _draw_wreath(
    image: Image.Image, centre: tuple[int, int], radius: float, colour: Colour
) -> None:
    """Draw two branches of laurel around a disc, open at the top."""
    reach = math.ceil(WREATH * radius) + 2
    large = Image.new("L", (2 * reach * FINE, 2 * reach * FINE))
    draw = ImageDraw.Draw(large)
    stem, long, wide = 1.27 * radius * FINE, 0.24 * radius * FINE, 0.10 * radius * FINE
    for side, leaf in product((-1, 1), range(LEAVES)):
        around = math.radians(12 + leaf * 138 / (LEAVES - 1))  # from the bottom upwards
        x, y = side * math.sin(around) * stem, math.cos(around) * stem
        lean = around + math.radians(65)  # towards the tip of the branch, and outwards
        along, across = (
            (side * math.sin(lean), math.cos(lean)),
            (math.cos(lean), -side * math.sin(lean)),
        )
        outline = [
            (
                reach * FINE + x + along[0] * long * s + across[0] * wide * t,
                reach * FINE + y + along[1] * long * s + across[1] * wide * t,
            )
            for s, t in ((-1, 0), (-0.3, 0.9), (0.3, 0.8), (1, 0), (0.3, -0.8), (-0.3, -0.9))
        ]
        draw.polygon(outline, 255)
    image.paste(colour, (centre[0] - reach, centre[1] - reach), large.reduce(FINE))


def _write(
    draw: ImageDraw.ImageDraw,
    lines: Sequence[str],
    corner: tuple[int, int],
    size: int,
    colour: Colour,
) -> int:
    """Write lines of text, and return the y coordinate below them."""
    x, y = corner
    for line in lines:
        draw.text((x, y), line, colour, typeface(size), anchor="la")
        y += round(size * 1.16)
    return y
