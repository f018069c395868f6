"""Detection of players who have left the guild, before a message about it.

Leaving the guild does not change a player's games. The clock continues, and they may move by direct
message or come back. Otherwise they lose on time like any other player. The other players are
notified.
"""

from bot import extension_points
from bot.service.guilds import match_channels
from bot.service.match import lifecycle
from bot.store import Tx
from bot.store.guilds import match_channel_rows
from bot.store.match import matches
from bot.store.models.payloads import NoticeFacts


def mark_left(tx: Tx, guild: int, player: int, *, now: int) -> int:
    """Record that a player has left the guild, and post a notice in their games.

    Each game gets the notice once, and the player is notified by direct message. Returns the number
    of games in which the departure was not yet recorded.
    """
    news = 0
    for match in matches.running_of_player(tx, player):
        if match.guild != guild or match_channel_rows.has_left_guild(tx, match.id, player):
            continue
        match_channel_rows.set_left_guild(tx, match.id, player, now)
        seat = match.players.index(player)
        lifecycle.queue_notice(tx, match, "absent", seat, now, NoticeFacts(until=match.deadline))
        if not news:
            match_channels.queue_dm(
                tx, match, "absent-you", player, now, NoticeFacts(until=match.deadline)
            )
        news += 1
    for extension in extension_points.installed():
        if extension.on_member_left is not None:
            extension.on_member_left(tx, guild, player, now)
    return news


def mark_back(tx: Tx, guild: int, player: int) -> None:
    """Record that a player is in the guild again."""
    match_channel_rows.clear_left_guild(tx, guild, player)
