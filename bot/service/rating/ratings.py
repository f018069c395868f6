"""What the ratings say of people: in a server, worldwide, after a game, and against each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.service.rating import results as rating_results
from bot.service.rating.events import Kind, RatingEvent, places
from bot.service.rating.ladder import Change, Pool, history
from bot.service.rating.reliability import Ending, reliability
from bot.service.values import Match
from bot.store import Tx
from bot.store import ratings as rows
from bot.store.values import Played
from engine import Outcome

KINDS: tuple[Kind, ...] = ("duel", "melee", "partners")


class Step(NamedTuple):
    """A rating after a game, for a graph."""

    at: int
    points: int
    """Hundredths."""


@dataclass(frozen=True, slots=True)
class Results:
    """How often somebody won, shared the first place, and did neither."""

    won: int = 0
    shared: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many games that is."""
        return self.won + self.shared + self.lost


async def events(tx: Tx, guild: int | None) -> list[RatingEvent]:
    """All rated games of a server, None: those that count worldwide; void ones too. Fold in a thread."""
    games = await (rows.worldwide(tx) if guild is None else rows.of_guild(tx, guild))
    return [rating_results.event(game) for game in games]


def steps(found: Iterable[RatingEvent], user: int, guild: int | None) -> dict[Kind, list[Step]]:
    """The course of a person's ratings, by kind of game; kinds that he has not played are left out."""
    course: dict[Kind, list[Step]] = {}
    for event, changed in history(found):
        change = changed.get((user, Pool(event.kind, guild)))
        if change is not None:
            course.setdefault(event.kind, []).append(Step(event.finished_at, change.after.points))
    return course


def effect(found: Iterable[RatingEvent], match: int) -> Mapping[int, Change]:
    """What a match did to the ratings in its server, by person; empty if it counts no more."""
    for event, changed in history(found):
        if event.match == match:
            return {
                user: change
                for (user, pool), change in changed.items()
                if pool == Pool(event.kind, event.guild)
            }
    return {}


async def if_resigned(
    tx: Tx, match: Match, seat: int, *, now: int
) -> tuple[list[RatingEvent], int] | None:
    """All rated games of the server and the one that this match of two were if this seat resigned now;
    with its number, for `effect`. None if that would not be rated."""
    if len(match.players) != 2:
        return None
    lost = replace(match, outcome=Outcome(((1 - seat,), (seat,)), "resigned"))
    game = await rating_results.counted(tx, lost, now)
    return (
        None
        if game is None
        else ([*await events(tx, match.guild), rating_results.event(game)], match.id)
    )


async def reliability_of(tx: Tx, user: int, *, now: int) -> int | None:
    """The share of a person's last games that he did not lose on time, in per cent; None: too few."""
    aborts = await rows.aborts_of(tx, user)
    found = [Ending(abort.at, "no-show") for abort in aborts if abort.why == "no-show"]
    for game in await rows.played(tx, user):
        lost_at = rating_results.timed_out(game)
        found.append(Ending(game.at, "played") if lost_at is None else Ending(lost_at, "timeout"))
    return reliability(found, now)


async def results(tx: Tx, user: int, guild: int) -> Results:
    """How a person's finished games in a server ended, rated or not."""
    won = shared = lost = 0
    for game in await _finished(tx, user, guild):
        first = game.seat in game.ranking[0]
        alone = len(game.ranking) > 1
        won, shared, lost = won + (first and alone), shared + (not alone), lost + (not first)
    return Results(won, shared, lost)


async def head_to_head(tx: Tx, user: int, other: int, guild: int) -> Results:
    """How the games of two people ended in a server, from the first one's side.

    Partners, and others who share a place, have shared it.
    """
    theirs = {game.match: _place(game) for game in await _finished(tx, other, guild)}
    won = shared = lost = 0
    for game in await _finished(tx, user, guild):
        if game.match in theirs:
            mine, his = _place(game), theirs[game.match]
            won, shared, lost = won + (mine < his), shared + (mine == his), lost + (mine > his)
    return Results(won, shared, lost)


async def wants_worldwide(tx: Tx, user: int) -> bool:
    """Whether this person wants his games to count worldwide."""
    return user in await rows.wishing_worldwide(tx, (user,))


async def wish_worldwide(tx: Tx, user: int, wish: bool) -> None:
    """From now on his games count worldwide (or not), where server and opponents want it as well."""
    await rows.wish_worldwide(tx, user, wish)


async def _finished(tx: Tx, user: int, guild: int) -> Sequence[Played]:
    return [game for game in await rows.played(tx, user) if game.guild == guild and game.ranking]


def _place(game: Played) -> int:
    return places(game.ranking)[game.seat]
