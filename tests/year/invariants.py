"""Invariants of the whole database, checked every week and at the end."""

from collections.abc import Mapping
from typing import Any

from bot.operations import integrity_check
from bot.service.actions import timeouts
from bot.service.rating.elo import FLOOR, expected_score
from bot.service.rating.ladder import RatingChange, RatingKey, is_provisional, k_factor
from bot.store.match import move_rows
from bot.store.models import RatedGame
from tests import raw
from tests.bot.service.random_results import fold, history
from tests.bot.service.rated_game_fixtures import events
from tests.bot.service.reference_ratings import wrong_ratings
from tests.transactions import reading
from tests.year.matchmaking import GUILDS
from tests.year.simulated_world import TICK, World

LATE = timeouts.GRACE + TICK + 60
"""Maximum delay of the bot in seconds, except during outages."""
PATIENCE = 600
"""Maximum seconds until the computer moves, even if its process keeps dying."""
_EVENTS = (
    "SELECT m.match, m.at, m.by FROM (SELECT match, ply, 1 AS part, at, by FROM moves"
    " UNION ALL SELECT match, ply, 0, at, 'left' FROM departures"
    " UNION ALL SELECT match, ply, 1, at, 'takeback' FROM takebacks) m"
    " ORDER BY m.match, m.ply, m.part"
)
_SHARED = "SELECT DISTINCT match FROM departures WHERE partner IS NOT NULL"
"""Matches in which a partner may play a seat for a while before the computer does."""
NEVER: Mapping[str, str] = {
    "is running without the clock of its turn": (
        "SELECT m.id FROM matches m LEFT JOIN clocks c ON c.match = m.id AND c.ply = m.ply"
        " AND c.seat = m.turn WHERE m.status = 'running' AND c.match IS NULL"
    ),
    "is over and has a clock": (
        "SELECT m.id FROM matches m JOIN clocks c ON c.match = m.id WHERE m.status <> 'running'"
    ),
    "should have been lost on time": "SELECT match FROM clocks WHERE deadline < :now - :late",
    "should have been reminded of": "SELECT match FROM clocks WHERE alarm_at < :now - :late",
    "has lost some of its moves": (
        "SELECT m.id FROM matches m WHERE m.ply <>"
        " (SELECT count(*) FROM moves v WHERE v.match = m.id)"
        " + (SELECT count(*) FROM takebacks t WHERE t.match = m.id)"
    ),
    "is waiting for a player who has left": (
        "SELECT m.id FROM matches m JOIN departures d ON d.match = m.id AND d.seat = m.turn"
        " LEFT JOIN computer_moves o ON o.match = m.id AND o.ply = m.ply"
        " WHERE d.played_by = 'computer' AND o.match IS NULL"
    ),
    "has a queued computer move of another turn": (
        "SELECT o.match FROM computer_moves o JOIN matches m ON m.id = o.match"
        " WHERE m.status <> 'running' OR m.ply <> o.ply"
    ),
    "has been waiting for the computer": (
        "SELECT match FROM computer_moves WHERE asked_at < :now - :late"
    ),
    "is over and has an open offer": (
        "SELECT o.match FROM offers o JOIN matches m ON m.id = o.match WHERE m.status <> 'running'"
    ),
    "has a seat with more time than any time control gives": (
        "SELECT match FROM match_seats WHERE bank NOT BETWEEN 0 AND 30 * 86400"
    ),
    "(challenge) is open after it expired": (
        "SELECT id FROM challenges WHERE status = 'open' AND expires_at < :now - :late"
    ),
    # Quiet hours may hold it until an outage of a day begins, and again after its end.
    "(message) has been pending for a day": (
        "SELECT o.id FROM outbox o WHERE o.state = 'owed' AND o.created + 86400 < :now -"
        " (SELECT coalesce(sum(d.until - d.started), 0) FROM downtimes d WHERE d.until > o.created)"
    ),
    "(player) has more vacation than the maximum": (
        'SELECT player FROM vacation_budgets WHERE "left" NOT BETWEEN 0 AND 14 * 86400'
    ),
    "(match) is rated although it is unrated or unfinished": (
        "SELECT m.id FROM rated_games g JOIN matches m ON m.id = g.match"
        " WHERE m.rated = 0 OR m.status <> 'finished'"
    ),
}


async def weekly(world: World) -> None:
    """Check the invariants that cover all matches."""
    by_kind: dict[str, list[Any]] = {}
    for what, query in NEVER.items():
        rows = raw.look(world.store, query, now=world.now, late=LATE)
        by_kind[what] = [next(iter(row.values())) for row in rows]
    stored = {
        row["id"]
        for row in raw.look(world.store, "SELECT id FROM matches WHERE status = 'running'")
    }
    for what, wrong in by_kind.items():
        for row in wrong[:3]:
            world.fault(f"{row} {what}")
    _check_boards(world)
    if stored != set(world.games):
        world.fault(
            "running matches differ from those that players know: "
            f"{sorted(stored ^ set(world.games))[:9]}"
        )


def _check_boards(world: World) -> None:
    """Check that each board awaiting a player has been posted or is in the outbox."""
    query = "SELECT match FROM outbox WHERE state = 'owed' AND match IS NOT NULL"
    pending = {row["match"] for row in raw.look(world.store, query)}
    for game in world.games.values():
        match = game.match
        board = (match.id, match.ply, "board")
        if match.level is None and board not in world.post.shown and match.id not in pending:
            world.fault(f"match {match.id}: the board after {match.ply} turns was never posted")


def _check_answers(world: World) -> None:
    """Check that the computer always moved in time, except during outages."""
    away = sorted([*world.downtimes, *world.database.downtimes])
    asked: dict[int, int] = {}
    shared = {row["match"] for row in raw.look(world.store, _SHARED)}
    events = raw.look(world.store, _EVENTS)
    for match, at, by in (tuple(row.values()) for row in events):
        since = asked.get(match, at)
        asked[match] = at
        if by == "computer" and at - since > PATIENCE and match not in shared:
            excused = any(since <= back + PATIENCE and gone <= at for gone, back in away)
            if not excused:
                world.fault(f"match {match}: the computer answered after {at - since} s")
            world.tally["computer/answers late because of an outage"] += excused
            late = world.tally["slowest answer"]
            world.tally["slowest answer"] = max(late, at - since)


async def final(world: World) -> None:
    """Check the whole database, and that all confirmed moves and results are stored."""
    await weekly(world)
    _check_answers(world)
    with reading(world.store) as tx:
        for fault in integrity_check.find_faults(tx, now=world.now):
            world.fault(fault)
        for fault in wrong_ratings(tx):
            world.fault(fault)
        for guild in (*GUILDS, None):
            check_ratings(world, events(tx, guild))
        over = "SELECT id, ply FROM matches WHERE status <> 'running'"
        for match, ply in (row.values() for row in raw.look(world.store, over)):
            if (match, ply, "result") not in world.post.shown:
                world.fault(f"match {match} is over, but its result was not posted")
        for match, confirmed in world.texts.items():
            texts = [move.text for move in move_rows.moves_of(tx, match) if move.by == "player"]
            if texts != confirmed:
                world.fault(
                    f"match {match}: {len(confirmed)} moves were confirmed, but {len(texts)} are stored"
                )


def check_ratings(world: World, events: list[RatedGame]) -> None:
    """Check the rating changes of two-player matches, one by one."""
    for event, changed in history(events):
        if event.kind == "duel":
            _check_duel(world, event, changed)
    for (_, pool), item in fold(events).ratings.items():
        if not is_provisional(item, pool):
            world.tally[f"rating/{pool.kind}/{item.points // 5000 * 50:>5}"] += 1
    world.tally["rated games"] += len(events)
    world.tally["annulled games"] += sum(event.annulled is not None for event in events)


def _check_duel(world: World, event: RatedGame, changed: Mapping[RatingKey, RatingChange]) -> None:
    """Check the rating changes of a two-player match.

    With equal K factors, one player gains what the other loses. No change exceeds K (S - E).
    """
    for pool in {pool for _, pool in changed}:
        changes = {user: change for (user, p), change in changed.items() if p == pool}
        first, other = changes.values()
        if not first.terms:
            continue
        sums = [change.after.points - change.before.points for change in (first, other)]
        ks = [k_factor(change.before) for change in (first, other)]
        new = [is_provisional(change.before, pool) for change in (first, other)]
        lowest = min(change.before.points for change in (first, other))
        if lowest > FLOOR + 6000 and ks[0] == ks[1] and new[0] == new[1] and sum(sums):
            world.fault(
                f"match {event.match}: rating changes {sums[0]} and {sums[1]} do not cancel out"
            )
        if lowest > FLOOR + 6000 and sums[0] * sums[1] > 0:
            world.fault(f"match {event.match}: both sides gain, or both lose: {sums}")
        share = expected_score(first.before.points - other.before.points) / 10**9
        if abs(sums[0]) > ks[0] * 100 * max(share, 1 - share) + 1:
            world.fault(f"match {event.match}: a rating change of {sums[0]} exceeds K = {ks[0]}")
