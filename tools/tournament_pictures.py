"""Pictures of docs/tournaments.md: a cross table and a bracket."""

from pathlib import Path

from render.bracket import Bracket, BracketEntrant, Pair, render_bracket
from render.cross_table import CrossTable, TableRow, render_cross_table

RESULTS = (
    ("1", "Ada", " ½111+", "4½"),
    ("2", "Chen", "½ 01½1", "3"),
    ("3", "Bruno", "01 ½1·", "2½"),
    ("4", "Dara", "00½ ·1", "1½"),
    ("5", "Elif", "0½0· ½", "1"),
    ("6", "Farid", "–0·0½ ", "½"),
)
"""Place, name, results against each player and points. A space is the player's own column."""


def write_tournament_pictures(folder: Path) -> None:
    """Write a cross table and a bracket into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cross-table.png").write_bytes(render_cross_table(_table()))
    (folder / "bracket.png").write_bytes(render_bracket(_bracket()))


def _table() -> CrossTable:
    rows = tuple(
        TableRow(place, name, tuple(None if each == " " else each for each in results), points)
        for place, name, results, points in RESULTS
    )
    columns = tuple(str(number) for number in range(1, len(rows) + 1))
    return CrossTable("Spring Cup", "Section A", columns, "Points", rows, marked=3, line_below=2)


def _bracket() -> Bracket:
    first = (
        _pair("Ada", "2", "Hana", "0"),
        _pair("Dara", "1", "Elif", "1"),
        _pair("Bruno", "1½", "Goran", "½"),
        _pair("Farid", "1½", "Chen", "½"),
    )
    second = (_pair("Ada", "2", "Dara", "0"), _pair("Bruno", "0", "Farid", "·", over=False))
    final = ((BracketEntrant("Ada"), BracketEntrant("")),)
    return Bracket(
        "Autumn Cup", (("Quarter-finals", first), ("Semi-finals", second), ("Final", final))
    )


def _pair(winner: str, points: str, loser: str, others: str, *, over: bool = True) -> Pair:
    return BracketEntrant(winner, points, has_won=over), BracketEntrant(loser, others)
