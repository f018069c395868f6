"""Converts finished matches into rated games."""

from collections import Counter
from collections.abc import Sequence

from bot.service import position_cache
from bot.service.errors import RulesChanged
from bot.service.rating.rating_rules import (
    excused,
    in_run,
    kind_of,
    past_threshold,
    places,
)
from bot.store import Tx, guild_setting_rows, move_rows, ratings
from bot.store.models import Departure, Match, MoveRow, Played, RatedGame, RatedSeat, Why
from engine import Variant
from engine.outcome import teams
from engine.search import distance


async def settle(tx: Tx, match: Match, now: int) -> None:
    """Add a match that has just ended to the rated games if it counts."""
    game = await counted(tx, match, now)
    if game is not None:
        await ratings.add(tx, game)


async def counted(tx: Tx, match: Match, now: int) -> RatedGame | None:
    """Return the rated game for a match that ends now with its outcome, or None.

    Whether the match is rated was fixed when it began. It still does not count if it was aborted,
    if one of two players left too early, or if this program no longer has its rules.
    """
    if not match.rated or match.outcome is None or match.guild is None:
        return None
    try:
        rules = position_cache.rules(match)
    except RulesChanged:
        return None
    moves = await move_rows.of(tx, match.id)
    gone = _leavers(match, now)
    early = {leaver.seat for leaver in gone if not _long_enough(rules, match, moves, leaver, gone)}
    if early and len(match.players) == 2:
        return None
    side_of = {seat: side for side, seats in enumerate(teams(rules)) for seat in seats}
    place_of = places(match.outcome.ranking)
    seats = [
        RatedSeat(
            seat=seat,
            player=player,
            side=side_of[seat],
            place=min(place_of[other] for other in side_of if side_of[other] == side_of[seat]),
            left=seat in {leaver.seat for leaver in gone},
            rated=seat not in early,
            excused=await _excused(tx, match, rules, seat, gone, moves, side_of),
            moves=sum(move.player == player for move in moves),
        )
        for seat, player in enumerate(match.players)
    ]
    people = set(match.players)
    worldwide = (await guild_setting_rows.chosen(tx, match.guild)).get("worldwide") == "on"
    worldwide = worldwide and await ratings.wishing_worldwide(tx, match.players) == people
    kind = kind_of([side_of[seat] for seat in range(len(match.players))])
    return RatedGame(0, match.id, now, kind, match.guild, tuple(seats), worldwide)


def _leavers(match: Match, now: int) -> list[Departure]:
    """Return the departures. In a duel, a loser who resigned or lost on time is added."""
    found, outcome = list(match.departures), match.outcome
    if len(match.players) == 2 and outcome and outcome.reason in ("resigned", "time"):
        why: Why = "time" if outcome.reason == "time" else "resigned"
        found += [
            Departure(match.id, seat, match.players[seat], match.ply, now, why, 0)
            for seat in outcome.ranking[1]
        ]
    return found


def timed_out(game: Played) -> int | None:
    """Return when this seat lost on time, or None if it did not."""
    if game.left == "time":
        return game.left_at
    lost = len(game.ranking) == 2 and game.seat in game.ranking[-1]
    return game.at if game.reason == "time" and lost else None


def _long_enough(
    rules: Variant,
    match: Match,
    moves: Sequence[MoveRow],
    leaver: Departure,
    gone: Sequence[Departure],
) -> bool:
    """Whether the match had lasted long enough at this departure for it to be rated."""
    made = Counter(
        move.seat for move in moves if move.ply < leaver.ply and move.by in ("player", "plan")
    )
    away = {other.seat for other in gone if other.ply < leaver.ply}
    there = [seat for seat in range(len(match.players)) if seat not in away]
    drops = sum(rules.start().stock) // len(match.players)
    return past_threshold([made[seat] for seat in there], drops)


async def _excused(
    tx: Tx,
    match: Match,
    rules: Variant,
    seat: int,
    gone: Sequence[Departure],
    moves: Sequence[MoveRow],
    side_of: dict[int, int],
) -> tuple[int, ...]:
    """Return the sides against which this seat's timeout is not a result.

    See `excused`.
    """
    out = next((one for one in gone if one.seat == seat and one.why == "time"), None)
    if out is None:
        return ()
    player = match.players[seat]
    before = [
        at
        for game in await ratings.played(tx, player)
        if game.match != match.id and (at := timed_out(game)) is not None and at <= out.at
    ]
    if not in_run(before, await ratings.last_move_of(tx, player, out.at), out.at):
        return ()
    turns = sum(move.ply < out.ply for move in moves)
    then = position_cache.back(await position_cache.position(tx, match, rules, whole=True), turns)
    ways: Counter[int] = Counter()
    for other, side in side_of.items():
        ways[side] += distance(rules, then, other)
    return tuple(sorted(excused(side_of[seat], ways)))
