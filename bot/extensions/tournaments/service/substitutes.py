"""Substitutes: players on the waiting list replace entrants who have left.

This is possible in the first stage, as long as the entrant who left has finished no game.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import Entrant, Event, PairingSeat
from bot.extensions.tournaments.service import conditions, new_stages
from bot.extensions.tournaments.service.event_state import (
    EventState,
    SeatedPairing,
    Section,
    load_state,
)
from bot.extensions.tournaments.store import (
    entrant_rows,
    event_rows,
    pairing_rows,
    stage_rows,
)


def are_possible(event: Event) -> bool:
    """Whether a place in a running event may still become free."""
    return event.status == "running" and event.stage == 1 and event.format != "cup"


def fill_places(tx: Tx, event: Event, now: int) -> None:
    """Give the free places of a running event to the waiting list, in order."""
    if not are_possible(event):
        return
    while True:
        state = load_state(tx, event)  # again each time, because a substitute changes pairings
        waiting = [each for each in state.entrants if each.waiting and each.left_at is None]
        free = [
            (section, member.player)
            for section in state.of_stage(1)
            for member in section.members
            if member.player in state.left and _has_finished_no_game(event, section, member.player)
        ]
        if not free or not waiting:
            return
        _replace(tx, state, *free[0], waiting[0], now)
        event_rows.record_change(tx, event.id, now)


def _own(section: Section, player: int) -> list[SeatedPairing]:
    return [
        (pairing, seats)
        for pairing, seats in section.pairings
        if player in {seat.player for seat in seats}
    ]


def _has_finished_no_game(event: Event, section: Section, player: int) -> bool:
    """Whether a substitute can still play all games of a player who has left.

    At a table, the others play on, so no game may have begun.
    """
    states = {pairing.state for pairing, _ in _own(section, player)}
    return "scored" not in states and not (event.format == "tables" and "running" in states)


def _replace(
    tx: Tx, state: EventState, section: Section, old: int, substitute: Entrant, now: int
) -> None:
    """Give a substitute the place and all games of an entrant who left."""
    event, new = state.event, substitute.player
    (former,) = (each for each in state.entrants if each.player == old)
    rating = conditions.rating_in(tx, event, new)
    after = replace(substitute, waiting=False, seed=former.seed, rating=rating)
    entrant_rows.save(tx, former, replace(former, seed=None))
    entrant_rows.save(tx, substitute, after)
    stage_rows.replace_player(tx, event.id, 1, old, new)
    own = _own(section, old)
    for pairing, seats in own:
        if pairing.scored_by is None and not _has_other_left(state, seats, old):
            pairing_rows.reopen(tx, pairing.id)
    pairing_rows.replace_player(tx, [pairing.id for pairing, _ in own], old, new)
    new_stages.notify(tx, event, "substitute", [(new, len(own))], now)


def _has_other_left(state: EventState, seats: Sequence[PairingSeat], old: int) -> bool:
    """Whether the other player of a two-player pairing has left.

    The pairing then stays as it is.
    """
    if len(seats) > 2:
        return False
    return any(seat.player in state.left for seat in seats if seat.player != old)
