"""What the owner of a server may choose, and who changed it when.

An owner may change settings, abort a match and strike a rated game out. Never make a move.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.service import course, striking
from bot.service.errors import NotFound
from bot.service.values import Match
from bot.store import Tx, players
from bot.store import servers as rows
from bot.store.servers import Change

ON, OFF = "on", "off"
DEFAULTS: Mapping[str, str] = MappingProxyType({"ratings": ON, "worldwide": OFF})
"""Every setting, as it is until an owner chooses otherwise.

ratings: whether new games may be rated. worldwide: whether rated games count in the worldwide pools too.
"""
SHOWN = 10
"""Entries of the audit that are shown."""


async def settings(tx: Tx, guild: int) -> dict[str, str]:
    """All settings of a server."""
    return {**DEFAULTS, **await rows.chosen(tx, guild)}


async def choose(tx: Tx, guild: int, setting: str, value: str, *, by: int, now: int) -> bool:
    """Change a setting, and write down who did; False if it was so already."""
    before = (await settings(tx, guild))[setting]
    if before == value:
        return False
    await rows.choose(tx, guild, setting, value)
    await _write_down(tx, guild, by, setting, before, value, now)
    return True


async def abort(tx: Tx, guild: int, match_id: int, *, by: int, now: int) -> Match:
    """Break a running match off, without result. NotFound (also of another server), Finished."""
    match = await _here(tx, guild, match_id)
    await course.running(tx, match_id)
    await _write_down(tx, guild, by, f"match {match_id}", match.status, "aborted", now)
    return await course.end(tx, match_id, "aborted", None, now)


async def annul(tx: Tx, guild: int, match_id: int, *, by: int, now: int) -> Match:
    """Strike a rated game out: all ratings are from now on as if it had not been rated.

    Raises NotFound (also of another server), NotRated, AlreadyAnnulled.
    """
    match = await _here(tx, guild, match_id)
    await players.ensure(tx, [by], now)
    await striking.annul(tx, match, by=by, now=now)
    await _write_down(tx, guild, by, f"match {match_id}", "rated", "annulled", now)
    return match


async def changes(tx: Tx, guild: int) -> list[Change]:
    """Who changed what lately, the newest first."""
    return await rows.changes(tx, guild, SHOWN)


async def _here(tx: Tx, guild: int, match_id: int) -> Match:
    match = await course.get(tx, match_id)
    if match.guild != guild:
        raise NotFound(what="match", key=match_id)
    return match


async def _write_down(
    tx: Tx, guild: int, by: int, what: str, before: str, after: str, now: int
) -> None:
    await players.ensure(tx, [by], now)
    await rows.write_down(tx, Change(guild, by, now, what, before, after))
