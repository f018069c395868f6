"""Labels of players, seats and matches."""

from bot.i18n.translator import Translator
from bot.store.models import level_of
from bot.texts.game_names import computer_name
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
    "computer_player",
    "disc",
    "game_and_number",
    "known_variant",
    "mention",
    "message_link",
    "seat_name",
    "seat_player_label",
]


def computer_player(t: Translator, player: int) -> str | None:
    """Return the name of a computer player; None for a person."""
    level = level_of(player)
    return None if level is None else computer_name(t, level)
