"""Verification of an exported event: everything the rules decide is recomputed.

This covers seeds, sections, lots, pairings, points, standings with all tie-breaks, qualifiers and
final places. Facts about the matches, such as who won, are taken from the file.
"""

from collections.abc import Iterator, Mapping

from bot.extensions.tournaments.rules.export_format import EventExport, ExportedPairing, read
from bot.extensions.tournaments.rules.json_reader import InvalidJson
from bot.extensions.tournaments.rules.points import points_of
from bot.extensions.tournaments.rules.seeding import seeds
from bot.extensions.tournaments.rules.verify_rounds import cup_differences, swiss_differences
from bot.extensions.tournaments.rules.verify_sections import section_differences

_SEATS: Mapping[str, tuple[int, ...]] = {
    "all": (2,),
    "tables": (3, 4, 6),
    "cup": (2,),
    "rounds": (2,),
}
_FEWEST = 2
_COUNTED = ("scored", "forfeit")
_OVER = (*_COUNTED, "void")


def verify(export: object) -> list[str]:
    """Return the differences between a file and the rules; empty if there are none.

    `export` is any value loaded from JSON. For a file that cannot be read, the result is one
    sentence.
    """
    try:
        event = read(export)
    except InvalidJson as error:
        return [str(error)]
    wrong = list(_inconsistencies(event))
    return wrong or [*_seeds(event), *_unfinished(event), *_points(event), *_rules(event)]


def _rules(export: EventExport) -> Iterator[str]:
    """Yield the differences that depend on the format of the event."""
    if not export.stages:
        return
    match export.event.format:
        case "cup":
            yield from cup_differences(export)
        case "rounds":
            yield from swiss_differences(export)
        case _:
            yield from section_differences(export)


def _inconsistencies(export: EventExport) -> Iterator[str]:
    """Yield contradictions that rule out any computation."""
    event = export.event
    if event.seats not in _SEATS[event.format]:
        yield f'An event of the format "{event.format}" is not played by {event.seats}.'
    sides = sorted(seat for team in event.teams or () for seat in team)
    if event.teams is not None and sides != list(range(event.seats)):
        yield "Each seat must belong to one team."
    numbers = sorted(each.seed for each in export.entrants if each.seed is not None)
    if numbers != list(range(1, len(numbers) + 1)):
        yield "The seeds must be 1, 2, 3 and so on, each once."
    if export.stages and len(numbers) < max(_FEWEST, event.seats):
        yield f"{len(numbers)} entrants are too few."
    known = set(numbers)
    for stage, section, where in _sections(export):
        part = export.stages[stage].sections[section]
        pairings = [tuple(seat.seed for seat in each.seats) for each in part.pairings]
        rows = tuple(row.seed for row in part.standings)
        for group in (part.numbers, part.struck, part.qualified, rows, *pairings):
            if len(set(group)) != len(group):
                yield f"{where} names an entrant twice in the same list."
            if unknown := set(group) - known:
                yield f"{where} names seed {min(unknown)}, which no entrant has."


def _seeds(export: EventExport) -> Iterator[str]:
    """Yield a difference if the seeds do not follow from the ratings and lots.

    They are not checked if a substitute, whose rating differs, has taken a place, or in divisions,
    which follow from the last season.
    """
    entrants = export.entrants
    known = [each for each in entrants if each.seed is not None]
    replaced = any(each.seed is None and each.left_at is not None for each in entrants)
    if not export.stages or replaced or export.event.divisions:
        return
    drawn = seeds([(each.seed or 0, each.rating) for each in known], export.event.id)
    if drawn != tuple(sorted(drawn)):
        order = ", ".join(map(str, drawn))
        yield f"By rating and lots, the seeds should be in another order: {order}."


def _unfinished(export: EventExport) -> Iterator[str]:
    """Yield unfinished pairings of a finished event."""
    if export.event.status != "finished":
        return
    if not export.stages:
        yield "A finished event must have a stage."
    for stage, section, where in _sections(export):
        part = export.stages[stage].sections[section]
        for number, pairing in enumerate(part.pairings, start=1):
            gone = any(seat.seed in part.struck for seat in pairing.seats)
            if pairing.state not in _OVER and not gone:
                yield f"{where}, pairing {number} is not over, although the event is."


def _points(export: EventExport) -> Iterator[str]:
    """Yield the pairings whose points do not follow from the places."""
    for stage, section, where in _sections(export):
        for number, pairing in enumerate(export.stages[stage].sections[section].pairings, start=1):
            wrong = _wrong_points(export, pairing)
            if wrong:
                yield f"{where}, pairing {number}: {wrong}"


def _wrong_points(export: EventExport, pairing: ExportedPairing) -> str | None:
    """Return the error in the points of a pairing; None if they are correct."""
    event = export.event
    points = [seat.half_points for seat in pairing.seats if seat.half_points is not None]
    if pairing.state not in _COUNTED:
        return "it has points, but no result." if points else None
    if len(points) < len(pairing.seats):
        return "a seat has no points."
    if event.format == "rounds" and len(pairing.seats) == 1:
        return None if points == [2] else "a bye is worth 2 half-points."
    if len(pairing.seats) != event.seats:
        return f"it has {len(pairing.seats)} seats instead of {event.seats}."
    places = [seat.place for seat in pairing.seats if seat.place is not None]
    expected = _points_by(places, export) if len(places) == event.seats else None
    if pairing.state == "scored" and pairing.reason is None and expected not in (None, points):
        return f"by the places, the half-points should be {_listed(expected or [])}."
    both_absent = event.seats == 2 and points == [0, 0] and pairing.state == "forfeit"
    if not both_absent and _points_by([-each for each in points], export) != points:
        return f"no result gives the half-points {_listed(points)}."
    return None


def _points_by(places: list[int], export: EventExport) -> list[int]:
    """Return the half-points by seat. `places` may be any numbers in the same order."""
    groups = [
        [seat for seat, own in enumerate(places) if own == place] for place in sorted(set(places))
    ]
    return list(points_of(groups, len(places), export.event.teams))


def _sections(export: EventExport) -> Iterator[tuple[int, int, str]]:
    """Yield the indices of each stage and section, and a name for both."""
    for stage, each in enumerate(export.stages):
        for section in range(len(each.sections)):
            yield stage, section, f"Stage {stage + 1}, section {section + 1}"


def _listed(numbers: list[int]) -> str:
    """Return numbers as text."""
    return ", ".join(map(str, numbers))
