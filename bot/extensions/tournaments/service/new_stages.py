"""Creation of a stage: its sections, their entrants by number, and their pairings."""

from collections.abc import Sequence
from dataclasses import replace

from bot.extension_api.transactions import Tx, queue_message
from bot.extensions.tournaments.models import IN_ROUNDS, Event, Stage
from bot.extensions.tournaments.payloads import EventLine, EventNotice, NoticeOccasion
from bot.extensions.tournaments.service import hub
from bot.extensions.tournaments.store import event_rows, pairing_rows, stage_rows


def add_stage(
    tx: Tx,
    event: Event,
    stage: int,
    sections: Sequence[Sequence[int]],
    pairs: Sequence[Sequence[Sequence[int]]],
    now: int,
    *,
    numbers: Sequence[Sequence[int]] | None = None,
) -> dict[tuple[int, int], int]:
    """Insert a stage, with the players of each section and of each pairing.

    The players of a section are in the order of their numbers, which count from 1 unless `numbers`
    is given. The players of a pairing are in seat order. Returns the ids of the pairings, by
    section and position.
    """
    for section, players in enumerate(sections, 1):
        own = range(1, len(players) + 1) if numbers is None else numbers[section - 1]
        row = Stage(event.id, stage, section, now, None, None)
        stage_rows.add_section(tx, row, list(zip(players, own, strict=True)))
    return pairing_rows.add_pairings(tx, event.id, stage, dict(enumerate(pairs, 1)))


def begin_stage(tx: Tx, event: Event, stage: int, now: int, *, phase_at: int | None) -> Event:
    """Make a stage the current one, so that its matches begin. Returns the event.

    The jobs check the event again at `phase_at`, even if nothing has happened.
    """
    after = replace(event, stage=stage, openings_at=now, phase_at=phase_at)
    after = hub.with_changed_hub(after, now, at_once=True)
    event_rows.save(tx, event, after)
    return after


def announce_final(
    tx: Tx, event: Event, stage: int, games: Sequence[tuple[int, int]], now: int
) -> None:
    """Post that the final begins, and notify its entrants.

    In a cup, the post of the round says so. `games` has each player with their number of games.
    """
    if event.format not in IN_ROUNDS:
        queue_message(tx, EventLine(event.id, "final", stage), channel=event.channel, now=now)
    notify(tx, event, "final", games, now)


def notify(
    tx: Tx, event: Event, what: NoticeOccasion, games: Sequence[tuple[int, int]], now: int
) -> None:
    """Queue a direct message to each player.

    `games` has each player with their number of games.
    """
    for player, number in games:
        if player > 0:  # negative ids are pseudonyms
            notice = EventNotice(event.id, player, what, number)
            queue_message(tx, notice, user=player, now=now)
