"""JSON format "halma-event", version 1, of an exported event.

The keys are the fields of `EventExport` and of the values inside it. `as_json` writes the format.

- Entrants are named by their seed. The `numbers` of a section are its seeds in the order of the
  numbers drawn by lot. Cups and Swiss events have no lots: there, a stage is a round with one
  section, and `numbers` is empty.
- Points are half-points, Sonneborn-Berger scores quarter points, and times seconds since 1970 UTC.
- Pairings are in opening order. A Swiss bye is a scored pairing of one seat with 2 half-points.
  A cup has no pairings for entrants with a bye in the first round.
"""

from dataclasses import asdict, dataclass

from bot.extensions.tournaments.rules.standings import Row

FORMAT = "halma-event"
VERSION = 1


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
    moved: bool
    """Whether the entrant has made a move."""


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
    return {"format": FORMAT, "version": VERSION, **asdict(export)}
