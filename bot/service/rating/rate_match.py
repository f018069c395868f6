"""Converts finished matches into rated games."""

from collections import Counter
from collections.abc import Sequence

from bot.service import position_cache
from bot.service.errors import RulesChanged
from bot.service.rating import settlement
from bot.service.rating.rating_rules import (
    excused_sides,
    is_repeat_timeout,
    kind_of_game,
    long_enough_to_rate,
    places_of,
)
from bot.store import Tx
from bot.store.guilds import guild_setting_rows
from bot.store.match import move_rows
from bot.store.models import (
    Departure,
    LeaveReason,
    Match,
    MoveRow,
    PlayedSeat,
    RatedGame,
    RatedSeat,
)
from bot.store.rating import ratings
from engine import Variant
from engine.outcome import teams_of
from engine.search import distance


def rate_match(tx: Tx, match: Match, now: int) -> None:
    """Rate a match that has just ended, if it counts."""
    game = rated_game_of(tx, match, now)
    if game is not None:
        settlement.settle(tx, game)


def rated_game_of(tx: Tx, match: Match, now: int) -> RatedGame | None:
    """Return the rated game for a match that ends now with its outcome, or None.

    Whether the match is rated was fixed when it began. It still does not count if it was aborted,
    if one of two players left too early, or if this program no longer has its rules.
    """
    if not match.rated or match.outcome is None or match.guild is None:
        return None
    try:
        rules = position_cache.variant_of(match)
    except RulesChanged:
        return None
    moves = move_rows.moves_of(tx, match.id)
    gone = _players_who_left(match, now)
    early = {leaver.seat for leaver in gone if not _long_enough(rules, match, moves, leaver, gone)}
    if early and len(match.players) == 2:
        return None
    side_of = {seat: side for side, seats in enumerate(teams_of(rules)) for seat in seats}
    place_of = places_of(match.outcome.ranking)
    seats = [
        RatedSeat(
            seat=seat,
            player=player,
            side=side_of[seat],
            place=min(place_of[other] for other in side_of if side_of[other] == side_of[seat]),
            left=seat in {leaver.seat for leaver in gone},
            rated=seat not in early,
            excused=_excused_sides(tx, match, rules, seat, gone, moves, side_of),
        )
        for seat, player in enumerate(match.players)
    ]
    people = set(match.players)
    worldwide = (guild_setting_rows.chosen_settings(tx, match.guild)).get("worldwide") == "on"
    worldwide = worldwide and ratings.opted_in_globally(tx, match.players) == people
    return RatedGame(
        number=0,
        match=match.id,
        finished_at=now,
        kind=kind_of_game(rules),
        guild=match.guild,
        seats=tuple(seats),
        worldwide=worldwide,
        event=match.event is not None,
    )


def _players_who_left(match: Match, now: int) -> list[Departure]:
    """Return all departures.

    In a duel, the loser's resignation or timeout is included.
    """
    departures, outcome = list(match.departures), match.outcome
    if len(match.players) == 2 and outcome and outcome.reason in ("resigned", "time"):
        why: LeaveReason = "time" if outcome.reason == "time" else "resigned"
        departures += [
            Departure(match.id, seat, match.players[seat], match.ply, now, why, 0)
            for seat in outcome.ranking[1]
        ]
    return departures


def timed_out_at(game: PlayedSeat) -> int | None:
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
    departures: Sequence[Departure],
) -> bool:
    """Whether the match was long enough at this departure to be rated."""
    made = Counter(
        move.seat for move in moves if move.ply < leaver.ply and move.by in ("player", "plan")
    )
    away = {other.seat for other in departures if other.ply < leaver.ply}
    remaining = [seat for seat in range(len(match.players)) if seat not in away]
    drops = sum(rules.start().stock) // len(match.players)
    return long_enough_to_rate([made[seat] for seat in remaining], drops)


def _excused_sides(
    tx: Tx,
    match: Match,
    rules: Variant,
    seat: int,
    departures: Sequence[Departure],
    moves: Sequence[MoveRow],
    side_of: dict[int, int],
) -> tuple[int, ...]:
    """Return the sides against which this seat's timeout is excused.

    See `excused_sides`.
    """
    out = next(
        (
            departure
            for departure in departures
            if departure.seat == seat and departure.why == "time"
        ),
        None,
    )
    if out is None:
        return ()
    player = match.players[seat]
    before = [
        at
        for game in ratings.finished_games_of(tx, player)
        if game.match != match.id and (at := timed_out_at(game)) is not None and at <= out.at
    ]
    if not is_repeat_timeout(before, ratings.last_move_at(tx, player, out.at), out.at):
        return ()
    turns = sum(move.ply < out.ply for move in moves)
    then = position_cache.position_at_ply(
        position_cache.current_position(tx, match, rules, whole=True), turns
    )
    ways: Counter[int] = Counter()
    for other, side in side_of.items():
        ways[side] += distance(rules, then, other)
    return tuple(sorted(excused_sides(side_of[seat], ways)))
