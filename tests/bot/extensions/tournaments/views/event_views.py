"""Test helper: views of events, built from values without a database."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.extensions.tournaments.models import Entrant, Event, Pairing, PairingSeat
from bot.extensions.tournaments.rules import standings
from bot.extensions.tournaments.rules.results import Result
from bot.extensions.tournaments.service.event_view import EventView, SectionView

NAMES = ("Ada", "Bruno", "Chen", "Dara", "Elif", "Farid", "Goran", "Hana", "Ines", "Jun")
SPRING_CUP = Event(
    id=7,
    guild=1,
    channel=2,
    hub=3,
    name="Spring Cup",
    format="all",
    variant="halma-8",
    control="72h+12h cap 120h",
    status="running",
    organiser=1,
    rated=True,
    vacation=True,
    games_each=None,
    at_once=3,
    min_entrants=3,
    max_entrants=64,
    min_reliability=0,
    min_rating=None,
    max_rating=None,
    role=None,
    rounds=None,
    round_days=None,
    series=None,
    season=None,
    stage=1,
    created_at=1_800_000_000,
    opens_at=1_800_000_000,
    closes_at=1_800_600_000,
    extended=False,
    started_at=1_800_600_000,
    ended_at=None,
    note=None,
    phase_at=None,
    openings_at=None,
    hub_at=None,
    hub_edited_at=None,
)


def entrant(player: int, **facts: Any) -> Entrant:
    """Return an entrant whose seed is their player id."""
    known: dict[str, Any] = {
        "event": SPRING_CUP.id,
        "player": player,
        "joined_at": 1_800_000_000 + player,
        "waiting": False,
        "once": False,
        "rating": 1500,
        "seed": player,
        "place": None,
        "timeouts": 0,
        "asked_at": None,
        "withdraw_at": None,
        "left_at": None,
        "left_why": None,
    }
    return Entrant(**known | facts)


def pairing(
    number: int, players: Sequence[int], scores: Sequence[int] | None, **facts: Any
) -> tuple[Pairing, tuple[PairingSeat, ...]]:
    """Return a pairing with the half-points of its players; None if it is running."""
    forfeit = facts.pop("forfeit", False)
    known: dict[str, Any] = {
        "id": number,
        "event": SPRING_CUP.id,
        "stage": 1,
        "section": 1,
        "position": number,
        "match": 100 + number,
        "state": "running" if scores is None else "scored",
        "began_at": None,
        "scored_at": None,
        "margin": None,
        "turns": None,
        "reason": None,
        "scored_by": None,
    }
    seats = tuple(
        PairingSeat(
            number,
            seat,
            player,
            None if scores is None else scores[seat],
            None,
            forfeit and scores is not None and scores[seat] == 0,
        )
        for seat, player in enumerate(players)
    )
    return Pairing(**known | facts), seats


def section(
    players: Sequence[int],
    pairings: Sequence[tuple[Pairing, tuple[PairingSeat, ...]]],
    *,
    stage: int = 1,
    number: int = 1,
    struck: Sequence[int] = (),
    is_cup: bool = False,
) -> SectionView:
    """Return a section in which each player's number is their place in `players`."""
    numbers = {player: at for at, player in enumerate(players, 1)}
    results = [
        Result(
            tuple(numbers[seat.player] for seat in seats),
            tuple(seat.half_points or 0 for seat in seats),
            tuple(seat.forfeit for seat in seats),
        )
        for each, seats in pairings
        if each.state in ("scored", "forfeit")
    ]
    rows = standings.section_standings(
        list(numbers.values()), results, [numbers[each] for each in struck]
    )
    return SectionView(
        stage,
        number,
        {at: player for player, at in numbers.items()},
        frozenset(numbers[each] for each in struck),
        frozenset(),
        () if is_cup else rows,
        tuple(pairings),
        certain=False,
        ended=False,
    )


def view(
    sections: Sequence[SectionView],
    entrants: Sequence[Entrant] = (),
    names: Mapping[int, str] | None = None,
    **facts: Any,
) -> EventView:
    """Return a view of the Spring Cup with these sections."""
    people = sorted({player for each in sections for player in each.entrants.values()})
    shown = tuple(entrants) or tuple(entrant(player) for player in people)
    usual = {each.player: NAMES[(each.player - 1) % len(NAMES)] for each in shown}
    return EventView(
        replace(SPRING_CUP, **facts),
        shown,
        {**usual, **(names or {})},
        {},
        tuple(sections),
        (),
        games_left=sum(
            each.state in ("waiting", "running") for some in sections for each, _ in some.pairings
        ),
    )
