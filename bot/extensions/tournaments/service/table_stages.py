"""Format "tables": games for 3 to 6, with each entrant once in every seat.

With more than twice as many entrants as seats, the best of them play a final when all other games
are over.
"""

from collections.abc import Sequence

from bot.extension_api.matches import named_variant
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.rules import final_places, seeding
from bot.extensions.tournaments.rules.sections import best_by_seed
from bot.extensions.tournaments.rules.table_blocks import final_tables, has_final, table_pairings
from bot.extensions.tournaments.service.event_state import EventState, rows_of
from bot.extensions.tournaments.service.new_stages import add_stage

FINAL = 2
"""Number of the stage with the final."""


def seats_of(event: Event) -> int:
    """Return the number of players of each match."""
    return len(named_variant(event.variant).seats)


def begin_first(tx: Tx, event: Event, seeds: Sequence[int], now: int) -> None:
    """Add the first stage, with as many tables as entrants.

    `seeds` has the players, seed 1 first.
    """
    players = seeding.lots(event.id, 1, 1, seeds)
    _add(tx, event, 1, players, table_pairings(len(players), seats_of(event)), now)


def begin_final(tx: Tx, event: Event, finalists: Sequence[int], now: int) -> None:
    """Add the final.

    Without enough players it has no games, and the first stage decides.
    """
    seats = seats_of(event)
    players = seeding.lots(event.id, FINAL, 1, finalists)
    _add(tx, event, FINAL, players, final_tables(seats) if len(players) == seats else (), now)


def finalists(state: EventState) -> tuple[int, ...] | None:
    """Return the players who advance to the final, best seed first.

    Returns None if there is no final. Shared places are decided by seed, and players who have left
    do not advance.
    """
    (section,) = state.of_stage(1)
    seats = seats_of(state.event)
    if not has_final(len(section.members), seats):
        return None
    seeds = {number: state.seeds[player] for number, player in section.players.items()}
    gone = [section.numbers[player] for player in state.left & set(section.numbers)]
    best = best_by_seed(rows_of(state, section), seats, seeds, gone)
    return tuple(sorted((section.players[number] for number in best), key=state.seeds.__getitem__))


def places_of(state: EventState) -> dict[int, int]:
    """Return the final places of a finished event's players."""
    (first,) = state.of_stage(1)
    rows = [(first.players[row.number], row) for row in rows_of(state, first)]
    last = state.of_stage(FINAL)
    if not last:
        return {player: row.place for player, row in rows}
    (final,) = last
    places = {final.players[row.number]: row.place for row in rows_of(state, final)}
    return final_places.places_after_sections(places, [rows], list(final.numbers))


def _add(
    tx: Tx,
    event: Event,
    stage: int,
    players: Sequence[int],
    tables: Sequence[Sequence[int]],
    now: int,
) -> None:
    """Add a stage of one section.

    `tables` has the numbers at each table, in seat order.
    """
    seated = [[players[number - 1] for number in table] for table in tables]
    add_stage(tx, event, stage, [players], [seated], now)
