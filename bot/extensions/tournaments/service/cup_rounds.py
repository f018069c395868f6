"""Format "cup": knock-out, two games per pair, and one stage per round.

The numbers of a round's section are seeds. The players who advance are marked, so that a later
withdrawal does not change rounds that have been decided.
"""

from collections.abc import Sequence

from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.rules.cup import (
    CupGame,
    Pair,
    Slots,
    bracket,
    cup_places,
    cup_round,
    games_of_pair,
    winner_of_pair,
)
from bot.extensions.tournaments.service.event_state import (
    SCORED,
    EventState,
    SeatedPairing,
    Section,
    result_of,
)
from bot.extensions.tournaments.service.new_stages import add_stage


def begin_first(tx: Tx, event: Event, seeds: Sequence[int], now: int) -> None:
    """Add the first round. `seeds` has the players, seed 1 first."""
    begin_round(tx, event, 1, bracket(len(seeds)), dict(enumerate(seeds, 1)), now)


def begin_round(
    tx: Tx, event: Event, stage: int, slots: Slots, players: dict[int, int], now: int
) -> None:
    """Add a round with the seeds in `slots`. `players` has the player of each seed."""
    seeds = [seed for seed in slots if seed is not None]
    games = [
        [players[first], players[second]]
        for pair in cup_round(slots)
        for first, second in games_of_pair(pair)
    ]
    members = [players[seed] for seed in seeds]
    add_stage(tx, event, stage, [members], [games], now, numbers=[seeds])


def slots_of(state: EventState, stage: int) -> Slots:
    """Return the slots of a round that has begun."""
    slots = bracket(len(state.seeds))
    for number in range(1, stage):
        slots = tuple(winner for _, winner in decided(state, number, slots))
    return slots


def decided(state: EventState, stage: int, slots: Slots) -> list[tuple[Pair, int | None]]:
    """Return the pairs of a finished round, with the seed that was marked to advance."""
    (section,) = state.of_stage(stage)
    marked = {member.number for member in section.members if member.qualified}
    return [
        (pair, next((seed for seed in pair if seed in marked), None)) for pair in cup_round(slots)
    ]


def winners(state: EventState, section: Section, slots: Slots) -> Slots:
    """Return the seed that advances from each pair of a finished round.

    A winner who has left afterwards does not advance, but neither does the loser.
    """
    left = _left_seeds(state)
    seeds = (winner_of(state, section, pair) for pair in cup_round(slots))
    return tuple(None if seed in left else seed for seed in seeds)


def winner_of(state: EventState, section: Section, pair: Pair) -> int | None:
    """Return the seed that has won a finished pair; None if both have left.

    A player who has left before the end has lost.
    """
    games, left = _games(section, pair), _left_seeds(state)
    gone = {
        section.numbers[seat.player]
        for _, seats in _pairings(section, pair)
        for seat in seats
        if seat.forfeit and section.numbers[seat.player] in left
    }
    return winner_of_pair(pair, games, gone if games else left)


def over_pairs(section: Section, slots: Slots) -> list[tuple[int, int]]:
    """Return the pairs of two players whose games in this round are over."""
    running = {frozenset(numbers) for numbers in section.unfinished}
    present = set(section.numbers.values())
    return [
        (first, second)
        for first, second in cup_round(slots)
        if first is not None and second is not None
        if first in present and second in present and {first, second} not in running
    ]


def _left_seeds(state: EventState) -> set[int]:
    return {state.seeds[player] for player in state.left if player in state.seeds}


def places_of(state: EventState) -> dict[int, int]:
    """Return the final places of a finished cup's players."""
    rounds: list[list[tuple[Pair, int | None]]] = []
    slots = bracket(len(state.seeds))
    for stage in range(1, state.event.stage + 1):
        rounds.append(decided(state, stage, slots))
        slots = tuple(winner for _, winner in rounds[-1])
    return {state.by_seed[seed]: place for seed, place in cup_places(rounds).items()}


def winners_of_final(state: EventState) -> set[int]:
    """Return the player who has won the final of a finished cup; empty if nobody has."""
    (section,) = state.of_stage(state.event.stage)
    return {member.player for member in section.members if member.qualified}


def _games(section: Section, pair: Pair) -> list[CupGame]:
    """Return the scored games of a pair."""
    return [
        CupGame(result_of(seats, section.numbers), pairing.margin, pairing.turns)
        for pairing, seats in _pairings(section, pair)
        if pairing.state in SCORED
    ]


def _pairings(section: Section, pair: Pair) -> list[SeatedPairing]:
    """Return the pairings of a pair."""
    return [
        (pairing, seats)
        for pairing, seats in section.pairings
        if {section.numbers[seat.player] for seat in seats} == set(pair)
    ]
