"""Start of an event: seeds by rating, the first stage, and messages.

The seeds of a season with divisions follow from the last season.
"""

from dataclasses import replace

from bot.extension_api.outbox import queue_message
from bot.extension_api.people import ratings_in
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.payloads import EventLine
from bot.extensions.tournaments.rules import seeding
from bot.extensions.tournaments.service import hub, season_divisions, stages
from bot.extensions.tournaments.service.events import load_event
from bot.extensions.tournaments.store import entrant_rows, event_rows


def begin(tx: Tx, event: Event, now: int) -> Event:
    """Begin an event whose sign-up has ended, unless it has already begun. Returns it."""
    begun = replace(
        event, status="running", stage=1, started_at=now, openings_at=now, phase_at=None
    )
    if not event_rows.save(tx, event, hub.with_changed_hub(begun, now, at_once=True)):
        return load_event(tx, event.id)
    begun = load_event(tx, event.id)
    entered = [each.player for each in entrant_rows.entrants_of(tx, event.id) if not each.waiting]
    ratings = ratings_in(tx, event.guild, event.variant, entered)
    seeds = seeding.seeds([(player, ratings.get(player)) for player in entered], event.id)
    if season_divisions.has_divisions(tx, event):
        seeds = season_divisions.seeds(tx, event, seeds, ratings)
    entrant_rows.set_seeds(tx, event.id, [(player, ratings.get(player)) for player in seeds])
    queue_message(tx, EventLine(event.id, "begins", 1), channel=event.channel, now=now)
    return stages.begin_first(tx, begun, seeds, now)
