"""Players: their settings, names, ratings and results."""

from bot.service.guilds.board_themes import theme_for_player
from bot.service.players.player_settings import load_settings as player_settings
from bot.service.players.players import display_names
from bot.service.privacy.erasure import pseudonym
from bot.service.rating.player_ratings import ratings_of as player_ratings
from bot.service.rating.player_stats import player_reliability, player_results
from bot.service.rating.rating_rules import MIN_ACCOUNT_AGE
from bot.service.rating.rating_rules import kind_of as rating_kind_of
from bot.service.rating.reliability import MIN_GAMES, barred_until
from bot.store.models.ratings import Kind as RatingKind
from bot.store.players.player_rows import ensure_players
from bot.store.rating.rating_queries import ratings_of as stored_ratings
from bot.store.rating.ratings import aborts_of as early_aborts

__all__ = [
    "MIN_ACCOUNT_AGE",
    "MIN_GAMES",
    "RatingKind",
    "barred_until",
    "display_names",
    "early_aborts",
    "ensure_players",
    "player_ratings",
    "player_reliability",
    "player_results",
    "player_settings",
    "pseudonym",
    "rating_kind_of",
    "stored_ratings",
    "theme_for_player",
]
