"""Players who are not in the server of their game any more, found out before they are reminded.

That somebody leaves the server changes nothing in their games: the clock goes on, they may move by
direct message or come back, and who does neither loses on time as anybody does. The others are told.
"""

from bot.service.guilds import match_channels
from bot.service.match import lifecycle
from bot.store import Tx, match_channel_rows, matches
from bot.store.models.payloads import Facts


async def absent(tx: Tx, guild: int, player: int, *, now: int) -> int:
    """They are not in this server: say so once in each of their games there; in how many it was news."""
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
    """They are in this server; in how many of their games it had been said that they are not."""
    news = 0
    for match in await matches.running_of(tx, player):
        if match.guild == guild and await match_channel_rows.absent(tx, match.id, player):
            await match_channel_rows.set_absent(tx, match.id, player, None)
            news += 1
    return news
