"""Following events of other extensions, such as tournaments."""

from bot.extension_api.hooks import EventNews, event_news
from bot.extension_api.people import turn_digest_on
from bot.extension_api.texts import Translator
from bot.extension_api.transactions import Tx
from bot.extensions.following.errors import NotFollowable, TooManyFollowed
from bot.extensions.following.models import EventFollow
from bot.extensions.following.service.watching import RETENTION
from bot.extensions.following.store import event_follow_rows

MOST_EVENTS = 20
"""Maximum number of events that a player follows."""
LONGEST = 2 * 365 * 86400
"""Seconds after which a follow ends, even if the event has not."""


def follow(
    tx: Tx, event: int, t: Translator, *, player: int, guild: int | None, now: int
) -> tuple[EventNews, bool]:
    """Follow an event of this guild.

    Returns the event, and whether the player's daily digest was off until now. Events that ended
    some days ago are removed first. Raises `NotFollowable`, `TooManyFollowed`.
    """
    news = event_news(tx, event, now, now, t)
    if news is None or news.guild != guild or news.ended_at is not None:
        raise NotFollowable(why="event")
    followed = event_follow_rows.list_events(tx, player)
    if len(followed) >= MOST_EVENTS:
        followed = [each for each in followed if _is_current(tx, each, t, now)]
    if len(followed) >= MOST_EVENTS and event not in {each.event for each in followed}:
        raise TooManyFollowed(limit=MOST_EVENTS, why="events")
    event_follow_rows.add_event(tx, EventFollow(player, event, news.guild, now, now + LONGEST))
    return news, turn_digest_on(tx, player, now=now)


def _is_current(tx: Tx, follow: EventFollow, t: Translator, now: int) -> bool:
    """Return whether an event may have further news. If not, the row is deleted."""
    news = event_news(tx, follow.event, now, now, t)
    if news is not None and (news.ended_at is None or news.ended_at > now - RETENTION):
        return True
    event_follow_rows.remove_event(tx, follow.player, follow.event)
    return False
