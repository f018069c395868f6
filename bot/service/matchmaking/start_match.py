"""Start of a match whose seats have been assigned."""

from collections.abc import Sequence
from dataclasses import replace

from bot.service.clock.time_control import UNTIMED, TimeControl
from bot.service.guilds import match_channels
from bot.service.match import computer_players, turn_clock
from bot.service.match.lifecycle import load
from bot.store import Tx
from bot.store.match import match_saver, move_rows
from bot.store.models import Match, MoveRow
from engine import GameOver, Position, Reason, Variant
from engine.position import repetition_hash


def start_match(
    tx: Tx,
    rules: Variant,
    *,
    players: Sequence[int],
    guild: int | None,
    channel: int,
    rated: bool = False,
    hints: bool = False,
    control: TimeControl = UNTIMED,
    opening: Sequence[str] = (),
    under: int | None = None,
    event: str | None = None,
    in_thread: bool = False,
    queues_board: bool = True,
    now: int,
) -> Match:
    """Start a match with `players` in seat order, and queue its first board.

    `opening` contains moves from another game, in canonical notation, with which this one starts.
    Raises the errors of `opening_positions`. `under` is the message under which a thread for the
    match may be opened; with `in_thread` it is opened even if the guild has turned threads off.
    Without `queues_board`, the caller queues the first board or its thread.
    `event` is the label of the event to which the match belongs (`bot.service.match.event_games`).
    """
    computer_players.seat_computers(tx, players, now)
    start = rules.start()
    begun = match_saver.add_match(
        tx,
        Match(
            id=0,
            variant=rules.key,
            revision=rules.revision,
            players=tuple(players),
            status="running",
            ply=0,
            turn=start.turn,
            position=rules.dump(start),
            outcome=None,
            guild=guild,
            channel=channel,
            thread=None,
            post=None,
            created=now,
            moved_at=now,
            rated=rated,
            hints=hints,
            event=event,
            control=str(control),
            banks=tuple(turn_clock.initial_banks(tx, players, control)),
        ),
    )
    stored = load(tx, begun.id)
    match = _play_opening(tx, rules, stored, opening, now) if opening else stored
    match = turn_clock.start_turn(tx, match, now)
    match_saver.save(tx, stored, match)
    if match.level is not None:
        computer_players.queue_move(tx, match, now, board_shown=True)
    if queues_board:
        match_channels.queue_first_board(tx, match, under, now, in_thread=in_thread)
    return match


def opening_positions(rules: Variant, opening: Sequence[str]) -> list[Position]:
    """Return the positions before each opening move, and the one after the last.

    Raises `BadNotation`, `IllegalMove`, or `GameOver` if the moves end the game. This can happen if
    a player left the original game.
    """
    positions = [rules.start()]
    for text in opening:
        positions.append(rules.play(positions[-1], rules.parse_canonical(text)))
    if rules.outcome(positions[-1]) is not None:
        raise GameOver(Reason("game-over"))
    return positions


def _play_opening(tx: Tx, rules: Variant, match: Match, opening: Sequence[str], now: int) -> Match:
    """Add the opening moves, which are not attributed to any player of this match."""
    *before, position = opening_positions(rules, opening)
    made = [
        MoveRow(match.id, ply, each.turn, None, text, repetition_hash(each), now, "computer")
        for ply, (each, text) in enumerate(zip(before, opening, strict=True))
    ]
    move_rows.add_opening(tx, made)
    return replace(
        match,
        ply=len(made),
        turn=position.turn,
        position=rules.dump(position),
        moved_at=now,
        opening_plies=len(made),
    )
