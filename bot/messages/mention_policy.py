"""Mention policy: which players a channel post may mention, and when."""

from collections.abc import Sequence

from bot.app import App
from bot.messages.composition import Draft
from bot.service.guilds import guild_settings
from bot.service.notifications import departed_members, reminders
from bot.service.players import ping_limits
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import BoardPost
from bot.views.guild_membership import is_member


def allowed_mentions(
    tx: Tx, row: OutboxRow, draft: Draft, now: int
) -> tuple[tuple[int, ...], int | None]:
    """Return the players whom a post mentions now, and when to mention the others.

    Guild settings and quiet hours may suppress mentions. The second value is the end of the guild's
    quiet hours if they suppress the mentions in a board, or else None.
    """
    if row.channel is not None:
        server = draft.server or guild_settings.load_settings(tx, draft.guild)
        start = guild_settings.mentions_allowed_at(server, now)
        if start is None:
            return (), None
        if start > now:
            return (), start if row.kind == "board" and draft.mentions else None
    # Other posts require an answer or were scheduled, so they may ping players in quiet hours.
    if row.kind in {"board", "result"}:
        return tuple(reminders.awake_players(tx, draft.mentions, now, draft.settings)), None
    return draft.mentions, None


async def apply_ping_limit(
    app: App, row: OutboxRow, by: int | None, players: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the players whom a post may mention, and record these pings.

    `by` may ping the same player once an hour. There is no limit if `by` is None, as for turns.
    """
    if by is None or not players:
        return players
    return await app.store.write(
        ping_limits.take_ping_allowance, by, players, row=row.id, now=app.clock()
    )


async def defer_mention(app: App, board: BoardPost, morning: int) -> None:
    """Schedule a reminder for the morning, in place of a mention during quiet hours."""
    await app.store.write(reminders.reschedule_reminder, board.match, ply=board.ply, at=morning)


async def can_see(
    app: App, row: OutboxRow, reader: int, turns: Sequence[tuple[Match, str]]
) -> bool:
    """Return whether a player can see their reminder: in a DM, or still in the guild.

    Records whether the player is in the guild, so that other players are notified of a departure.
    """
    if row.channel is None or turns[0][0].guild is None:
        return True
    guild = turns[0][0].guild
    member = await is_member(app, guild, reader)
    if member:
        await app.store.write(departed_members.mark_back, guild, reader)
    else:
        await app.store.write(departed_members.mark_left, guild, reader, now=app.clock())
    return member


async def has_left(app: App, row: OutboxRow, guilds: Sequence[int]) -> bool:
    """Return whether the recipient of a direct message has left one of these guilds.

    Records each guild that they have left, so that no message about it is drafted again.
    """
    left = [guild for guild in guilds if not await is_member(app, guild, row.user or 0)]
    for guild in left:
        await app.store.write(departed_members.mark_left, guild, row.user or 0, now=app.clock())
    return bool(left)
