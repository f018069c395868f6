"""Withdrawals: an entrant leaves a running event, or is removed from it.

In a section, none of their games counts if fewer than half are finished. Otherwise, the unfinished
games are forfeited. Their running matches are resigned at once.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.extension_api.matches import get_match, resign_seats
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import Event, ExitReason, Pairing, PairingSeat, PairingState
from bot.extensions.tournaments.rules.withdrawal import withdraw as in_section
from bot.extensions.tournaments.service import new_stages, substitutes
from bot.extensions.tournaments.service.event_state import (
    UNFINISHED,
    EventState,
    Section,
    load_state,
)
from bot.extensions.tournaments.store import (
    entrant_rows,
    event_rows,
    pairing_rows,
    stage_rows,
)
from bot.extensions.tournaments.store.pairing_rows import SeatScore


def withdraw(tx: Tx, event: Event, player: int, why: ExitReason, now: int) -> bool:
    """Remove an entrant from a running event. Returns False if they have already left."""
    entrant = entrant_rows.get_entrant(tx, event.id, player)
    if entrant is None or entrant.left_at is not None:
        return False
    gone = replace(entrant, left_at=now, left_why=why, asked_at=None, withdraw_at=None)
    entrant_rows.save(tx, entrant, gone)
    state = load_state(tx, event)
    running: list[int] = []
    for section in state.sections:
        if player in section.numbers and section.unfinished:
            running += _leave_section(tx, state, section, player, now)
    for match in running:
        _resign(tx, match, player, now)
    if why not in ("left", "erased"):
        new_stages.notify(tx, event, "withdrawn", [(player, 0)], now)
    event_rows.record_change(tx, event.id, now)
    substitutes.fill_places(tx, event, now)
    return True


def _leave_section(tx: Tx, state: EventState, section: Section, player: int, now: int) -> list[int]:
    """Score the unfinished games of a player. Returns the running matches.

    Games at tables are not scored: the computer plays on, and the final place decides.
    """
    own = [
        (pairing, seats)
        for pairing, seats in section.pairings
        if pairing.state in UNFINISHED and player in {seat.player for seat in seats}
    ]
    running = [pairing.match for pairing, _ in own if pairing.match is not None]
    if state.event.format == "tables":
        return running
    struck = state.event.format == "all" and _is_struck(section, player)
    if struck:
        (member,) = (member for member in section.members if member.player == player)
        stage_rows.save_entrants(tx, [(member, replace(member, struck=True))])
    for pairing, seats in own:
        _end_pairing(tx, pairing, seats, state.left, struck=struck, now=now)
    return running


def _is_struck(section: Section, player: int) -> bool:
    """Whether a withdrawal now removes a player's games from the section's standings."""
    struck = section.struck
    results = [each for each in section.results if struck.isdisjoint(each.numbers)]
    unfinished = [
        (first, second)
        for first, second in section.unfinished
        if struck.isdisjoint((first, second))
    ]
    return in_section(section.numbers[player], results, unfinished).struck


def _end_pairing(
    tx: Tx,
    pairing: Pairing,
    seats: Sequence[PairingSeat],
    left: Collection[int],
    *,
    struck: bool,
    now: int,
) -> None:
    """Make an unfinished pairing void, or forfeited by the players who have left."""
    scores = [
        SeatScore(None)
        if struck
        else SeatScore(0 if seat.player in left else 2, forfeit=seat.player in left)
        for seat in seats
    ]
    state: PairingState = "void" if struck else "forfeit"
    pairing_rows.score(tx, pairing.id, state, scores, now=now, before=UNFINISHED)


def _resign(tx: Tx, match_id: int, player: int, now: int) -> None:
    """Resign a match for a player who has left the event, unless it is over."""
    match = get_match(tx, match_id)
    if match is None or match.status != "running" or not match.seats_of(player):
        return
    resign_seats(tx, match, match.seats_of(player), now)
