"""Posts in an event's channel: the start, the final, the result."""

from bot.extension_api.commands import App
from bot.extension_api.guilds import theme_for_posts
from bot.extension_api.outbox import MessageKind, OutboxRow
from bot.extension_api.posts import Draft, Message, composes, translator_for_post
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.payloads import EventLine
from bot.extensions.tournaments.service import champion_roles
from bot.extensions.tournaments.service.event_view import event_view
from bot.extensions.tournaments.store import event_rows
from bot.extensions.tournaments.views.event_posts import line_view
from bot.extensions.tournaments.views.table_page import table_picture


@composes(MessageKind("event-line", EventLine, on_sent=champion_roles.on_line_sent))
def compose(tx: Tx, app: App, row: OutboxRow, post: EventLine) -> Draft | None:
    """Compose the post, the result with a picture; None if the event has been deleted."""
    event = event_rows.get_event(tx, post.event)
    if event is None:
        return None
    view = event_view(tx, event.id)
    t = translator_for_post(tx, app, event.guild)
    theme = theme_for_posts(tx, event.guild)

    async def make() -> Message:
        if post.what != "result" or not view.sections:
            return line_view(t, view, post), []
        last = max(view.sections, key=lambda section: (section.stage, -section.section))
        picture = await table_picture(t, view, last, None, theme)
        return line_view(t, view, post, picture), [picture]

    return Draft(make, guild=event.guild)
