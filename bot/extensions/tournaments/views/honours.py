"""Honours: the events and seasons that players have won."""

from collections.abc import Collection
from typing import NamedTuple

from bot.extension_api.texts import Translator, quote
from bot.extension_api.transactions import Tx
from bot.extension_api.views import mention
from bot.extensions.tournaments.service.event_view import champions_of_guild
from bot.extensions.tournaments.store import series_rows

SHOWN = 5
"""Number of a player's newest honours that are shown."""


class Honour(NamedTuple):
    """A win of an event, alone or shared."""

    name: str
    """The name of the event or, for a season, of its series."""
    season: int | None
    """Number of the season; None if the event was not one."""
    ended_at: int


def honours_of(tx: Tx, player: int, guild: int, *, limit: int = SHOWN) -> list[Honour]:
    """Return the newest honours of a player in a guild."""
    return [
        Honour(row.series or row.name, None if row.series is None else row.season, row.ended_at)
        for row in series_rows.events_won(tx, player, guild, limit)
    ]


def profile_lines(tx: Tx, guild: int, player: int, t: Translator) -> list[str]:
    """Return lines about the events and seasons that a player has won in a guild."""
    return ["🏆 " + honour_text(t, honour) for honour in honours_of(tx, player, guild)]


def honour_text(t: Translator, honour: Honour) -> str:
    """Return a line with the title that a player has won, and the date."""
    facts = {"name": quote(honour.name), "when": f"<t:{honour.ended_at}:D>"}
    if honour.season is None:
        return t.translate("Winner of {name} ({when})", **facts)
    return t.translate("Champion of {name}, season {n} ({when})", n=honour.season, **facts)


def guild_news(
    tx: Tx,
    guild: int,
    since: int,
    until: int,
    t: Translator,
    players: Collection[int] | None = None,
) -> list[str]:
    """Return a line for each event of a guild that ended in a period.

    With `players`, only the events that one of them has won are included.
    """
    return [
        f"🏆 **{quote(champion.name)}**: {t.join(map(mention, champion.players))}"
        for champion in champions_of_guild(tx, guild)
        if since < champion.ended_at <= until
        and (players is None or not set(players).isdisjoint(champion.players))
    ]
