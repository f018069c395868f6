"""Managers' decisions about events, with reasons for the audit log.

The matches themselves are not changed: a running match continues, and the manager's decision only
replaces its score in the event.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.errors import (
    BadPlaces,
    EntrantStruck,
    NoSuchPairing,
    NotATable,
    NotEntered,
    NotForTwo,
    RoundIsOver,
)
from bot.extensions.tournaments.models import Event, Pairing, PairingSeat, PairingState
from bot.extensions.tournaments.rules.results import points_of
from bot.extensions.tournaments.service import hub, sign_up, withdrawals
from bot.extensions.tournaments.service.event_state import team_seats
from bot.extensions.tournaments.service.events import (
    clean_reason,
    load_event,
    must_be_running,
    must_manage,
    must_not_be_over,
    must_organise,
    record_decision,
)
from bot.extensions.tournaments.store import (
    entrant_rows,
    event_rows,
    pairing_rows,
    stage_rows,
)
from bot.extensions.tournaments.store.pairing_rows import SeatScore

Decision = Literal["first", "second", "draw", "forfeit-first", "forfeit-second", "void"]
"""Who wins, by seat, or who forfeits. A void game counts for nobody."""
DECISIONS: dict[Decision, tuple[PairingState, tuple[SeatScore, SeatScore]]] = {
    "first": ("scored", (SeatScore(2), SeatScore(0))),
    "second": ("scored", (SeatScore(0), SeatScore(2))),
    "draw": ("scored", (SeatScore(1), SeatScore(1))),
    "forfeit-first": ("forfeit", (SeatScore(0, forfeit=True), SeatScore(2))),
    "forfeit-second": ("forfeit", (SeatScore(2), SeatScore(0, forfeit=True))),
    "void": ("void", (SeatScore(None), SeatScore(None))),
}
EVERY_STATE: tuple[PairingState, ...] = ("waiting", "running", "scored", "forfeit", "void")


def score_pairing(
    tx: Tx,
    pairing_id: int,
    *,
    result: Decision,
    reason: str,
    by: int,
    is_manager: bool,
    guild: int | None = None,
    now: int,
) -> Pairing:
    """Score a two-player game of a running event, and return its pairing.

    Raises `NoSuchPairing`, `NotAManager`, `EventIsOver`, `EventNotRunning`, `NotForTwo`,
    `EntrantStruck`, `RoundIsOver`, `BadReason`.
    """
    event, pairing, seats = _load(tx, pairing_id, guild, is_manager=is_manager)
    if len(seats) != 2:
        raise NotForTwo
    words = clean_reason(reason)
    state, scores = DECISIONS[result]
    return _decide(tx, event, pairing, state, scores, result, words, by, now)


def score_table(
    tx: Tx,
    pairing_id: int,
    *,
    places: Sequence[int],
    reason: str,
    by: int,
    is_manager: bool,
    guild: int | None = None,
    now: int,
) -> Pairing:
    """Score a table of a running event by the place of each seat. Returns its pairing.

    Tied seats share a place: 1, 2, 2, 4. Raises `BadPlaces`, `NotATable`, and the errors of
    `score_pairing`.
    """
    event, pairing, seats = _load(tx, pairing_id, guild, is_manager=is_manager)
    if len(seats) == 2:
        raise NotATable
    if len(places) != len(seats) or any(
        place != 1 + sum(other < place for other in places) for place in places
    ):
        raise BadPlaces(present=len(seats))
    words = clean_reason(reason)
    ranking = [
        [seat for seat, own in enumerate(places) if own == place] for place in sorted(set(places))
    ]
    teams = team_seats(event)
    points = points_of(ranking, len(seats), None if len(teams) == len(seats) else teams)
    scores = [SeatScore(*each) for each in zip(points, places, strict=True)]
    shown = ", ".join(map(str, places))
    return _decide(tx, event, pairing, "scored", scores, shown, words, by, now)


def remove_entrant(
    tx: Tx,
    event_id: int,
    *,
    player: int,
    reason: str,
    by: int,
    is_manager: bool,
    now: int,
) -> Event:
    """Remove an entrant from an event that is not over, and return the event.

    The organiser may do so before the event begins. Raises `NoSuchEvent`, `NotOrganiser`,
    `NotAManager`, `EventIsOver`, `NotEntered`, `BadReason`.
    """
    event = load_event(tx, event_id)
    must_organise(event, by, is_manager=is_manager)
    must_not_be_over(event)
    if event.status == "running":
        must_manage(is_manager=is_manager)
    entrant = entrant_rows.get_entrant(tx, event_id, player)
    if entrant is None or entrant.left_at is not None:
        raise NotEntered
    words = clean_reason(reason)
    # Without the player's id, because the audit log outlives an erasure.
    what = "entrant" if entrant.seed is None else f"seed {entrant.seed}"
    after = f"removed: {words}"
    record_decision(tx, event, by=by, what=what, before="in", after=after, now=now)
    if event.status == "running" and not entrant.waiting:
        withdrawals.withdraw(tx, event, player, "removed", now)
    else:
        sign_up.remove_from_sign_up(tx, event, entrant, now)
    return _noted(tx, event_id, words, now)


def _load(
    tx: Tx, pairing_id: int, guild: int | None, *, is_manager: bool
) -> tuple[Event, Pairing, list[PairingSeat]]:
    """Return a pairing that a manager may score, with its event and seats."""
    pairing = pairing_rows.get_pairing(tx, pairing_id)
    event = None if pairing is None else event_rows.get_event(tx, pairing.event)
    if pairing is None or event is None or guild not in (None, event.guild):
        raise NoSuchPairing(key=pairing_id)
    must_manage(is_manager=is_manager)
    must_be_running(event)
    if event.format == "cup" and pairing.stage < event.stage:
        raise RoundIsOver
    seats = pairing_rows.seats_of(tx, pairing_id)
    if len(seats) == 1:  # a bye is not a game
        raise NoSuchPairing(key=pairing_id)
    struck = {
        member.player
        for member in stage_rows.section_entrants_of(tx, event.id)
        if member.stage == pairing.stage and member.struck
    }
    if struck & {seat.player for seat in seats}:
        raise EntrantStruck
    return event, pairing, seats


def _decide(
    tx: Tx,
    event: Event,
    pairing: Pairing,
    state: PairingState,
    scores: Sequence[SeatScore],
    shown: str,
    words: str,
    by: int,
    now: int,
) -> Pairing:
    """Store a manager's score, and let the jobs check the event."""
    after = f"{shown}: {words}"
    what = f"game {pairing.id}"
    record_decision(tx, event, by=by, what=what, before=pairing.state, after=after, now=now)
    pairing_rows.score(
        tx, pairing.id, state, scores, now=now, before=EVERY_STATE, reason=words, by=by
    )
    event_rows.record_change(tx, event.id, now)
    _noted(tx, event.id, words, now)
    scored = pairing_rows.get_pairing(tx, pairing.id)
    assert scored is not None
    return scored


def _noted(tx: Tx, event_id: int, words: str, now: int) -> Event:
    """Show a manager's reason on the hub."""
    event = load_event(tx, event_id)
    after = hub.with_changed_hub(replace(event, note=words), now)
    event_rows.save(tx, event, after)
    return after
