"""Inactivity on ladders: members are asked or warned, then made inactive.

A member who runs out of time is asked whether they are still playing. After the second timeout
within 30 days without a response, they become inactive. So does a member who has neither begun nor
finished a game for 45 days, although they could have challenged someone. They are warned a week
before.
"""

from dataclasses import replace

from bot.extension_api.people import guild_deleted_at
from bot.extension_api.transactions import Tx, queue_message
from bot.extensions.tournaments.ladder_payloads import LadderNotice, LadderNoticeOccasion
from bot.extensions.tournaments.models import DAY, ClubLadder, LadderMember
from bot.extensions.tournaments.service.ladder_members import (
    INACTIVE_AFTER,
    WARN_AFTER,
    deactivate,
)
from bot.extensions.tournaments.service.ladder_view import can_challenge, load_challenges
from bot.extensions.tournaments.store import ladder_game_rows, ladder_member_rows, ladder_rows

SILENCE = 30 * DAY
"""Seconds within which a second timeout makes a member inactive, if they have not moved since."""
POSTPONEMENT = 7 * DAY
"""Seconds until the next check of a member who can't challenge anyone."""


def process_due(tx: Tx, *, now: int, limit: int = 20) -> int:
    """Ask, warn or deactivate up to `limit` members. Returns the number of members."""
    done = 0
    for member in ladder_member_rows.due_checks(tx, now, limit):
        done += 1
        ladder = ladder_rows.get_ladder(tx, member.ladder)
        if ladder is None or ladder.removed_at is not None or member.rank is None:
            ladder_member_rows.save_member(tx, member, replace(member, check_at=None))
        elif guild_deleted_at(tx, ladder.guild) is not None:
            _postpone(tx, member, now)
        elif member.check_at is not None and member.check_at <= member.active_at:
            _on_timeout(tx, ladder, member, now)
        else:
            _on_idleness(tx, ladder, member, now)
    return done


def _on_timeout(tx: Tx, ladder: ClubLadder, member: LadderMember, now: int) -> None:
    """Ask a member whose time has run out whether they are still playing.

    If it is the second time without a response, the member becomes inactive instead.
    """
    first = member.timeout_at or now
    repeated = member.timeouts > 1 and now - first <= SILENCE
    if repeated and (ladder_game_rows.last_move_at(tx, ladder.id, member.player) or 0) <= first:
        _deactivate(tx, ladder, member, now)
        return
    if member.timeouts > 1:
        first = now
    after = replace(member, timeouts=1, timeout_at=first, check_at=member.active_at + WARN_AFTER)
    ladder_member_rows.save_member(tx, member, after)
    _notify(tx, ladder, member, "question", now)


def _on_idleness(tx: Tx, ladder: ClubLadder, member: LadderMember, now: int) -> None:
    """Warn a member who has not played for long, or make them inactive a week later."""
    state = load_challenges(tx, ladder.id, now)
    if member.player in state.away or not can_challenge(state, member.player):
        _postpone(tx, member, now)
    elif member.warned:
        _deactivate(tx, ladder, member, now)
    else:
        after = replace(member, warned=True, check_at=now + INACTIVE_AFTER - WARN_AFTER)
        ladder_member_rows.save_member(tx, member, after)
        _notify(tx, ladder, member, "warning", now)


def _postpone(tx: Tx, member: LadderMember, now: int) -> None:
    """Postpone the warning of a member by a week."""
    after = replace(member, warned=False, check_at=now + POSTPONEMENT)
    ladder_member_rows.save_member(tx, member, after)


def _deactivate(tx: Tx, ladder: ClubLadder, member: LadderMember, now: int) -> None:
    deactivate(tx, member, now)
    _notify(tx, ladder, member, "inactive", now)


def _notify(
    tx: Tx, ladder: ClubLadder, member: LadderMember, what: LadderNoticeOccasion, now: int
) -> None:
    """Queue a direct message to a member."""
    notice = LadderNotice(ladder.id, member.player, what)
    queue_message(tx, notice, user=member.player, now=now)
