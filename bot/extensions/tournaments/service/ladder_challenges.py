"""Challenges on ladders: games start at once and cannot be declined.

Blocks between players have no effect on ladders, because they would exempt members from being
challenged.
"""

from bot.extension_api.matches import Match, on_first_post_delayed, open_thread, start_event_match
from bot.extension_api.transactions import OutboxRow, Tx, once, queue_message
from bot.extensions.tournaments.errors import CannotChallenge
from bot.extensions.tournaments.ladder_payloads import LadderGameLine
from bot.extensions.tournaments.models import ClubLadder, LadderGame
from bot.extensions.tournaments.rules.ladder_order import who_begins
from bot.extensions.tournaments.service.ladder_members import WARN_AFTER, load_member
from bot.extensions.tournaments.service.ladder_view import load_challenges, obstacle
from bot.extensions.tournaments.service.ladders import load_ladder
from bot.extensions.tournaments.store import ladder_game_rows, ladder_member_rows, ladder_rows


@once("ladder-challenge {ladder_id} {other}", effect=lambda match: {"match": match.id})
def challenge(
    tx: Tx, ladder_id: int, *, player: int, other: int, interaction: int, now: int
) -> Match:
    """Challenge a member of a ladder, and return the match, which has begun.

    Raises `NoSuchLadder`, `NotOnLadder`, `CannotChallenge`.
    """
    ladder = load_ladder(tx, ladder_id)
    load_member(tx, ladder.id, player)
    state = load_challenges(tx, ladder.id, now)
    problem = obstacle(state, player, other)
    if problem is not None:
        raise CannotChallenge(why=problem.why, reach=problem.reach, deadline=problem.until)
    match = _start(tx, ladder, player, other, lot=interaction, now=now)
    ladder_game_rows.add_game(
        tx,
        LadderGame(
            match=match.id,
            ladder=ladder.id,
            challenger=player,
            challenged=other,
            began_at=now,
            ended_at=None,
            winner=None,
        ),
    )
    ladder_member_rows.record_start(
        tx, ladder.id, (player, other), active=player, warn_at=now + WARN_AFTER, now=now
    )
    ladder_rows.record_change(tx, ladder.id, now)
    return match


def _start(tx: Tx, ladder: ClubLadder, player: int, other: int, *, lot: int, now: int) -> Match:
    """Start the match of a challenge, and queue the line under which its thread opens.

    `lot` decides who moves first in the first game between these two players.
    """
    last = ladder_game_rows.who_began_last(tx, ladder.id, player, other)
    first = who_begins(player, other, last, lot)
    people = (first, other if first == player else player)
    match = start_event_match(
        tx,
        ladder.variant,
        ladder.control,
        players=people,
        guild=ladder.guild,
        channel=ladder.channel,
        rated=ladder.rated,
        event=ladder.name,
        queues_board=False,
        now=now,
    )
    line = LadderGameLine(match.id, match.ply, ladder.id)
    queue_message(tx, line, channel=ladder.channel, now=now)
    return match


def on_line_posted(
    tx: Tx, row: OutboxRow, line: LadderGameLine, message: int | None, now: int
) -> None:
    """Open the thread of a match under its line."""
    open_thread(tx, line.match, message, now)


def on_line_delayed(tx: Tx, row: OutboxRow, line: LadderGameLine, now: int) -> None:
    """Stop the clock if the line, and therefore the board, is delayed for too long."""
    on_first_post_delayed(tx, row, line.match, line.ply, now)


def on_line_failed(
    tx: Tx, row: OutboxRow, line: LadderGameLine, destination_gone: bool, now: int
) -> None:
    """Queue the first board for the channel, because the line cannot be posted there."""
    open_thread(tx, line.match, None, now)
