"""Export of an event as JSON, in the format of the module `export_format`."""

from bot.extension_api.people import display_names, pseudonym
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import Entrant
from bot.extensions.tournaments.rules.export_format import (
    EventExport,
    ExportedEntrant,
    ExportedEvent,
    ExportedPairing,
    ExportedSeat,
    ExportedSection,
    ExportedStage,
    as_json,
    exported_row,
)
from bot.extensions.tournaments.service.event_state import (
    EventState,
    SeatedPairing,
    Section,
    load_state,
    rows_of,
    team_seats,
)
from bot.extensions.tournaments.service.events import load_event
from bot.extensions.tournaments.service.season_divisions import has_divisions
from bot.extensions.tournaments.store import entrant_rows
from engine import variant


def export_event(tx: Tx, event_id: int) -> dict[str, object]:
    """Return an event as a value for `json.dumps`. Raises `NoSuchEvent`."""
    state = load_state(tx, load_event(tx, event_id))
    names = display_names(tx, [each.player for each in state.entrants])
    moved = entrant_rows.players_who_moved(tx, event_id)
    stages = sorted({section.stage.stage for section in state.sections})
    return as_json(
        EventExport(
            event=_event(state, divisions=has_divisions(tx, state.event)),
            entrants=tuple(
                _entrant(each, names[each.player], moved=each.player in moved)
                for each in state.entrants
            ),
            stages=tuple(_stage(state, stage, is_last=stage == stages[-1]) for stage in stages),
        )
    )


def _event(state: EventState, *, divisions: bool) -> ExportedEvent:
    event = state.event
    seats, teams = len(variant(event.variant).seats), team_seats(event)
    return ExportedEvent(
        id=event.id,
        name=event.name,
        format=event.format,
        variant=event.variant,
        seats=seats,
        teams=None if len(teams) == seats else teams,
        control=event.control,
        rated=event.rated,
        status=event.status,
        games_each=event.games_each,
        at_once=event.at_once,
        rounds=event.rounds,
        divisions=divisions,
        started_at=event.started_at,
        ended_at=event.ended_at,
    )


def _entrant(entrant: Entrant, name: str, *, moved: bool) -> ExportedEntrant:
    return ExportedEntrant(
        seed=entrant.seed,
        name=name if entrant.player > 0 else pseudonym(entrant.player),
        rating=entrant.rating,
        joined_at=entrant.joined_at,
        left_at=entrant.left_at,
        left_why=entrant.left_why,
        place=entrant.place,
        moved=moved,
    )


def _stage(state: EventState, stage: int, *, is_last: bool) -> ExportedStage:
    sections = state.of_stage(stage)
    return ExportedStage(
        began_at=min(section.stage.began_at for section in sections),
        sections=tuple(_section(state, section, is_last=is_last) for section in sections),
    )


def _section(state: EventState, section: Section, *, is_last: bool) -> ExportedSection:
    """Return a section. Only the last round of a Swiss event has standings."""
    has_lots = state.event.format in ("all", "tables")
    shown = rows_of(state, section) if has_lots or is_last else ()
    seeds = {number: state.seeds[player] for number, player in section.players.items()}
    return ExportedSection(
        numbers=tuple(seeds[number] for number in sorted(seeds)) if has_lots else (),
        struck=tuple(seeds[number] for number in sorted(section.struck)),
        qualified=tuple(
            sorted(state.seeds[each.player] for each in section.members if each.qualified)
        ),
        pairings=tuple(_pairing(state, each) for each in section.pairings),
        standings=tuple(
            exported_row(row, seeds[row.number] if has_lots else row.number) for row in shown
        ),
    )


def _pairing(state: EventState, seated: SeatedPairing) -> ExportedPairing:
    pairing, seats = seated
    return ExportedPairing(
        match=pairing.match,
        state=pairing.state,
        reason=pairing.reason,
        scored_at=pairing.scored_at,
        margin=pairing.margin,
        turns=pairing.turns,
        seats=tuple(
            ExportedSeat(
                seed=state.seeds[seat.player],
                half_points=seat.half_points,
                place=seat.place,
                forfeit=seat.forfeit,
            )
            for seat in seats
        ),
    )
