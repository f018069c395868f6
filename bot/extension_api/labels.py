"""Labels of players, seats and matches."""

from bot.views.player_labels import (
    colour_name,
    disc,
    game_and_number,
    mention,
    message_link,
    seat_name,
    seat_player_label,
)
from bot.views.player_labels import variant_of as known_variant

__all__ = [
    "colour_name",
    "disc",
    "game_and_number",
    "known_variant",
    "mention",
    "message_link",
    "seat_name",
    "seat_player_label",
]
