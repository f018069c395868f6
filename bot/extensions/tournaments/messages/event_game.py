"""A line about an event's match, under which the match's thread is opened."""

from bot.app import App
from bot.extensions.tournaments.payloads import EventGame
from bot.extensions.tournaments.service import openings
from bot.extensions.tournaments.store import event_rows, pairing_rows
from bot.i18n.escaping import quote
from bot.messages.composition import Draft, composes, plain_draft, translator_for_post
from bot.service.players import players
from bot.store import Tx
from bot.store.message_kinds import MessageKind
from bot.store.models.outbox import OutboxRow
from bot.views.components import layout


@composes(
    MessageKind(
        "event-game",
        EventGame,
        on_sent=openings.on_line_posted,
        on_failed=openings.on_line_failed,
    )
)
def compose(tx: Tx, app: App, row: OutboxRow, game: EventGame) -> Draft | None:
    """Compose the line with the event and the players; None if the pairing is over."""
    event = event_rows.get_event(tx, game.event)
    pairing = pairing_rows.get_pairing(tx, game.pairing)
    if event is None or pairing is None or pairing.state != "running":
        return None
    seats = [seat.player for seat in pairing_rows.seats_of(tx, pairing.id)]
    names = players.display_names(tx, seats)
    t = translator_for_post(tx, app, event.guild)
    against = t.translate(" against ").join(
        quote(names[player]) or t.translate("someone") for player in seats
    )
    sentence = f"{quote(openings.label(tx, event, pairing))}: {against}"
    return plain_draft(lambda: layout(sentence), guild=event.guild)
