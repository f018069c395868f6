"""Detects players who have left the guild, before sending them a reminder.

Leaving the guild does not change a player's games. The clock continues, and they may move by direct
message or come back; otherwise they lose on time like any other player. The other players are
notified.
"""

from bot.service.guilds import match_channels
from bot.service.match import lifecycle
from bot.store import Tx, match_channel_rows, matches
from bot.store.models.payloads import Facts


async def absent(tx: Tx, guild: int, player: int, *, now: int) -> int:
    """Record that a player has left the guild, and post a notice in their games.

    Each game gets the notice once, and the player is notified by direct message. Returns the number
    of games in which it was not known yet.
    """
    news = 0
    for match in await matches.running_of(tx, player):
        if match.guild != guild or await match_channel_rows.absent(tx, match.id, player):
            continue
        await match_channel_rows.set_absent(tx, match.id, player, now)
        seat = match.players.index(player)
        await lifecycle.notify(tx, match, "absent", seat, now, Facts(until=match.deadline))
        if not news:
            await match_channels.tell(
                tx, match, "absent-you", player, now, Facts(until=match.deadline)
            )
        news += 1
    return news


async def present(tx: Tx, guild: int, player: int) -> int:
    """Record that a player is in the guild.

    Returns the number of games where that is a change.
    """
    news = 0
    for match in await matches.running_of(tx, player):
        if match.guild == guild and await match_channel_rows.absent(tx, match.id, player):
            await match_channel_rows.set_absent(tx, match.id, player, None)
            news += 1
    return news
