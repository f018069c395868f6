"""Oracle for exported events: what the file says is recomputed from its results.

Standings and winners come from the naive implementation. Draws and pairings come from the rules.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from bot.extensions.tournaments.rules.results import Result, points_of
from bot.extensions.tournaments.rules.sections import games_each_default, section_pairings
from bot.extensions.tournaments.rules.seeding import lots, seeds
from bot.extensions.tournaments.rules.table_blocks import final_tables, table_pairings
from bot.extensions.tournaments.service.export import export_event
from bot.store import Store
from tests.bot.extensions.tournaments.rules import naive
from tests.transactions import reading

Part = Mapping[str, Any]
"""An object of the file."""
TIMES = {"points": 2, "sonneborn_berger": 4, "buchholz": 2, "buchholz_cut": 2}
"""Units of the file in a point. Other numbers are counts."""


def exported(store: Store, event: int) -> dict[str, Any]:
    """Return an exported event, written as JSON and loaded again."""
    with reading(store) as tx:
        loaded: dict[str, Any] = json.loads(json.dumps(export_event(tx, event)))
    return loaded


def export_faults(store: Store, event: int) -> list[str]:
    """Return what does not follow from the results when an event is exported."""
    return differences(exported(store, event))


def differences(export: Part) -> list[str]:
    """Return what does not follow from the results in an exported event."""
    wrong = [*_seeds(export), *_pairings(export), *_standings(export)]
    if export["event"]["status"] == "finished":
        wrong += _places(export)
    return wrong


def _seeds(export: Part) -> Iterator[str]:
    """Yield a difference in the seeds. Substitutes and divisions keep those of others."""
    entrants, stages = export["entrants"], export["stages"]
    seeded = [each for each in entrants if each["seed"] is not None]
    if sorted(each["seed"] for each in seeded) != list(range(1, len(seeded) + 1)):
        yield "a seed is missing or used twice"
    replaced = any(each["seed"] is None and each["left_at"] is not None for each in entrants)
    if stages and not replaced and not export["event"]["divisions"]:
        drawn = seeds([(each["seed"], each["rating"]) for each in seeded], export["event"]["id"])
        if drawn != tuple(sorted(drawn)):
            yield f"the seeds should be in the order {drawn}"


def _sections(export: Part) -> Iterator[tuple[int, int, Part]]:
    """Yield (stage, section, part of the file). Both numbers count from 1."""
    for stage, each in enumerate(export["stages"], start=1):
        for section, part in enumerate(each["sections"], start=1):
            yield stage, section, part


def _pairings(export: Part) -> Iterator[str]:
    """Yield differences in the draw, the pairings and their points."""
    event = export["event"]
    left = {each["seed"] for each in export["entrants"] if each["left_at"] is not None}
    everyone = {each["seed"] for each in export["entrants"]} - {None}
    teams = tuple(map(tuple, event["teams"])) if event["teams"] else None
    for stage, section, part in _sections(export):
        paired = [tuple(seat["seed"] for seat in each["seats"]) for each in part["pairings"]]
        if event["format"] in ("all", "tables"):
            drawn = lots(event["id"], stage, section, sorted(part["numbers"]))
            right = [tuple(drawn[n - 1] for n in each) for each in _numbers(event, stage, drawn)]
            if (list(drawn), right) != (part["numbers"], paired):
                yield f"stage {stage}, section {section}: the pairings should be {right}"
        if event["format"] == "rounds":
            seated = [seed for pairing in paired for seed in pairing]
            if len(set(seated)) != len(seated) or not everyone - left <= set(seated) <= everyone:
                yield f"round {stage} does not pair each entrant once"
        if not set(part["struck"]) <= left or not set(part["qualified"]) <= everyone:
            yield f"stage {stage}, section {section}: someone is struck or advances wrongly"
        for each in part["pairings"]:
            points = [seat["half_points"] for seat in each["seats"]]
            places = [seat["place"] for seat in each["seats"]]
            if (None in points) == (each["state"] in ("scored", "forfeit")):
                yield f"{paired} has {points} in the state {each['state']}"
            elif each["state"] == "scored" and each["reason"] is None and None not in places:
                groups = [
                    [seat for seat, own in enumerate(places) if own == place]
                    for place in sorted(set(places))
                ]
                if list(points_of(groups, len(places), teams)) != points:
                    yield f"a pairing with the places {places} has the points {points}"


def _numbers(event: Part, stage: int, drawn: Sequence[int]) -> Sequence[Sequence[int]]:
    """Return the pairings of a section by number."""
    size, seats = len(drawn), event["seats"]
    if event["format"] == "all":
        return section_pairings(size, event["games_each"] or games_each_default(size))
    if stage == 1:
        return table_pairings(size, seats)
    return final_tables(seats) if size == seats else ()


def _results(part: Part) -> list[Result]:
    """Return the results that count in a section, by seed."""
    return [
        Result(
            tuple(seat["seed"] for seat in each["seats"]),
            tuple(seat["half_points"] for seat in each["seats"]),
            tuple(seat["forfeit"] for seat in each["seats"]),
        )
        for each in part["pairings"]
        if each["state"] in ("scored", "forfeit")
        and not any(seat["seed"] in part["struck"] for seat in each["seats"])
    ]


def _standings(export: Part) -> Iterator[str]:
    """Yield the rows of standings that differ from the naive ones."""
    event, all_results = export["event"], list[Result]()
    for stage, _, part in _sections(export):
        results, rows = _results(part), part["standings"]
        all_results += results
        if not rows:
            continue
        members = [seed for seed in part["numbers"] if seed not in part["struck"]]
        if event["format"] == "rounds":
            members, results = sorted(row["seed"] for row in rows), all_results
        groups = _groups(event, stage, members, results, rows)
        places = {
            seed: 1 + sum(map(len, groups[:number]))
            for number, group in enumerate(groups)
            for seed in group
        }
        if {row["seed"]: row["place"] for row in rows} != places:
            yield f"stage {stage}: the places should be {places}"
        for row in rows:
            for name, value in _tie_breaks(event, row["seed"], results).items():
                if row[name] is not None and row[name] != value * TIMES.get(name, 1):
                    yield f"stage {stage}: {name} of seed {row['seed']} should be {value} points"


def _groups(
    event: Part, stage: int, members: list[int], results: list[Result], rows: Sequence[Part]
) -> list[list[int]]:
    """Return the entrants of a section, best first. Those in one group share a place."""
    if event["format"] == "all":
        return naive.section_groups(members, results)
    if event["format"] == "rounds":
        return naive.rounds_groups(members, results)
    if stage == 1:
        return naive.table_groups(members, results, event["teams"])
    former = {row["seed"]: row["former_place"] for row in rows}
    keys = {seed: (-naive.score(seed, results), former[seed]) for seed in members}
    return [[seed for seed in members if keys[seed] == key] for key in sorted(set(keys.values()))]


def _tie_breaks(event: Part, seed: int, results: list[Result]) -> dict[str, Fraction | int]:
    """Return numbers of a row of the standings, by key of the file."""
    points = {"points": naive.score(seed, results)}
    if event["format"] == "tables":
        return {
            **points,
            "games": len(naive.tables_of(seed, results)),
            "firsts": naive.on_place(seed, 1, results),
            "seconds": naive.on_place(seed, 2, results),
        }
    opponents = naive.buchholz(seed, results)
    return {
        **points,
        "games": len(naive.games_of(seed, results)),
        "wins": naive.wins(seed, results),
        "sonneborn_berger": naive.sonneborn(seed, results),
        "buchholz": sum(opponents, Fraction(0)),
        "buchholz_cut": sum(opponents[1:], Fraction(0)),
    }


def _places(export: Part) -> Iterator[str]:
    """Yield differences in the final places of entrants who have moved and stayed."""
    event = export["event"]
    if event["format"] == "cup":
        yield from _winners(export)
    reached: dict[int, tuple[Any, ...]] = {}
    for stage, section, part in _sections(export):
        if event["format"] == "cup":
            playing = {seat["seed"] for each in part["pairings"] for seat in each["seats"]}
            reached |= {
                seed: (-stage, seed not in part["qualified"])
                for seed in playing | set(part["qualified"])
            }
        is_last = stage == len(export["stages"])
        for row in part["standings"]:
            before = section if event["divisions"] else 0
            share = 0 if is_last else Fraction(-row["points"], row["games"] or 1)
            reached[row["seed"]] = (-stage, before, row["place"], share)
    stayed = [
        each
        for each in export["entrants"]
        if each["seed"] in reached and each["moved"] and each["left_at"] is None
    ]
    for one, other in combinations(stayed, 2):
        keys = reached[one["seed"]], reached[other["seed"]]
        own, others = one["place"], other["place"]
        if (keys[0] < keys[1], keys[0] > keys[1]) != (own < others, own > others):
            yield f"the places {own} of seed {one['seed']} and {others} of seed {other['seed']}"


def _winners(export: Part) -> Iterator[str]:
    """Yield pairs of a cup in which both have stayed and the wrong one advances."""
    left = {each["seed"] for each in export["entrants"] if each["left_at"] is not None}
    for stage, _, part in _sections(export):
        pairs = {tuple(sorted(seat["seed"] for seat in each["seats"])) for each in part["pairings"]}
        for pair in pairs:
            own = [
                each
                for each in part["pairings"]
                if {seat["seed"] for seat in each["seats"]} == set(pair)
                and each["state"] in ("scored", "forfeit")
            ]
            winner = naive.cup_winner(list(pair), own)
            if left.isdisjoint(pair) and set(pair) & set(part["qualified"]) != {winner}:
                yield f"round {stage}: {winner} of {pair} should advance"
