"""The line under which the thread of a ladder's match is opened."""

from bot.app import App
from bot.extensions.tournaments.ladder_payloads import LadderGameLine
from bot.extensions.tournaments.service import ladder_challenges
from bot.extensions.tournaments.views.ladder_posts import game_line
from bot.messages.composition import Draft, composes, plain_draft, translator_for_post
from bot.service.match import lifecycle
from bot.service.players.players import display_names
from bot.store import Tx
from bot.store.models.outbox import OutboxRow
from bot.store.outbox.message_kinds import MessageKind


@composes(
    MessageKind(
        "ladder-game",
        LadderGameLine,
        on_sent=ladder_challenges.on_line_posted,
        on_delayed=ladder_challenges.on_line_delayed,
        on_failed=ladder_challenges.on_line_failed,
    )
)
def compose(tx: Tx, app: App, row: OutboxRow, line: LadderGameLine) -> Draft:
    """Compose the line."""
    match = lifecycle.load(tx, line.match)
    t = translator_for_post(tx, app, match.guild)
    names = display_names(tx, match.players)
    return plain_draft(lambda: game_line(t, match, names), guild=match.guild)
