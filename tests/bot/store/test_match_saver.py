"""Saving a match writes exactly the differences between two `Match` instances."""

import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.service.clock import time_control
from bot.store import Store, Tx
from bot.store.driver.statement import SQLITE
from bot.store.match import conditional_moves, match_saver, matches
from bot.store.models import Clock, ClockStop, Departure, Match, Offer, Plan
from engine import Outcome
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, START, Club
from tests.bot.store.statements import every_statement
from tests.transactions import writing

STANDARD = str(time_control.STANDARD)
STATEMENT = re.compile(r"(INSERT INTO|UPDATE|DELETE FROM) (\w+)")
CLOCK = Clock(1, 0, 0, START, 900, "UTC", "", START + 900, STANDARD, "half", START + 450)
OFFER = Offer("draw", 1, 0, START, START + 99, (1,))
STOP, LATER = ClockStop(0, 10, 20, "pause"), ClockStop(0, 15, 40, "gift")


@pytest.fixture
async def match(store: Store) -> Match:
    match = await Club(store).seated("chinese-checkers-4", ADA, BRUNO, CLARA, DAVID)
    left = Departure(match.id, 3, DAVID, 0, START, "resigned", 0, 1, "asked", START + 9)
    with writing(store) as tx:
        stored = matches.get_match(tx, match.id)
        assert stored is not None
        changed = replace(stored, departures=(left,), offer=OFFER, clock=CLOCK, stops=(STOP,))
        match_saver.save(tx, stored, changed)
        return changed


def loaded(tx: Tx, match: Match) -> Match:
    """Return the stored match, with its clock stops sorted."""
    stored = matches.get_match(tx, match.id)
    assert stored is not None
    return in_order(stored)


def in_order(match: Match) -> Match:
    return replace(match, stops=tuple(sorted(match.stops)))


def left(match: Match, **more: object) -> Match:
    """Return the match with these fields of its first departure replaced."""
    first, *others = match.departures
    return replace(match, departures=(replace(first, **more), *others))  # type: ignore[arg-type]


CHANGES: dict[str, tuple[Callable[[Match], Match], list[str]]] = {
    "nothing": (lambda match: replace(match), []),
    "one column": (lambda match: replace(match, ply=7), ["UPDATE matches"]),
    "several columns": (
        lambda match: replace(match, ply=7, turn=2, position="x", moved_at=8, thread=9),
        ["UPDATE matches"],
    ),
    "an end": (
        lambda match: replace(
            match, status="finished", turn=None, ended_at=5, outcome=Outcome(((0,), (1,)), "time")
        ),
        ["UPDATE matches", "DELETE FROM plans", "DELETE FROM undelivered_boards"],
    ),
    "banks": (
        lambda match: replace(match, banks=(1, *match.banks[1:3], 4)),
        ["UPDATE match_seats"],
    ),
    "a departure": (
        lambda match: replace(
            match, departures=(*match.departures, replace(match.departures[0], seat=0, player=ADA))
        ),
        ["INSERT INTO departures"],
    ),
    "who plays": (lambda match: left(match, played_by="partner"), ["UPDATE departures"]),
    "no offer": (
        lambda match: replace(match, offer=None),
        ["DELETE FROM consents", "DELETE FROM offers"],
    ),
    "a consent": (
        lambda match: replace(match, offer=replace(OFFER, agreed=(0, 1))),
        ["INSERT INTO consents"],
    ),
    "another offer": (
        lambda match: replace(match, offer=replace(OFFER, kind="pause")),
        [
            "DELETE FROM consents",
            "DELETE FROM offers",
            "INSERT INTO offers",
            "INSERT INTO consents",
        ],
    ),
    "no clock": (lambda match: replace(match, clock=None), ["DELETE FROM clocks"]),
    "a clock": (
        lambda match: replace(match, clock=replace(CLOCK, alarm=None, alarm_at=None, muted=True)),
        ["UPDATE clocks"],
    ),
    "a new stop": (lambda match: replace(match, stops=(STOP, LATER)), ["INSERT INTO clock_stops"]),
    "the end of a stop": (
        lambda match: replace(match, stops=(STOP._replace(until=12),)),
        ["UPDATE clock_stops"],
    ),
    "no stops": (lambda match: replace(match, stops=()), ["DELETE FROM clock_stops"]),
}


@pytest.mark.parametrize("what", CHANGES)
async def test_a_save_writes_exactly_what_has_changed(
    store: Store, match: Match, what: str
) -> None:
    change, expected = CHANGES[what]
    after = change(match)
    statements: list[str] = []
    store.counts.on_statement = statements.append
    with writing(store) as tx:
        match_saver.save(tx, match, after)
        assert [" ".join(STATEMENT.findall(sql)[0]) for sql in statements] == expected
        assert loaded(tx, match) == in_order(after)


async def test_only_changed_columns_are_written(store: Store, match: Match) -> None:
    statements: list[str] = []
    store.counts.on_statement = statements.append
    with writing(store) as tx:
        match_saver.save(tx, match, replace(match, turn=2, moved_at=8))
    (sql,) = statements
    assert re.findall(r"(\w+)=", sql.partition(" WHERE ")[0]) == ["turn", "moved_at"]


async def test_the_end_of_a_match_ends_its_conditional_moves(store: Store, match: Match) -> None:
    over = replace(match, status="aborted", turn=None, ended_at=5)
    with writing(store) as tx:
        conditional_moves.put_plan(tx, Plan(match.id, 1, BRUNO, 0, '[[[null,"pass"]]]', START))
        match_saver.save(tx, match, over)
        assert conditional_moves.open_plans(tx, match.id) == []


def some_stops(rng: random.Random) -> tuple[ClockStop, ...]:
    """Return random clock stops, some of which are equal or start at the same time."""
    return tuple(
        ClockStop(rng.randrange(2), rng.choice((10, 15)), rng.choice((20, 30, 40)), why)
        for why in rng.choices(("vacation", "pause"), k=rng.randrange(5))
    )


def some_offer(rng: random.Random) -> Offer | None:
    agreed = tuple(sorted(rng.sample(range(4), rng.randrange(1, 5))))
    return rng.choice((None, replace(OFFER, agreed=agreed), Offer("gift", 2, 3, 4, 5, agreed)))


def some_clock(rng: random.Random) -> Clock | None:
    return rng.choice(
        (
            None,
            CLOCK,
            replace(CLOCK, muted=rng.random() < 0.5, nudged=rng.choice((None, 7))),
            replace(CLOCK, ply=rng.randrange(9), seat=rng.randrange(4), undo_state="{}"),
        )
    )


def random_change(match: Match, rng: random.Random) -> Match:
    """Return a copy of the match in which some fields differ."""
    after = match
    if rng.random() < 0.5:
        ply, turn = rng.randrange(99), rng.randrange(4)
        after = replace(after, ply=ply, turn=turn, position=str(ply), status="running")
        after = replace(after, outcome=None, ended_at=None, thread=rng.choice((None, 4)))
    elif rng.random() < 0.2:
        over = Outcome(((1,), (0, 2, 3)), "agreed")
        after = replace(
            after, status="finished", turn=None, outcome=over, ended_at=rng.randrange(9)
        )
    if rng.random() < 0.5:
        after = replace(after, banks=tuple(rng.choice((1, 2, each)) for each in after.banks))
    if rng.random() < 0.5:
        after = left(
            after, played_by=rng.choice(("computer", "partner")), until=rng.choice((None, 4))
        )
    if rng.random() < 0.1 and len(after.departures) < 4:
        seat = len(after.departures) - 1
        more = Departure(after.id, seat, after.players[seat], 5, 6, "time", 1)
        after = replace(after, departures=(*after.departures, more))
    if rng.random() < 0.5:
        after = replace(after, offer=some_offer(rng))
    if rng.random() < 0.5:
        after = replace(after, clock=some_clock(rng))
    if rng.random() < 0.5:
        after = replace(after, stops=some_stops(rng))
    return in_order(after)


@pytest.mark.check
@pytest.mark.parametrize("seed", range(4))
async def test_what_was_saved_is_loaded_again(store: Store, match: Match, seed: int) -> None:
    rng = random.Random(seed)
    with writing(store) as tx:
        before = match
        for _ in range(100):
            after = random_change(before, rng)
            match_saver.save(tx, before, after)
            assert loaded(tx, after) == after
            before = after


PARTS = frozenset(
    ["matches", "match_seats", "departures", "offers", "consents", "clocks", "clock_stops"]
)
"""The tables from which a `Match` instance is loaded."""
MANY_AT_ONCE = {
    "offer_rows.EXPIRED",
    "offer_rows.EXPIRED_CONSENTS",
}
"""Statements that make the same change in many matches.

They end expired offers.
"""
BULK = ("removed_guild_rows", "erasure_rows", "downtimes", "dump", "future_times")
"""Modules that make the same change in many matches.

These are the matches of a removed guild or an erased player. After downtime, after the clock was
set back or after a dump was restored, they are all matches.
"""
NO_PART = {"match_channel_rows._SET_ABSENT", "match_channel_rows._CLEAR_ABSENT"}
"""Statements on columns that `Match` does not contain.

The only such column is `absent_since` of a seat.
"""


@pytest.mark.check
def test_a_match_is_changed_by_saving_it_and_in_no_other_way() -> None:
    writers = set()
    for name, statement in every_statement().items():
        matched = STATEMENT.match(str(statement.compile(SQLITE)))
        if matched is not None and matched[2] in PARTS and not name.startswith("match_saver."):
            writers.add(name)
    others = {name for name in writers if not name.startswith(BULK)}
    assert others == MANY_AT_ONCE | NO_PART


async def test_each_committed_change_of_a_match_is_reported(store: Store, match: Match) -> None:
    heard: list[Match] = []
    store.on_match_saved = heard.append

    def change(tx: Tx, ply: int) -> None:
        match_saver.save(tx, match, replace(match, ply=ply))

    def fail(tx: Tx) -> None:
        change(tx, 9)
        raise ValueError("no")

    await store.write(change, 5)
    assert [changed.ply for changed in heard] == [5]
    with pytest.raises(ValueError, match="no"):
        await store.write(fail)
    assert len(heard) == 1, "only what is committed"
