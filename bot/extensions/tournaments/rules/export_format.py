"""JSON format "halma-event", version 1, of an exported event.

The keys are the fields of `EventExport` and of the values inside it. `as_json` writes the format.
`read` accepts any value, and describes errors in a sentence. Unknown keys are ignored.

- Entrants are named by their seed. The `numbers` of a section are its seeds in the order of the
  numbers drawn by lot. Cups and Swiss events have no lots: there, a stage is a round with one
  section, and `numbers` is empty.
- Points are half-points, Sonneborn-Berger scores quarter points, and times seconds since 1970 UTC.
- Pairings are in opening order. A Swiss bye is a scored pairing of one seat with 2 half-points.
  A cup has no pairings for entrants with a bye in the first round.
- `example_event.json` beside the tests is a complete event, and `verify` checks one.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from bot.extensions.tournaments.rules.json_reader import InvalidJson, Node
from bot.extensions.tournaments.rules.standings import Row

FORMAT = "halma-event"
VERSION = 1
FORMATS = ("all", "tables", "cup", "rounds")
STATUSES = ("draft", "open", "running", "finished", "cancelled")
STATES = ("waiting", "running", "scored", "forfeit", "void")

_MOST_ENTRANTS = 64
_MOST_LISTED = 10_000
"""Maximum number of entrants, including the waiting list and those who were replaced."""
_MOST_STAGES = 16
_MOST_PAIRINGS = 128
_LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedEvent:
    """Settings of the event."""

    id: int
    """The seed of all random draws."""
    name: str
    format: str
    variant: str
    seats: int
    """Number of players per match: 2, 3, 4 or 6."""
    teams: tuple[tuple[int, ...], ...] | None
    """Groups of seats that are partners, counted from 0; None if everyone plays alone."""
    control: str
    rated: bool
    status: str
    games_each: int | None
    """Number of games per pair; None if it depends on the size of the section."""
    at_once: int
    rounds: int | None
    """Number of rounds of a Swiss event."""
    divisions: bool
    """Whether the sections are divisions of a season.

    They then have no final, and the strongest comes first.
    """
    started_at: int | None
    ended_at: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedEntrant:
    """An entrant.

    Entrants are listed in the order in which they were given to `seeds`.
    """

    seed: int | None
    """The seed; None for an entrant who never played.

    These are on the waiting list, or were replaced by a substitute, who has taken their seed.
    """
    name: str
    rating: int | None
    """The rating when the event began; None if unrated."""
    joined_at: int
    left_at: int | None
    left_why: str | None
    place: int | None
    """The final place; None for struck entrants, and until the place is certain.

    Without a champion, nobody has place 1. If nobody has stayed, there are no places.
    """
    moved: bool | None = None
    """Whether the entrant has made a move; None in files of earlier versions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedSeat:
    """An entrant's seat in a pairing, and their score."""

    seed: int
    half_points: int | None
    """The score; None unless the pairing is scored or forfeit."""
    place: int | None
    """The place in the match; None if the match did not decide the score."""
    forfeit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedPairing:
    """A pairing, with its seats in the order of play."""

    match: int | None
    """The number of the match; None if none was played."""
    state: str
    reason: str | None
    """A manager's reason for the score; None if the match decided the score."""
    scored_at: int | None
    margin: int | None
    """In a cup, the number of turns that the loser still needed."""
    turns: int | None
    """In a cup, the number of turns that the winner took."""
    seats: tuple[ExportedSeat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedRow:
    """A row of the standings: the fields of `Row`, with a seed instead of the number."""

    seed: int
    place: int
    shared: bool
    points: int
    games: int
    direct: int | None = None
    wins: int | None = None
    sonneborn_berger: int | None = None
    buchholz: int | None = None
    buchholz_cut: int | None = None
    firsts: int | None = None
    seconds: int | None = None
    place_difference: int | None = None
    opponents_points: int | None = None
    former_place: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedSection:
    """A section of a stage."""

    numbers: tuple[int, ...]
    """The seeds by number, starting with number 1. Empty in cups and Swiss events."""
    struck: tuple[int, ...]
    """The seeds of entrants whose games count for nobody."""
    qualified: tuple[int, ...]
    """Seeds of those who advanced, in any order."""
    pairings: tuple[ExportedPairing, ...]
    standings: tuple[ExportedRow, ...]
    """The standings, best first.

    Empty in cups, and in all rounds of a Swiss event except the last one.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedStage:
    """A stage, or a round of a cup or Swiss event."""

    began_at: int
    sections: tuple[ExportedSection, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventExport:
    """A complete event."""

    event: ExportedEvent
    entrants: tuple[ExportedEntrant, ...]
    stages: tuple[ExportedStage, ...]


def exported_row(row: Row, seed: int) -> ExportedRow:
    """Return a row of the standings in the exported form."""
    values = asdict(row)
    del values["number"]
    return ExportedRow(seed=seed, **values)


def as_json(export: EventExport) -> dict[str, object]:
    """Return the export as a value for `json.dumps`."""
    values = asdict(export)
    for entrant in values["entrants"]:
        if entrant["moved"] is None:  # in a file of an earlier version
            del entrant["moved"]
    return {"format": FORMAT, "version": VERSION, **values}


def read(value: object) -> EventExport:
    """Return the event in a value loaded from JSON.

    Raises `InvalidJson`, whose text says which value is wrong and what is expected instead.
    """
    top = Node(value, "the file")
    if not isinstance(value, Mapping) or value.get("format") != FORMAT:
        raise InvalidJson(f'This is not a file of the format "{FORMAT}".')
    if value.get("version") != VERSION or isinstance(value["version"], bool):
        raise InvalidJson(f"This program reads version {VERSION} of the format only.")
    return EventExport(
        event=_event(top.member("event")),
        entrants=tuple(map(_entrant, top.items("entrants", _MOST_LISTED))),
        stages=tuple(map(_stage, top.items("stages", _MOST_STAGES))),
    )


def _event(node: Node) -> ExportedEvent:
    teams = node.optional("teams")
    return ExportedEvent(
        id=node.integer("id", 0, _LARGEST),
        name=node.text("name"),
        format=node.choice("format", FORMATS),
        variant=node.text("variant"),
        seats=node.integer("seats", 2, 6),
        teams=None
        if teams is None
        else tuple(team.integers(0, 5, 6) for team in node.items("teams", 6)),
        control=node.text("control"),
        rated=node.flag("rated"),
        status=node.choice("status", STATUSES),
        games_each=node.integer_or_none("games_each", 1, 2),
        at_once=node.integer("at_once", 1, 7),
        rounds=node.integer_or_none("rounds", 1, _MOST_STAGES),
        divisions=node.flag("divisions"),
        started_at=node.integer_or_none("started_at", 0, _LARGEST),
        ended_at=node.integer_or_none("ended_at", 0, _LARGEST),
    )


def _entrant(node: Node) -> ExportedEntrant:
    return ExportedEntrant(
        seed=node.integer_or_none("seed", 1, _MOST_ENTRANTS),
        name=node.text("name"),
        rating=node.integer_or_none("rating", -_LARGEST, _LARGEST),
        joined_at=node.integer("joined_at", 0, _LARGEST),
        left_at=node.integer_or_none("left_at", 0, _LARGEST),
        left_why=node.text_or_none("left_why"),
        place=node.integer_or_none("place", 1, _MOST_ENTRANTS + 1),
        moved=None if node.optional("moved") is None else node.flag("moved"),
    )


def _stage(node: Node) -> ExportedStage:
    return ExportedStage(
        began_at=node.integer("began_at", 0, _LARGEST),
        sections=tuple(map(_section, node.items("sections", _MOST_ENTRANTS))),
    )


def _section(node: Node) -> ExportedSection:
    return ExportedSection(
        numbers=node.member("numbers").integers(1, _MOST_ENTRANTS, _MOST_ENTRANTS),
        struck=node.member("struck").integers(1, _MOST_ENTRANTS, _MOST_ENTRANTS),
        qualified=node.member("qualified").integers(1, _MOST_ENTRANTS, _MOST_ENTRANTS),
        pairings=tuple(map(_pairing, node.items("pairings", _MOST_PAIRINGS))),
        standings=tuple(map(_row, node.items("standings", _MOST_ENTRANTS))),
    )


def _pairing(node: Node) -> ExportedPairing:
    return ExportedPairing(
        match=node.integer_or_none("match", 1, _LARGEST),
        state=node.choice("state", STATES),
        reason=node.text_or_none("reason"),
        scored_at=node.integer_or_none("scored_at", 0, _LARGEST),
        margin=node.integer_or_none("margin", -_LARGEST, _LARGEST),
        turns=node.integer_or_none("turns", 0, _LARGEST),
        seats=tuple(map(_seat, node.items("seats", 6))),
    )


def _seat(node: Node) -> ExportedSeat:
    return ExportedSeat(
        seed=node.integer("seed", 1, _MOST_ENTRANTS),
        half_points=node.integer_or_none("half_points", 0, 10),
        place=node.integer_or_none("place", 1, 6),
        forfeit=node.flag("forfeit"),
    )


def _row(node: Node) -> ExportedRow:
    numbers = {
        name: node.integer_or_none(name, -_LARGEST, _LARGEST)
        for name in ExportedRow.__slots__
        if name not in {"seed", "place", "shared", "points", "games"}
    }
    return ExportedRow(
        seed=node.integer("seed", 1, _MOST_ENTRANTS),
        place=node.integer("place", 1, _MOST_ENTRANTS),
        shared=node.flag("shared"),
        points=node.integer("points", 0, _LARGEST),
        games=node.integer("games", 0, _LARGEST),
        **numbers,
    )
