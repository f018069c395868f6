"""What the owner of a server may choose, and who changed it when.

An owner may change settings, abort a match and strike a rated game out. Never make a move.
"""

from collections.abc import Mapping
from types import MappingProxyType

from bot.service.actions import annulment
from bot.service.clock.calendar import Calendar, awake, find_zone, parse_quiet
from bot.service.errors import Finished, NotFound, WrongChannel
from bot.service.match import lifecycle
from bot.store import Tx, guild_setting_rows, matches, player_rows
from bot.store.models import Change, Match

ON, OFF = "on", "off"
DEFAULTS: Mapping[str, str] = MappingProxyType(
    {
        "ratings": ON,
        "worldwide": OFF,
        "threads": ON,
        "mentions": ON,
        "theme": "wood",
        "language": "",
        "channels": "",
        "zone": "UTC",
        "quiet": "",
        "daily": "",
    }
)
"""Every setting, as it is until an owner chooses otherwise.

ratings: whether new games may be rated. worldwide: whether rated games count in the worldwide pools too.
threads: whether each new game has its own thread, where the bot may open one. mentions: whether people
are mentioned in channels. theme: a `Theme`, of the boards that are posted. language: of what is posted
in channels, "" for that of the server. channels: ids of those in which games may be begun, "" for all.
quiet: hours in which nobody is mentioned in channels, as `calendar.parse_quiet` reads them, in `zone`.
daily: the id of the channel in which the problem of the day is posted, "" for none.
"""
SHOWN = 10
"""Entries of the audit that are shown."""


async def settings(tx: Tx, guild: int | None) -> dict[str, str]:
    """All settings of a server; without one, as they are until an owner chooses otherwise."""
    known = {} if guild is None else await guild_setting_rows.chosen(tx, guild)
    return {setting: known.get(setting, usual) for setting, usual in DEFAULTS.items()}


async def choose(tx: Tx, guild: int, setting: str, value: str, *, by: int, now: int) -> bool:
    """Change a setting, and write down who did; False if it was so already."""
    before = (await settings(tx, guild))[setting]
    if before == value:
        return False
    await guild_setting_rows.choose(tx, guild, setting, value)
    await _write_down(tx, guild, by, setting, before, value, now)
    return True


async def channels(tx: Tx, guild: int) -> tuple[int, ...]:
    """The channels in which games may be begun; () for all."""
    return tuple(int(one) for one in (await settings(tx, guild))["channels"].split())


async def allow(
    tx: Tx, guild: int, channel: int | None, wish: bool, *, by: int, now: int
) -> tuple[int, ...]:
    """Games may (or may not) be begun in this channel; None: in all. The channels after that.

    With the last channel that is taken away all are allowed again.
    """
    known = await channels(tx, guild)
    if channel is None:
        wanted: tuple[int, ...] = ()
    else:
        others = tuple(one for one in known if one != channel)
        wanted = (*others, channel) if wish else others
    if set(wanted) != set(known):
        await choose(tx, guild, "channels", " ".join(map(str, wanted)), by=by, now=now)
    return await channels(tx, guild)


async def allowed(tx: Tx, guild: int, channel: int, parent: int | None) -> bool:
    """Whether games may be in this channel, or thread of `parent`."""
    chosen = await channels(tx, guild)
    return not chosen or channel in chosen or parent in chosen


async def must_be_allowed(tx: Tx, guild: int, channel: int, parent: int | None) -> None:
    """Raises WrongChannel, with those in which games may be."""
    if not await allowed(tx, guild, channel, parent):
        raise WrongChannel(channels=await channels(tx, guild))


async def rest(tx: Tx, guild: int, zone: str, quiet: str, *, by: int, now: int) -> bool:
    """Nobody is mentioned in channels in these hours; False if it was so. BadTime.

    Hours as written, an empty text or equal ends for none.
    """
    hours = parse_quiet(quiet)
    moved = await choose(tx, guild, "zone", find_zone(zone), by=by, now=now)
    written = "" if hours is None else str(hours)
    return await choose(tx, guild, "quiet", written, by=by, now=now) or moved


def mention_from(server: Mapping[str, str], now: int) -> int | None:
    """From when people may be mentioned in the channels of a server: now, or later; None: never."""
    if server["mentions"] == OFF:
        return None
    return awake(now, Calendar(server["zone"], parse_quiet(server["quiet"])))


async def abort(tx: Tx, guild: int, match_id: int, *, by: int, now: int) -> Match:
    """Break a running match off, without result. NotFound (also of another server), Finished."""
    match = await _here(tx, guild, match_id)
    if match.status != "running":
        raise Finished(match)
    await _write_down(tx, guild, by, f"match {match_id}", match.status, "aborted", now)
    return await lifecycle.end(tx, match, "aborted", None, now)


async def annul(tx: Tx, guild: int, match_id: int, *, by: int, now: int) -> Match:
    """Strike a rated game out: all ratings are from now on as if it had not been rated.

    Raises NotFound (also of another server), NotRated, AlreadyAnnulled.
    """
    match = await _here(tx, guild, match_id)
    await player_rows.ensure(tx, [by], now)
    await annulment.annul(tx, match, by=by, now=now)
    await _write_down(tx, guild, by, f"match {match_id}", "rated", "annulled", now)
    return match


async def changes(tx: Tx, guild: int) -> list[Change]:
    """Who changed what lately, the newest first."""
    return await guild_setting_rows.changes(tx, guild, SHOWN)


async def _here(tx: Tx, guild: int, match_id: int) -> Match:
    match = await matches.get(tx, match_id)
    if match is None or match.guild != guild:
        raise NotFound(what="match", key=match_id, why="server")
    return match


async def _write_down(
    tx: Tx, guild: int, by: int, what: str, before: str, after: str, now: int
) -> None:
    await player_rows.ensure(tx, [by], now)
    await guild_setting_rows.write_down(tx, Change(guild, by, now, what, before, after))
