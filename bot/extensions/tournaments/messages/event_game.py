"""A line about an event's match, under which the match's thread is opened."""

from typing import NamedTuple

from bot.extension_api.commands import App
from bot.extension_api.people import display_names
from bot.extension_api.posts import Draft, MessageKind, composes, thread_name, translator_for_post
from bot.extension_api.texts import Translator, quote
from bot.extension_api.transactions import OutboxRow, Tx
from bot.extension_api.views import layout
from bot.extensions.tournaments.payloads import EventGame
from bot.extensions.tournaments.service import openings
from bot.extensions.tournaments.store import event_rows, pairing_rows
from bot.extensions.tournaments.views.event_labels import match_label


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
    begun = begun_game(tx, app, game.event, game.pairing)
    if begun is None:
        return None
    return Draft.of(lambda: layout(quote(begun.title)), guild=begun.guild)


class BegunGame(NamedTuple):
    """A game of an event whose match is about to start."""

    guild: int
    section: int | None
    """The section of a group stage."""
    label: str
    names: tuple[str, ...]
    t: Translator

    @property
    def title(self) -> str:
        """The players and the event, as in the name of a thread."""
        return thread_name(self.t, self.names, self.label)


def begun_game(tx: Tx, app: App, event_id: int, pairing_id: int) -> BegunGame | None:
    """Return a game whose match has not started yet; None if the pairing is over."""
    event = event_rows.get_event(tx, event_id)
    pairing = pairing_rows.get_pairing(tx, pairing_id)
    if event is None or pairing is None or pairing.state != "running":
        return None
    seats = [seat.player for seat in pairing_rows.seats_of(tx, pairing.id)]
    names = display_names(tx, seats)
    t = translator_for_post(tx, app, event.guild)
    section = pairing.section if event.format == "all" and pairing.stage == 1 else None
    label = match_label(t, openings.label(tx, event, pairing))
    return BegunGame(event.guild, section, label, tuple(names[player] for player in seats), t)
