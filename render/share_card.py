"""Share card for a finished game: the longest hop on its board, names and result."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from render.draw import render_scene
from render.layout import typeface
from render.men import paint_man
from render.png_file import encode
from render.scenes import NOBODY, Scene
from render.theme import THEMES, blend

WIDTH, HEIGHT = 1200, 630
"""The size of the card in pixels, which link previews show uncropped."""
MARGIN = 36
BOARD = HEIGHT - 2 * MARGIN
"""Maximum width and height of the board in pixels."""
GAP = 44
"""Distance between the board and the text in pixels."""
HEADLINES, RESULTS = (60, 54, 48, 42, 36, 32), (32, 28, 24)
"""Font sizes of the headline and of the result in pixels, largest first."""
NAMES, FOOTERS = (36, 32, 28, 24, 20), (24, 20, 18)
"""Font sizes of the names and of the footer in pixels, largest first."""
LINES = 2
"""Maximum number of lines of the headline, and of the result."""
MOST_COLOURS = 256
MISSING = "\U0010fffd"
"""A private-use character, which every font renders as its missing-glyph symbol."""


@dataclass(frozen=True, slots=True)
class CardPlayer:
    """A player as shown on a card."""

    seat: int
    name: str
    place: str = ""
    """The rank as text; "" if it is not shown."""


@dataclass(frozen=True, slots=True)
class ShareCard:
    """The content of a card. All text is in one language and drawable by the typeface."""

    board: Scene
    """The position after the longest hop of the game, which is its last move.

    Without a hop, it is the final position.
    """
    headline: str
    result: str
    players: tuple[CardPlayer, ...]
    """The players, best first."""
    footer: str
    caption: str = ""
    """The move after which the board is shown; "" for the final position."""


def printable(text: str) -> str:
    """Return the text without characters that the typeface cannot draw; may be empty.

    A letter whose accent is missing is drawn without it.
    """
    shown = ""
    for letter in text:
        if _is_drawable(letter):
            shown += letter
        else:
            base = unicodedata.normalize("NFKD", letter)[0]
            shown += base if _is_drawable(base) else " "
    return " ".join(shown.split())


def printable_name(text: str) -> str:
    """Return a name as the typeface can draw it, or "" if a letter would be left out.

    Emoji and marks that the typeface lacks are left out.
    """
    plain = unicodedata.normalize("NFC", text)
    letters = [letter for letter in plain if unicodedata.category(letter)[0] in "LN"]
    if not all(printable(letter) for letter in letters):
        return ""
    kept = (letter for letter in plain if unicodedata.category(letter)[0] != "M")
    return printable("".join(kept)) if letters else ""


def _is_drawable(letter: str) -> bool:
    """Whether the typeface has a glyph for a character."""
    face = typeface(40)
    return letter == " " or bytes(face.getmask(letter)) != bytes(face.getmask(MISSING))


def render_share_card(card: ShareCard) -> bytes:
    """Return the PNG file of a card. Thread-safe."""
    theme = THEMES[card.board.stage.theme]
    board = _board(card.board)
    # The board's palette may contain a slightly different colour for the paper.
    paper = board.getpixel((0, 0))
    image = Image.new("RGB", (WIDTH, HEIGHT), paper)
    image.paste(board, (MARGIN, (HEIGHT - board.height) // 2))
    left = MARGIN + board.width + GAP
    column = WIDTH - MARGIN - left
    quiet = blend(theme.paper, theme.ink, 0.75)
    draw = ImageDraw.Draw(image)
    size, lines = fitted(card.headline, column, HEADLINES)
    y = _write(draw, lines, (left, MARGIN + 8), size, theme.ink)
    if card.caption:
        size, lines = fitted(card.caption, column, RESULTS, lines=1)
        y = _write(draw, lines, (left, y + 4), size, quiet)
    accent = card.board.stage.seatings[card.players[0].seat]
    draw.rectangle((left, y + 14, left + 96, y + 21), accent.face, quiet)
    y += 46
    size, lines = fitted(card.result, column, RESULTS)
    y = _write(draw, lines, (left, y), size, quiet)
    _write_players(image, card, (left, y + 26), HEIGHT - MARGIN - 62, column)
    size, lines = fitted(card.footer, column, FOOTERS, lines=1)
    draw.text((left, HEIGHT - MARGIN - 4), lines[0], quiet, typeface(size), anchor="ls")
    return encode(image.quantize(MOST_COLOURS, dither=Image.Dither.NONE))


def _board(board: Scene) -> Image.Image:
    """Return the board at the largest size that fits its area on the card."""
    width = BOARD
    while (high := _resized(board, width).stage.layout.height) > BOARD:
        width -= max(1, (high - BOARD) // 2)
    return render_scene(_resized(board, width)).convert("RGB")


def _resized(board: Scene, width: int) -> Scene:
    """Return a scene at another width, without the goal frame and the footer."""
    stage = board.stage._replace(width=width)
    return replace(board, stage=stage, turn=NOBODY, done=(), stock=())


def _write_players(
    image: Image.Image, card: ShareCard, corner: tuple[int, int], bottom: int, column: int
) -> None:
    """Write the players below each other, each with a man, above `bottom`."""
    theme, (left, top) = THEMES[card.board.stage.theme], corner
    row = min(62, (bottom - top) // len(card.players))
    radius = min(20, row * 0.36)
    side = 2 * round(radius * 1.5)
    draw = ImageDraw.Draw(image)
    for number, player in enumerate(card.players):
        middle = top + row * number + row // 2
        box = left, middle - side // 2, left + side, middle - side // 2 + side
        seating = card.board.stage.seatings[player.seat]
        image.paste(paint_man(image.crop(box), "disc", seating, radius), box[:2])
        text = f"{player.place} {player.name}".strip()
        sizes = tuple(size for size in NAMES if size < 0.8 * row) or NAMES[-1:]
        size, lines = fitted(text, column - side - 14, sizes, lines=1)
        at = left + side + 14, middle
        draw.text(at, lines[0], theme.ink, typeface(size), anchor="lm")


def _write(
    draw: ImageDraw.ImageDraw,
    lines: Sequence[str],
    corner: tuple[int, int],
    size: int,
    colour: tuple[int, int, int],
) -> int:
    """Write lines of text, and return the y coordinate below them."""
    x, y = corner
    for line in lines:
        draw.text((x, y), line, colour, typeface(size), anchor="la")
        y += round(size * 1.16)
    return y


def fitted(
    text: str, width: int, sizes: Sequence[int], lines: int = LINES
) -> tuple[int, list[str]]:
    """Return the largest font size at which a text fits, and its lines.

    At the smallest size, the text is shortened if it does not fit.
    """
    for size in sizes:
        wrapped = _wrapped(text, width, size)
        if len(wrapped) <= lines and all(_length(line, size) <= width for line in wrapped):
            return size, wrapped
    size, kept = sizes[-1], _wrapped(text, width, sizes[-1])
    shown = [_shortened(line, width, size) for line in kept[:lines]]
    if len(kept) > lines:
        shown[-1] = _shortened(shown[-1] + "…", width, size)
    return size, shown


def fitted_line(text: str, width: float, sizes: Sequence[int]) -> tuple[int, str]:
    """Return the largest font size at which a text fits on one line, and the line.

    At the smallest size, the text is shortened if it does not fit.
    """
    size = next((size for size in sizes if _length(text, size) <= width), sizes[-1])
    return size, _shortened(text, width, size)


def _wrapped(text: str, width: int, size: int) -> list[str]:
    """Break a text between words; a single long word may be wider than `width`."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _length(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _shortened(line: str, width: float, size: int) -> str:
    """Return a line that fits, ending in an ellipsis if it was cut."""
    if _length(line, size) <= width:
        return line
    while line and _length(line + "…", size) > width:
        line = line[:-1].rstrip("… ")
    return line + "…"


def _length(text: str, size: int) -> float:
    return typeface(size).getlength(text)
