"""Matches: load, start, change and look at them."""

from bot.service.actions.game_records import is_still_played, match_record
from bot.service.actions.moves import view_after_turns, view_at
from bot.service.guilds.match_channels import on_channel_deleted as leave_channel
from bot.service.match.lifecycle import load as load_match
from bot.service.matchmaking.challenge_limits import NOTE_LENGTH, clean_note
from bot.service.matchmaking.computer_games import SOLO_LEVEL
from bot.service.matchmaking.seating import get_variant as named_variant
from bot.service.matchmaking.seating import variants_by_size
from bot.service.position_cache import current_position
from bot.service.position_cache import variant_of as cached_variant
from bot.service.rating.rating_rules import places_of
from bot.service.results import MatchView
from bot.store import Tx
from bot.store.match import move_rows
from bot.store.match.matches import finished_of as finished_matches
from bot.store.match.matches import get_match
from bot.store.models import Match
from bot.store.outbox import posts

__all__ = [
    "NOTE_LENGTH",
    "SOLO_LEVEL",
    "Match",
    "MatchView",
    "cached_variant",
    "clean_note",
    "current_position",
    "finished_matches",
    "get_match",
    "is_still_played",
    "leave_channel",
    "load_match",
    "match_record",
    "named_variant",
    "places_of",
    "posted_board",
    "variants_by_size",
    "view_after_turns",
    "view_at",
]


def posted_board(tx: Tx, message: int) -> tuple[int, int] | None:
    """Return the match that a message shows, and the number of turns until then.

    Returns None if the message shows no board.
    """
    post = posts.get_post(tx, message)
    if post is None or post.match is None:
        return None
    played = [move for move in move_rows.moves_of(tx, post.match) if move.ply < (post.ply or 0)]
    return post.match, len(played)
