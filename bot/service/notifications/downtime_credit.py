"""Downtime credit: applies bot downtime to clocks, one notice per player.

Every decision about a clock applies its downtime first (`turn_clock.credit_downtimes`). This job
only updates the displayed deadlines and the alarms, in small batches that do not block other
players.
"""

from collections.abc import Sequence

from bot.service.clock import time_control
from bot.service.match import lifecycle, turn_clock
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.match import clocks, match_saver, matches
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import DowntimeCredit
from bot.store.outbox import outbox_rows


def credit_due(tx: Tx, *, player: int | None = None, now: int, limit: int | None = None) -> int:
    """Credit downtime to players, and return the number of turns updated.

    Stops after about `limit` turns. `player` restricts the credit to the games of one player, who
    is waiting for a response.
    """
    people = (
        clocks.with_uncredited_downtime(tx, limit)
        if player is None
        else clocks.with_uncredited_downtime_of(tx, player)
    )
    waiting = outbox_rows.untried(tx, "downtime-credit", people) if people else []
    done = 0
    for person in people:
        notices = [row for row in waiting if row.payload.player == person]
        done += _credit_player(tx, person, notices, now)
        if limit is not None and done >= limit:
            break
    return done


def _credit_player(tx: Tx, player: int, notices: Sequence[OutboxRow], now: int) -> int:
    """Credit downtime to all turns of a player; return the number of turns updated.

    Queues one notice, which replaces the player's unsent `notices` and includes the turns named in
    them. However often the bot was down, at most one notice is therefore pending.
    """
    before = matches.awaiting_player(tx, player)
    after = [turn_clock.credit_downtimes(match) for match in before]
    behind = [(old, new) for old, new in zip(before, after, strict=True) if new is not old]
    for old, new in behind:
        match_saver.save(tx, old, new)
        if turn_clock.get_clock(new).deadline < turn_clock.get_clock(old).deadline:
            # The system clock was ahead, so that the board shows a deadline that was never right.
            lifecycle.queue_board(tx, new, now, in_place=True)
    given = [
        new
        for old, new in behind
        if turn_clock.get_clock(new).deadline > turn_clock.get_clock(old).deadline
        and new.overdue is None
        and time_control.parse(new.control).is_timed
    ]
    if given:
        running = {(match.id, match.ply) for match in after}
        announced = {turn[:2]: turn for row in notices for turn in row.payload.turns}
        announced |= {
            (match.id, match.ply): (match.id, match.ply, "downtime-credit") for match in given
        }
        turns = tuple(turn for key, turn in announced.items() if key in running)
        for row in notices:
            outbox_rows.settle_row(tx, row.id, "dropped", now)
        by_message = (player_settings.load_settings(tx, player)).remind == "dm"
        outbox_rows.queue(
            tx,
            DowntimeCredit(player, turns),
            user=player if by_message else None,
            channel=None if by_message else given[0].place,
            now=now,
        )
    return len(behind)
