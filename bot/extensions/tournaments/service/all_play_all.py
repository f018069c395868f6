"""Format "all": round-robin sections, then the best of each in a final.

The final begins as soon as its entrants are certain. The other games continue, for places and
ratings.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.rules import certain, final_places, seeding
from bot.extensions.tournaments.rules.sections import (
    LARGEST,
    best_by_seed,
    games_each_default,
    qualifiers_per_section,
    section_pairings,
    sharing_qualifiers,
    snake,
)
from bot.extensions.tournaments.service import season_divisions
from bot.extensions.tournaments.service.event_state import EventState, Section, rows_of
from bot.extensions.tournaments.service.new_stages import add_stage
from bot.extensions.tournaments.store import stage_rows

FINAL = 2
"""Number of the stage with the final."""


def begin_first(tx: Tx, event: Event, seeds: Sequence[int], now: int) -> None:
    """Add the sections of the first stage. `seeds` has the players, seed 1 first."""
    if season_divisions.has_divisions(tx, event):
        parts = season_divisions.sections(seeds)
    else:
        parts = [[seeds[seed - 1] for seed in part] for part in snake(len(seeds))]
    begin_sections(tx, event, 1, parts, now)


def begin_sections(
    tx: Tx, event: Event, stage: int, parts: Sequence[Sequence[int]], now: int
) -> None:
    """Add sections with these players, best seed first, and draw their numbers."""
    drawn = [seeding.lots(event.id, stage, section, part) for section, part in enumerate(parts, 1)]
    pairs = [
        [
            (players[first - 1], players[second - 1])
            for first, second in section_pairings(
                len(players), event.games_each or games_each_default(len(players))
            )
        ]
        for players in drawn
    ]
    add_stage(tx, event, stage, drawn, pairs, now)


def finalists(tx: Tx, state: EventState, now: int) -> tuple[int, ...] | None:
    """Return the players who advance to the final, best seed first; None if uncertain.

    Sections whose qualifiers are certain are marked. Players who have left do not advance.
    """
    sections = state.of_stage(1)
    places = qualifiers_per_section(len(sections))
    qualified = [_certain(tx, state, section, places, now) for section in sections]
    if any(going_on is None for going_on in qualified):
        return None
    everyone = {player for going_on in qualified if going_on is not None for player in going_on}
    if len(everyone) > LARGEST:
        if any(section.unfinished for section in sections):
            return None
        everyone = {player for section in sections for player in _best(state, section, places)}
    return tuple(sorted(everyone, key=lambda player: state.seeds[player]))


def qualifiers(state: EventState, section: Section, places: int) -> frozenset[int] | None:
    """Return the numbers in the first places, including all tied for the last.

    Returns None if they are not yet certain.
    """
    gone = [section.numbers[player] for player in state.left & set(section.numbers)]
    if not section.unfinished:
        return frozenset(sharing_qualifiers(rows_of(state, section), places, gone))
    pairs = [(first, second) for first, second in section.unfinished]
    return certain.certain_qualifiers(
        tuple(section.players), section.results, pairs, places, section.struck, gone
    )


def _certain(tx: Tx, state: EventState, section: Section, places: int, now: int) -> set[int] | None:
    """Return the players who advance from a section, and mark it as certain."""
    numbers = qualifiers(state, section, places)
    if numbers is None:
        return None
    if section.stage.certain_at is None:
        stage_rows.save_section(tx, section.stage, replace(section.stage, certain_at=now))
    return {section.players[number] for number in numbers}


def _best(state: EventState, section: Section, places: int) -> list[int]:
    """Return the players in the first places; better seeds advance in a tie."""
    seeds = {number: state.seeds[player] for number, player in section.players.items()}
    gone = [section.numbers[player] for player in state.left & set(section.numbers)]
    best = best_by_seed(rows_of(state, section), places, seeds, gone)
    return [section.players[number] for number in best]


def places_of(state: EventState) -> dict[int, int]:
    """Return the final places of a finished event's players, except struck ones."""
    first = state.of_stage(1)
    rows = [
        [(section.players[row.number], row) for row in rows_of(state, section)] for section in first
    ]
    if len(first) == 1:
        return {player: row.place for player, row in rows[0]}
    final = [
        (section.players[row.number], row.place)
        for section in state.of_stage(FINAL)
        for row in rows_of(state, section)
    ]
    finalists = [player for section in state.of_stage(FINAL) for player in section.numbers]
    return final_places.places_after_sections(dict(final), rows, finalists)
