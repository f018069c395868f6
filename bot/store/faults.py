"""What is wrong with a database whatever the rules of the games."""

from __future__ import annotations

from sqlalchemy import func, or_, select, text

from bot.store.tables import challenge_seats, challenges, match_seats, matches, offers, plans
from bot.store.tx import Tx


async def found(tx: Tx) -> list[str]:
    """A sentence for each damaged page or index, each lost row, each table with an empty chair."""
    damage = await tx.scalars(text("PRAGMA integrity_check"))
    lost = await tx.execute(text("PRAGMA foreign_key_check"))
    gaps = await tx.scalars(
        select(match_seats.c.match)
        .group_by(match_seats.c.match)
        .having(func.count() != func.max(match_seats.c.seat) + 1)
    )
    free = await tx.scalars(
        select(challenges.c.id)
        .join(challenge_seats, challenge_seats.c.challenge == challenges.c.id)
        .where(challenges.c.status == "accepted", challenge_seats.c.joined == 0)
        .distinct()
    )
    late = await tx.scalars(
        select(offers.c.match)
        .join(matches, matches.c.id == offers.c.match)
        .where(or_(matches.c.status != "running", matches.c.ply != offers.c.ply))
    )
    useless = await tx.scalars(
        select(plans.c.match)
        .join(matches, matches.c.id == plans.c.match)
        .where(or_(matches.c.status != "running", plans.c.ply > matches.c.ply - matches.c.undone))
    )
    return [
        *(f"The file is damaged: {line}." for line in damage if line != "ok"),
        *(
            f"Row {row} of {table} refers to a missing row of {parent}."
            for table, row, parent, _ in lost
        ),
        *(f"Match {match}: a seat between the others is missing." for match in gaps),
        *(f"Challenge {one}: it is accepted although a place is free." for one in free),
        *(f"Match {match}: a plan in it should have gone." for match in useless),
        *(f"Match {match}: an offer in it should have gone." for match in late),
    ]
