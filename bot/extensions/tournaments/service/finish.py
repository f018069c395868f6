"""The end of an event: final places, the result post, and messages."""

from dataclasses import replace

from bot.extension_api.outbox import queue_message
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.payloads import EventLine
from bot.extensions.tournaments.service import hub, new_stages
from bot.extensions.tournaments.service.event_state import EventState
from bot.extensions.tournaments.service.final_order import final_places
from bot.extensions.tournaments.store import entrant_rows, event_rows


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
