"""Board images as Discord attachments with alt text."""

import asyncio
import io
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import discord

from bot.i18n.translator import Translator
from bot.runtime import metrics
from bot.service.guilds import guild_settings
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.models import Match, PlayerSettings, Theme
from bot.views import discord_limits
from bot.views.player_labels import variant_of
from engine import Move, Position, Variant
from render import describe, png, scene
from render.crop import LEAST, busy_part, corners, part_around, render_part
from render.scenes import Marker, Scene


@dataclass(frozen=True)
class Scenery:
    """A position with its viewpoint and theme, ready to draw."""

    game: Variant
    position: Position
    name: str
    """File name of the image."""
    last: Move | None = None
    """The move that led to the position."""
    side: int = 0
    """The seat from whose viewpoint the board is drawn."""
    theme: Theme = "wood"
    earlier: tuple[tuple[int, Move], ...] = ()
    """Seats and moves before the last move that are shown too."""

    def describe(self, t: Translator) -> str:
        """Return the scenery in words."""
        return describe(
            self.game,
            self.position,
            last=self.last,
            side=self.side,
            say=t.template,
            earlier=self.earlier,
        )


async def board_image(
    t: Translator,
    scenery: Scenery,
    *,
    marks: Iterable[Marker] = (),
    routes: Sequence[Move] = (),
    compared: Move | None = None,
    faded: bool = False,
    before: str = "",
    around: Collection[int] = (),
    least: int = LEAST,
) -> discord.File:
    """Render the board as a PNG attachment with alt text, outside the event loop.

    The alt text is `before`, followed by a description of the board. `routes` are drawn instead of
    the last move, and `compared` is drawn dashed. If `around` is not empty, the image is cropped to
    the area of these cells, with at least `least` rows, and the alt text names that area.
    """
    game, position, last, side = scenery.game, scenery.position, scenery.last, scenery.side
    shown = scene(
        game,
        position,
        last=routes[0] if routes else last,
        others=routes[1:],
        dashed=compared,
        side=side,
        theme=scenery.theme,
        marks=tuple(marks),
        faded=faded and not routes,
        earlier=() if routes else [move for _, move in scenery.earlier],
    )
    with metrics.PICTURES.time():
        if around:
            data = await asyncio.to_thread(render_part, shown, around, least)
        else:
            data = await asyncio.to_thread(png, shown)
    metrics.PICTURE_BYTES.observe(len(data))
    shows = _part_text(t, shown, around, least) if around else ""
    alt = "\n".join(line for line in (before, shows, scenery.describe(t)) if line)
    return image_file(data, scenery.name, alt)


def busy_cells(scenery: Scenery) -> frozenset[int]:
    """Return the cells to which to crop a large board; empty if men stand far apart."""
    return busy_part(_plain_scene(scenery))


def part_cells(scenery: Scenery, cells: Iterable[int]) -> frozenset[int]:
    """Return these cells if a large board should be cropped to them, else none."""
    return part_around(_plain_scene(scenery), cells)


def _plain_scene(scenery: Scenery) -> Scene:
    return scene(
        scenery.game,
        scenery.position,
        last=scenery.last,
        side=scenery.side,
        theme=scenery.theme,
        earlier=[move for _, move in scenery.earlier],
    )


def _part_text(t: Translator, shown: Scene, around: Collection[int], least: int) -> str:
    """Return a sentence that says which part of the board an image shows.

    It is empty for a board of holes, whose parts have no corners.
    """
    if shown.stage.board.shape != "square":
        return ""
    names = shown.stage.board.names
    first, last = (names[cell] for cell in corners(shown, around, least))
    return t.translate("The image shows the part from {first} to {last}.", first=first, last=last)


def image_file(data: bytes, name: str, alt: str) -> discord.File:
    """Return image data as an attachment with alt text."""
    return discord.File(io.BytesIO(data), filename=name, description=discord_limits.alt_text(alt))


TURNLESS = 6
"""Number of move directions of boards that are never rotated."""


def side_for(match: Match, seat: int | None, settings: PlayerSettings) -> int:
    """Return the seat from whose viewpoint a player sees private boards.

    This is the first seat unless the player prefers their own `seat`. Stars and hexagons are never
    rotated, because their rows would be slanted.
    """
    game = variant_of(match.variant)
    turned = (
        settings.board_side == "mine" and game is not None and game.board.directions != TURNLESS
    )
    return seat or 0 if turned else 0


def viewpoint_of(tx: Tx, match: Match, player: int) -> tuple[int, Theme]:
    """Return the seat and theme for a match's private boards as this player sees them."""
    side = side_for(match, match.seat_of(player), player_settings.load_settings(tx, player))
    return side, guild_settings.board_theme(tx, match.guild, player)
