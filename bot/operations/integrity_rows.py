"""Integrity checks that do not need the rules of the games."""

from sqlalchemy import (
    Select,
    and_,
    column,
    false,
    func,
    literal_column,
    or_,
    select,
    text,
)

from bot.store.driver.statement import Statement
from bot.store.driver.tx import Tx
from bot.store.tables.challenges import challenge_seats, challenges
from bot.store.tables.games import match_seats, matches, offers, plans
from bot.store.tables.ratings import rated_games

# PostgreSQL checks its own pages and always enforces foreign keys.
_NOTHING: Select[str] = select(literal_column("'ok'")).where(false())
_DAMAGED = Statement(text("PRAGMA integrity_check"), postgresql=_NOTHING)
_LOST = Statement(
    text("PRAGMA foreign_key_check").columns(*map(column, ("table", "row", "parent", "reference"))),
    postgresql=_NOTHING,
)
_GAPS = Statement(
    select(match_seats.c.match)
    .group_by(match_seats.c.match)
    .having(func.count() != func.max(match_seats.c.seat) + 1)
)
_FREE = Statement(
    select(challenges.c.id)
    .join(challenge_seats, challenge_seats.c.challenge == challenges.c.id)
    .where(challenges.c.status == literal_column("'accepted'"), challenge_seats.c.joined == 0)
    .distinct()
)
_LATE_OFFERS = Statement(
    select(offers.c.match)
    .join(matches, matches.c.id == offers.c.match)
    .where(or_(matches.c.status != "running", matches.c.ply != offers.c.ply))
)
# The second condition exempts ended plans. They are kept until their player is notified, and in the
# meantime a takeback may leave the match with fewer turns than when the plan was stored.
_LATE_PLANS = Statement(
    select(plans.c.match)
    .join(matches, matches.c.id == plans.c.match)
    .where(
        or_(
            matches.c.status != "running",
            and_(plans.c.ended.is_(None), plans.c.ply > matches.c.ply - matches.c.retracted_plies),
        )
    )
)
_EVENTS = Statement(
    select(rated_games.c.match)
    .join(matches, matches.c.id == rated_games.c.match)
    .where(
        or_(
            and_(rated_games.c.event == 0, matches.c.event.is_not(None)),
            and_(rated_games.c.event == 1, matches.c.event.is_(None)),
        )
    )
)


def find_faults(tx: Tx) -> list[str]:
    """Return a sentence for each damaged page, broken reference or inconsistent row."""
    damage = tx.column(_DAMAGED)
    lost = tx.rows(_LOST)
    gaps = tx.column(_GAPS)
    free = tx.column(_FREE)
    useless = tx.column(_LATE_PLANS)
    late = tx.column(_LATE_OFFERS)
    events = tx.column(_EVENTS)
    return [
        *(f"The file is damaged: {line}." for line in damage if line != "ok"),
        *(
            f"Row {row} of {table} refers to a missing row of {parent}."
            for table, row, parent, _ in lost
        ),
        *(f"Match {match}: a seat between the others is missing." for match in gaps),
        *(f"Challenge {challenge}: it is accepted although a place is free." for challenge in free),
        *(f"Match {match}: a plan in it should have gone." for match in useless),
        *(f"Match {match}: an offer in it should have gone." for match in late),
        *(f"Match {match}: only it or its rated game belongs to an event." for match in events),
    ]
