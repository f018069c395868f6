"""Rows of pairings and their seats."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, insert, select, update

from bot.extension_api.tables import matches
from bot.extension_api.transactions import Statement, Tx, equal, insert_row
from bot.extensions.tournaments.models import Pairing, PairingSeat, PairingState
from bot.extensions.tournaments.tables import events, pairing_seats, pairings

_ADD = Statement(
    insert(pairings).values(
        {name: bindparam(name) for name in ("event", "stage", "section", "position")}
    )
)
_ADD_SEAT = insert_row(pairing_seats, "half_points", "place", "forfeit")
_IDS = Statement(
    select(pairings.c.id, pairings.c.section, pairings.c.position).where(
        pairings.c.event == bindparam("event"), pairings.c.stage == bindparam("in_stage")
    )
)
_GET = Statement(select(pairings).where(equal(pairings, "id")))
_SEATS = Statement(
    select(pairing_seats)
    .where(pairing_seats.c.pairing == bindparam("pairing"))
    .order_by(pairing_seats.c.seat)
)
_OF_EVENT = Statement(
    select(pairings)
    .where(pairings.c.event == bindparam("event"))
    .order_by(pairings.c.stage, pairings.c.section, pairings.c.position)
)
_OF_STAGE = Statement(
    select(pairings).where(
        pairings.c.event == bindparam("event"), pairings.c.stage == bindparam("in_stage")
    )
)
_THREADS = Statement(
    select(pairings.c.match, matches.c.thread)
    .join(matches, matches.c.id == pairings.c.match)
    .where(pairings.c.event == bindparam("event"), matches.c.thread.is_not(None))
)
_UNFINISHED = Statement(
    select(pairings)
    .where(pairings.c.event == bindparam("event"), pairings.c.state.in_(("waiting", "running")))
    .order_by(pairings.c.stage.desc(), pairings.c.position, pairings.c.section)
)
_SEATS_OF_EVENT = Statement(
    select(pairing_seats)
    .join(pairings, pairings.c.id == pairing_seats.c.pairing)
    .where(pairings.c.event == bindparam("event"))
    .order_by(pairing_seats.c.pairing, pairing_seats.c.seat)
)
_SEATS_UNFINISHED = Statement(
    select(pairing_seats)
    .join(pairings, pairings.c.id == pairing_seats.c.pairing)
    .where(pairings.c.event == bindparam("event"), pairings.c.state.in_(("waiting", "running")))
    .order_by(pairing_seats.c.pairing, pairing_seats.c.seat)
)
_OF_MATCH = Statement(
    select(pairings, events.c.format, events.c.variant)
    .join(events, events.c.id == pairings.c.event)
    .where(pairings.c.match == bindparam("number"))
)
_LAST_THREAD = Statement(
    select(matches.c.thread)
    .join(pairings, pairings.c.match == matches.c.id)
    .join(pairing_seats, pairing_seats.c.pairing == pairings.c.id)
    .where(
        pairings.c.event == bindparam("event"),
        pairing_seats.c.player == bindparam("person"),
        pairings.c.scored_at.is_not(None),
    )
    .order_by(pairings.c.scored_at.desc(), pairings.c.id.desc())
    .limit(1)
)
_BEGIN = Statement(
    update(pairings)
    .where(pairings.c.id == bindparam("pairing"), pairings.c.state == "waiting")
    .values(state="running", began_at=bindparam("now"))
)
_SET_MATCH = Statement(
    update(pairings)
    .where(
        pairings.c.id == bindparam("pairing"),
        pairings.c.state == "running",
        pairings.c.match.is_(None),
    )
    .values(match=bindparam("number"), forum=bindparam("in_forum"))
)
_SCORE = Statement(
    update(pairings)
    .where(
        pairings.c.id == bindparam("pairing"),
        pairings.c.state.in_(bindparam("states", expanding=True)),
    )
    .values(
        state=bindparam("new_state"),
        scored_at=bindparam("now"),
        margin=bindparam("new_margin"),
        turns=bindparam("new_turns"),
        reason=bindparam("new_reason"),
        scored_by=bindparam("by"),
    )
)
_SCORE_SEAT = Statement(
    update(pairing_seats)
    .where(
        pairing_seats.c.pairing == bindparam("of_pairing"),
        pairing_seats.c.seat == bindparam("of_seat"),
    )
    .values(
        half_points=bindparam("points"), place=bindparam("new_place"), forfeit=bindparam("absent")
    )
)
_REOPEN = Statement(
    update(pairings)
    .where(pairings.c.id == bindparam("pairing"))
    .values(state="waiting", match=None, forum=None, began_at=None, scored_at=None)
)
_CLEAR_SEATS = Statement(
    update(pairing_seats)
    .where(pairing_seats.c.pairing == bindparam("of_pairing"))
    .values(half_points=None, place=None, forfeit=0)
)
_REPLACE = Statement(
    update(pairing_seats)
    .where(
        pairing_seats.c.pairing.in_(bindparam("of_pairings", expanding=True)),
        pairing_seats.c.player == bindparam("old"),
    )
    .values(player=bindparam("new"))
)


class SeatScore(NamedTuple):
    """The score of a seat in a pairing."""

    half_points: int | None
    place: int | None = None
    """The place in the match; None if the match did not decide the score."""
    forfeit: bool = False


class MatchPairing(NamedTuple):
    """The pairing of a match, with the data on which its result depends."""

    pairing: Pairing
    format: str
    variant: str


def add_pairings(
    tx: Tx, event: int, stage: int, pairs: Mapping[int, Sequence[Sequence[int]]]
) -> dict[tuple[int, int], int]:
    """Insert the pairings of a stage: players by seat, by section, in opening order.

    Returns their ids by section and position.
    """
    numbered = [
        (section, position, players)
        for section, each in pairs.items()
        for position, players in enumerate(each, 1)
    ]
    where = {"event": event, "stage": stage}
    tx.many(_ADD, [{**where, "section": section, "position": at} for section, at, _ in numbered])
    rows = tx.rows(_IDS, event=event, in_stage=stage)
    ids = {(row.section, row.position): row.id for row in rows}
    tx.many(
        _ADD_SEAT,
        [
            {"pairing": ids[section, at], "seat": seat, "player": player}
            for section, at, players in numbered
            for seat, player in enumerate(players)
        ],
    )
    return ids


def get_pairing(tx: Tx, pairing: int) -> Pairing | None:
    """Return this pairing, or None."""
    return tx.one(Pairing, _GET, id=pairing)


def seats_of(tx: Tx, pairing: int) -> list[PairingSeat]:
    """Return the seats of a pairing in order."""
    return tx.all(PairingSeat, _SEATS, pairing=pairing)


def pairings_of(tx: Tx, event: int) -> list[tuple[Pairing, tuple[PairingSeat, ...]]]:
    """Return all pairings with their seats, by stage, section and position."""
    return _with_seats(
        tx.all(Pairing, _OF_EVENT, event=event),
        tx.all(PairingSeat, _SEATS_OF_EVENT, event=event),
    )


def pairings_of_stage(tx: Tx, event: int, stage: int) -> list[Pairing]:
    """Return the pairings of a stage in any order."""
    return tx.all(Pairing, _OF_STAGE, event=event, in_stage=stage)


def threads_of(tx: Tx, event: int) -> dict[int, int]:
    """Return the threads of an event's matches by match, for those that have one."""
    return {row.match: row.thread for row in tx.rows(_THREADS, event=event)}


def unfinished_pairings(tx: Tx, event: int) -> list[tuple[Pairing, tuple[PairingSeat, ...]]]:
    """Return the waiting and running pairings of an event, last stage first.

    Within a stage they are in opening order.
    """
    return _with_seats(
        tx.all(Pairing, _UNFINISHED, event=event),
        tx.all(PairingSeat, _SEATS_UNFINISHED, event=event),
    )


def _with_seats(
    rows: Sequence[Pairing], seats: Sequence[PairingSeat]
) -> list[tuple[Pairing, tuple[PairingSeat, ...]]]:
    by_pairing: dict[int, list[PairingSeat]] = {}
    for seat in seats:
        by_pairing.setdefault(seat.pairing, []).append(seat)
    return [(pairing, tuple(by_pairing.get(pairing.id, ()))) for pairing in rows]


def pairing_of_match(tx: Tx, match: int) -> MatchPairing | None:
    """Return the pairing of a match; None if it belongs to no event."""
    row = tx.row(_OF_MATCH, number=match)
    if row is None:
        return None
    pairing = Pairing(**{name: getattr(row, name) for name in Pairing.__slots__})
    return MatchPairing(pairing, row.format, row.variant)


def last_thread(tx: Tx, event: int, player: int) -> int | None:
    """Return the thread of a player's last finished match in an event, if it has one."""
    thread: int | None = tx.value(_LAST_THREAD, event=event, person=player)
    return thread


def begin(tx: Tx, pairing: int, now: int) -> bool:
    """Mark a waiting pairing as running.

    Returns False if it is no longer waiting.
    """
    return tx.run(_BEGIN, pairing=pairing, now=now) == 1


def set_match(tx: Tx, pairing: int, match: int, forum: int | None) -> bool:
    """Store the match of a running pairing, and the forum in which it is a post.

    Returns False if it already has a match or is over.
    """
    return tx.run(_SET_MATCH, pairing=pairing, number=match, in_forum=forum) == 1


def score(
    tx: Tx,
    pairing: int,
    state: PairingState,
    scores: Sequence[SeatScore],
    *,
    now: int,
    before: Sequence[PairingState] = ("running",),
    margin: int | None = None,
    turns: int | None = None,
    reason: str | None = None,
    by: int | None = None,
) -> bool:
    """Score a pairing that is in one of the states `before`, with scores by seat.

    Returns False, and changes nothing, if it is in another state.
    """
    row = {"new_margin": margin, "new_turns": turns, "new_reason": reason, "by": by}
    if not tx.run(_SCORE, pairing=pairing, states=before, new_state=state, now=now, **row):
        return False
    tx.many(
        _SCORE_SEAT,
        [
            {
                "of_pairing": pairing,
                "of_seat": seat,
                "points": scored.half_points,
                "new_place": scored.place,
                "absent": int(scored.forfeit),
            }
            for seat, scored in enumerate(scores)
        ],
    )
    return True


def reopen(tx: Tx, pairing: int) -> None:
    """Make a pairing wait again, without its match and its score."""
    tx.run(_REOPEN, pairing=pairing)
    tx.run(_CLEAR_SEATS, of_pairing=pairing)


def replace_player(tx: Tx, of_pairings: Iterable[int], old: int, new: int) -> None:
    """Give an entrant's seats in these pairings to a substitute."""
    tx.run(_REPLACE, of_pairings=tuple(of_pairings), old=old, new=new)
