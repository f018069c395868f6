"""Test data: what a player follows, and a follower of the player."""

from bot.extensions.following.models import EventFollow, Follow, Watch
from bot.extensions.following.store import event_follow_rows, follow_rows, watch_rows
from bot.store import Tx
from bot.store.players import player_rows

OTHER = 77


def leave(tx: Tx, player: int, *, match: int, guild: int, now: int) -> None:
    """Watch a match, and let the player and someone else follow each other."""
    player_rows.ensure_players(tx, [OTHER], now)
    watch_rows.add_watch(tx, Watch(player, match, "day", now))
    follow_rows.add_follow(tx, Follow(player, OTHER, guild, now, now + 1000))
    follow_rows.add_follow(tx, Follow(OTHER, player, guild, now, now + 1000))
    event_follow_rows.add_event(tx, EventFollow(player, 1, guild, now, now + 1000))
