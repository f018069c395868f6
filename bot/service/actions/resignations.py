"""Resignations and other departures from a match.

A match with more than two players continues. The computer plays for players who have left, unless a
remaining partner chooses within a day to play both seats.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.service.clock.calendar import DAY
from bot.service.errors import PlaceCertain
from bot.service.idempotency import once
from bot.service.match import event_games, lifecycle, turn_clock
from bot.service.match.lifecycle import MatchState
from bot.store import Tx
from bot.store.match import conditional_moves, match_saver
from bot.store.models import Departure, LeaveReason, Match, level_of
from bot.store.models.payloads import NoticeFacts
from engine import Outcome
from engine.outcome import ranking, teams_of

CHOICE_SECONDS = DAY
"""Seconds that a partner has to choose a stand-in before the computer takes over."""


@once("resign")
def resign(
    tx: Tx, match_id: int, *, player: int, ply: int | None = None, interaction: int, now: int
) -> Match:
    """Resign from a running match, at any time, and return the match.

    With two players, the other one wins. With more, the match may continue: check its status. A
    match in which one player moves for all seats is aborted instead. `ply` is the ply of the board
    that the player saw, or None if they saw none.

    Raises `NotFound`, `Finished`, `Stale`, `NotPlaying`, `HasLeft`, and with more than two players also
    `PlaceCertain`, `RulesChanged` and `Damaged`.
    """
    match = lifecycle.get_running(tx, match_id, ply=ply)
    lifecycle.seat_of(match, player)
    if match.people == {player} == set(match.players):
        after = lifecycle.finish(tx, match, "aborted", None, now)
    else:
        after = remove_players(tx, match, match.seats_of(player), why="resigned", now=now)
    match_saver.save(tx, match, after)
    return after


def remove_players(
    tx: Tx, match: Match, seats: Sequence[int], *, why: LeaveReason, now: int
) -> Match:
    """Remove the players of these seats from a running match together.

    They share a rank. The match ends if at most one player or team remains, or if only computers
    remain. Otherwise the computer plays for those who left, or their partners are asked to choose.
    Returns the match, which the caller saves. Raises `PlaceCertain` if one of them has finished,
    `RulesChanged` and `Damaged`.
    """
    reason = "time" if why == "time" else "resigned"
    if len(match.players) == 2:
        stay = tuple(seat for seat in (0, 1) if seat not in seats)
        groups = (stay, tuple(seats)) if stay else ((0, 1),)
        return lifecycle.finish(tx, match, "finished", Outcome(groups, reason), now)
    state = lifecycle.load_position(tx, match, whole=True)
    if set(seats) & set(state.position.done):
        raise PlaceCertain(match)
    match = replace(match, offer=None)  # the set of voters has changed
    position, leaving = state.position, list[int]()
    for seat in seats:
        if (
            state.rules.outcome(position) is None
        ):  # if the game is already over, the remaining seats have won
            position = state.rules.retire(position, seat)
            leaving.append(seat)
    away = {*match.departed_seats, *seats}
    staying = {who for seat, who in enumerate(match.players) if seat not in away}
    # The computer does not play against itself. If only computers remain, the players who left rank
    # last.
    alone = bool(staying) and all(level_of(who) is not None for who in staying)
    if alone or _no_one_remains(state, seats):
        reached = position if alone else state.position
        ranks = lifecycle.merge_departed(ranking(state.rules, reached), match.departures)
        return lifecycle.finish(tx, match, "finished", Outcome(ranks, reason), now)
    partners = {
        seat: other
        for seat in leaving
        for other in _partner_seats(state, seat)
        if other not in position.gone and level_of(match.players[other]) is None
    }
    until = now + CHOICE_SECONDS
    conditional_moves.delete_of_seats(tx, match.id, leaving)
    match = replace(
        match,
        departures=_departures(match, leaving, why, partners, until, now),
        position=state.rules.dump(position),
        planned=tuple(seat for seat in match.planned if seat not in leaving),
    )
    match = _clear_pending(tx, match, leaving, now)
    after_departure = lifecycle.MatchState(match, state.rules, position)
    now_here, made = lifecycle.advance(tx, after_departure, now=now)
    over = now_here.match.status != "running"
    if not over:
        event_games.on_player_left(tx, now_here.match, leaving, why, now)
    if made or over:
        lifecycle.queue_board(tx, now_here.match, now)
    for seat in leaving if not over else ():
        if seat in partners:
            facts = NoticeFacts((partners[seat],), until)
            lifecycle.queue_notice(tx, now_here.match, "partner-left", seat, now, facts)
        elif not made and now_here.match.level is None:
            lifecycle.queue_notice(tx, now_here.match, "left", seat, now)
    return now_here.match


def _departures(
    match: Match,
    leaving: Sequence[int],
    why: LeaveReason,
    partners: Mapping[int, int],
    until: int,
    now: int,
) -> tuple[Departure, ...]:
    """Return the departures of a match after these seats' players have left together.

    `partners` maps each seat that has a partner to that partner, who may choose until `until`
    whether to play it. The computer plays the other seats.
    """
    group = len(match.departures)
    left = (
        Departure(
            match.id,
            seat,
            match.players[seat],
            match.ply,
            now,
            why,
            group,
            partners.get(seat),
            "asked" if seat in partners else "computer",
            until if seat in partners else None,
        )
        for seat in leaving
    )
    return (*match.departures, *left)


def _clear_pending(tx: Tx, match: Match, leaving: Sequence[int], now: int) -> Match:
    """Clear the clock, clock stops and takeovers of departing seats.

    The computer takes over the seats that a departing partner played or had to choose for.
    """
    clock = match.clock
    if clock is not None and {clock.seat, match.acting_seat(clock.seat)} & set(leaving):
        turn_clock.finish_turn(tx, match, now)
        match = replace(match, clock=None)
    for stand_in in match.stand_ins:
        if stand_in.partner in leaving:
            match = lifecycle.set_played_by(match, stand_in.seat, "computer")
    for seat in leaving:
        match = turn_clock.end_stops(match, seat, now)
    return match


def _partner_seats(state: MatchState, seat: int) -> tuple[int, ...]:
    """Return the partners of a seat."""
    together = next(team for team in teams_of(state.rules) if seat in team)
    return tuple(other for other in together if other != seat)


def _no_one_remains(state: MatchState, seats: Sequence[int]) -> bool:
    """Whether no active seat would remain after these departures."""
    away = {*state.position.gone, *seats}
    done = set(state.position.done)
    return all(set(team) <= away or set(team) <= done for team in teams_of(state.rules))
