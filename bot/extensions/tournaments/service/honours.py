"""Honours: the events and seasons that a player has won in a guild."""

from dataclasses import dataclass

from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.store import series_rows

SHOWN = 5
"""Number of a player's newest honours that are shown."""


@dataclass(frozen=True, slots=True)
class Honour:
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
