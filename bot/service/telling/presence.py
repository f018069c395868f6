"""Players who are not in the server of their game any more, found out before they are reminded.

That somebody leaves the server changes nothing in their games: the clock goes on, they may move by
direct message or come back, and who does neither loses on time as anybody does. The others are told.
"""

from bot.service.match import state as match_state
from bot.service.server import places
from bot.store import Tx
from bot.store import matches as match_rows
from bot.store import places as rows
from bot.store.values.payloads import Facts


async def absent(tx: Tx, guild: int, player: int, *, now: int) -> int:
    """They are not in this server: say so once in each of their games there; in how many it was news."""
    news = 0
    for match in await match_rows.running_of(tx, player):
        if match.guild != guild or await rows.absent(tx, match.id, player):
            continue
        await rows.set_absent(tx, match.id, player, now)
        seat = match.players.index(player)
        await match_state.notify(tx, match, "absent", seat, now, Facts(until=match.deadline))
        if not news:
            await places.tell(tx, match, "absent-you", player, now, Facts(until=match.deadline))
        news += 1
    return news


async def present(tx: Tx, guild: int, player: int) -> int:
    """They are in this server; in how many of their games it had been said that they are not."""
    news = 0
    for match in await match_rows.running_of(tx, player):
        if match.guild == guild and await rows.absent(tx, match.id, player):
            await rows.set_absent(tx, match.id, player, None)
            news += 1
    return news
