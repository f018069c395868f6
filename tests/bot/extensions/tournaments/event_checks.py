"""Invariants of all events in a database, recomputed from its rows."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.extensions.tournaments.rules.results import Result
from bot.store import Store
from bot.store.match import matches
from engine import Outcome
from tests import raw
from tests.bot.extensions.tournaments.exported_events import export_faults
from tests.bot.extensions.tournaments.rules import naive
from tests.transactions import reading

Row = Mapping[str, Any]

NEVER: Mapping[str, str] = {
    "match {0} is of an event or a ladder, but belongs to no pairing and no ladder": (
        "SELECT m.id FROM matches m WHERE m.event IS NOT NULL"
        " AND NOT EXISTS (SELECT 1 FROM pairings p WHERE p.match = m.id)"
        " AND NOT EXISTS (SELECT 1 FROM ladder_games g WHERE g.match = m.id)"
        # A substitute has a new match instead of the one that the entrant who left has resigned.
        " AND NOT (m.status <> 'running' AND EXISTS (SELECT 1 FROM match_seats t"
        " JOIN entrants n ON n.player = t.player AND n.left_at IS NOT NULL AND n.seed IS NULL"
        " WHERE t.match = m.id))"
        # The events and ladders of a server are deleted if the bot was removed for too long.
        " AND (EXISTS (SELECT 1 FROM events e"
        " WHERE e.guild = m.guild AND e.created_at <= m.created)"
        " OR EXISTS (SELECT 1 FROM club_ladders l"
        " WHERE l.guild = m.guild AND l.created_at <= m.created))"
    ),
    "pairing {0} is running, but its match is over": (
        "SELECT p.id FROM pairings p JOIN matches m ON m.id = p.match"
        " JOIN events e ON e.id = p.event"
        " WHERE p.state = 'running' AND m.status <> 'running' AND e.status = 'running'"
    ),
    "pairing {0} waits, but has a match": (
        "SELECT id FROM pairings WHERE state = 'waiting' AND match IS NOT NULL"
    ),
    "pairing {0} has another number of seats than its event's game": (
        "SELECT p.id FROM pairings p JOIN pairing_seats s ON s.pairing = p.id"
        " JOIN matches m ON m.id = p.match"
        " GROUP BY p.id, m.id HAVING count(*) <>"
        " (SELECT count(*) FROM match_seats t WHERE t.match = m.id)"
    ),
    "seat {1} of pairing {0} has a score before its end, or none after it": (
        "SELECT s.pairing, s.seat FROM pairing_seats s JOIN pairings p ON p.id = s.pairing"
        " WHERE (p.state IN ('scored', 'forfeit')) <> (s.half_points IS NOT NULL)"
    ),
    "event {0} has finished with an unfinished pairing {1}": (
        "SELECT e.id, p.id AS pairing FROM events e JOIN pairings p ON p.event = e.id"
        " WHERE e.status = 'finished' AND p.state IN ('waiting', 'running')"
    ),
    "event {0} has finished without a place for {1}": (
        "SELECT n.event, n.player FROM events e JOIN entrants n ON n.event = e.id"
        " WHERE e.status = 'finished' AND n.seed IS NOT NULL AND n.left_at IS NULL"
        " AND n.place IS NULL"
    ),
    "event {0} is over, but a job is due for it": (
        "SELECT id FROM events WHERE status IN ('finished', 'cancelled')"
        " AND (phase_at IS NOT NULL OR openings_at IS NOT NULL)"
    ),
    "event {0} is over, but {1} is still asked": (
        "SELECT e.id, n.player FROM events e JOIN entrants n ON n.event = e.id"
        " WHERE e.status IN ('finished', 'cancelled') AND n.withdraw_at IS NOT NULL"
    ),
    "{1} has a seed twice in event {0}": (
        "SELECT event, seed FROM entrants WHERE seed IS NOT NULL"
        " GROUP BY event, seed HAVING count(*) > 1"
    ),
    "stage {1} of event {0} has the number {2} twice": (
        "SELECT event, stage, number FROM section_entrants"
        " GROUP BY event, stage, section, number HAVING count(*) > 1"
    ),
    "ladder {0} has a gap or a duplicate in its ranks": (
        "SELECT ladder FROM ladder_members WHERE rank IS NOT NULL GROUP BY ladder"
        " HAVING min(rank) <> 1 OR max(rank) <> count(*) OR count(DISTINCT rank) <> count(*)"
    ),
    "match {0} of a ladder is over without a recorded end": (
        "SELECT g.match FROM ladder_games g JOIN matches m ON m.id = g.match"
        " WHERE (m.status = 'running') <> (g.ended_at IS NULL)"
    ),
}
"""Queries that find rows which contradict one another, by what they mean."""
_MANY_GAMES = (
    "SELECT p.event, s.player, count(*) AS games, e.at_once FROM pairings p"
    " JOIN pairing_seats s ON s.pairing = p.id JOIN events e ON e.id = p.event"
    " JOIN entrants n ON n.event = p.event AND n.player = s.player"
    " WHERE p.state = 'running' AND e.status = 'running' AND e.format IN ('all', 'tables')"
    " AND n.left_at IS NULL GROUP BY p.event, s.player, e.at_once HAVING count(*) > e.at_once"
)
_SCORED = (
    "SELECT p.id, p.match, p.event FROM pairings p"
    " WHERE p.state = 'scored' AND p.scored_by IS NULL"
    # A bye has one seat and no match.
    " AND (SELECT count(*) FROM pairing_seats s WHERE s.pairing = p.id) > 1 ORDER BY p.id"
)
_SEATS = "SELECT pairing, seat, half_points, forfeit, player FROM pairing_seats"


def find_contradictions(store: Store) -> list[str]:
    """Return contradictions in the rows of events and ladders. Cheap."""
    contradictions = [
        what.format(*row.values())
        for what, query in NEVER.items()
        for row in raw.look(store, query)
    ]
    return contradictions + [
        f"{row['player']} plays {row['games']} games of event {row['event']} at once"
        for row in raw.look(store, _MANY_GAMES)
    ]


def find_wrong_scores(store: Store) -> Iterator[str]:
    """Yield each pairing whose points differ from the result of its match."""
    stored = defaultdict[int, list[int]](list)
    for seat in raw.look(store, f"{_SEATS} ORDER BY pairing, seat"):
        stored[seat["pairing"]].append(seat["half_points"])
    with reading(store) as tx:
        for row in raw.look(store, _SCORED):
            match = matches.get_match(tx, row["match"])
            if match is None or match.outcome is None:
                yield f"pairing {row['id']} is scored without a result"
            elif stored[row["id"]] != half_points(match.outcome, len(match.players)):
                yield f"pairing {row['id']} has {stored[row['id']]} for {match.outcome}"


def half_points(outcome: Outcome, seats: int) -> list[int]:
    """Return the half-points by seat in a game without partners."""
    place = {seat: number for number, group in enumerate(outcome.ranking) for seat in group}
    return [
        sum(
            2 * (place[seat] < place[other]) + (place[seat] == place[other])
            for other in range(seats)
            if other != seat
        )
        for seat in range(seats)
    ]


def find_wrong_places(store: Store) -> Iterator[str]:
    """Yield each ended section of all-play-all events with wrong places."""
    pairings = defaultdict[tuple[int, ...], list[Row]](list)
    for row in raw.look(
        store, "SELECT id, event, stage, section FROM pairings WHERE state IN ('scored', 'forfeit')"
    ):
        pairings[row["event"], row["stage"], row["section"]].append(row)
    seats = defaultdict[int, list[Row]](list)
    for row in raw.look(store, f"{_SEATS} ORDER BY pairing, seat"):
        seats[row["pairing"]].append(row)
    for section, members in _ended_sections(store).items():
        numbers = {member["player"]: member["number"] for member in members}
        struck = {member["player"] for member in members if member["struck"]}
        results = [
            Result(
                tuple(numbers[seat["player"]] for seat in two),
                tuple(seat["half_points"] for seat in two),
                tuple(bool(seat["forfeit"]) for seat in two),
            )
            for two in (seats[row["id"]] for row in pairings[section])
            if struck.isdisjoint(seat["player"] for seat in two)
        ]
        groups = naive.section_groups(
            [numbers[number] for number in numbers if number not in struck], results
        )
        want = _places(groups)
        have = {
            member["number"]: member["place"]
            for member in members
            if member["player"] not in struck
        }
        if want != have:
            yield f"section {section} has the places {have} instead of {want}"


def _ended_sections(store: Store) -> dict[tuple[int, ...], list[Row]]:
    rows = raw.look(
        store,
        "SELECT m.event, m.stage, m.section, m.player, m.number, m.place, m.struck"
        " FROM section_entrants m JOIN events e ON e.id = m.event JOIN stages s"
        " ON s.event = m.event AND s.stage = m.stage AND s.section = m.section"
        " WHERE e.format = 'all' AND e.status = 'finished' AND s.ended_at IS NOT NULL",
    )
    sections = defaultdict[tuple[int, ...], list[Row]](list)
    for row in rows:
        sections[row["event"], row["stage"], row["section"]].append(row)
    return sections


def _places(groups: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the place of each number; a tied group shares its first place."""
    places: dict[int, int] = {}
    for group in groups:
        place = len(places) + 1
        places |= dict.fromkeys(group, place)
    return places


def find_faults(store: Store) -> list[str]:
    """Return all faults of events and ladders."""
    return [
        *find_contradictions(store),
        *find_wrong_scores(store),
        *find_wrong_places(store),
        *find_wrong_exports(store),
    ]


def find_wrong_exports(store: Store) -> Iterator[str]:
    """Yield the differences between exported events and the rules."""
    for row in raw.look(store, "SELECT id, format FROM events WHERE status = 'finished'"):
        for fault in export_faults(store, row["id"]):
            yield f"event {row['id']} ({row['format']}): {fault}"
