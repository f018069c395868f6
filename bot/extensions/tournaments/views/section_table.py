"""Standings of sections, tables and rounds, as a picture and as text."""

from collections.abc import Sequence

from bot.extension_api.people import pseudonym
from bot.extension_api.texts import Translator, quote
from bot.extension_api.views import mention
from bot.extensions.tournaments.models import Pairing, PairingSeat
from bot.extensions.tournaments.rules.sections import section_letter
from bot.extensions.tournaments.rules.standings import Row
from bot.extensions.tournaments.service.event_view import EventView, SectionView
from bot.extensions.tournaments.views.event_labels import (
    FORFEIT_LOST,
    FORFEIT_WON,
    RUNNING,
    VOID,
    place_text,
    points_text,
)
from render.cross_table import MOST_COLUMNS, MOST_ROWS, CrossTable, TableRow
from render.typesetting import printable_name

BETWEEN = " "
"""Space between two results in one cell of a table."""
LONGEST_NAME = 40


def shown_name(view: EventView, player: int) -> str:
    """Return a player's name for a message, escaped; a mention only if it is unknown."""
    return quote(view.names[player], LONGEST_NAME) or mention(player)


def picture_name(t: Translator, view: EventView, player: int, number: int) -> str:
    """Return a player's name for a picture, or their number if it cannot be drawn."""
    name = view.names[player] if player > 0 else pseudonym(player)
    return printable_name(name, view.user_names.get(player, "")) or t.translate(
        "Player {n}", n=number
    )


def result_text(pairing: Pairing, seats: Sequence[PairingSeat], player: int) -> str:
    """Return a player's score in a pairing; "" if the game has not begun."""
    own = next(seat for seat in seats if seat.player == player)
    match pairing.state:
        case "waiting":
            return ""
        case "running":
            return RUNNING
        case "void":
            return VOID
    if len(seats) == 2 and any(seat.forfeit for seat in seats):
        return FORFEIT_LOST if own.forfeit else FORFEIT_WON
    return points_text(own.half_points or 0)


def standing_rows(view: EventView, section: SectionView) -> tuple[tuple[int, Row | None], ...]:
    """Return the players of a section with their rows, best first.

    Players whose games do not count come last, and have no row. The numbers of a Swiss event are
    seeds, because its standings include players who have left.
    """
    players = dict(section.entrants)
    if view.event.format == "rounds":
        players = {each.seed: each.player for each in view.entrants if each.seed is not None}
    listed = [(players[row.number], row) for row in section.rows]
    struck = [section.entrants[number] for number in sorted(section.struck)]
    return (*listed, *((player, None) for player in struck))


def part_around(rows: Sequence[object], place: int | None, size: int = MOST_ROWS) -> range:
    """Return the indices of the first `size` rows, or of the rows around `place`."""
    first = 0 if place is None else max(0, min(place - size // 2, len(rows) - size))
    return range(first, min(len(rows), first + size))


def cross_table(
    t: Translator, view: EventView, section: SectionView, reader: int | None
) -> CrossTable:
    """Return the table for the picture, with the reader's row marked.

    A longer table is cut to the rows around the reader, or to the first rows.
    """
    rows = standing_rows(view, section)
    own = next((at for at, (player, _) in enumerate(rows) if player == reader), None)
    shown = part_around(rows, own)
    people = [player for player, _ in rows]
    if view.event.format == "all":
        columns = people
        headings = tuple(str(at + 1) for at in range(len(columns)))
        cells = {
            player: tuple(_duel_cell(section, player, other) for other in columns)
            for player in people
        }
    else:
        cells = {player: _results(view, section, player) for player in people}
        most = min(MOST_COLUMNS, max(map(len, cells.values())))
        headings = tuple(str(at + 1) for at in range(most))
        cells = {player: (*each, *("",) * most)[:most] for player, each in cells.items()}
    numbers = {player: number for number, player in section.entrants.items()}
    return CrossTable(
        printable_name(view.event.name) or t.translate("Tournament"),
        section_name(t, view, section),
        headings,
        t.translate("Points"),
        tuple(
            TableRow(
                "" if row is None else place_text(row.place, shared=row.shared),
                picture_name(t, view, player, numbers[player]),
                cells[player],
                "" if row is None else points_text(row.points),
                is_struck=row is None,
            )
            for player, row in (rows[at] for at in shown)
        ),
        None if own is None else own - shown.start,
    )


def section_name(t: Translator, view: EventView, section: SectionView) -> str:
    """Return the name of a section: "Section A", "Division 1", "Final" or "Round 2".

    Returns "" for the only section of the first stage, which needs no name.
    """
    if view.event.format in ("cup", "rounds"):
        return t.translate("Round {n}", n=section.stage)
    if section.stage > 1:
        return t.translate("Final")
    if sum(each.stage == section.stage for each in view.sections) == 1:
        return ""
    if view.divisions:
        return t.translate("Division {n}", n=section.section)
    return t.translate("Section {letter}", letter=section_letter(section.section))


def _duel_cell(section: SectionView, player: int, other: int) -> str | None:
    """Return a player's results against another; None for the player themselves."""
    if player == other:
        return None
    results = [
        result_text(pairing, seats, player) or " "
        for pairing, seats in section.pairings
        if {seat.player for seat in seats} == {player, other}
    ]
    return BETWEEN.join(results).rstrip()


def _results(view: EventView, section: SectionView, player: int) -> tuple[str, ...]:
    """Return a player's results: by game, or by round of a Swiss event."""
    if view.event.format != "rounds":
        return _results_in(section, player)
    rounds = (each for each in view.sections if each.stage <= section.stage)
    return tuple((*_results_in(each, player), "")[0] for each in rounds)


def _results_in(section: SectionView, player: int) -> tuple[str, ...]:
    """Return a player's results in a section, in the order of their games."""
    return tuple(
        result_text(pairing, seats, player)
        for pairing, seats in section.pairings
        if any(seat.player == player for seat in seats)
    )


def standing_lines(t: Translator, view: EventView, section: SectionView) -> list[str]:
    """Return the standings as text, a line for each player."""
    return [
        standing_line(t, shown_name(view, player), row)
        for player, row in standing_rows(view, section)
    ]


def standing_line(t: Translator, name: str, row: Row | None) -> str:
    """Return a line of the standings; `row` is None if no game of the player counts."""
    if row is None:
        return "~~" + name + "~~ · " + t.translate("left, games do not count")
    return " · ".join(
        [
            f"{place_text(row.place, shared=row.shared)} **{name}**",
            t.translate("points: {points}", points=points_text(row.points)),
            t.translate_plural("{n} game", "{n} games", row.games),
        ]
    )


def game_lines(t: Translator, view: EventView, section: SectionView, player: int) -> list[str]:
    """Return a line for each game of a player: opponents, number and result."""
    return [
        _game_line(t, view, pairing, seats, player)
        for pairing, seats in section.pairings
        if any(seat.player == player for seat in seats)
    ]


def _game_line(
    t: Translator, view: EventView, pairing: Pairing, seats: Sequence[PairingSeat], player: int
) -> str:
    others = t.join(shown_name(view, seat.player) for seat in seats if seat.player != player)
    parts = [others]
    if pairing.match is not None:
        parts.append(t.translate("game {number}", number=pairing.match))
    match pairing.state:
        case "waiting":
            parts.append(t.translate("not begun yet"))
        case "running":
            parts.append(t.translate("running"))
        case "void":
            parts.append(t.translate("does not count"))
        case _:
            parts.append(t.translate("points: {points}", points=_points(pairing, seats, player)))
    if pairing.reason:
        parts.append(
            t.translate("decided by a manager: {reason}", reason=quote(pairing.reason, 200))
        )
    return "- " + " · ".join(parts)


def _points(pairing: Pairing, seats: Sequence[PairingSeat], player: int) -> str:
    text = result_text(pairing, seats, player)
    return {FORFEIT_WON: "1 (+)", FORFEIT_LOST: "0 (–)"}.get(text, text)


def table_words(table: CrossTable) -> str:
    """Return the alt text for the picture of a table."""
    head = ". ".join(filter(None, (table.title, table.corner)))
    rows = [
        ": ".join(
            (
                " ".join(filter(None, (row.place, row.name))),
                ", ".join(
                    f"{heading} {cell}"
                    for heading, cell in zip(table.columns, row.cells, strict=True)
                    if cell
                )
                + f" = {row.points or 0}",
            )
        )
        for row in table.rows
    ]
    return head + ". " + "; ".join(rows)
