"""The final order of an event: who is the champion, and who has which place."""

from collections.abc import Mapping

from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.rules.final_places import Presence, places_by_presence
from bot.extensions.tournaments.service import (
    all_play_all,
    cup_rounds,
    season_divisions,
    swiss_rounds,
    table_stages,
)
from bot.extensions.tournaments.service.event_state import EventState, rows_of
from bot.extensions.tournaments.store import entrant_rows


def final_places(tx: Tx, state: EventState) -> dict[int, int]:
    """Return the final place of each player of an event whose games are over.

    Without a champion, nobody is on the first place. If nobody has stayed, there are no places.
    Struck players have none.
    """
    moved = entrant_rows.players_who_moved(tx, state.event.id)
    presence = {
        each.player: Presence(each.player in moved, each.left_why)
        for each in state.entrants
        if each.seed is not None
    }
    points = _deciding_points(state)
    contenders = cup_rounds.winners_of_final(state) if state.event.format == "cup" else points
    return places_by_presence(_places_by_results(tx, state), presence, contenders, points)


def _places_by_results(tx: Tx, state: EventState) -> dict[int, int]:
    """Return the places that the results alone give."""
    match state.event.format:
        case "cup":
            return cup_rounds.places_of(state)
        case "rounds":
            return swiss_rounds.places_of(state)
        case "tables":
            return table_stages.places_of(state)
    if season_divisions.has_divisions(tx, state.event):
        return season_divisions.places_of(state)
    return all_play_all.places_of(state)


def _deciding_points(state: EventState) -> Mapping[int, int]:
    """Return the half-points of the players who can be champion; empty in a cup.

    These are the players of the final, of division 1, or of the only section.
    """
    if state.event.format == "rounds":
        return {state.by_seed[row.number]: row.points for row in rows_of(state, state.sections[-1])}
    first, *_ = state.of_stage(max(section.stage.stage for section in state.sections))
    return {first.players[row.number]: row.points for row in rows_of(state, first)}
