"""Rows of members of ladders, and of their changes of rank."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sqlalchemy import bindparam, case, delete, func, literal_column, or_, select, update

from bot.extension_api.tables import vacations
from bot.extension_api.transactions import DueRows, Statement, Tx, equal, insert_row, save_changes
from bot.extensions.tournaments.models import LadderMember, LadderMove
from bot.extensions.tournaments.tables import ladder_members, ladder_moves

NOBODY = 0
"""A player id that no player has."""
_HERE = ladder_members.c.ladder == bindparam("of_ladder")
_RANK = ladder_members.c.rank
_ACTIVE = (_HERE, _RANK.is_not(None))

_DUE_CHECKS = DueRows(ladder_members.c.check_at)
_ADD = insert_row(ladder_members)
_GET = Statement(select(ladder_members).where(equal(ladder_members, "ladder", "player")))
_MEMBERSHIPS = Statement(select(ladder_members).where(equal(ladder_members, "player")))
_THESE = Statement(
    select(ladder_members).where(
        _HERE, ladder_members.c.player.in_(bindparam("people", expanding=True))
    )
)
_DELETE = Statement(
    delete(ladder_members).where(_HERE, ladder_members.c.player == bindparam("person"))
)
_ORDER = Statement(select(ladder_members).where(*_ACTIVE).order_by(_RANK))
_COUNT = Statement(select(func.count()).where(*_ACTIVE))
_SHIFT = Statement(
    update(ladder_members)
    .where(*_ACTIVE, _RANK.between(bindparam("first"), bindparam("last")))
    .values(rank=_RANK + bindparam("by"))
)
# A timeout that the job has not processed yet; see `record_result`.
_PENDING = ladder_members.c.check_at <= ladder_members.c.active_at
_PLAYED = ladder_members.c.player.in_(bindparam("people", expanding=True))
_IS_LATE = ladder_members.c.player == bindparam("late")
_RESULT = Statement(
    update(ladder_members)
    .where(_HERE, or_(_PLAYED, _RANK.between(bindparam("first"), bindparam("last"))))
    .values(
        rank=case(
            (ladder_members.c.player == bindparam("climber"), bindparam("first")),
            (_RANK.between(bindparam("first"), bindparam("last")), _RANK + literal_column("1")),
            else_=_RANK,
        ),
        active_at=case((_PLAYED, bindparam("now")), else_=ladder_members.c.active_at),
        check_at=case(
            (_RANK.is_(None), ladder_members.c.check_at),
            (_IS_LATE, bindparam("now")),
            (_PENDING, ladder_members.c.check_at),
            (_PLAYED, bindparam("warn_at")),
            else_=ladder_members.c.check_at,
        ),
        warned=case((_PLAYED, literal_column("0")), else_=ladder_members.c.warned),
        timeouts=ladder_members.c.timeouts
        + case((_IS_LATE, literal_column("1")), else_=literal_column("0")),
        timeout_at=case(
            (_IS_LATE, func.coalesce(ladder_members.c.timeout_at, bindparam("now"))),
            else_=ladder_members.c.timeout_at,
        ),
    )
)
_START = Statement(
    update(ladder_members)
    .where(_HERE, _PLAYED, _RANK.is_not(None))
    .values(
        active_at=bindparam("now"),
        check_at=case(
            (
                _PENDING & (ladder_members.c.player != bindparam("active")),
                ladder_members.c.check_at,
            ),
            else_=bindparam("warn_at"),
        ),
        warned=literal_column("0"),
        timeouts=case(
            (ladder_members.c.player == bindparam("active"), literal_column("0")),
            else_=ladder_members.c.timeouts,
        ),
        timeout_at=case(
            (ladder_members.c.player == bindparam("active"), literal_column("NULL")),
            else_=ladder_members.c.timeout_at,
        ),
    )
)
_ADD_MOVE = insert_row(ladder_moves, returns_id=True)
_MOVES_SINCE = Statement(
    select(ladder_moves)
    .where(ladder_moves.c.ladder == bindparam("of_ladder"), ladder_moves.c.at > bindparam("since"))
    .order_by(ladder_moves.c.at, ladder_moves.c.id)
)
_PRUNE_MOVES = Statement(delete(ladder_moves).where(ladder_moves.c.delete_at <= bindparam("now")))
_ON_VACATION = Statement(
    select(vacations.c.player)
    .where(
        vacations.c.player.in_(bindparam("people", expanding=True)),
        vacations.c.until > bindparam("now"),
    )
    .distinct()
)


def due_checks(tx: Tx, now: int, limit: int) -> Iterator[LadderMember]:
    """Yield up to `limit` members to be asked, warned or made inactive."""
    return _DUE_CHECKS.each(tx, LadderMember, now, limit)


def add_member(tx: Tx, member: LadderMember) -> None:
    """Insert a member."""
    tx.run(_ADD, member)


def get_member(tx: Tx, ladder_id: int, player: int) -> LadderMember | None:
    """Return a member or former member; None if the player has never joined."""
    return tx.one(LadderMember, _GET, ladder=ladder_id, player=player)


def get_members(tx: Tx, ladder_id: int, *players: int) -> dict[int, LadderMember]:
    """Return which of these players are members or former members, by player."""
    members = tx.all(LadderMember, _THESE, of_ladder=ladder_id, people=players)
    return {member.player: member for member in members}


def save_member(tx: Tx, before: LadderMember, after: LadderMember) -> None:
    """Write the difference between the stored state of a member and a new one."""
    save_changes(tx, ladder_members, before, after)


def delete_member(tx: Tx, ladder_id: int, player: int) -> None:
    """Delete a membership, as if the player had never joined."""
    tx.run(_DELETE, of_ladder=ladder_id, person=player)


def members_by_rank(tx: Tx, ladder_id: int) -> list[LadderMember]:
    """Return the active members, top first."""
    return tx.all(LadderMember, _ORDER, of_ladder=ladder_id)


def ranks_of(tx: Tx, ladder_id: int) -> dict[int, int]:
    """Return the current ranks of a ladder's active members by player, the top first."""
    members = members_by_rank(tx, ladder_id)
    return {each.player: each.rank for each in members if each.rank is not None}


def memberships_of(tx: Tx, player: int) -> list[LadderMember]:
    """Return this player's memberships, including former ones."""
    return tx.all(LadderMember, _MEMBERSHIPS, player=player)


def count_ranked(tx: Tx, ladder_id: int) -> int:
    """Return the number of active members."""
    number: int = tx.value(_COUNT, of_ladder=ladder_id)
    return number


def shift_ranks(tx: Tx, ladder_id: int, first: int, last: int, by: int) -> None:
    """Add `by` to the ranks from `first` to `last`."""
    if first <= last:
        tx.run(_SHIFT, of_ladder=ladder_id, first=first, last=last, by=by)


def set_ranks(tx: Tx, ladder_id: int, order: Sequence[int] = ()) -> None:
    """Make the ranks of a ladder 1, 2, 3 and so on, in this order of members.

    Without an order, they keep the present one. Equal ranks are then decided by the time of
    joining, then by the player's id.
    """
    place = {player: number for number, player in enumerate(order)}
    ordered = sorted(
        members_by_rank(tx, ladder_id),
        key=lambda each: (place.get(each.player, 0), each.rank or 0, each.joined_at, each.player),
    )
    for rank, member in enumerate(ordered, start=1):
        save_member(tx, member, replace(member, rank=rank))


def record_start(
    tx: Tx, ladder_id: int, players: tuple[int, ...], *, active: int, warn_at: int, now: int
) -> None:
    """Record that these players have begun a game, and that `active` is still playing.

    The players are warned of inactivity at `warn_at`.
    """
    tx.run(_START, of_ladder=ladder_id, people=players, active=active, warn_at=warn_at, now=now)


def record_result(
    tx: Tx,
    ladder_id: int,
    players: tuple[int, ...],
    *,
    climb: tuple[int, int, int] | None,
    late: int | None,
    warn_at: int,
    now: int,
) -> None:
    """Store the effects of a game's result on the members.

    `climb` is the winner with their new and old rank, if they climb; members in between move down
    one rank. `late` is the player who ran out of time, if any. The job finds them because their due
    time is not after their last activity. The players are warned of inactivity at `warn_at`.
    """
    climber, first, last = climb or (NOBODY, 1, 0)
    tx.run(
        _RESULT,
        of_ladder=ladder_id,
        people=players,
        climber=climber,
        first=first,
        last=last,
        late=NOBODY if late is None else late,
        warn_at=warn_at,
        now=now,
    )


def add_move(tx: Tx, move: LadderMove) -> None:
    """Insert a change of rank."""
    tx.new_id(_ADD_MOVE, move)


def moves_since(tx: Tx, ladder_id: int, since: int) -> list[LadderMove]:
    """Return the changes of rank after this time, oldest first."""
    return tx.all(LadderMove, _MOVES_SINCE, of_ladder=ladder_id, since=since)


def prune_moves(tx: Tx, *, now: int) -> int:
    """Delete changes of rank that are past their retention. Returns their number."""
    return tx.run(_PRUNE_MOVES, now=now)


def on_vacation(tx: Tx, players: tuple[int, ...], now: int) -> set[int]:
    """Return which of these players are on vacation."""
    return {row.player for row in tx.rows(_ON_VACATION, people=players, now=now)}
