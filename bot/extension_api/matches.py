"""Matches: load, start, change and look at them."""

from bot.service.actions.game_records import is_still_played, match_record
from bot.service.actions.moves import view_after_turns, view_at
from bot.service.actions.resignations import remove_players
from bot.service.guilds.match_channels import on_board_delayed, queue_first_board
from bot.service.guilds.match_channels import on_channel_deleted as leave_channel
from bot.service.match.lifecycle import load as load_match
from bot.service.match.lifecycle import queue_board
from bot.service.match.turn_clock import end_stops, get_clock, reschedule
from bot.service.matchmaking.challenge_limits import NOTE_LENGTH, clean_note
from bot.service.matchmaking.challenges import create as create_challenge
from bot.service.matchmaking.computer_games import SOLO_LEVEL
from bot.service.matchmaking.seating import get_variant as named_variant
from bot.service.matchmaking.seating import variants_by_size
from bot.service.matchmaking.start_match import start_match
from bot.service.position_cache import current_position
from bot.service.position_cache import variant_of as cached_variant
from bot.service.rating.eligibility import unrated_reason
from bot.service.rating.rating_rules import places_of
from bot.service.results import MatchView
from bot.store.match.match_saver import save as save_match
from bot.store.match.matches import finished_of as finished_matches
from bot.store.match.matches import get_match
from bot.store.match.move_rows import moves_of as stored_moves
from bot.store.models import ChallengeSeat, LeaveReason, Match, level_of
from bot.store.models.payloads import ThreadOpening

__all__ = [
    "NOTE_LENGTH",
    "SOLO_LEVEL",
    "ChallengeSeat",
    "LeaveReason",
    "Match",
    "MatchView",
    "ThreadOpening",
    "cached_variant",
    "clean_note",
    "create_challenge",
    "current_position",
    "end_stops",
    "finished_matches",
    "get_clock",
    "get_match",
    "is_still_played",
    "leave_channel",
    "level_of",
    "load_match",
    "match_record",
    "named_variant",
    "on_board_delayed",
    "places_of",
    "queue_board",
    "queue_first_board",
    "remove_players",
    "reschedule",
    "save_match",
    "start_match",
    "stored_moves",
    "unrated_reason",
    "variants_by_size",
    "view_after_turns",
    "view_at",
]
