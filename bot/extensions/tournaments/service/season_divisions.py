"""Divisions of a season, with promotion and relegation, and no final."""

from collections.abc import Mapping, Sequence
from itertools import islice

from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.rules.divisions import division_sizes, divisions
from bot.extensions.tournaments.rules.final_places import places_after_divisions
from bot.extensions.tournaments.service.event_state import EventState, load_state, rows_of
from bot.extensions.tournaments.store import series_rows

RECENT = 8
"""Maximum number of earlier events that are searched for the last season that began."""


def has_divisions(tx: Tx, event: Event) -> bool:
    """Return whether the sections of an event are divisions, so that no final follows."""
    series = None if event.series is None else series_rows.get_series(tx, event.series)
    return series is not None and series.divisions


def seeds(
    tx: Tx, event: Event, by_rating: Sequence[int], ratings: Mapping[int, float]
) -> tuple[int, ...]:
    """Return the players of a season by seed, division 1 first.

    `by_rating` has the strongest player first.
    """
    last = _last_order(tx, event)
    before = {player for group in last for player in group}
    staying = {player: ratings.get(player) for player in by_rating if player in before}
    newcomers = [(player, ratings.get(player)) for player in by_rating if player not in before]
    return tuple(player for group in divisions(last, staying, newcomers) for player in group)


def sections(seeds: Sequence[int]) -> list[list[int]]:
    """Return the players of each division. `seeds` has the players, seed 1 first."""
    rest = iter(seeds)
    return [list(islice(rest, size)) for size in division_sizes(len(seeds))]


def _last_order(tx: Tx, event: Event) -> list[list[int]]:
    """Return the last season's standings by division; [] if there are none."""
    assert event.series is not None
    for earlier in series_rows.events_of_series(tx, event.series, RECENT):
        if earlier.id < event.id and earlier.status in ("running", "finished"):
            state = load_state(tx, earlier)
            return [
                [section.players[row.number] for row in rows_of(state, section)]
                for section in state.of_stage(1)
            ]
    return []


def places_of(state: EventState) -> dict[int, int]:
    """Return the final places of a season: division 1 first, except struck players."""
    return places_after_divisions(
        [
            [(section.players[row.number], row) for row in rows_of(state, section)]
            for section in state.of_stage(1)
        ]
    )
