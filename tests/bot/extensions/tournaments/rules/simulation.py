"""Random finished pairings and events, as they are exported."""

import random
from collections.abc import Iterator, Sequence

from bot.extensions.tournaments.rules.export_format import (
    EventExport,
    ExportedEntrant,
    ExportedEvent,
    ExportedPairing,
    ExportedSeat,
    ExportedStage,
)
from bot.extensions.tournaments.rules.results import Result
from bot.extensions.tournaments.rules.seeding import seeds

BEGAN = 1_790_000_000
DAY = 86_400


class Simulation:
    """An event that is being simulated, and its random numbers."""

    def __init__(self, kind: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.kind, self.id = kind, self.rng.randrange(1, 10**6)
        self.now = BEGAN
        self.seats = self.rng.choice([3, 4, 4, 6]) if kind == "tables" else 2
        self.teams = ((0, 2), (1, 3)) if self.seats == 4 and self.rng.random() < 0.5 else None
        fewest = {"all": 3, "tables": self.seats, "cup": 4, "rounds": 5}[kind]
        self.size = self.rng.randint(fewest, 26)
        self.games_each = self.rng.choice([None, 1, 2])
        self.left_at: dict[int, int] = {}
        self.stages: list[ExportedStage] = []

    def pairing(
        self, entrants: Sequence[int], half_points: Sequence[int], state: str = "scored"
    ) -> ExportedPairing:
        """Return a finished pairing with these half-points."""
        self.now += self.rng.randrange(3600)
        absent = [state == "forfeit" and points == 0 for points in half_points]
        scored = len(entrants) > 1 and state == "scored"
        return ExportedPairing(
            match=self.rng.randrange(1, 10**6) if scored else None,
            state=state,
            reason=None,
            scored_at=self.now,
            margin=None,
            turns=None,
            seats=tuple(
                ExportedSeat(
                    seed=seed,
                    half_points=None if state == "void" else points,
                    place=1 + sum(other > points for other in half_points) if scored else None,
                    forfeit=forfeit,
                )
                for seed, points, forfeit in zip(entrants, half_points, absent, strict=True)
            ),
        )

    def game(self, entrants: Sequence[int]) -> ExportedPairing:
        """Return a pairing with a random result."""
        if self.rng.random() < 0.05 and len(entrants) == 2:
            return self.pairing(entrants, self.rng.choice([(2, 0), (0, 2), (0, 0)]), "forfeit")
        strength = [self.rng.randint(1, len(entrants) + 1) for _ in entrants]
        if self.teams is not None:
            strength = [strength[seat % 2] for seat in range(4)]
            points = [1 + (strength[seat] > strength[1 - seat % 2]) for seat in range(4)]
            points = [
                point - (strength[seat] < strength[1 - seat % 2])
                for seat, point in enumerate(points)
            ]
            return self.pairing(entrants, points)
        return self.pairing(
            entrants,
            [
                2 * sum(own > other for other in strength) + strength.count(own) - 1
                for own in strength
            ],
        )

    def export(self, places: dict[int, int], *, divisions: bool = False) -> EventExport:
        """Return the finished event."""
        ratings = [self.rng.choice([None, 1400, 1500, 1600]) for _ in range(self.size)]
        order = seeds(list(enumerate(ratings)), self.id)
        return EventExport(
            event=ExportedEvent(
                id=self.id,
                name="Spring Cup",
                format=self.kind,
                variant="halma-8x8",
                seats=self.seats,
                teams=self.teams,
                control="72h+12h cap 120h",
                rated=True,
                status="finished",
                games_each=self.games_each,
                at_once=3,
                rounds=len(self.stages) if self.kind == "rounds" else None,
                divisions=divisions,
                started_at=BEGAN,
                ended_at=self.now,
            ),
            entrants=tuple(
                ExportedEntrant(
                    seed=order.index(index) + 1,
                    name=f"Player {index}",
                    rating=rating,
                    joined_at=BEGAN - DAY + index,
                    left_at=self.left_at.get(order.index(index) + 1),
                    left_why="left" if order.index(index) + 1 in self.left_at else None,
                    place=places.get(order.index(index) + 1),
                )
                for index, rating in enumerate(ratings)
            ),
            stages=tuple(self.stages),
        )


def results_of(pairings: Sequence[ExportedPairing], struck: Sequence[int] = ()) -> list[Result]:
    """Return the results that count, by seed."""
    return [
        Result(
            tuple(seat.seed for seat in each.seats),
            tuple(seat.half_points or 0 for seat in each.seats),
            tuple(seat.forfeit for seat in each.seats),
        )
        for each in pairings
        if each.state in {"scored", "forfeit"}
        and not any(seat.seed in struck for seat in each.seats)
    ]


def placed(groups: list[list[int]]) -> Iterator[tuple[int, int, bool]]:
    """Yield (seed, place, whether shared) of ordered groups."""
    place = 1
    for group in groups:
        for seed in group:
            yield seed, place, len(group) > 1
        place += len(group)
