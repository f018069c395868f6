"""Fold of rated games into ratings, as it was in schemas 0013 to 0019.

Migrations use this copy, which never changes, so that an upgrade always computes the same ratings,
whatever becomes of the rating rules. Points are in hundredths.
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby, product
from operator import attrgetter
from typing import Any, NamedTuple

import sqlalchemy as sa

DAY = 86400
INITIAL, FLOOR, MAX_SWING, SCALE = 150_000, 10_000, 7_500, 10**9
PROVISIONAL = {"duel": 12, "melee": 12, "partners": 30}
WEIGHTS = (1.0, 1.0, 1.0, 0.5, 0.25, 0.0)


class Seat(NamedTuple):
    """The result of one seat of a rated game."""

    player: int
    side: int
    place: int
    left: bool
    rated: bool
    excused: tuple[int, ...]


class Game(NamedTuple):
    """A rated game that has not been annulled."""

    match: int
    finished_at: int
    kind: str
    event: bool
    seats: tuple[Seat, ...]


class Rating(NamedTuple):
    """A player's rating in a pool."""

    points: int = INITIAL
    games: int = 0
    last_at: int | None = None
    returning_games: int = 0


class Entrant(NamedTuple):
    """A seat with its player's rating data before the game."""

    seat: Seat
    points: int
    k: int
    provisional: bool


Side = tuple[Entrant, ...]


class Fold:
    """The rows of one ladder. Games are counted in historical order."""

    def __init__(self) -> None:
        self.ratings: dict[tuple[int, str], Rating] = {}
        self.changes: list[dict[str, Any]] = []
        self._met: dict[tuple[int, int], tuple[int, ...]] = {}

    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """Return the rows of each table by column, without the ladder."""
        return {
            "ratings": [
                {"player": player, "kind": kind, **own._asdict()}
                for (player, kind), own in self.ratings.items()
            ],
            "rating_changes": self.changes,
        }

    def count(self, game: Game) -> None:
        """Count the next game."""
        sides: dict[int, Side] = {}
        for seat in game.seats:
            own = self._enters(seat.player, game)
            entrant = Entrant(seat, own.points, _k(own), own.games < PROVISIONAL[game.kind])
            sides[seat.side] = (*sides.get(seat.side, ()), entrant)
        rated = [side for side in sides.values() if any(each.seat.rated for each in side)]
        terms = self._terms(game, rated) if len(rated) > 1 else {}
        after = {
            entrant.seat.player: self._after(game, entrant, terms[entrant.seat.player])
            for side in rated
            for entrant in side
            if terms and entrant.seat.rated
        }
        for player, rating in after.items():
            before = self._rating(player, game.kind)
            self.changes.append(
                {
                    "match": game.match,
                    "player": player,
                    "kind": game.kind,
                    "finished_at": game.finished_at,
                    "points_before": before.points,
                    "points": rating.points,
                    "games_before": before.games,
                    "games": rating.games,
                }
            )
        self.ratings.update(((player, game.kind), rating) for player, rating in after.items())
        for pair in _meetings(game):
            lately = self._lately(pair, game.finished_at)
            self._met[pair] = (*lately, game.finished_at)[-len(WEIGHTS) + 1 :]

    def _rating(self, player: int, kind: str) -> Rating:
        if (player, kind) in self.ratings:
            return self.ratings[player, kind]
        best = [
            other.points
            for pool, games in PROVISIONAL.items()
            if (other := self.ratings.get((player, pool))) and other.games >= games
        ]
        return Rating(INITIAL + (max(best) - INITIAL) // 2) if best else Rating()

    def _enters(self, player: int, game: Game) -> Rating:
        own = self._rating(player, game.kind)
        away = own.last_at is not None and game.finished_at - own.last_at >= 365 * DAY
        return own._replace(returning_games=6) if away else own

    def _after(self, game: Game, entrant: Entrant, terms: Sequence[int]) -> Rating:
        own = self._enters(entrant.seat.player, game)
        swing = sum(terms)
        if game.kind == "melee" and entrant.provisional:
            swing = max(-MAX_SWING, min(MAX_SWING, swing))
        return Rating(
            max(FLOOR, entrant.points + swing),
            own.games + bool(terms),
            game.finished_at,
            max(0, own.returning_games - bool(terms)),
        )

    def _lately(self, pair: tuple[int, int], now: int) -> tuple[int, ...]:
        return tuple(at for at in self._met.get(pair, ()) if now - at < 30 * DAY)

    def _weight(self, game: Game, side: Side, other: Side) -> float:
        if game.event:
            return 1.0
        pairs = [(a.seat.player, b.seat.player) for a, b in product(side, other)]
        met = [len(self._lately((min(pair), max(pair)), game.finished_at)) for pair in pairs]
        return sum(WEIGHTS[min(times, len(WEIGHTS) - 1)] for times in met) / len(met)

    def _terms(self, game: Game, sides: Sequence[Side]) -> dict[int, tuple[int, ...]]:
        exact = {
            (entrant.seat.player, index): term
            for own in sides
            for entrant in own
            for index, other in enumerate(sides)
            if other is not own
            and (term := _term(entrant, own, other, len(sides), self._weight(game, own, other)))
            is not None
        }
        pays = {
            entrant.seat.player: _share(
                entrant,
                sum(
                    min(0.0, term) for (who, _), term in exact.items() if who == entrant.seat.player
                ),
            )
            for side in sides
            for entrant in side
        }
        results: dict[int, tuple[int, ...]] = dict.fromkeys(pays, ())
        for (player, index), term in exact.items():
            other = sides[index]
            share = sum(pays[each.seat.player] for each in other) / len(other)
            share = pays[player] if term < 0 else share
            results[player] += (_rounded(term, share),)
        return results


def _k(rating: Rating) -> int:
    if rating.games < 6:
        return 60
    return 40 if rating.games < 12 or rating.returning_games else 24


def _meetings(game: Game) -> Iterator[tuple[int, int]]:
    rated = [seat for seat in game.seats if seat.rated and not game.event]
    for seat, other in combinations(sorted(rated, key=lambda each: each.player), 2):
        excused = other.side in seat.excused or seat.side in other.excused
        if seat.side != other.side and not excused:
            yield seat.player, other.player


def _term(own: Entrant, side: Side, other: Side, sides: int, weight: float) -> float | None:
    seat, theirs = own.seat, other[0].seat
    excused = seat.left and theirs.side in seat.excused
    excused = excused or _is_excused(side, other) or _is_excused(other, side)
    if not seat.rated or not weight or excused:
        return None
    score = SCALE if seat.place < theirs.place else SCALE // 2 if seat.place == theirs.place else 0
    if seat.left and len(side) > 1:
        score = 0
    if not own.provisional and any(each.provisional for each in other):
        weight /= 2
    if score == SCALE and _was_abandoned(other):
        weight /= 2
    expected = _expected_score(_mean(side) - _mean(other))
    term = own.k * 100 * 2 / sides * weight * (score - expected) / SCALE
    return max(0.0, term) if _was_abandoned(side) and not seat.left else term


def _expected_score(difference: float) -> int:
    if difference < 0:
        return SCALE - _expected_score(-difference)
    return round(SCALE / (1 + 10 ** (-difference / 40_000)))


def _is_excused(side: Side, other: Side) -> bool:
    return all(each.seat.left and other[0].seat.side in each.seat.excused for each in side)


def _was_abandoned(side: Side) -> bool:
    return len({each.seat.left for each in side}) > 1


def _mean(side: Side) -> float:
    return sum(each.points for each in side) / len(side)


def _share(entrant: Entrant, amount: float) -> float:
    return min(1.0, (entrant.points - FLOOR) / -amount) if amount else 1.0


def _rounded(term: float, share: float) -> int:
    if share < 1:
        return int(term * share)
    return int(math.copysign(math.floor(abs(term) + 0.5), term))


def fold(games: Iterable[Game]) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of a ladder after these games, by table, without its id."""
    counted = Fold()
    for game in games:
        counted.count(game)
    return counted.rows()


BATCH = 1000
_GAMES = sa.table(
    "rated_games", *map(sa.column, ("match", "finished_at", "kind", "guild", "worldwide", "event"))
)
_SEATS = sa.table(
    "rated_seats",
    *map(sa.column, ("match", "seat", "player", "side", "place", "left", "rated", "excused")),
)
_ANNULMENTS = sa.table("annulments", sa.column("match"))


def fill(connection: sa.Connection, ladder: int, guild: int, *, events: bool) -> None:
    """Fill an empty ladder from the games that have not been annulled.

    `guild` is 0 for the global ladder. `events` is whether rated games have the column `event`.
    """
    for table, rows in fold(_games(connection, guild, events)).items():
        for start in range(0, len(rows), BATCH):
            some = [{"ladder": ladder, **row} for row in rows[start : start + BATCH]]
            connection.execute(sa.insert(sa.table(table, *map(sa.column, some[0]))), some)


def _games(connection: sa.Connection, guild: int, events: bool) -> Iterator[Game]:
    """Yield the games of a ladder in historical order."""
    event = _GAMES.c.event if events else sa.literal(0).label("event")
    columns = (_GAMES.c.match, _GAMES.c.finished_at, _GAMES.c.kind, event)
    rows = connection.execute(
        sa.select(*columns, *(column for column in _SEATS.c if column.name != "match"))
        .join(_SEATS, _SEATS.c.match == _GAMES.c.match)
        .where(
            _GAMES.c.guild == guild if guild else _GAMES.c.worldwide == 1,
            ~sa.exists().where(_ANNULMENTS.c.match == _GAMES.c.match),
        )
        .order_by(_GAMES.c.finished_at, _GAMES.c.match, _SEATS.c.seat)
        .execution_options(yield_per=BATCH)
    )
    for match, group in groupby(rows, attrgetter("match")):
        seats = list(group)
        yield Game(
            match,
            seats[0].finished_at,
            seats[0].kind,
            bool(seats[0].event),
            tuple(
                Seat(
                    row.player,
                    row.side,
                    row.place,
                    bool(row.left),
                    bool(row.rated),
                    tuple(json.loads(row.excused)),
                )
                for row in seats
            ),
        )
