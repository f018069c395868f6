"""Test helper: players who watch the games of a club and follow each other."""

from bot.extensions.following.service import people, watching
from bot.extensions.following.service.watching import Watching
from bot.extensions.following.views import news
from bot.i18n.translator import translator_for
from bot.service.notifications import digests
from bot.service.players import players
from bot.store.models import Match
from bot.store.models.outbox import OutboxRow
from tests.bot.service.club import GUILD, Club
from tests.transactions import reading, writing


def watch(club: Club, match: Match, *watchers: int) -> list[Watching]:
    """Let these players watch a match."""
    with writing(club.store) as tx:
        for player in watchers:
            players.record_seen(tx, player, f"P{player}", now=club.now)
        return [watching.watch(tx, match.id, player=each, now=club.now) for each in watchers]


def follow(club: Club, player: int, person: int, guild: int = GUILD) -> bool:
    """Let a player follow a person."""
    with writing(club.store) as tx:
        players.record_seen(tx, player, f"P{player}", now=club.now)
        return people.follow(tx, person, player=player, guild=guild, now=club.now)


def news_of(club: Club, player: int, since: int, until: int | None = None) -> list[str]:
    """Return the lines that a digest would have."""
    with reading(club.store) as tx:
        t, end = translator_for("en"), club.now if until is None else until
        return [line.text for line in news.digest_lines(tx, player, since, end, t)]


async def digests_of(club: Club, later: int = 0) -> list[OutboxRow]:
    """Wait, queue what is due and return the delivered digests."""
    club.now += later
    with writing(club.store) as tx:
        digests.queue_due_digests(tx, now=club.now)
    return [row for row in await club.deliver() if row.kind == "digest"]


async def results_of(club: Club) -> list[int]:
    """Deliver all messages, and return the recipients of results."""
    return [row.user or 0 for row in await club.deliver() if row.kind == "watched-result"]
