"""Followed events: their news in the digest, the limit, and their end."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.extension_points import EventNews, Extension
from bot.extensions.following.errors import NotFollowable, TooManyFollowed
from bot.extensions.following.service import following_events
from bot.extensions.following.store import event_follow_rows
from bot.i18n.translator import translator_for
from bot.service.clock.calendar import DAY
from bot.service.notifications import departed_members
from bot.service.players import players
from tests.bot.extensions.following.watchers import digests_of, news_of
from tests.bot.service.club import CLARA, ELSEWHERE, GUILD, Club
from tests.bot.service.event_matches import installed
from tests.transactions import reading, writing

CUP, OVER, FOREIGN = 10**6 + 1, 10**6 + 2, 10**6 + 3
"""Numbers that no event of an installed extension has."""


@pytest.fixture(autouse=True)
def events() -> Iterator[dict[int, tuple[int, int | None]]]:
    """Install an extension with events: their guilds and ends by number."""
    known: dict[int, tuple[int, int | None]] = {
        CUP: (GUILD, None),
        OVER: (GUILD, 5),
        FOREIGN: (ELSEWHERE, None),
    }

    def news(tx: Any, event: int, since: int, until: int, t: Any) -> EventNews | None:
        if event not in known:
            return None
        lines = ("Round 2 has begun.",) if since < until else ()
        return EventNews("Spring *Cup*", *known[event], lines)

    with installed(Extension(event_news=news)):
        yield known


def follow(club: Club, event: int) -> bool:
    """Let Clara follow an event."""
    with writing(club.store) as tx:
        players.record_seen(tx, CLARA, "Clara", now=club.now)
        t = translator_for("en")
        found = following_events.follow(tx, event, t, player=CLARA, guild=GUILD, now=club.now)
    return found[1]


async def test_news_of_an_event_are_in_the_digest(club: Club) -> None:
    assert follow(club, CUP) is True
    assert news_of(club, CLARA, club.now - 1) == [r"🏆 **Spring \*Cup\*** · Round 2 has begun."]
    assert news_of(club, CLARA, club.now) == []
    assert [row.user for row in await digests_of(club, DAY)] == [CLARA]
    with writing(club.store) as tx:
        departed_members.mark_left(tx, GUILD, CLARA, now=club.now)
    assert news_of(club, CLARA, club.now - 1) == []


async def test_which_events_cannot_be_followed(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    for event in (OVER, FOREIGN, 10**6):
        with pytest.raises(NotFollowable):
            follow(club, event)
    monkeypatch.setattr(following_events, "MOST_EVENTS", 0)
    with pytest.raises(TooManyFollowed):
        follow(club, CUP)


async def test_an_event_that_is_over_makes_room(
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
    events: dict[int, tuple[int, int | None]],
) -> None:
    monkeypatch.setattr(following_events, "MOST_EVENTS", 1)
    follow(club, CUP)
    follow(club, CUP)
    events[OVER] = GUILD, None
    with pytest.raises(TooManyFollowed):
        follow(club, OVER)
    events[CUP] = GUILD, club.now - 3 * DAY
    follow(club, OVER)
    with reading(club.store) as tx:
        assert [each.event for each in event_follow_rows.list_events(tx, CLARA)] == [OVER]
