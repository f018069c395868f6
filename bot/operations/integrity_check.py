"""Database integrity check of matches, ratings and the rows of extensions."""

from collections.abc import Iterator
from typing import NamedTuple

from bot import extension_points
from bot.operations import integrity_rows as integrity
from bot.service import position_cache
from bot.service.errors import Damaged, RulesChanged
from bot.service.match import lifecycle
from bot.service.rating import settlement
from bot.service.rating.rating_rules import places_of
from bot.store import Tx
from bot.store.match import computer_queue, matches, move_rows
from bot.store.models import Departure, Match, MoveRow, Takeback, level_of
from bot.store.models.ratings import RatedGame
from bot.store.outbox import outbox_rows
from bot.store.rating import ratings
from bot.store.schedule import future_times
from engine import Position, Variant
from engine.former_keys import current_text
from engine.position import repetition_hash
from engine.record import AGREED_REASONS


def find_faults(tx: Tx, *, now: int | None = None) -> list[str]:
    """Return the faults found, one sentence each, or an empty list.

    Times later than `now` are faults, unless it is None.
    """
    sentences = integrity.find_faults(tx)
    sentences += (fault for _, _, fault in wrong_ratings(tx))
    if now is not None:
        sentences += [
            f"{each.rows} rows of {each.table} have a time ({each.column}) in the future."
            for each in future_times.find_future_times(tx, now)
        ]
    announced = outbox_rows.announced_matches(tx)
    for match in matches.all_matches(tx):
        past = MatchHistory(
            move_rows.all_moves_of(tx, match.id),
            move_rows.takebacks_of(tx, match.id),
            list(match.departures),
        )
        match_faults = list(_match_faults(match, past))
        if match.status == "running" and match.post is None and match.id not in announced:
            match_faults.append("its board has not been posted and is not queued")
        if match.level is not None:
            request = computer_queue.get_request(tx, match.id)
            if request is None or request.ply != match.ply:
                match_faults.append("it is the computer's turn, but no computer move is queued")
        sentences.extend(f"Match {match.id}: {fault}." for fault in match_faults)
    for extension in extension_points.installed():
        if extension.find_faults is not None:
            sentences.extend(extension.find_faults(tx))
    return [*sentences, *settlement.find_faults(tx)]


def wrong_ratings(tx: Tx) -> Iterator[tuple[RatedGame, dict[int, int], str]]:
    """Yield the rated games that contradict the outcome of their match.

    Each has the right place of each seat, and a sentence.
    """
    for guild in ratings.guilds_with_games(tx):
        for game in ratings.all_games(tx, guild):
            match = matches.get_match(tx, game.match)
            if match is None or match.outcome is None:
                yield game, {}, f"Match {game.match}: it is rated, but has no outcome."
                continue
            place = places_of(match.outcome.ranking)
            right = {
                seat.seat: min(place[other.seat] for other in game.seats if other.side == seat.side)
                for seat in game.seats
            }
            if {seat.seat: seat.place for seat in game.seats} != right:
                yield game, right, f"Match {game.match}: its rating has other places."
            elif any(
                seat.player != match.players[seat.seat]
                for seat in game.seats
                if seat.player > 0 and match.players[seat.seat] > 0  # not while one is erased
            ):
                yield game, {}, f"Match {game.match}: its rating has other players."


def repair(tx: Tx, now: int) -> list[str]:
    """Mend the faults that need no guess, and return a sentence for each change."""
    done = []
    for game, right, _ in list(wrong_ratings(tx)):
        if right:
            ratings.correct_places(tx, game.match, right)
            done.append(f"Match {game.match}: rated again by its outcome.")
    done += settlement.repair(tx)
    for extension in extension_points.installed():
        if extension.repair is not None:
            done += extension.repair(tx, now)
    return done


class MatchHistory(NamedTuple):
    """The complete history of a match."""

    moves: list[MoveRow]
    takebacks: list[Takeback]
    departures: list[Departure]

    def at_ply(self, ply: int) -> tuple[list[MoveRow], list[Departure]]:
        """Return the moves and departures in effect when the match was at `ply`."""
        stood = [move for move in self.moves if move.ply < ply]
        for back in self.takebacks:
            if back.ply < ply:
                stood = [move for move in stood if not back.since <= move.ply < back.ply]
        return stood, [departure for departure in self.departures if departure.ply <= ply]


def _match_faults(match: Match, past: MatchHistory) -> Iterator[str]:
    """Yield the faults of a match, each as a clause that follows "Match N: ".

    Stops after a fault that would hide other faults or cause false ones.
    """
    numbers = [move.ply for move in past.moves] + [back.ply for back in past.takebacks]
    if sorted(numbers) != list(range(match.ply)):
        yield f"its moves are not numbered from 0 to {match.ply - 1}"
        return
    departures = past.departures
    if [departure.ply for departure in departures] != sorted(
        min(departure.ply, match.ply) for departure in departures
    ):
        yield "the departures are not in the order of their numbers"
        return
    try:
        rules = position_cache.variant_of(match)
    except RulesChanged as changed:
        # A finished match may keep an old revision, but a running one cannot continue with it.
        if match.status == "running":
            yield (
                f"it was started with revision {match.revision} of {match.variant}, "
                f"but this version has {changed.facts['current'] or 'no such game'}"
            )
        return
    if len(match.players) != len(rules.seats):
        yield f"it has {len(match.players)} players, but the game is for {len(rules.seats)}"
        return
    for back in past.takebacks:
        yield from _takeback_faults(past, back)
    wrong: list[str] = []
    try:
        for back in past.takebacks:  # moves that were taken back must have been legal too
            wrong += _replay(match, rules, past, back.ply)[1]
        position, last = _replay(match, rules, past, match.ply)
    except Damaged as damaged:
        yield f"its move {damaged.facts['ply']}, {damaged.facts['text']}, is illegal"
        return
    yield from dict.fromkeys([*wrong, *last])
    if match.turn_count != position.ply:
        yield (
            f"{match.retracted_plies} of its {match.ply} plies are counted as taken back, "
            "which does not match its moves"
        )
    yield from _state_faults(match, rules, position, tuple(departures))


def _replay(
    match: Match, rules: Variant, past: MatchHistory, ply: int
) -> tuple[Position, list[str]]:
    """Return the position at `ply` and the faults of the turns that led to it."""
    moves, gone = past.at_ply(ply)
    position = position_cache.replay_checked(
        match, rules, position_cache.merge_departures(moves, gone)
    )
    return position, list(_turn_faults(match, rules, moves, gone, position))


def _takeback_faults(past: MatchHistory, back: Takeback) -> Iterator[str]:
    moves, gone = past.at_ply(back.ply)
    undone = [move for move in moves if move.ply >= back.since]
    if not undone or (undone[0].ply, undone[0].seat) != (back.since, back.seat):
        yield f"its takeback {back.ply} does not refer to a move of the player who asked for it"
    if any(row.ply > back.since for row in gone):
        yield f"its takeback {back.ply} goes back to before a player left"


def _turn_faults(
    match: Match,
    rules: Variant,
    moves: list[MoveRow],
    departures: list[Departure],
    position: Position,
) -> Iterator[str]:
    partner = {
        departure.seat: departure.partner
        for departure in departures
        if departure.partner is not None
    }
    for turn, move in enumerate(moves):
        before = position_cache.position_at_ply(position, turn)
        left = before.turn in before.gone
        plays = partner.get(before.turn) if left else before.turn
        if move.ply < match.opening_plies:
            right = move.player is None
        elif move.by == "computer":
            right = left or level_of(match.players[before.turn]) is not None
        elif move.by == "pass":
            right = rules.moves(before) == [lifecycle.PASS]
        else:
            right = plays is not None and move.player == match.players[plays]
        if move.seat != before.turn or not right:
            yield f"its move {move.ply} was made by a player whose turn it was not"
        if move.repetition_hash != repetition_hash(before):
            yield f"its move {move.ply} has the repetition hash of another position"


def _state_faults(
    match: Match, rules: Variant, position: Position, departures: tuple[Departure, ...]
) -> Iterator[str]:
    if rules.dump(position) != current_text(match.position):
        yield "its stored position does not match its moves"
    if match.status == "running" and match.turn != position.turn:
        yield "it is waiting for a player whose turn it is not"
    by_rules = lifecycle.outcome_of(rules, position, departures)
    if match.status == "running" and match.clock is None:
        yield "it has no clock"
    agreed = match.outcome is not None and match.outcome.reason in AGREED_REASONS
    if match.outcome != by_rules and not (agreed and by_rules is None):
        yield f"it is {match.status} with outcome {match.outcome}, but the rules give {by_rules}"
