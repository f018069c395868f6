"""Data that the hub, tables and pictures of an event show."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.extension_api.people import display_names, user_names
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import Entrant, Event
from bot.extensions.tournaments.rules.standings import Row
from bot.extensions.tournaments.service import season_divisions
from bot.extensions.tournaments.service.event_state import (
    UNFINISHED,
    EventState,
    SeatedPairing,
    Section,
    load_state,
    rows_of,
)
from bot.extensions.tournaments.service.events import load_event
from bot.extensions.tournaments.store import entrant_rows, event_rows


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section of a stage; in cups and Swiss events, a round."""

    stage: int
    section: int
    entrants: Mapping[int, int]
    """The player of each number. In cups and Swiss events, the number is the seed."""
    struck: frozenset[int]
    """Numbers of those who left so early that none of their games counts."""
    qualified: frozenset[int]
    """Numbers of those who have advanced to the next stage."""
    rows: tuple[Row, ...]
    """The standings, best first, by number; empty in a cup."""
    pairings: tuple[SeatedPairing, ...]
    """In opening order, each with its seats."""
    certain: bool
    """Whether it is certain who advances."""
    ended: bool


@dataclass(frozen=True, slots=True)
class EventView:
    """An event with everything that is displayed."""

    event: Event
    entrants: tuple[Entrant, ...]
    """In the order of sign-up, with the waiting list and those who have left."""
    names: Mapping[int, str]
    """Display names by player; "" if unknown."""
    user_names: Mapping[int, str]
    """User names by player, as far as they are known."""
    sections: tuple[SectionView, ...]
    champions: tuple[int, ...]
    """The players on the first place; empty until the event is finished."""
    games_left: int
    divisions: bool = False
    """Whether the sections are divisions of a season, so that no final follows."""


class Champion(NamedTuple):
    """The winner of a finished event, all who share first place, or nobody."""

    event: int
    players: tuple[int, ...]
    name: str
    season: int | None
    variant: str
    ended_at: int


def event_view(tx: Tx, event_id: int, guild: int | None = None) -> EventView:
    """Load an event for display, in a few statements.

    Raises `NoSuchEvent`, also if the event is not in the given guild.
    """
    event = load_event(tx, event_id, guild)
    state = load_state(tx, event)
    players = [entrant.player for entrant in state.entrants]
    return EventView(
        event=event,
        entrants=state.entrants,
        names=display_names(tx, players),
        user_names=user_names(tx, players),
        sections=tuple(_section_view(state, section) for section in state.sections),
        champions=tuple(each.player for each in state.entrants if each.place == 1),
        games_left=sum(len(section.unfinished) for section in state.sections),
        divisions=season_divisions.has_divisions(tx, event),
    )


def is_out(view: EventView, player: int) -> bool:
    """Return whether a player of a running event has no more games in it."""
    own = [each for each in view.sections if player in each.entrants.values()]
    if view.event.status != "running" or not own:
        return False
    last = max(own, key=lambda each: each.stage)
    pairings = [
        (pairing, [seat.player for seat in seats])
        for pairing, seats in last.pairings
        if player in {seat.player for seat in seats}
    ]
    if any(pairing.state in UNFINISHED for pairing, _ in pairings):
        return False
    going_on = {last.entrants[number] for number in last.qualified if number in last.entrants}
    if view.event.format != "cup":
        return view.event.format != "rounds" and view.event.stage > last.stage
    return player not in going_on and any(not going_on.isdisjoint(each) for _, each in pairings)


def _section_view(state: EventState, section: Section) -> SectionView:
    return SectionView(
        stage=section.stage.stage,
        section=section.stage.section,
        entrants=section.players,
        struck=section.struck,
        qualified=frozenset(member.number for member in section.members if member.qualified),
        rows=rows_of(state, section),
        pairings=section.pairings,
        certain=section.stage.certain_at is not None,
        ended=section.stage.ended_at is not None,
    )


def events_of_guild(tx: Tx, guild: int, *, limit: int = 25) -> list[Event]:
    """Return a guild's unfinished events, then the finished ones, newest first."""
    unfinished = event_rows.events_of_guild(tx, guild, event_rows.UNFINISHED, limit)
    over = event_rows.events_of_guild(tx, guild, ("finished", "cancelled"), limit)
    return [*unfinished, *over][:limit]


def events_of_player(tx: Tx, player: int, guild: int) -> list[Event]:
    """Return the open and running events of a guild that this player has entered."""
    return [event for event in event_rows.events_of_player(tx, player) if event.guild == guild]


def champions_of_guild(tx: Tx, guild: int, *, limit: int = 100) -> list[Champion]:
    """Return the champions of a guild's finished events, the newest first."""
    return [each for each in results_of_guild(tx, guild, limit=limit) if each.players]


def results_of_guild(tx: Tx, guild: int, *, limit: int = 100) -> list[Champion]:
    """Return a guild's finished events with their champions, if any, newest first."""
    won: dict[int, list[int]] = {}
    for event, player in entrant_rows.champions_of_guild(tx, guild):
        won.setdefault(event, []).append(player)
    finished = event_rows.events_of_guild(tx, guild, ("finished",), limit)
    return [
        Champion(
            event.id,
            tuple(won.get(event.id, ())),
            event.name,
            event.season,
            event.variant,
            event.ended_at or 0,
        )
        for event in sorted(finished, key=lambda event: (-(event.ended_at or 0), event.id))
    ]
