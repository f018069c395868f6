"""Integrity checks of events and ladders that need only their rows."""

from sqlalchemy import and_, func, literal_column, not_, or_, select

from bot.extensions.tournaments.models import LadderGame, LadderMove, Pairing
from bot.extensions.tournaments.tables import (
    entrants,
    events,
    ladder_games,
    ladder_members,
    ladder_moves,
    pairing_seats,
    pairings,
)
from bot.store.statement import Statement
from bot.store.tables.games import matches
from bot.store.tx import Tx

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


def played_pairings(tx: Tx) -> list[Pairing]:
    """Return the pairings that were scored by their match."""
    return tx.all(Pairing, _PLAYED)


def ended_games(tx: Tx) -> list[LadderGame]:
    """Return all finished games of ladders."""
    return tx.all(LadderGame, _GAMES)


def all_moves(tx: Tx) -> list[LadderMove]:
    """Return the changes of rank of all ladders, oldest first within a ladder."""
    return tx.all(LadderMove, _MOVES)
