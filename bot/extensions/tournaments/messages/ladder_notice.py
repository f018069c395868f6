"""Messages about a club ladder: to its members, and in the threads of its games."""

from bot.extension_api.commands import App
from bot.extension_api.matches import load_match
from bot.extension_api.people import display_names
from bot.extension_api.posts import Draft, MessageKind, composes, translator_for_post
from bot.extension_api.transactions import OutboxRow, Tx
from bot.extensions.tournaments.ladder_payloads import LadderGameLine, LadderNotice
from bot.extensions.tournaments.service import ladder_challenges
from bot.extensions.tournaments.store import ladder_rows
from bot.extensions.tournaments.views.ladder_posts import game_line, notice_view


@composes(MessageKind("ladder-notice", LadderNotice))
def compose_notice(tx: Tx, app: App, row: OutboxRow, notice: LadderNotice) -> Draft | None:
    """Compose the message; None if the ladder has been removed."""
    ladder = ladder_rows.get_ladder(tx, notice.ladder)
    if ladder is None or ladder.removed_at is not None:
        return None
    t = translator_for_post(tx, app, None, notice.player)
    return Draft.of(lambda: notice_view(t, ladder, notice))


@composes(
    MessageKind(
        "ladder-game",
        LadderGameLine,
        on_sent=ladder_challenges.on_line_posted,
        on_delayed=ladder_challenges.on_line_delayed,
        on_failed=ladder_challenges.on_line_failed,
    )
)
def compose_game(tx: Tx, app: App, row: OutboxRow, line: LadderGameLine) -> Draft:
    """Compose the line."""
    match = load_match(tx, line.match)
    t = translator_for_post(tx, app, match.guild)
    names = display_names(tx, match.players)
    return Draft.of(lambda: game_line(t, match, names), guild=match.guild)
