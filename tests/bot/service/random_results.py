"""Builders of short rated games, for tests of the ratings."""

import itertools
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from bot.service.clock.calendar import DAY
from bot.service.rating.ladder import (
    Ladder,
    RatingChange,
    RatingKey,
    RatingPool,
    add_game,
)
from bot.store.models.ratings import Kind, RatedGame, RatedSeat

GUILD = 500
DUEL, MELEE, PARTNERS = (RatingPool(kind, GUILD) for kind in ("duel", "melee", "partners"))
START = 1_800_000_000
_numbers: Iterator[int] = itertools.count(1)


def fold(games: Iterable[RatedGame], ladder: Ladder | None = None) -> Ladder:
    """Return the ladder after these games and their refunds, in the order of counting."""
    before = Ladder() if ladder is None else ladder
    after = Ladder(dict(before.ratings), dict(before.met), dict(before.opponents))
    deque(_each(games, after), maxlen=0)
    return after


def history(
    games: Iterable[RatedGame],
) -> Iterator[tuple[RatedGame, Mapping[RatingKey, RatingChange]]]:
    """Yield each rated game in order, with the rating changes that it caused.

    A game is yielded again when it is annulled, with changes that have no terms.
    """
    return _each(games, Ladder())


def _each(
    games: Iterable[RatedGame], ladder: Ladder
) -> Iterator[tuple[RatedGame, Mapping[RatingKey, RatingChange]]]:
    events = [(game.number, game) for game in games]
    events += [(game.annulled, game) for _, game in events if game.annulled is not None]
    counted: dict[int, tuple[RatedGame, Mapping[RatingKey, RatingChange]]] = {}
    for number, game in sorted(events, key=lambda each: (each[0], each[1].number)):
        if number == game.number and (game.annulled is None or game.annulled > number):
            counted[game.match] = game, add_game(ladder, game)
            yield counted[game.match]
        elif number == game.annulled and game.match in counted:
            _, changed = counted.pop(game.match)
            yield game, _give_back(ladder, game, changed)


def _give_back(
    ladder: Ladder,
    game: RatedGame,
    changed: Mapping[RatingKey, RatingChange],
) -> dict[RatingKey, RatingChange]:
    """Undo the changes of a game, naively."""
    for pair, met in ladder.met.items():
        ladder.met[pair] = tuple(each for each in met if each[0] != game.match)
    back = {}
    for (player, pool), change in changed.items():
        own = ladder.ratings[player, pool]
        points = own.points - change.after.points + change.before.points
        for mine, other in product(game.seats, repeat=2):
            if mine.player == player and mine.side != other.side:
                ladder.opponents[pool, player, other.player] -= 1
        ladder.ratings[player, pool] = replace(
            own,
            points=max(points, 100_00),
            games=own.games - change.after.games + change.before.games,
        )
        back[player, pool] = RatingChange(own, ladder.ratings[player, pool], ())
    return back


def seat(
    player: int,
    side: int,
    place: int,
    left: bool = False,
    rated: bool = True,
    excused: Collection[int] = (),
) -> RatedSeat:
    """Return the result of one player.

    The index of the seat has no effect, and is always 0.
    """
    return RatedSeat(0, player, side, place, left, rated, tuple(excused))


def game(
    kind: Kind, seats: Iterable[RatedSeat], at: int = START, match: int | None = None, **more: Any
) -> RatedGame:
    """Return a rated game, by default with a higher match id than the previous one."""
    number = next(_numbers) if match is None else match
    return RatedGame(number, number, at, kind, more.pop("guild", GUILD), tuple(seats), **more)


def duel(winner: int, loser: int, at: int = START, *, draw: bool = False, **more: Any) -> RatedGame:
    """Return a rated two-player game."""
    second = seat(loser, 1, 0 if draw else 1)
    return game("duel", [seat(winner, 0, 0), second], at, **more)


def melee(ranking: Sequence[int], at: int = START, **more: Any) -> RatedGame:
    """Return a rated game of single players, ranked from first to last."""
    return game("melee", [seat(u, i, i) for i, u in enumerate(ranking)], at, **more)


def partners(
    winners: Sequence[int],
    losers: Sequence[int],
    at: int = START,
    *,
    left: Sequence[int] = (),
    draw: bool = False,
    **more: Any,
) -> RatedGame:
    """Return a rated game of two sides.

    `left` are the players who resigned or timed out.
    """
    sides = ((winners, 0, 0), (losers, 1, 0 if draw else 1))
    seats = [
        seat(user, side, place, left=user in left)
        for people, side, place in sides
        for user in people
    ]
    return game("partners", seats, at, **more)


_strangers: Iterator[int] = itertools.count(1_000_000)


def season(user: int, wins: Sequence[bool], end: int = START - 40 * DAY) -> list[RatedGame]:
    """Return duels of one player, each against a new opponent, the last one at `end`."""
    first = end - (len(wins) - 1) * 3600
    return [
        duel(*((user, other) if won else (other, user)), first + turn * 3600)
        for turn, (won, other) in enumerate(zip(wins, _strangers, strict=False))
    ]


def established(*users: int, ladder: Ladder | None = None) -> Ladder:
    """Return a ladder on which each of these players has played twelve duels."""
    events = []
    for index, user in enumerate(users):
        events += season(user, [turn % 2 == 0 for turn in range(12)], START - (90 - index) * DAY)
    return fold(events, ladder)
