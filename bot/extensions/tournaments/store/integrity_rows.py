"""Integrity checks of events and ladders that need only their rows."""

from sqlalchemy import and_, bindparam, func, literal_column, not_, or_, select, update

from bot.extension_api.tables import aborts, matches
from bot.extension_api.transactions import Statement, Tx
from bot.extensions.tournaments.models import Event, LadderGame, LadderMove, Pairing
from bot.extensions.tournaments.tables import (
    entrants,
    events,
    ladder_games,
    ladder_members,
    ladder_moves,
    pairing_seats,
    pairings,
)

_SCORED = pairings.c.state.in_(("scored", "forfeit"))
_UNFINISHED = pairings.c.state.in_(("waiting", "running"))
_RUNNING = matches.c.status == literal_column("'running'")
_SEED, _RANK = entrants.c.seed, ladder_members.c.rank

_SEEDS = Statement(
    select(entrants.c.event)
    .where(_SEED.is_not(None))
    .group_by(entrants.c.event)
    .having(
        or_(
            func.min(_SEED) != literal_column("1"),
            func.max(_SEED) != func.count(),
            func.count(_SEED.distinct()) != func.count(),
        )
    )
)
_EARLY = Statement(
    select(pairings.c.id).where(
        pairings.c.state == literal_column("'waiting'"), pairings.c.match.is_not(None)
    )
)
_NOT_SCORED = Statement(
    select(pairings.c.id)
    .join(matches, matches.c.id == pairings.c.match)
    .join(events, events.c.id == pairings.c.event)
    .where(
        pairings.c.state == literal_column("'running'"),
        not_(_RUNNING),
        events.c.status == literal_column("'running'"),
    )
)
_POINTS = Statement(
    select(pairings.c.id)
    .join(pairing_seats, pairing_seats.c.pairing == pairings.c.id)
    .where(
        or_(
            and_(_SCORED, pairing_seats.c.half_points.is_(None)),
            and_(not_(_SCORED), pairing_seats.c.half_points.is_not(None)),
        )
    )
    .distinct()
)
_FINISHED = Statement(
    select(events.c.id)
    .join(pairings, pairings.c.event == events.c.id)
    .where(events.c.status == literal_column("'finished'"), _UNFINISHED)
    .distinct()
)
_RANKS = Statement(
    select(ladder_members.c.ladder)
    .where(_RANK.is_not(None))
    .group_by(ladder_members.c.ladder)
    .having(
        or_(
            func.min(_RANK) != literal_column("1"),
            func.max(_RANK) != func.count(),
            func.count(_RANK.distinct()) != func.count(),
        )
    )
)
_GAPS = Statement(
    select(ladder_members.c.ladder)
    .where(_RANK.is_not(None))
    .group_by(ladder_members.c.ladder)
    .having(func.max(_RANK) > func.count(), func.count(_RANK.distinct()) == func.count())
)
_GONE = or_(ladder_members.c.inactive_since.is_not(None), ladder_members.c.left_at.is_not(None))
_INACTIVE = Statement(select(ladder_members.c.ladder).where(_RANK.is_not(None), _GONE).distinct())
_ACTIVE = Statement(select(ladder_members.c.ladder).where(_RANK.is_(None), not_(_GONE)).distinct())
_ENDED = Statement(
    select(ladder_games.c.match)
    .join(matches, matches.c.id == ladder_games.c.match)
    .where(
        or_(
            and_(_RUNNING, ladder_games.c.ended_at.is_not(None)),
            and_(not_(_RUNNING), ladder_games.c.ended_at.is_(None)),
        )
    )
)
_TWICE = Statement(
    select(ladder_moves.c.match)
    .where(ladder_moves.c.match.is_not(None))
    .group_by(ladder_moves.c.match)
    .having(func.count() > literal_column("1"))
)
_CLIMBS = Statement(
    select(ladder_moves.c.match)
    .outerjoin(ladder_games, ladder_games.c.match == ladder_moves.c.match)
    .where(
        ladder_moves.c.match.is_not(None),
        or_(
            ladder_games.c.match.is_(None),
            ladder_games.c.ladder != ladder_moves.c.ladder,
            ladder_games.c.winner.is_(None),
            ladder_games.c.winner != ladder_moves.c.player,
            ladder_moves.c.to_rank >= ladder_moves.c.from_rank,
        ),
    )
)
_UNSCORED = Statement(
    select(pairings.c.id, pairings.c.match)
    .join(matches, matches.c.id == pairings.c.match)
    .join(events, events.c.id == pairings.c.event)
    .where(
        pairings.c.state == literal_column("'running'"),
        not_(_RUNNING),
        events.c.status == literal_column("'running'"),
    )
    .order_by(pairings.c.id)
)
_UNNOTICED = Statement(
    select(ladder_games.c.match)
    .join(matches, matches.c.id == ladder_games.c.match)
    .where(not_(_RUNNING), ladder_games.c.ended_at.is_(None))
    .order_by(matches.c.ended_at, ladder_games.c.match)
)
_NO_SHOW = Statement(
    select(aborts.c.seat).where(
        aborts.c.match == bindparam("number"), aborts.c.why == literal_column("'no-show'")
    )
)
_NO_MATCH = Statement(
    select(pairings)
    .join(events, events.c.id == pairings.c.event)
    .where(
        pairings.c.state == literal_column("'running'"),
        pairings.c.match.is_(None),
        events.c.status == literal_column("'running'"),
    )
    .order_by(pairings.c.id)
)
_ALL_RUNNING = Statement(
    select(events).where(events.c.status == literal_column("'running'")).order_by(events.c.id)
)
_ALL_FINISHED = Statement(
    select(events).where(events.c.status == literal_column("'finished'")).order_by(events.c.id)
)
_BEGUN = Statement(
    update(pairings)
    .where(pairings.c.state == literal_column("'waiting'"), pairings.c.match.is_not(None))
    .values(state="running")
)
_GONE_WITH_RANK = Statement(
    update(ladder_members)
    .where(_RANK.is_not(None), _GONE)
    .values(rank=None, old_rank=_RANK, check_at=None)
)
_PLAYED = Statement(
    select(pairings)
    .where(
        pairings.c.state == literal_column("'scored'"),
        pairings.c.scored_by.is_(None),
        pairings.c.match.is_not(None),
    )
    .order_by(pairings.c.id)
)
_GAMES = Statement(
    select(ladder_games).where(ladder_games.c.ended_at.is_not(None)).order_by(ladder_games.c.match)
)
_MOVES = Statement(select(ladder_moves).order_by(ladder_moves.c.ladder, ladder_moves.c.id))


def find_faults(tx: Tx) -> list[str]:
    """Return a sentence for each inconsistent row."""
    return [
        *(f"Event {event}: its seeds are not 1, 2, 3 and so on." for event in tx.column(_SEEDS)),
        *(
            f"Event {event}: it has finished with unfinished games."
            for event in tx.column(_FINISHED)
        ),
        *(f"Pairing {pairing}: it is waiting, but has a match." for pairing in tx.column(_EARLY)),
        *(
            f"Pairing {pairing}: its match is over, but not scored."
            for pairing in tx.column(_NOT_SCORED)
        ),
        *(f"Pairing {pairing}: its points do not fit its state." for pairing in tx.column(_POINTS)),
        *(f"Ladder {ladder}: its ranks are not 1, 2, 3 and so on." for ladder in tx.column(_RANKS)),
        *(f"Ladder {ladder}: an inactive member has a rank." for ladder in tx.column(_INACTIVE)),
        *(f"Ladder {ladder}: an active member has no rank." for ladder in tx.column(_ACTIVE)),
        *(f"Ladder game {match}: only it or its match is over." for match in tx.column(_ENDED)),
        *(f"Ladder game {match}: its result has counted twice." for match in tx.column(_TWICE)),
        *(
            f"Ladder game {match}: a player climbed who had not won."
            for match in tx.column(_CLIMBS)
        ),
    ]


def wrong_ladders(tx: Tx) -> list[int]:
    """Return the ladders whose ranks are not 1, 2, 3 and so on."""
    return tx.column(_RANKS)


def ladders_with_gaps(tx: Tx) -> list[int]:
    """Return the ladders in which ranks are missing, unless members share a rank."""
    return tx.column(_GAPS)


def clear_ranks_of_inactive(tx: Tx) -> int:
    """Take the ranks of inactive and former members. Returns the number of members."""
    return tx.run(_GONE_WITH_RANK)


def unscored_pairings(tx: Tx) -> list[tuple[int, int]]:
    """Return the running pairings whose match is over, with the match."""
    return [(row.id, row.match) for row in tx.rows(_UNSCORED)]


def unnoticed_ladder_games(tx: Tx) -> list[int]:
    """Return the ended matches of running ladder games, by their end."""
    return tx.column(_UNNOTICED)


def no_show(tx: Tx, match: int) -> int | None:
    """Return the seat that did not make its first move in time, or None."""
    seat: int | None = tx.value(_NO_SHOW, number=match)
    return seat


def pairings_without_match(tx: Tx) -> list[Pairing]:
    """Return the running pairings of running events that have no match yet."""
    return tx.all(Pairing, _NO_MATCH)


def running_events(tx: Tx) -> list[Event]:
    """Return all running events."""
    return tx.all(Event, _ALL_RUNNING)


def finished_events(tx: Tx) -> list[Event]:
    """Return all finished events."""
    return tx.all(Event, _ALL_FINISHED)


def mark_begun(tx: Tx) -> int:
    """Mark waiting pairings that have a match as running. Returns their number."""
    return tx.run(_BEGUN)


def played_pairings(tx: Tx) -> list[Pairing]:
    """Return the pairings that were scored by their match."""
    return tx.all(Pairing, _PLAYED)


def ended_games(tx: Tx) -> list[LadderGame]:
    """Return all finished games of ladders."""
    return tx.all(LadderGame, _GAMES)


def all_moves(tx: Tx) -> list[LadderMove]:
    """Return the changes of rank of all ladders, oldest first within a ladder."""
    return tx.all(LadderMove, _MOVES)
