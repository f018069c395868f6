"""Verification of cups and Swiss events, round by round."""

from collections.abc import Iterator

from bot.extensions.tournaments.rules.cup import (
    CupGame,
    Pair,
    bracket,
    cup_places,
    cup_round,
    games_of_pair,
    winner_of_pair,
)
from bot.extensions.tournaments.rules.export_format import (
    EventExport,
    ExportedPairing,
    ExportedStage,
    exported_row,
)
from bot.extensions.tournaments.rules.results import Result
from bot.extensions.tournaments.rules.standings import rounds_standings
from bot.extensions.tournaments.rules.swiss import (
    SwissEntrant,
    cost,
    entrant_with_bye,
    pair_round,
    swiss_entrants,
    who_begins,
)
from bot.extensions.tournaments.rules.verify_sections import wrong_places, wrong_standings

Game = tuple[int, ...]
"""The seeds of a game, by seat."""


def cup_differences(export: EventExport) -> Iterator[str]:
    """Yield the differences of a cup.

    If a player of a pair has left, either may have advanced, because the file does not say which
    games were over at that time.
    """
    left = {each.seed for each in export.entrants if each.left_at is not None}
    slots = bracket(_entrants(export))
    rounds: list[list[tuple[Pair, int | None]]] = []
    for number, stage in enumerate(export.stages, start=1):
        if wrong := _wrong_round(stage, number):
            yield wrong
            return
        if len(slots) < 2:
            yield f"Round {number} follows the final."
            return
        section, pairs = stage.sections[0], cup_round(slots)
        expected = [game for pair in pairs for game in games_of_pair(pair)]
        games = [_game(each) for each in section.pairings]
        needed = [game for game in expected if left.isdisjoint(game)]
        complete = number < len(export.stages) or export.event.status == "finished"
        missing = complete and not set(needed) <= set(games)
        if missing or [game for game in expected if game in games] != games:
            yield f"Round {number}: the games should be {_versus(expected)}."
            return
        decided = []
        for pair in pairs:
            going_on = [seed for seed in pair if seed in section.qualified]
            winner = winner_of_pair(pair, _cup_games(stage, pair))
            if None in pair:
                going_on = [winner] if winner is not None and winner not in left else going_on
            elif len(going_on) > 1 or (
                left.isdisjoint(pair) and _is_over(stage) and going_on != [winner]
            ):
                yield f"Round {number}: of seeds {_pair(pair)}, {winner} should advance."
                return
            decided.append((pair, going_on[0] if going_on else None))
        rounds.append(decided)
        slots = tuple(winner for _, winner in decided)
    if export.event.status == "finished":
        if len(slots) > 1:
            yield "The final is missing."
        else:
            winners = {winner for _, winner in rounds[-1] if winner is not None}
            yield from wrong_places(export, cup_places(rounds), winners, {})


def swiss_differences(export: EventExport) -> Iterator[str]:
    """Yield the differences of a Swiss event."""
    for number, stage in enumerate(export.stages, start=1):
        if wrong := _wrong_round(stage, number):
            yield wrong
            return
    for number in range(1, len(export.stages) + 1):
        yield from _wrong_pairs(export, number)
    seeds = range(1, _entrants(export) + 1)
    results = [
        _result(each)
        for stage in export.stages
        for each in stage.sections[0].pairings
        if _counts(each)
    ]
    rows = rounds_standings(seeds, results)
    where = f"Round {len(export.stages)}"
    standings = export.stages[-1].sections[0].standings
    yield from wrong_standings(where, standings, [exported_row(row, row.number) for row in rows])
    if export.event.status == "finished":
        places = {row.number: row.place for row in rows}
        points = {row.number: row.points for row in rows}
        yield from wrong_places(export, places, set(points), points)


def _wrong_pairs(export: EventExport, number: int) -> Iterator[str]:
    """Yield the differences in the pairs of a round.

    They are not compared if a manager has changed an earlier result since, because the pairs may be
    based on the old result.
    """
    stage = export.stages[number - 1]
    began = stage.began_at
    earlier = [each for past in export.stages[: number - 1] for each in past.sections[0].pairings]
    if any(each.reason is not None and (each.scored_at or 0) > began for each in earlier):
        return
    # Something that happened in the same second as the pairing may have come before or after it.
    before, after = (
        list(_differences_of_pairs(export, number, earlier, until=until))
        for until in (began, began - 1)
    )
    yield from before and after and before


def _differences_of_pairs(
    export: EventExport, number: int, earlier: list[ExportedPairing], *, until: int
) -> Iterator[str]:
    """Yield the differences in the pairs of a round, given the results up to `until`."""
    stage = export.stages[number - 1]
    entrants = _entrants_of_round(export, number, earlier, until)
    games = [_game(each) for each in stage.sections[0].pairings]
    pairs = [(game[0], game[1]) for game in games if len(game) == 2]
    free, expected_free = [game[0] for game in games if len(game) == 1], entrant_with_bye(entrants)
    if sorted(seed for game in games for seed in game) != sorted(each.seed for each in entrants):
        yield f"Round {number}: each entrant who had not left should be paired once."
        return
    if free != ([] if expected_free is None else [expected_free.seed]):
        should = "nobody" if expected_free is None else f"seed {expected_free.seed}"
        yield f"Round {number}: {should} should have a bye."
        return
    best, _ = pair_round(entrants, number)
    ordered = [each for each in entrants if each is not expected_free]
    if _cost(ordered, pairs) != _cost(ordered, best):
        yield f"Round {number}: the pairs should be {_versus(best)}."
        return
    by_seed = {each.seed: each for each in ordered}
    for first, second in pairs:
        if (first, second) != who_begins(by_seed[first], by_seed[second], number):
            yield f"Round {number}: seed {second} should begin against seed {first}."


def _entrants_of_round(
    export: EventExport, number: int, earlier: list[ExportedPairing], until: int
) -> tuple[SwissEntrant, ...]:
    """Return the entrants of a round, by the results up to `until`."""
    began = export.stages[number - 1].began_at
    paired = {
        seat.seed for each in export.stages[number - 1].sections[0].pairings for seat in each.seats
    }
    seeds = [
        each.seed
        for each in export.entrants
        if each.seed is not None
        and (
            each.left_at is None
            or each.left_at > began
            or (each.left_at == began and each.seed in paired)
        )
    ]
    past = [each for each in earlier if len(each.seats) in {1, 2}]
    scored = [each for each in past if each.scored_at is not None and each.scored_at <= until]
    open_games = [each for each in past if each not in scored and len(each.seats) == 2]
    void = [each for each in scored if each.state == "void" and len(each.seats) == 2]
    return swiss_entrants(
        seeds,
        [_result(each) for each in scored if _counts(each)],
        [(each.seats[0].seed, each.seats[1].seed) for each in open_games],
        [(each.seats[0].seed, each.seats[1].seed) for each in void],
    )


def _wrong_round(stage: ExportedStage, number: int) -> str | None:
    """Return an error if a round does not have exactly one section, else None."""
    return None if len(stage.sections) == 1 else f"Round {number} should have one section."


def _entrants(export: EventExport) -> int:
    """Return the number of entrants who play."""
    return sum(each.seed is not None for each in export.entrants)


def _game(pairing: ExportedPairing) -> Game:
    """Return the seeds of a pairing."""
    return tuple(seat.seed for seat in pairing.seats)


def _counts(pairing: ExportedPairing) -> bool:
    """Return whether a pairing has a result."""
    return pairing.state in {"scored", "forfeit"} and len(pairing.seats) in {1, 2}


def _result(pairing: ExportedPairing) -> Result:
    """Return the result of a pairing."""
    return Result(
        _game(pairing),
        tuple(seat.half_points or 0 for seat in pairing.seats),
        tuple(seat.forfeit for seat in pairing.seats),
    )


def _is_over(stage: ExportedStage) -> bool:
    """Return whether no game of a round is unfinished."""
    return all(each.state not in {"waiting", "running"} for each in stage.sections[0].pairings)


def _cup_games(stage: ExportedStage, pair: Pair) -> list[CupGame]:
    """Return the scored games of a pair."""
    return [
        CupGame(_result(each), each.margin, each.turns)
        for each in stage.sections[0].pairings
        if _counts(each) and set(_game(each)) == set(pair)
    ]


def _cost(
    ordered: list[SwissEntrant], pairs: list[tuple[int, int]] | tuple[tuple[int, int], ...]
) -> int:
    """Return the cost of all pairs of a round."""
    position = {each.seed: index for index, each in enumerate(ordered)}
    return sum(cost(ordered, position[first], position[second]) for first, second in pairs)


def _versus(games: list[Game] | list[tuple[int, int]] | tuple[tuple[int, int], ...]) -> str:
    """Return games as text, such as "1-8, 4-5"."""
    return ", ".join("-".join(map(str, game)) for game in games)


def _pair(pair: Pair) -> str:
    """Return a pair as text."""
    return " and ".join(str(seed) for seed in pair if seed is not None)
