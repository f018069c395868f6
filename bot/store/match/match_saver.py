"""Saves the difference between two states of a match: the only way to change one.

It covers the row of the match and its seats, departures, offer, clock and clock stops. Other rows
(moves, conditional moves, posts, downtimes) are written by other modules.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache

from sqlalchemy import BindParameter, Table, bindparam, insert, update

from bot.store.driver.row_mapper import changed_columns, to_columns
from bot.store.driver.statement import Statement
from bot.store.driver.table_statements import delete_rows, insert_row
from bot.store.driver.tx import Tx
from bot.store.models import ClockStop, Departure, Match, Offer
from bot.store.tables.games import (
    clock_stops,
    clocks,
    consents,
    departures,
    match_seats,
    matches,
    offers,
    plans,
    undelivered_boards,
)

_ROW = [field.name for field in fields(Match) if field.name in matches.c and field.name != "id"]
_DEPARTURE = [field.name for field in fields(Departure) if field.name not in ("match", "player")]
_CLOCK = [column.name for column in clocks.columns if column.name != "match"]
_STOP = ("match", *ClockStop._fields)


@cache
def _changing(table: Table, keys: tuple[str, ...], columns: tuple[str, ...]) -> Statement:
    """Return the statement that changes these columns of the row with these keys."""
    these = [table.c[name] == bindparam(f"key_{name}") for name in keys]
    values: dict[str, BindParameter[object]] = {name: bindparam(f"new_{name}") for name in columns}
    return Statement(update(table).where(*these).values(values))


_ADD_MATCH = Statement(
    insert(matches).values({name: bindparam(name) for name in _ROW}).returning(matches.c.id)
)
_ADD_SEAT, _ADD_DEPARTURE = insert_row(match_seats, "absent_since"), insert_row(departures)
_ADD_OFFER, _ADD_CONSENT = insert_row(offers), insert_row(consents)
_ADD_CLOCK, _ADD_STOP = insert_row(clocks), insert_row(clock_stops, "id")
_DROP_OFFER, _DROP_CONSENTS = delete_rows(offers, "match"), delete_rows(consents, "match")
_DROP_CLOCK, _DROP_STOP = delete_rows(clocks, "match"), delete_rows(clock_stops, *_STOP)
_DROP_TEMPORARY = delete_rows(plans, "match"), delete_rows(undelivered_boards, "match")


def add_match(tx: Tx, match: Match) -> Match:
    """Insert a match that has just begun, with its seats. Returns it with its new id."""
    number = tx.new_id(_ADD_MATCH, **{name: to_columns(match)[name] for name in _ROW})
    seats = enumerate(zip(match.players, match.banks, strict=True))
    tx.many(
        _ADD_SEAT,
        [
            {"match": number, "seat": seat, "player": player, "bank": bank}
            for seat, (player, bank) in seats
        ],
    )
    return replace(match, id=number)


def save(tx: Tx, before: Match, after: Match) -> None:
    """Write the difference between the stored state of a match and a new state.

    When a match ends, rows that only a running match has are deleted. `Store.on_match_saved` is
    called with the new state after the commit.
    """
    tx.saved_matches.append(after)
    _update(tx, matches, {"id": after.id}, changed_columns(before, after, _ROW))
    _save_seats(tx, before, after)
    _save_departures(tx, before, after)
    if before.offer != after.offer:
        _save_offer(tx, after.id, before.offer, after.offer)
    if before.clock != after.clock:
        _save_clock(tx, before, after)
    if before.stops != after.stops:
        _save_stops(tx, before, after)
    if before.status == "running" != after.status:
        for statement in _DROP_TEMPORARY:
            tx.run(statement, match=after.id)


def _update(
    tx: Tx, table: Table, keys: Mapping[str, object], columns: Mapping[str, object]
) -> None:
    """Change these columns of the row with these keys. No-op without columns."""
    if columns:
        statement = _changing(table, tuple(keys), tuple(columns))
        values = {f"key_{name}": value for name, value in keys.items()}
        tx.run(statement, **values, **{f"new_{name}": value for name, value in columns.items()})


def _save_seats(tx: Tx, before: Match, after: Match) -> None:
    """Write the time banks. The player of a seat changes only through an erasure."""
    changed: list[dict[str, object]] = [
        {"key_match": after.id, "key_seat": seat, "new_bank": bank}
        for seat, (old, bank) in enumerate(zip(before.banks, after.banks, strict=True))
        if bank != old
    ]
    tx.many(_changing(match_seats, ("match", "seat"), ("bank",)), changed)


def _save_departures(tx: Tx, before: Match, after: Match) -> None:
    """Insert new departures and update earlier ones. Departures are never deleted."""
    for number, (old, new) in enumerate(zip(before.departures, after.departures, strict=False)):
        row = {"match": after.id, "number": number}
        _update(tx, departures, row, changed_columns(old, new, _DEPARTURE))
    first = len(before.departures)
    added = enumerate(after.departures[first:], first)
    tx.many(
        _ADD_DEPARTURE,
        [{"number": at, **to_columns(departure, "player")} for at, departure in added],
    )


def _save_offer(tx: Tx, match_id: int, before: Offer | None, after: Offer | None) -> None:
    """Replace or delete the open offer, or add new consents to it."""
    agreed: tuple[int, ...] = ()
    if before is not None and after is not None and _adds_consents(before, after):
        agreed = before.agreed
    elif before is not None:
        tx.run(_DROP_CONSENTS, match=match_id)
        tx.run(_DROP_OFFER, match=match_id)
    if after is None:
        return
    if not agreed:
        tx.run(_ADD_OFFER, match=match_id, **to_columns(after, "agreed"))
    new = [seat for seat in after.agreed if seat not in agreed]
    tx.many(_ADD_CONSENT, [{"match": match_id, "seat": seat} for seat in new])


def _adds_consents(before: Offer, after: Offer) -> bool:
    same = replace(before, agreed=after.agreed) == after
    return same and set(before.agreed) <= set(after.agreed)


def _save_clock(tx: Tx, before: Match, after: Match) -> None:
    if after.clock is None:
        tx.run(_DROP_CLOCK, match=after.id)
    elif before.clock is None:
        tx.run(_ADD_CLOCK, **to_columns(after.clock, "control"))
    else:
        changed = changed_columns(before.clock, after.clock, _CLOCK)
        _update(tx, clocks, {"match": after.id}, changed)


def _save_stops(tx: Tx, before: Match, after: Match) -> None:
    """Insert new stops, update the ends of changed stops, and delete removed ones.

    Identical rows can only be deleted together, so those that should remain are inserted again.
    """
    old, new = Counter(before.stops), Counter(after.stops)
    added = list((new - old).elements())
    dropped: list[dict[str, object]] = []
    moved: list[dict[str, object]] = []
    for stop in old - new:
        row = {"match": after.id, **stop._asdict()}
        same = (
            each for each in added if each not in old and each._replace(until=stop.until) == stop
        )
        other = next(same, None) if old[stop] == 1 else None
        if other is None:
            dropped.append(row)
            added += [stop] * new[stop]
        else:
            added.remove(other)
            keys = {f"key_{name}": value for name, value in row.items()}
            moved.append({**keys, "new_until": other.until})
    tx.many(_DROP_STOP, dropped)
    tx.many(_changing(clock_stops, _STOP, ("until",)), moved)
    tx.many(_ADD_STOP, [{"match": after.id, **stop._asdict()} for stop in added])
