"""Ladders for display: members in order, and whom a player may challenge."""

from dataclasses import replace
from typing import Literal, NamedTuple

from bot.extension_api.people import display_names
from bot.extension_api.transactions import OutboxRow, Tx, queue_message
from bot.extensions.tournaments.ladder_payloads import LadderNews, LadderPost, LadderUpdate
from bot.extensions.tournaments.models import DAY, ClubLadder, LadderGame, LadderMember
from bot.extensions.tournaments.rules.ladder_order import (
    REMATCH_DAYS,
    may_challenge,
    most_games_challenged,
    reach_of,
)
from bot.extensions.tournaments.service.ladders import load_ladder
from bot.extensions.tournaments.store import ladder_game_rows, ladder_member_rows, ladder_rows
from bot.extensions.tournaments.store.ladder_rows import NEWS_INTERVAL, POST_EDIT_INTERVAL

REMATCH_AFTER = REMATCH_DAYS * DAY
MAX_CHALLENGED = 1
"""Maximum number of running games that a member began as the challenger."""
ObstacleReason = Literal[
    "self", "busy", "absent", "below", "far", "playing", "lately", "vacation", "asked"
]


class Obstacle(NamedTuple):
    """Reason why a member cannot be challenged by another."""

    why: ObstacleReason
    until: int | None = None
    """When the challenge becomes possible; None if that is not known."""
    reach: int = 0
    """Number of places above their own that the challenger may challenge."""


class Challenges(NamedTuple):
    """The facts that decide which members may challenge each other on a ladder."""

    members: tuple[LadderMember, ...]
    """The active members, the top first."""
    running: tuple[LadderGame, ...]
    lately: tuple[LadderGame, ...]
    """The games that ended less than 14 days ago."""
    away: frozenset[int]
    """The members who are on vacation."""

    def rank_of(self, player: int) -> int | None:
        """Return the rank of a player; None if they are not on the ladder."""
        return next((each.rank for each in self.members if each.player == player), None)


class LadderRow(NamedTuple):
    """A member on a ladder, as shown to a viewer."""

    rank: int
    player: int
    challenged: int
    """Number of running games in which others challenged the member."""
    obstacle: Obstacle | None
    """Why the viewer cannot challenge the member; None if they can."""


class LadderView(NamedTuple):
    """A ladder as shown to a viewer."""

    ladder: ClubLadder
    rows: tuple[LadderRow, ...]
    names: dict[int, str]
    me: LadderMember | None
    """The viewer's membership; None if they have never joined."""
    running: tuple[LadderGame, ...]

    @property
    def open_to_challenge(self) -> tuple[LadderRow, ...]:
        """Members whom the viewer may challenge now, top first."""
        return tuple(row for row in self.rows if row.obstacle is None)


def load_challenges(tx: Tx, ladder_id: int, now: int) -> Challenges:
    """Load the facts that decide who may challenge whom on a ladder."""
    members = tuple(ladder_member_rows.members_by_rank(tx, ladder_id))
    players = tuple(member.player for member in members)
    return Challenges(
        members,
        tuple(ladder_game_rows.running_games(tx, ladder_id)),
        tuple(ladder_game_rows.games_ended_since(tx, ladder_id, now - REMATCH_AFTER)),
        frozenset(ladder_member_rows.on_vacation(tx, players, now)),
    )


def obstacle(state: Challenges, challenger: int, other: int) -> Obstacle | None:
    """Return why a player cannot challenge another one, or None if they can."""
    place, target = state.rank_of(challenger), state.rank_of(other)
    if other == challenger:
        return Obstacle("self")
    if place is None or target is None:
        return Obstacle("absent")
    if target > place:
        return Obstacle("below")
    if not may_challenge(place, target, len(state.members)):
        return Obstacle("far", reach=reach_of(place))
    pair = {challenger, other}
    if any({game.challenger, game.challenged} == pair for game in state.running):
        return Obstacle("playing")
    if sum(game.challenger == challenger for game in state.running) >= MAX_CHALLENGED:
        return Obstacle("busy")
    ends = [game.ended_at for game in state.lately if {game.challenger, game.challenged} == pair]
    if met := [at for at in ends if at is not None]:
        return Obstacle("lately", until=max(met) + REMATCH_AFTER)
    if other in state.away:
        return Obstacle("vacation")
    asked = sum(game.challenged == other for game in state.running)
    return Obstacle("asked") if asked >= most_games_challenged(target) else None


def can_challenge(state: Challenges, challenger: int) -> bool:
    """Return whether a member can challenge at least one other now."""
    return any(obstacle(state, challenger, each.player) is None for each in state.members)


def ladder_view(
    tx: Tx, ladder_id: int, viewer: int | None, *, now: int, guild: int | None = None
) -> LadderView:
    """Return a ladder as shown to `viewer`, or to everyone if None.

    Raises `NoSuchLadder`, also if it is not in this guild.
    """
    ladder = load_ladder(tx, ladder_id, guild)
    state = load_challenges(tx, ladder.id, now)
    me = None if viewer is None else ladder_member_rows.get_member(tx, ladder.id, viewer)
    rows = tuple(
        LadderRow(
            rank=member.rank or 0,
            player=member.player,
            challenged=sum(game.challenged == member.player for game in state.running),
            obstacle=obstacle(state, viewer or 0, member.player),
        )
        for member in state.members
    )
    names = display_names(tx, [member.player for member in state.members])
    return LadderView(ladder, rows, names, me, state.running)


def edit_due(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Queue the edits of up to `limit` posts. Returns the number of ladders."""
    done = 0
    for ladder in ladder_rows.due_posts(tx, now, limit):
        done += 1
        if ladder.post is not None:
            queue_message(tx, LadderUpdate(ladder.id), channel=ladder.channel, now=now)
        after = replace(ladder, post_at=None, post_edited_at=now)
        ladder_rows.save_ladder(tx, ladder, after)
    return done


def announce_due(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Queue weekly summaries of up to `limit` ladders. Returns the number of ladders."""
    done = 0
    for ladder in ladder_rows.due_news(tx, now, limit):
        done += 1
        assert ladder.news_at is not None
        if ladder.removed_at is None:
            since = ladder.news_at - NEWS_INTERVAL - 1  # includes the first change
            news = LadderNews(ladder.id, since)
            queue_message(tx, news, channel=ladder.channel, now=now)
        ladder_rows.save_ladder(tx, ladder, replace(ladder, news_at=None))
    return done


def on_posted(tx: Tx, row: OutboxRow, post: LadderPost, message: int | None, now: int) -> None:
    """Store which message shows the ladder."""
    ladder = ladder_rows.get_ladder(tx, post.ladder)
    if ladder is not None and ladder.post is None and message is not None:
        after = replace(ladder, post=message, post_edited_at=now)
        ladder_rows.save_ladder(tx, ladder, after)


def on_edit_delayed(tx: Tx, row: OutboxRow, update: LadderUpdate, now: int) -> None:
    """Edit the post again in an hour, instead of retrying at once."""
    ladder = ladder_rows.get_ladder(tx, update.ladder)
    if ladder is not None:
        after = replace(ladder, post_at=now + POST_EDIT_INTERVAL)
        ladder_rows.save_ladder(tx, ladder, after)
