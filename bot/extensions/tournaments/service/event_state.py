"""State of an event: its sections with their entrants, results and standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import (
    Entrant,
    Event,
    Pairing,
    PairingSeat,
    PairingState,
    SectionEntrant,
    Stage,
)
from bot.extensions.tournaments.rules import standings
from bot.extensions.tournaments.rules.results import Result
from bot.extensions.tournaments.rules.standings import Row
from bot.extensions.tournaments.store import entrant_rows, pairing_rows, stage_rows
from engine import variant as game_of
from engine.outcome import teams_of

SeatedPairing = tuple[Pairing, tuple[PairingSeat, ...]]
SCORED: tuple[PairingState, ...] = ("scored", "forfeit")
"""States of a pairing with a result."""
UNFINISHED: tuple[PairingState, ...] = ("waiting", "running")


@dataclass(frozen=True)
class Section:
    """A section of a stage, with its entrants and pairings."""

    stage: Stage
    members: tuple[SectionEntrant, ...]
    """The entrants, in the order of their numbers."""
    pairings: tuple[SeatedPairing, ...]
    """The pairings, in opening order."""

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """The number of each player."""
        return {member.player: member.number for member in self.members}

    @cached_property
    def players(self) -> Mapping[int, int]:
        """The player of each number."""
        return {member.number: member.player for member in self.members}

    @property
    def struck(self) -> frozenset[int]:
        """The numbers of entrants whose games count for nobody."""
        return frozenset(member.number for member in self.members if member.struck)

    @property
    def results(self) -> tuple[Result, ...]:
        """The results so far, by the numbers of the entrants."""
        return tuple(
            result_of(seats, self.numbers)
            for pairing, seats in self.pairings
            if pairing.state in SCORED
        )

    @property
    def unfinished(self) -> tuple[tuple[int, ...], ...]:
        """The numbers in each waiting or running pairing."""
        return tuple(
            tuple(self.numbers[seat.player] for seat in seats)
            for pairing, seats in self.pairings
            if pairing.state in UNFINISHED
        )


@dataclass(frozen=True)
class EventState:
    """An event with its entrants and sections."""

    event: Event
    entrants: tuple[Entrant, ...]
    """The entrants in the order of sign-up, including the waiting list."""
    sections: tuple[Section, ...]
    """The sections, by stage and section."""

    def of_stage(self, stage: int) -> tuple[Section, ...]:
        """Return the sections of a stage."""
        return tuple(section for section in self.sections if section.stage.stage == stage)

    @cached_property
    def seeds(self) -> Mapping[int, int]:
        """The seed of each participating player."""
        return {each.player: each.seed for each in self.entrants if each.seed is not None}

    @cached_property
    def by_seed(self) -> Mapping[int, int]:
        """The player of each seed."""
        return {seed: player for player, seed in self.seeds.items()}

    @cached_property
    def left(self) -> frozenset[int]:
        """The players who have left the event."""
        return frozenset(each.player for each in self.entrants if each.left_at is not None)


def result_of(seats: Sequence[PairingSeat], numbers: Mapping[int, int]) -> Result:
    """Return the result of a scored pairing, given the numbers of its players."""
    return Result(
        tuple(numbers[seat.player] for seat in seats),
        tuple(seat.half_points or 0 for seat in seats),
        tuple(seat.forfeit for seat in seats),
    )


def load_state(tx: Tx, event: Event) -> EventState:
    """Return the state of an event, using five statements."""
    stages = stage_rows.sections_of(tx, event.id)
    members = stage_rows.section_entrants_of(tx, event.id)
    pairings = pairing_rows.pairings_of(tx, event.id)
    by_section = {
        (stage.stage, stage.section): (list[SectionEntrant](), list[SeatedPairing]())
        for stage in stages
    }
    for member in members:
        by_section[member.stage, member.section][0].append(member)
    for pairing, seats in pairings:
        by_section[pairing.stage, pairing.section][1].append((pairing, seats))
    return EventState(
        event,
        tuple(entrant_rows.entrants_of(tx, event.id)),
        tuple(
            Section(stage, *map(tuple, by_section[stage.stage, stage.section]))  # type: ignore[arg-type]
            for stage in stages
        ),
    )


def team_seats(event: Event) -> tuple[tuple[int, ...], ...]:
    """Return the seats that win together in the event's game."""
    return teams_of(game_of(event.variant))


def rows_of(state: EventState, section: Section) -> tuple[Row, ...]:
    """Return the standings of a section, best first; empty in a cup.

    In a Swiss event, they include the previous rounds.
    """
    numbers, results = tuple(section.players), section.results
    if state.event.format == "all":
        return standings.section_standings(numbers, results, section.struck)
    if state.event.format == "cup":
        return ()
    if state.event.format == "rounds":
        before = [
            result
            for other in state.sections
            if other.stage.stage <= section.stage.stage
            for result in other.results
        ]
        return standings.rounds_standings(tuple(state.by_seed), before)
    if section.stage.stage == 1:
        return standings.table_standings(numbers, results, team_seats(state.event))
    (first,) = state.of_stage(1)
    former = {first.players[row.number]: row.place for row in rows_of(state, first)}
    places = {number: former[player] for number, player in section.players.items()}
    return standings.table_final_standings(numbers, results, places)
