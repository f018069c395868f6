"""Champion's role: who receives it and who loses it when an event ends."""

from typing import NamedTuple

from bot.extension_api.transactions import OutboxRow, Tx, queue_message
from bot.extensions.tournaments.payloads import ChampionRole, EventLine, RoleNotice
from bot.extensions.tournaments.service import club_settings
from bot.extensions.tournaments.service.event_view import champions_of_guild
from bot.extensions.tournaments.store import event_rows


class RoleChange(NamedTuple):
    """A role of a guild, the players who receive it and those who lose it."""

    guild: int
    role: int
    gain: tuple[int, ...]
    lose: tuple[int, ...]


def on_line_sent(tx: Tx, row: OutboxRow, post: EventLine, message: int | None, now: int) -> None:
    """Queue the change of the role, if any, after the result has been posted."""
    event = event_rows.get_event(tx, post.event)
    if post.what != "result" or event is None:
        return
    if club_settings.champion_role(tx, event.guild) is not None:
        queue_message(tx, ChampionRole(event.id), channel=event.channel, now=now)


def role_change(tx: Tx, event_id: int) -> RoleChange | None:
    """Return the players who receive and who lose the role after an event has ended.

    Returns None without a role, or if a later event of the guild has ended.
    """
    event = event_rows.get_event(tx, event_id)
    role = None if event is None else club_settings.champion_role(tx, event.guild)
    if event is None or role is None:
        return None
    winners = champions_of_guild(tx, event.guild)
    if not winners or winners[0].event != event.id:
        return None
    gain = tuple(player for player in winners[0].players if player > 0)
    former = winners[1].players if len(winners) > 1 else ()
    return RoleChange(
        event.guild,
        role,
        gain,
        tuple(player for player in former if player > 0 and player not in gain),
    )


def on_failed(
    tx: Tx, row: OutboxRow, change: ChampionRole, destination_gone: bool, now: int
) -> None:
    """Notify the manager who has set the role that it could not be given."""
    event = event_rows.get_event(tx, change.event)
    if event is None:
        return
    manager = club_settings.who_set_role(tx, event.guild) or event.organiser
    if manager > 0:
        queue_message(tx, RoleNotice(event.id, manager), user=manager, now=now)
