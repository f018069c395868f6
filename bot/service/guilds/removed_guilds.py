"""Servers that the bot is removed from: their games wait for a month, and are aborted then.

Invited back within that time, it goes on with them where they stood. After it what is kept of the
server is deleted; the games stay with those who played them.
"""

from collections.abc import Collection

from bot.service.clock.calendar import DAY
from bot.service.guilds import match_channels
from bot.service.match import lifecycle
from bot.store import Tx, guild_setting_rows, match_channel_rows, outbox_rows, removed_guild_rows
from bot.store.models import Match, Unposted
from bot.store.models.payloads import Facts, Welcome

KEPT = 30 * DAY
"""How long the games of a server wait, and how long its settings are kept."""
GREETED = "greeted"
"""When it was last greeted, among what is kept of it."""


async def missing(tx: Tx, present: Collection[int]) -> list[int]:
    """The servers of which something is kept and in which the bot seems not to be, news only."""
    return sorted(
        await removed_guild_rows.known(tx) - set(present) - await removed_guild_rows.removed(tx)
    )


async def removed(tx: Tx, guild: int, *, now: int) -> int:
    """The bot is not in this server any more; how many games wait. A second time nothing changes.

    Each player is told once; `hold_due` stops the clocks.
    """
    if await removed_guild_rows.removed_at(tx, guild) is not None:
        return 0
    await removed_guild_rows.remove(tx, guild, now)
    matches: dict[int, Match] = {}
    for player, games, first in await removed_guild_rows.playing_in(tx, guild):
        match = matches.get(first) or await lifecycle.get(tx, first)
        matches[first] = match
        facts = Facts(until=now + KEPT, games=games)
        await match_channels.tell(tx, match, "removed", player, now, facts)
    return len(await match_channel_rows.running_in(tx, guild))


async def hold_due(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Let games wait whose server the bot was removed from, or so many of them; how many.

    Their clocks stand still from the moment when it was.
    """
    found = await removed_guild_rows.unheld(tx, limit)
    for match_id, since in found:
        match = await lifecycle.get(tx, match_id)
        await match_channels.hold(tx, match, since, now)
        await match_channel_rows.put(tx, Unposted(match_id, since, match.ply))
    return len(found)


async def restored(tx: Tx, guild: int, *, now: int) -> int:
    """The bot is in this server; how many games go on there that had waited.

    Each board is posted anew by and by (`places.retry_due`), and its clock runs from then on.
    """
    return (
        await match_channel_rows.come_back(tx, guild, now)
        if await removed_guild_rows.restore(tx, guild)
        else 0
    )


async def greet(tx: Tx, guild: int, channel: int, *, now: int) -> bool:
    """Owe a welcome to a server that the bot has come to; False if it had one within a day."""
    before = (await guild_setting_rows.chosen(tx, guild)).get(GREETED)
    if before is not None and now < int(before) + DAY:
        return False
    await guild_setting_rows.choose(tx, guild, GREETED, str(now))
    await outbox_rows.queue(tx, "welcome", Welcome(guild), channel=channel, now=now)
    return True


async def close_due(tx: Tx, *, now: int, limit: int | None = None) -> int:
    """Abort games that have waited too long, unrated, or so many of them; how many.

    A server in which none is left counts as one, and is forgotten.
    """
    done = 0
    for guild in await removed_guild_rows.due(tx, now - KEPT):
        waiting = await match_channel_rows.running_in(tx, guild)
        for match_id in waiting:
            if done == limit:
                return done
            match = await lifecycle.get(tx, match_id)
            await lifecycle.end(tx, match, "aborted", None, now)
            done += 1
        await removed_guild_rows.forget(tx, guild)
        await removed_guild_rows.restore(tx, guild)
        done += 1
    return done
