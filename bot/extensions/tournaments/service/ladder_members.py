"""Members of ladders: joining, coming back, becoming inactive and leaving.

An inactive or former member has no rank. Those below move up.
"""

from dataclasses import replace

from bot.extension_api.people import ensure_players
from bot.extension_api.transactions import Interaction, Tx, once
from bot.extensions.tournaments.errors import AlreadyOnLadder, NothingAsked, NotOnLadder
from bot.extensions.tournaments.models import DAY, LadderMember, LadderMove
from bot.extensions.tournaments.rules.ladder_order import rejoin_place
from bot.extensions.tournaments.service.ladders import load_ladder
from bot.extensions.tournaments.store import ladder_member_rows, ladder_rows

WARN_AFTER, INACTIVE_AFTER = 38 * DAY, 45 * DAY
"""Seconds without a ladder game until a member is warned and becomes inactive."""
MOVE_RETENTION = 730 * DAY
"""Seconds for which changes of rank are kept."""


def load_member(tx: Tx, ladder_id: int, player: int) -> LadderMember:
    """Return an active member. Raises `NotOnLadder`."""
    member = ladder_member_rows.get_member(tx, ladder_id, player)
    if member is None or member.left_at is not None:
        raise NotOnLadder
    if member.rank is None:
        raise NotOnLadder(why="inactive")
    return member


def _member_again(
    tx: Tx, did: Interaction, ladder_id: int, *, player: int, **_: object
) -> LadderMember:
    """Return the member of an earlier interaction, as they are now."""
    member = ladder_member_rows.get_member(tx, ladder_id, player)
    assert member is not None
    return member


@once("ladder-join {ladder_id}", _member_again)
def join(tx: Tx, ladder_id: int, *, player: int, interaction: int, now: int) -> LadderMember:
    """Add a player to a ladder: at the bottom, or five places below their former rank.

    This also reactivates an inactive member. Returns the member. Raises `NoSuchLadder`,
    `AlreadyOnLadder`.
    """
    ladder = load_ladder(tx, ladder_id)
    before = ladder_member_rows.get_member(tx, ladder.id, player)
    number = ladder_member_rows.count_ranked(tx, ladder.id)
    if before is None:
        ensure_players(tx, [player], now)
        before = _newcomer(ladder.id, player, now)
        ladder_member_rows.add_member(tx, before)
    if before.rank is not None:
        raise AlreadyOnLadder(rank=before.rank)
    rank = rejoin_place(before.old_rank, number)
    ladder_member_rows.shift_ranks(tx, ladder.id, rank, number, 1)
    after = replace(
        _newcomer(ladder.id, player, now), rank=rank, check_at=now + WARN_AFTER, warned=False
    )
    ladder_member_rows.save_member(tx, before, after)
    record_move(tx, after, None, rank, now)
    ladder_rows.record_change(tx, ladder.id, now)
    return after


@once("ladder-leave {ladder_id}", _member_again)
def leave(tx: Tx, ladder_id: int, *, player: int, interaction: int, now: int) -> LadderMember:
    """Remove a player from a ladder, and return the former member.

    Their games in progress continue, but no longer affect the ladder. Raises `NotOnLadder`.
    """
    before = ladder_member_rows.get_member(tx, ladder_id, player)
    if before is None or before.left_at is not None:
        raise NotOnLadder
    after = replace(
        without_rank(tx, before, now), left_at=now, inactive_since=None, timeouts=0, timeout_at=None
    )
    ladder_member_rows.save_member(tx, before, after)
    return after


def confirm_presence(tx: Tx, ladder_id: int, *, player: int, now: int) -> LadderMember:
    """Record that a member who was asked or warned is still playing.

    Returns the member. Raises `NotOnLadder`, and `NothingAsked` if they were neither asked nor warned.
    """
    before = load_member(tx, ladder_id, player)
    if not before.timeouts and not before.warned:
        raise NothingAsked
    after = replace(
        before,
        active_at=now,
        check_at=now + WARN_AFTER,
        warned=False,
        timeouts=0,
        timeout_at=None,
    )
    ladder_member_rows.save_member(tx, before, after)
    return after


def deactivate(tx: Tx, member: LadderMember, now: int) -> LadderMember:
    """Make an active member inactive, and return them."""
    after = replace(without_rank(tx, member, now), inactive_since=now, timeouts=0, timeout_at=None)
    ladder_member_rows.save_member(tx, member, after)
    return after


def without_rank(tx: Tx, member: LadderMember, now: int) -> LadderMember:
    """Move up those below a member. Returns the member without a rank, unsaved.

    The rank is read again, because the caller may have removed others since it read the member.
    """
    stored = ladder_member_rows.get_member(tx, member.ladder, member.player)
    rank = None if stored is None else stored.rank
    if rank is None:
        return replace(member, rank=None, check_at=None, warned=False)
    last = ladder_member_rows.count_ranked(tx, member.ladder)
    ladder_member_rows.shift_ranks(tx, member.ladder, rank + 1, last, -1)
    record_move(tx, member, rank, None, now)
    ladder_rows.record_change(tx, member.ladder, now)
    return replace(member, rank=None, old_rank=rank, check_at=None, warned=False)


def on_erasure(tx: Tx, player: int, now: int) -> None:
    """Remove a player from all ladders before their data is erased."""
    for member in ladder_member_rows.memberships_of(tx, player):
        without_rank(tx, member, now)
        ladder_member_rows.delete_member(tx, member.ladder, player)


def record_move(
    tx: Tx,
    member: LadderMember,
    before: int | None,
    after: int | None,
    now: int,
    match: int | None = None,
) -> None:
    """Add a change of rank to the history of a ladder. None means no rank."""
    move = LadderMove(
        id=0,
        ladder=member.ladder,
        player=member.player,
        at=now,
        delete_at=now + MOVE_RETENTION,
        from_rank=before,
        to_rank=after,
        match=match,
    )
    ladder_member_rows.add_move(tx, move)


def _newcomer(ladder: int, player: int, now: int) -> LadderMember:
    """Return a new member without a rank or games."""
    return LadderMember(
        ladder=ladder,
        player=player,
        rank=None,
        joined_at=now,
        active_at=now,
        old_rank=None,
        inactive_since=None,
        left_at=None,
        timeouts=0,
        timeout_at=None,
        check_at=None,
        warned=False,
    )
