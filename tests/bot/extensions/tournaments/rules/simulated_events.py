"""Random finished events of each format, as exports.

Standings, qualifiers and places come from the naive implementation and from published tables, so a
verification compares two implementations. Lots and Swiss pairs come from the rules.
"""

from collections.abc import Sequence
from fractions import Fraction

from bot.extensions.tournaments.rules.export_format import (
    EventExport,
    ExportedPairing,
    ExportedRow,
    ExportedSection,
    ExportedStage,
)
from bot.extensions.tournaments.rules.results import Result
from bot.extensions.tournaments.rules.seeding import lots
from bot.extensions.tournaments.rules.swiss import pair_round, swiss_entrants
from tests.bot.extensions.tournaments.rules import naive
from tests.bot.extensions.tournaments.rules.published_tables import BERGER, BLOCKS
from tests.bot.extensions.tournaments.rules.simulation import (
    BEGAN,
    DAY,
    Simulation,
    placed,
    results_of,
)


def simulated(kind: str, seed: int) -> EventExport:
    """Return a random event of a format or of "divisions", the same for the same seed."""
    if kind == "divisions":
        return _all(Simulation("all", seed), divisions=True)
    format_of = {"all": _all, "tables": _tables, "cup": _cup, "rounds": _rounds}
    return format_of[kind](Simulation(kind, seed))


def section_rows(members: list[int], results: list[Result]) -> tuple[ExportedRow, ...]:
    """Return the standings of a section by the naive implementation."""
    rows = []
    for seed, place, shared in placed(naive.section_groups(members, results)):
        points = naive.score(seed, results)
        tied = [other for other in members if naive.score(other, results) == points]
        direct = naive.direct(tied, results) if len(tied) > 1 else None
        rows.append(
            ExportedRow(
                seed=seed,
                place=place,
                shared=shared,
                points=int(2 * points),
                games=len(naive.games_of(seed, results)),
                direct=None if direct is None else int(2 * direct[seed]),
                wins=naive.wins(seed, results),
                sonneborn_berger=int(4 * naive.sonneborn(seed, results)),
            )
        )
    return tuple(rows)


def _berger_pairs(size: int, games: int) -> list[tuple[int, int]]:
    """Return the published pairs of a section, by number."""
    words = BERGER[size].replace("/", " ").split()
    pairs = [(int(first), int(second)) for first, second in (word.split("-") for word in words)]
    return pairs + [(second, first) for first, second in pairs] * (games - 1)


def _section(event: Simulation, stage: int, number: int, members: list[int]) -> ExportedSection:
    """Return a finished section, sometimes with an entrant who has left."""
    numbers = lots(event.id, stage, number, sorted(members))
    games = event.games_each or (2 if len(members) < 5 else 1)
    pairs = [(numbers[a - 1], numbers[b - 1]) for a, b in _berger_pairs(len(members), games)]
    leaver = event.rng.choice(members) if event.rng.random() < 0.3 else None
    own = [pair for pair in pairs if leaver in pair]
    played = own[: event.rng.randrange(len(own))] if own else []
    struck = [leaver] if leaver is not None and 2 * len(played) < len(own) else []
    pairings = []
    for pair in pairs:
        if leaver in pair and pair not in played:
            points = [0 if seed == leaver else 2 for seed in pair]
            pairings.append(event.pairing(pair, points, "void" if struck else "forfeit"))
        elif leaver in pair:
            pairings.append(event.pairing(pair, event.rng.choice([(2, 0), (1, 1), (0, 2)])))
        else:
            pairings.append(event.game(pair))
    if leaver is not None:
        event.left_at[leaver] = event.now
    remaining = [seed for seed in sorted(members) if seed not in struck]
    if len(played) and leaver is not None and not struck:
        on_board = [each for each in pairings if each.state == "scored"]
        assert 2 * sum(leaver in [s.seed for s in each.seats] for each in on_board) >= len(own)
    return ExportedSection(
        numbers=numbers,
        struck=tuple(struck),
        qualified=(),
        pairings=tuple(pairings),
        standings=section_rows(remaining, results_of(pairings, struck)),
    )


def _with_qualified(section: ExportedSection, seeds_on: Sequence[int]) -> ExportedSection:
    """Return a section from which these entrants advance."""
    return ExportedSection(
        numbers=section.numbers,
        struck=section.struck,
        qualified=tuple(sorted(seeds_on)),
        pairings=section.pairings,
        standings=section.standings,
    )


def _all(event: Simulation, *, divisions: bool = False) -> EventExport:
    """Play sections, then a final between the best of each."""
    count = -(-event.size // 8)
    groups: list[list[int]] = [[] for _ in range(count)]
    sizes = [event.size // count + (index < event.size % count) for index in range(count)]
    if divisions:
        waiting = list(range(1, event.size + 1))
        groups = [[waiting.pop(0) for _ in range(size)] for size in sizes]
    else:
        order = [*range(count), *reversed(range(count))] * event.size
        for seed in range(1, event.size + 1):
            while len(groups[order[0]]) == sizes[order[0]]:
                order.pop(0)
            groups[order.pop(0)].append(seed)
    sections = [_section(event, 1, index, group) for index, group in enumerate(groups, start=1)]
    event.stages.append(ExportedStage(began_at=BEGAN, sections=tuple(sections)))
    places: dict[int, int] = {}
    if divisions or count == 1:
        for section in sections:
            before = len(places)
            places.update({row.seed: before + row.place for row in section.standings})
        return event.export(places, divisions=divisions)
    wanted = {2: 2, 3: 2}.get(count, 1)
    going_on = []
    for section in sections:
        left = [row for row in section.standings if row.seed not in event.left_at]
        last = left[wanted - 1].place if len(left) >= wanted else 99
        going_on.append([row for row in left if row.place <= last])
    if sum(map(len, going_on)) > 8:
        going_on = [
            sorted(rows, key=lambda row: (row.place, row.seed))[:wanted] for rows in going_on
        ]
    event.now += DAY
    began = event.now
    everyone = [row.seed for rows in going_on for row in rows]
    final = _section(event, 2, 1, everyone)
    event.stages[0] = ExportedStage(
        began_at=BEGAN,
        sections=tuple(
            _with_qualified(section, [row.seed for row in rows])
            for section, rows in zip(sections, going_on, strict=True)
        ),
    )
    event.stages.append(ExportedStage(began_at=began, sections=(final,)))
    places.update({row.seed: row.place for row in final.standings})
    rest = sorted(
        (row.place, -Fraction(row.points, max(row.games, 1)), row.seed)
        for section in sections
        for row in section.standings
        if row.seed not in everyone
    )
    first_of_rest = len(places) + 1
    for place, points, seed in rest:
        ahead = [other for other in rest if other[:2] < (place, points)]
        places[seed] = first_of_rest + len(ahead)
    return event.export(places)


def _tables(event: Simulation) -> EventExport:
    """Play tables, then a final between the best."""
    everyone = list(range(1, event.size + 1))
    numbers = lots(event.id, 1, 1, everyone)
    block = BLOCKS[event.seats, event.size][0]
    pairings = [
        event.game([numbers[(place + table) % event.size] for place in block])
        for table in range(event.size)
    ]
    results = results_of(pairings)
    rows = []
    for seed, place, shared in placed(naive.table_groups(everyone, results, event.teams)):
        points = naive.score(seed, results)
        tied = [other for other in everyone if naive.score(other, results) == points]
        rows.append(
            ExportedRow(
                seed=seed,
                place=place,
                shared=shared,
                points=int(2 * points),
                games=len(naive.tables_of(seed, results)),
                firsts=naive.on_place(seed, 1, results),
                seconds=naive.on_place(seed, 2, results),
                place_difference=int(naive.ahead(tied, results)[seed]) if len(tied) > 1 else None,
                opponents_points=int(2 * naive.met_points(seed, results, event.teams)),
            )
        )
    best = [row.seed for row in sorted(rows, key=lambda row: (row.place, row.seed))][: event.seats]
    section = ExportedSection(
        numbers=numbers,
        struck=(),
        qualified=tuple(best) if event.size > 2 * event.seats else (),
        pairings=tuple(pairings),
        standings=tuple(rows),
    )
    event.stages.append(ExportedStage(began_at=BEGAN, sections=(section,)))
    places = {row.seed: row.place for row in rows}
    if section.qualified:
        places = _final_of_tables(event, best, places)
    return event.export(places)


def _final_of_tables(event: Simulation, best: list[int], former: dict[int, int]) -> dict[int, int]:
    """Play the final of tables, and return all final places."""
    event.now += DAY
    began, numbers = event.now, lots(event.id, 2, 1, sorted(best))
    tables = {
        3: ("123", "231", "312"),
        4: ("1243", "2314", "3421", "4132"),
        6: ("126354", "453621"),
    }[event.seats]
    pairings = [event.game([numbers[int(digit) - 1] for digit in table]) for table in tables]
    results = results_of(pairings)
    keys = {seed: (-naive.score(seed, results), former[seed]) for seed in best}
    places = {seed: 1 + sum(other < key for other in keys.values()) for seed, key in keys.items()}
    rows = tuple(
        ExportedRow(
            seed=seed,
            place=places[seed],
            shared=list(places.values()).count(places[seed]) > 1,
            points=int(2 * naive.score(seed, results)),
            games=len(tables),
            former_place=former[seed],
        )
        for seed in sorted(best, key=lambda seed: places[seed])
    )
    section = ExportedSection(
        numbers=numbers, struck=(), qualified=(), pairings=tuple(pairings), standings=rows
    )
    event.stages.append(ExportedStage(began_at=began, sections=(section,)))
    rest = {seed: place for seed, place in former.items() if seed not in best}
    for seed, place in rest.items():
        places[seed] = len(best) + 1 + sum(other < place for other in rest.values())
    return places


def _cup(event: Simulation) -> EventExport:
    """Play a knock-out in which entrants may leave between rounds."""
    size = 2
    while size < event.size:
        size *= 2
    slots: list[int | None] = [1]
    while len(slots) < size:
        total = 2 * len(slots) + 1
        slots = [each for seed in slots for each in (seed, total - (seed or 0))]
    slots = [seed if seed is not None and seed <= event.size else None for seed in slots]
    places: dict[int, int] = {}
    while len(slots) > 1:
        began, pairings, winners = event.now, list[ExportedPairing](), list[int | None]()
        out = []
        for index in range(0, len(slots), 2):
            both = sorted(seed for seed in slots[index : index + 2] if seed is not None)
            present = [seed for seed in both if seed not in event.left_at]
            games = [_cup_game(event, pair) for pair in (present, present[::-1]) if len(pair) == 2]
            winner = naive.cup_winner(present, games)
            pairings += games
            out += [seed for seed in both if seed != winner]
            winners.append(winner)
        section = ExportedSection(
            numbers=(),
            struck=(),
            qualified=tuple(seed for seed in winners if seed is not None),
            pairings=tuple(pairings),
            standings=(),
        )
        event.stages.append(ExportedStage(began_at=began, sections=(section,)))
        places.update(dict.fromkeys(out, 1 + len(section.qualified)))
        slots = winners
        event.now += DAY
        if event.rng.random() < 0.2 and len(section.qualified) > 1:
            event.left_at[event.rng.choice(section.qualified)] = event.now
    places.update({seed: 1 for seed in slots if seed is not None})
    return event.export(places)


def _cup_game(event: Simulation, pair: list[int]) -> ExportedPairing:
    """Return a game of a cup, with its margin and turns."""
    game = event.game(pair)
    decided = game.state == "scored" and game.seats[0].half_points != 1
    return ExportedPairing(
        match=game.match,
        state=game.state,
        reason=None,
        scored_at=game.scored_at,
        margin=event.rng.randrange(3) if decided else None,
        turns=event.rng.randrange(40, 43) if decided else None,
        seats=game.seats,
    )


def _rounds(event: Simulation) -> EventExport:
    """Play a Swiss event. Some entrants leave, and some games end in a later round."""
    number_of_rounds = min(7, max(3, (event.size - 1).bit_length() + 1))
    everyone = list(range(1, event.size + 1))
    pairings: list[list[ExportedPairing]] = []
    began_at: list[int] = []
    for number in range(1, number_of_rounds + 1):
        event.now += DAY
        began_at.append(event.now)
        over, running = [], []
        for each in (game for games in pairings for game in games):
            done = each.scored_at is not None and each.scored_at <= event.now
            (over if done else running).append(each)
        entrants = swiss_entrants(
            [seed for seed in everyone if seed not in event.left_at],
            results_of(over),
            [(each.seats[0].seed, each.seats[1].seed) for each in running],
        )
        pairs, free = pair_round(entrants, number)
        games = [_late(event, event.game(pair)) for pair in pairs]
        if free is not None:
            games.append(event.pairing([free], [2]))
        pairings.append(games)
        if event.rng.random() < 0.1 and len(everyone) - len(event.left_at) > 4:
            leaver = event.rng.choice(everyone)
            event.left_at.setdefault(leaver, event.now)
    results = results_of([each for games in pairings for each in games])
    rows = []
    for seed, place, shared in placed(naive.rounds_groups(everyone, results)):
        opponents = naive.buchholz(seed, results)
        points = naive.score(seed, results)
        tied = [other for other in everyone if naive.score(other, results) == points]
        direct = naive.direct(tied, results) if len(tied) > 1 else None
        rows.append(
            ExportedRow(
                seed=seed,
                place=place,
                shared=shared,
                points=int(2 * points),
                games=len(naive.games_of(seed, results)),
                direct=None if direct is None else int(2 * direct[seed]),
                sonneborn_berger=int(4 * naive.sonneborn(seed, results)),
                buchholz=int(2 * sum(opponents)),
                buchholz_cut=int(2 * sum(opponents[1:])),
            )
        )
    for index, games in enumerate(pairings):
        last = index == len(pairings) - 1
        section = ExportedSection(
            numbers=(),
            struck=(),
            qualified=(),
            pairings=tuple(games),
            standings=tuple(rows) if last else (),
        )
        event.stages.append(ExportedStage(began_at=began_at[index], sections=(section,)))
    return event.export({row.seed: row.place for row in rows})


def _late(event: Simulation, game: ExportedPairing) -> ExportedPairing:
    """Return a game that sometimes ends after the next round was paired."""
    if event.rng.random() > 0.1 or game.scored_at is None:
        return game
    return ExportedPairing(
        match=game.match,
        state=game.state,
        reason=None,
        scored_at=game.scored_at + 2 * DAY,
        margin=None,
        turns=None,
        seats=game.seats,
    )
