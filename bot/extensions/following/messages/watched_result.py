"""Result of a watched match, as a direct message."""

from dataclasses import replace
from functools import partial

from bot.extension_api.commands import App
from bot.extension_api.matches import load_match
from bot.extension_api.posts import Draft, MessageKind, composes, translator_for_post
from bot.extension_api.transactions import OutboxRow, Tx
from bot.extension_api.views import game_and_number, layout, to_board
from bot.extensions.following.service import watching
from bot.extensions.following.service.watching import WatchedResult
from bot.extensions.following.store import watch_rows
from bot.extensions.following.views import news


@composes(MessageKind("watched-result", WatchedResult, on_failed=watching.on_result_failed))
def compose(tx: Tx, app: App, row: OutboxRow, result: WatchedResult) -> Draft | None:
    """Compose the result; None if the player no longer watches the match."""
    match = load_match(tx, result.match)
    if match.status == "running" or watch_rows.get_watch(tx, result.player, match.id) is None:
        return None
    t = translator_for_post(tx, app, None, result.player)
    about = " · ".join(filter(None, (game_and_number(t, match), to_board(t, match))))
    why = t.translate("You have watched this game.")
    draft = Draft.of(partial(layout, f"### 🏁 {news.ending(t, match)}", [about, f"-# {why}"]))
    return replace(draft, member_of=() if match.guild is None else (match.guild,))
