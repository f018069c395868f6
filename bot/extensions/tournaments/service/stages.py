"""Stages of an event: finished sections, the next stage, and the result."""

from collections.abc import Sequence
from dataclasses import replace

from bot.extension_api.transactions import Tx, queue_message
from bot.extensions.tournaments.models import Event, SectionEntrant
from bot.extensions.tournaments.payloads import EventLine, EventTie, NoticeOccasion
from bot.extensions.tournaments.rules.cup import Slots
from bot.extensions.tournaments.rules.sections import qualifiers_per_section
from bot.extensions.tournaments.rules.swiss import pair_round
from bot.extensions.tournaments.service import (
    all_play_all,
    cup_rounds,
    hub,
    new_stages,
    season_divisions,
    swiss_rounds,
    table_stages,
)
from bot.extensions.tournaments.service.event_state import (
    EventState,
    Section,
    load_state,
    rows_of,
)
from bot.extensions.tournaments.service.events import load_event
from bot.extensions.tournaments.service.final_order import final_places
from bot.extensions.tournaments.service.swiss_rounds import RoundPairs
from bot.extensions.tournaments.store import entrant_rows, event_rows, pairing_rows, stage_rows


def finish(tx: Tx, state: EventState, now: int) -> None:
    """Finish a running event whose games are over, unless it is already finished."""
    event = state.event
    after = replace(event, status="finished", ended_at=now, phase_at=None, openings_at=None)
    if not event_rows.save(tx, event, hub.with_changed_hub(after, now, at_once=True)):
        return
    entrant_rows.set_places(tx, event.id, sorted(final_places(tx, state).items()))
    entrant_rows.clear_questions(tx, event.id)
    queue_message(tx, EventLine(event.id, "result"), channel=event.channel, now=now)
    staying = [(player, 0) for player in state.seeds if player not in state.left]
    new_stages.notify(tx, event, "result", staying, now)


FINALISTS = 2
"""Number of players in the final of a cup."""


def begin_first(tx: Tx, event: Event, seeds: Sequence[int], now: int) -> Event:
    """Add the first stage of an event that has just begun, and notify its entrants.

    `seeds` has the players, seed 1 first. Returns the event.
    """
    match event.format:
        case "all":
            all_play_all.begin_first(tx, event, seeds, now)
        case "tables":
            table_stages.begin_first(tx, event, seeds, now)
        case "cup":
            cup_rounds.begin_first(tx, event, seeds, now)
        case "rounds":
            first = load_state(tx, event)
            swiss_rounds.begin_round(tx, first, pair_round(swiss_rounds.entrants_of(first), 1), now)
            ends_at = swiss_rounds.round_ends_at(event, now)
            event_rows.save(tx, event, replace(event, phase_at=ends_at))
    state = load_state(tx, load_event(tx, event.id))
    games = [(player, _games_announced(state, player, 1)) for player in seeds]
    new_stages.notify(tx, event, "in", games, now)
    return state.event


def advance(tx: Tx, event: Event, pairs: RoundPairs, now: int) -> None:
    """Close finished sections, then begin the next stage or finish the event.

    Idempotent: without a new result, nothing changes. `pairs` has the pairs of Swiss rounds.
    """
    state = load_state(tx, event)
    for section in state.sections:
        _close(tx, state, section, now)
    after = replace(event, phase_at=None)
    event_rows.save(tx, event, after)
    state = replace(state, event=after)
    match event.format:
        case "all":
            _advance_sections(tx, state, now)
        case "tables":
            _advance_tables(tx, state, now)
        case "cup":
            _advance_cup(tx, state, now)
        case "rounds":
            _advance_rounds(tx, state, pairs, now)


def _advance_sections(tx: Tx, state: EventState, now: int) -> None:
    """Begin the final, or finish an event in sections."""
    event = state.event
    divided = season_divisions.has_divisions(tx, event)
    if event.stage == 1 and not divided and qualifiers_per_section(len(state.of_stage(1))):
        finalists = all_play_all.finalists(tx, state, now)
        if finalists is not None:
            all_play_all.begin_sections(tx, event, all_play_all.FINAL, [finalists], now)
            _begin_stage(tx, state, all_play_all.FINAL, finalists, now)
    elif not _is_unfinished(state):
        finish(tx, state, now)


def _advance_tables(tx: Tx, state: EventState, now: int) -> None:
    """Begin the final, or finish an event at tables."""
    if _is_unfinished(state):
        return
    finalists = table_stages.finalists(state) if state.event.stage == 1 else None
    if finalists is None:
        finish(tx, state, now)
        return
    table_stages.begin_final(tx, state.event, finalists, now)
    _begin_stage(tx, state, table_stages.FINAL, finalists, now)


def _advance_cup(tx: Tx, state: EventState, now: int) -> None:
    """Begin the next round of a cup, or finish it."""
    stage = state.event.stage
    (section,) = state.of_stage(stage)
    slots = cup_rounds.slots_of(state, stage)
    _announce_pairs(tx, state, section, slots, now)
    if section.unfinished:
        return
    slots = cup_rounds.winners(state, section, slots)
    players = [state.by_seed[seed] for seed in slots if seed is not None]
    if len(slots) == 1:
        _mark_qualified(tx, state, players)
        finish(tx, load_state(tx, state.event), now)
        return
    cup_rounds.begin_round(tx, state.event, stage + 1, slots, dict(state.by_seed), now)
    _begin_stage(tx, state, stage + 1, players, now, is_final=len(slots) == FINALISTS)


def _announce_pairs(tx: Tx, state: EventState, section: Section, slots: Slots, now: int) -> None:
    """Mark the winners of pairs that are over, and notify both players.

    A manager's decision may change a winner until the round ends. Both are then notified again.
    """
    members = {member.number: member for member in section.members}
    for pair in cup_rounds.over_pairs(section, slots):
        winner = cup_rounds.winner_of(state, section, pair)
        if winner is None or members[winner].qualified:
            continue
        changes = [
            (members[seed], replace(members[seed], qualified=seed == winner)) for seed in pair
        ]
        stage_rows.save_entrants(tx, changes)
        player = state.by_seed[winner]
        thread = pairing_rows.last_thread(tx, state.event.id, player)
        if thread is not None:
            post = EventTie(state.event.id, section.stage.stage, player)
            queue_message(tx, post, channel=thread, now=now)
        if len(slots) == FINALISTS:
            continue  # the result follows
        for seed in pair:
            if state.by_seed[seed] not in state.left:
                what: NoticeOccasion = "through" if seed == winner else "out"
                own = [(state.by_seed[seed], section.stage.stage)]
                new_stages.notify(tx, state.event, what, own, now)


def _advance_rounds(tx: Tx, state: EventState, pairs: RoundPairs, now: int) -> None:
    """Begin the next round of a Swiss event, or finish it."""
    event = state.event
    entrants = swiss_rounds.entrants_of(state)
    if not swiss_rounds.is_last(state) and not swiss_rounds.is_round_over(state, now):
        event_rows.save(tx, event, replace(event, phase_at=swiss_rounds.ends_at(state)))
    elif not swiss_rounds.may_pair(state, now):
        if not _is_unfinished(state):
            finish(tx, state, now)
    elif (entrants, event.stage + 1) not in pairs:  # they have changed, so it must be paired again
        event_rows.save(tx, event, replace(event, phase_at=now))
    else:
        swiss_rounds.begin_round(tx, state, pairs[entrants, event.stage + 1], now)
        next_end = swiss_rounds.round_ends_at(event, now)
        new_stages.begin_stage(tx, event, event.stage + 1, now, phase_at=next_end)


def _is_unfinished(state: EventState) -> bool:
    """Whether a game of the event is waiting or running."""
    return any(section.unfinished for section in state.sections)


def _begin_stage(
    tx: Tx,
    state: EventState,
    stage: int,
    players: Sequence[int],
    now: int,
    *,
    is_final: bool = True,
) -> None:
    """Make a stage that has been added the current one.

    `players` have advanced to it. A final is announced unless too few players are left for a game.
    The others then learn that they are out.
    """
    _mark_qualified(tx, state, players)
    event = new_stages.begin_stage(tx, state.event, stage, now, phase_at=now)
    after = load_state(tx, event)
    if is_final and any(section.pairings for section in after.of_stage(stage)):
        games = [(player, _games_announced(after, player, stage)) for player in players]
        new_stages.announce_final(tx, event, stage, games, now)
        if event.format != "cup":  # there, each pair has been notified
            out = [(each, state.event.stage) for each in state.seeds if each not in players]
            staying = [(each, number) for each, number in out if each not in state.left]
            new_stages.notify(tx, event, "out", staying, now)


def _mark_qualified(tx: Tx, state: EventState, players: Sequence[int]) -> None:
    members = [
        member
        for section in state.of_stage(state.event.stage)
        for member in section.members
        if member.player in players
    ]
    stage_rows.save_entrants(tx, [(member, replace(member, qualified=True)) for member in members])


def _close(tx: Tx, state: EventState, section: Section, now: int) -> None:
    """Store the places of a section without unfinished games.

    A correction may change places that have already been stored.
    """
    if section.unfinished:
        return
    places = {row.number: row.place for row in rows_of(state, section)}
    changes: list[tuple[SectionEntrant, SectionEntrant]] = [
        (member, replace(member, place=places.get(member.number))) for member in section.members
    ]
    stage_rows.save_entrants(tx, changes)
    if section.stage.ended_at is None:
        ended = replace(section.stage, ended_at=now, certain_at=section.stage.certain_at or now)
        stage_rows.save_section(tx, section.stage, ended)


def _games_announced(state: EventState, player: int, stage: int) -> int:
    """Return the number of a player's games in a stage.

    In a Swiss event, this is the total number of rounds.
    """
    if state.event.format == "rounds":
        return swiss_rounds.number_of_rounds(state.event, len(state.seeds))
    return sum(
        player in (seat.player for seat in seats)
        for section in state.of_stage(stage)
        for _, seats in section.pairings
    )
