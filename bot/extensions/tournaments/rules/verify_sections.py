"""Verification of sections and tables: lots, pairings, standings and finalists."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from bot.extensions.tournaments.rules.export_format import (
    EventExport,
    ExportedRow,
    ExportedSection,
    exported_row,
)
from bot.extensions.tournaments.rules.final_places import (
    Presence,
    places_after_divisions,
    places_after_sections,
    places_by_presence,
)
from bot.extensions.tournaments.rules.results import Result
from bot.extensions.tournaments.rules.sections import (
    best_by_seed,
    finalists,
    games_each_default,
    section_pairings,
    section_sizes,
    snake,
)
from bot.extensions.tournaments.rules.seeding import lots
from bot.extensions.tournaments.rules.standings import (
    Row,
    section_standings,
    table_final_standings,
    table_standings,
)
from bot.extensions.tournaments.rules.table_blocks import final_tables, has_final, table_pairings

_FINAL = 2


def section_differences(export: EventExport) -> Iterator[str]:
    """Yield the differences of an event in sections or at tables."""
    expected = _first_sections(export)
    first = export.stages[0].sections
    if len(export.stages) > (_FINAL if _may_have_final(export) else 1):
        yield "The event has too many stages."
        return
    if [set(section.numbers) for section in first] != [set(members) for members in expected]:
        yield "Stage 1: the sections should be " + "; ".join(map(_listed, expected)) + "."
        return
    if len(export.stages) == _FINAL and len(export.stages[1].sections) != 1:
        yield "Stage 2: the final should be one section."
        return
    for stage, each in enumerate(export.stages, start=1):
        for number, section in enumerate(each.sections, start=1):
            where = f"Stage {stage}, section {number}"
            yield from _section(export, stage, number, where)
            left = {entrant.seed for entrant in export.entrants if entrant.left_at is not None}
            if stayed := set(section.struck) - left:
                yield f"{where}: seed {min(stayed)} is struck, but has not left."
    rows = [_rows(export, 1, section) for section in first]
    if len(export.stages) == _FINAL:
        yield from _finalists(export, rows)
    elif export.event.status == "finished" and _may_have_final(export):
        yield "The final is missing."
        return
    if export.event.status == "finished":
        deciding = export.stages[-1].sections[0]
        points = {row.seed: row.points for row in deciding.standings}
        yield from wrong_places(export, _places(export, rows), set(points), points)


def wrong_places(
    export: EventExport,
    by_results: Mapping[int, int],
    contenders: Collection[int],
    points: Mapping[int, int],
) -> Iterator[str]:
    """Yield the final places that differ from the expected ones. Keys are seeds.

    Files of earlier versions do not say who has made a move. Their places are by results alone.
    """
    presence = {
        each.seed: Presence(each.moved, each.left_why)
        for each in export.entrants
        if each.seed is not None and each.moved is not None
    }
    expected = by_results
    if presence:
        expected = places_by_presence(by_results, presence, contenders, points)
    for entrant in export.entrants:
        place = None if entrant.seed is None else expected.get(entrant.seed)
        if entrant.place != place:
            should = "no final place" if place is None else f"the final place {place}"
            yield f"Seed {entrant.seed} should have {should}, not {entrant.place}."


def wrong_standings(
    where: str, standings: Sequence[ExportedRow], expected: Sequence[ExportedRow]
) -> Iterator[str]:
    """Yield the differences between standings. Tied entrants may be in any order."""
    by_seed = {row.seed: row for row in standings}
    if [row.place for row in standings] != sorted(row.place for row in standings):
        yield f"{where}: the standings are not in the order of the places."
    if set(by_seed) != {row.seed for row in expected}:
        yield f"{where}: the standings should be of the seeds {_listed(r.seed for r in expected)}."
        return
    for row in expected:
        for name in ExportedRow.__slots__:
            own, right = getattr(by_seed[row.seed], name), getattr(row, name)
            if own != right:
                yield f"{where}: {name} of seed {row.seed} should be {right}, not {own}."


def _may_have_final(export: EventExport) -> bool:
    """Return whether the best of the first stage play a final."""
    entrants = sum(each.seed is not None for each in export.entrants)
    if export.event.format == "tables":
        return has_final(entrants, export.event.seats)
    return len(section_sizes(entrants)) > 1 and not export.event.divisions


def _first_sections(export: EventExport) -> tuple[tuple[int, ...], ...]:
    """Return the seeds of each section of the first stage."""
    entrants = sum(each.seed is not None for each in export.entrants)
    if export.event.format == "tables":
        return (tuple(range(1, entrants + 1)),)
    if not export.event.divisions:
        return snake(entrants)
    sizes = section_sizes(entrants)
    ends = [sum(sizes[: index + 1]) for index in range(len(sizes))]
    return tuple(
        tuple(range(end - size + 1, end + 1)) for end, size in zip(ends, sizes, strict=True)
    )


def _section(export: EventExport, stage: int, number: int, where: str) -> Iterator[str]:
    """Yield the differences inside a section."""
    section = export.stages[stage - 1].sections[number - 1]
    drawn = lots(export.event.id, stage, number, sorted(section.numbers))
    if section.numbers != drawn:
        yield f"{where}: by lot, the numbers should be of the seeds {_listed(drawn)}."
    right = [
        tuple(section.numbers[each - 1] for each in pairing)
        for pairing in _pairings(export, stage, len(section.numbers))
    ]
    paired = [tuple(seat.seed for seat in each.seats) for each in section.pairings]
    if len(paired) != len(right):
        yield f"{where}: {len(right)} pairings should be played, not {len(paired)}."
    for index, (own, expected) in enumerate(zip(paired, right, strict=False), start=1):
        if own != expected:
            yield (
                f"{where}: pairing {index} should be of the seeds {_listed(expected)}, "
                f"not {_listed(own)}."
            )
    expected_rows = [
        exported_row(row, section.numbers[row.number - 1]) for row in _rows(export, stage, section)
    ]
    yield from wrong_standings(where, section.standings, expected_rows)


def _pairings(export: EventExport, stage: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the pairings of a section of this size, by number."""
    event = export.event
    if event.format == "tables":
        if stage == _FINAL:
            return final_tables(event.seats) if size == event.seats else ()
        return table_pairings(size, event.seats)
    return section_pairings(size, event.games_each or games_each_default(size))


def _rows(export: EventExport, stage: int, section: ExportedSection) -> tuple[Row, ...]:
    """Return the standings of a section, by number."""
    numbers = range(1, len(section.numbers) + 1)
    results = _results(section, export.event.seats)
    if export.event.format == "all":
        struck = [number for number in numbers if section.numbers[number - 1] in section.struck]
        return section_standings(numbers, results, struck)
    if stage == _FINAL:
        first = export.stages[0].sections[0]
        before = {first.numbers[row.number - 1]: row.place for row in _rows(export, 1, first)}
        return table_final_standings(
            numbers, results, {number: before[section.numbers[number - 1]] for number in numbers}
        )
    return table_standings(numbers, results, export.event.teams)


def _results(section: ExportedSection, seats: int) -> list[Result]:
    """Return the results that count, by number. Results of other entrants are omitted."""
    number_of = {seed: number for number, seed in enumerate(section.numbers, start=1)}
    return [
        Result(
            tuple(number_of[seat.seed] for seat in each.seats),
            tuple(seat.half_points or 0 for seat in each.seats),
            tuple(seat.forfeit for seat in each.seats),
        )
        for each in section.pairings
        if each.state in {"scored", "forfeit"}
        and len(each.seats) == seats
        and all(seat.seed in number_of for seat in each.seats)
    ]


def _finalists(export: EventExport, rows: Sequence[tuple[Row, ...]]) -> Iterator[str]:
    """Yield a difference if others should have advanced to the final.

    The finalists are not compared if there was a withdrawal, a forfeit or a manager's decision
    after the final began: such changes do not affect the finalists, but the standings in the file
    include them.
    """
    first, final = export.stages[0].sections, export.stages[1]
    going_on = {seed for section in first for seed in section.qualified}
    if set(final.sections[0].numbers) != going_on:
        yield f"Stage 2: the final should be of the seeds {_listed(sorted(going_on))}."
    left_at = {each.seed: each.left_at for each in export.entrants if each.left_at is not None}
    if any(at >= final.began_at for at in left_at.values()) or any(
        (each.reason is not None or each.state == "forfeit")
        and (each.scored_at or 0) >= final.began_at
        for section in first
        for each in section.pairings
    ):
        return
    for number, (section, best) in enumerate(
        zip(first, _best(export, rows, set(left_at)), strict=True), start=1
    ):
        seeds = {section.numbers[each - 1] for each in best}
        if set(section.qualified) != seeds:
            yield f"Stage 1, section {number}: the seeds {_listed(sorted(seeds))} should advance."


def _best(
    export: EventExport, rows: Sequence[tuple[Row, ...]], left: Collection[int | None]
) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of each section that advance."""
    first = export.stages[0].sections
    seeds = [dict(enumerate(section.numbers, start=1)) for section in first]
    gone = [[number for number, seed in numbers.items() if seed in left] for numbers in seeds]
    if export.event.format == "tables":
        return (best_by_seed(rows[0], export.event.seats, seeds[0], gone[0]),)
    return finalists(rows, seeds, gone)


def _places(export: EventExport, rows: Sequence[tuple[Row, ...]]) -> dict[int, int]:
    """Return the final place of each seed."""
    by_seed = [
        [(section.numbers[row.number - 1], row) for row in part]
        for section, part in zip(export.stages[0].sections, rows, strict=True)
    ]
    if len(export.stages) < _FINAL:
        return places_after_divisions(by_seed)
    final = export.stages[1].sections[0]
    places = {final.numbers[row.number - 1]: row.place for row in _rows(export, _FINAL, final)}
    return places_after_sections(places, by_seed, final.numbers)


def _listed(numbers: Collection[int] | Iterator[int]) -> str:
    """Return numbers as text."""
    return ", ".join(map(str, numbers))
