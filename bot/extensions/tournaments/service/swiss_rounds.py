"""Format "rounds": the Swiss system, one stage per round.

The numbers of a round's section are seeds. A round ends when all its games are over, or after some
days. A game that is still running counts as half a point for both when the next round is paired;
the standings get its result when it ends.
"""

from collections.abc import Sequence

from bot.extension_api.matches import named_variant, parse_clock
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import DAY, Event
from bot.extensions.tournaments.rules.swiss import SwissEntrant, rounds_default, swiss_entrants
from bot.extensions.tournaments.service.event_state import (
    SCORED,
    UNFINISHED,
    EventState,
    Section,
    result_of,
    rows_of,
)
from bot.extensions.tournaments.service.new_stages import add_stage
from bot.extensions.tournaments.store import pairing_rows
from bot.extensions.tournaments.store.pairing_rows import SeatScore

Pairs = tuple[tuple[tuple[int, int], ...], int | None]
"""The pairs of a round, and the seed with a free round, if any."""
RoundPairs = dict[tuple[tuple[SwissEntrant, ...], int], Pairs]
"""The pairs of rounds, by the entrants as they were paired and the number of the round."""
FREE_ROUND = SeatScore(2)
"""A round without a game is worth a full point."""


def round_ends_at(event: Event, began_at: int) -> int:
    """Return when a round that began at this time ends, even if games are running."""
    if event.round_days is not None:
        return began_at + event.round_days * DAY
    game = named_variant(event.variant)
    _, slow = parse_clock(event.control).expected_duration(game.turns, len(game.seats))
    return began_at + -(-slow // DAY) * DAY


def number_of_rounds(event: Event, entrants: int) -> int:
    """Return the number of rounds."""
    return event.rounds or rounds_default(entrants)


def ends_at(state: EventState) -> int:
    """Return when the current round ends, even if games are running."""
    (section,) = state.of_stage(state.event.stage)
    return round_ends_at(state.event, section.stage.began_at)


def is_last(state: EventState) -> bool:
    """Whether no round follows the current one."""
    return state.event.stage >= number_of_rounds(state.event, len(state.seeds))


def is_round_over(state: EventState, now: int) -> bool:
    """Whether the current round is over: all games have ended, or its time is up."""
    (section,) = state.of_stage(state.event.stage)
    return not section.unfinished or now >= ends_at(state)


def may_pair(state: EventState, now: int) -> bool:
    """Whether the next round may be paired, and enough players are left for it."""
    return not is_last(state) and is_round_over(state, now) and len(entrants_of(state)) > 1


def entrants_of(state: EventState) -> tuple[SwissEntrant, ...]:
    """Return the entrants of the next round, with the data that decides the pairs."""
    return swiss_entrants(
        [seed for player, seed in state.seeds.items() if player not in state.left],
        [
            result_of(seats, state.seeds)
            for section in state.sections
            for pairing, seats in section.pairings
            if pairing.state in SCORED
        ],
        running=_pairs_in(state, UNFINISHED),
        void=_pairs_in(state, ("void",)),
    )


def begin_round(tx: Tx, state: EventState, pairs: Pairs, now: int) -> None:
    """Add the next round, which has these pairs and perhaps a free round."""
    event, stage, (games_of_two, free) = state.event, len(state.sections) + 1, pairs
    games = [[state.by_seed[seed] for seed in pair] for pair in games_of_two]
    if free is not None:
        games.append([state.by_seed[free]])
    seeds = sorted(state.seeds[player] for game in games for player in game)
    members = [state.by_seed[seed] for seed in seeds]
    ids = add_stage(tx, event, stage, [members], [games], now, numbers=[seeds])
    if free is not None:
        pairing = ids[1, len(games)]
        pairing_rows.score(tx, pairing, "scored", (FREE_ROUND,), now=now, before=UNFINISHED)


def places_of(state: EventState) -> dict[int, int]:
    """Return the final places of a finished event's players."""
    last: Section = state.sections[-1]
    return {state.by_seed[row.number]: row.place for row in rows_of(state, last)}


def _pairs_in(state: EventState, states: Sequence[str]) -> list[tuple[int, int]]:
    """Return the seeds of each game that is in one of these states."""
    return [
        (state.seeds[seats[0].player], state.seeds[seats[1].player])
        for section in state.sections
        for pairing, seats in section.pairings
        if pairing.state in states and len(seats) > 1
    ]
