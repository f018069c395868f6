"""Guilds that the bot was removed from: their matches are on hold for a month.

If the bot is invited back within that time, the matches continue. Otherwise they are aborted and
the guild's data is deleted, but the players keep their games.
"""

from collections.abc import Collection

from bot import extension_points
from bot.service.clock.calendar import DAY
from bot.service.guilds import match_channels
from bot.service.match import lifecycle
from bot.store import Tx
from bot.store.guilds import guild_setting_rows, match_channel_rows, removed_guild_rows
from bot.store.match import match_saver
from bot.store.models import Match, UndeliveredBoard
from bot.store.models.payloads import NoticeFacts, Welcome
from bot.store.outbox import outbox_retries, outbox_rows

HOLD_SECONDS = 30 * DAY
"""Seconds for which the matches and settings of a removed guild are kept."""
RETRIED = ("result",)
"""Kinds of posts that are retried when the bot is back. Boards are posted in their own way."""
WELCOMED = "greeted"
"""The key under which guild settings store the time of the last welcome message."""


def find_missing(tx: Tx, present: Collection[int]) -> list[int]:
    """Return the known guilds that are not in `present` and have no recorded removal."""
    return sorted(
        removed_guild_rows.known_guilds(tx) - set(present) - removed_guild_rows.removed(tx)
    )


def on_removed(tx: Tx, guild: int, *, now: int) -> int:
    """Record that the bot was removed from a guild.

    Each player is notified once. `hold_due_games` stops the clocks. Returns the number of running
    matches in the guild, or 0 if the removal was already recorded.
    """
    if removed_guild_rows.get_removed_at(tx, guild) is not None:
        return 0
    removed_guild_rows.add_removal(tx, guild, now)
    matches: dict[int, Match] = {}
    for player, games, first in removed_guild_rows.players_in(tx, guild):
        match = matches.get(first) or lifecycle.load(tx, first)
        matches[first] = match
        facts = NoticeFacts(until=now + HOLD_SECONDS, games=games)
        match_channels.queue_dm(tx, match, "removed", player, now, facts)
    return len(match_channel_rows.running_in_guild(tx, guild))


def hold_due_games(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Stop the clocks of up to `limit` matches of removed guilds; return their number.

    The clocks are stopped from the time of the removal.
    """
    held = removed_guild_rows.not_on_hold(tx, limit)
    for match_id, since in held:
        match = lifecycle.load(tx, match_id)
        match_saver.save(tx, match, match_channels.with_stopped_clock(match, since, now))
        match_channel_rows.put_undelivered(tx, UndeliveredBoard(match_id, since, match.ply))
    return len(held)


def on_restored(tx: Tx, guild: int, *, now: int) -> int:
    """Record that the bot is back in a guild, and return how many matches continue.

    `match_channels.retry_due_boards` posts each board again, and the clock of that match restarts
    then. Other posts that have failed since the removal are retried, and extensions continue.
    """
    removed_at = removed_guild_rows.delete_removal(tx, guild)
    if removed_at is None:
        return 0
    kinds = [
        *RETRIED,
        *(kind for each in extension_points.installed() for kind in each.retried_posts),
    ]
    outbox_retries.retry_in_guild(tx, guild, kinds=kinds, since=removed_at, now=now)
    for extension in extension_points.installed():
        if extension.on_guild_restored is not None:
            extension.on_guild_restored(tx, guild, now)
    return match_channel_rows.retry_in_guild(tx, guild, now)


def queue_welcome(tx: Tx, guild: int, channel: int, *, now: int) -> bool:
    """Queue a welcome message for a guild.

    Returns False if the guild was welcomed within the last day.
    """
    before = (guild_setting_rows.chosen_settings(tx, guild)).get(WELCOMED)
    if before is not None and 0 <= now - int(before) < DAY:
        return False
    guild_setting_rows.set_setting(tx, guild, WELCOMED, str(now))
    outbox_rows.queue(tx, Welcome(guild), channel=channel, now=now)
    return True


def abort_due_games(tx: Tx, *, now: int, limit: int | None = None) -> int:
    """Abort up to `limit` matches of guilds that have been gone for too long.

    A guild with no running match left is deleted. Returns the number of aborted matches and deleted
    guilds.
    """
    done = 0
    for guild in removed_guild_rows.due_removals(tx, now - HOLD_SECONDS):
        waiting = match_channel_rows.running_in_guild(tx, guild)
        for match_id in waiting:
            if done == limit:
                return done
            match = lifecycle.load(tx, match_id)
            if match.status == "running":
                match_saver.save(tx, match, lifecycle.finish(tx, match, "aborted", None, now))
                done += 1
        removed_guild_rows.delete_guild(tx, guild)
        removed_guild_rows.delete_removal(tx, guild)
        done += 1
    return done
