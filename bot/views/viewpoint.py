"""The seat and the theme in which a player sees a board."""

from bot.service.guilds import board_themes
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.models import Match, PlayerSettings, Theme
from bot.views.player_labels import variant_of

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
    return side, board_themes.theme_for_player(tx, player, match.guild)
