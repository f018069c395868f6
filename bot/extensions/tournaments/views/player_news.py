"""What players have gained in a period: titles, and places on ladders."""

from collections.abc import Collection

from bot.extension_api.people import display_names
from bot.extension_api.texts import Translator, quote
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.store import ladder_member_rows, ladder_rows
from bot.extensions.tournaments.views.honours import guild_news
from bot.extensions.tournaments.views.ladder_posts import week_changes


def player_news(
    tx: Tx, guild: int, players: Collection[int], since: int, until: int, t: Translator
) -> list[str]:
    """Return lines about what these players won, and the places that they gained."""
    titles = guild_news(tx, guild, since, until, t, players)
    return titles + _ladder_lines(tx, guild, players, since, t)


def _ladder_lines(
    tx: Tx, guild: int, players: Collection[int], since: int, t: Translator
) -> list[str]:
    lines = []
    for ladder in ladder_rows.ladders_of_guild(tx, guild):
        moves = [
            move
            for move in ladder_member_rows.moves_since(tx, ladder.id, since)
            if move.player in players
        ]
        if not moves:
            continue
        ranks = ladder_member_rows.ranks_of(tx, ladder.id)
        before = {move.player: move.from_rank for move in reversed(moves)}
        gained = {
            player
            for player, rank in before.items()
            if player in ranks and (rank is None or ranks[player] < rank)
        }
        changes = week_changes(
            t, [move for move in moves if move.player in gained], ranks, display_names(tx, gained)
        )
        if changes:
            lines.append(f"🪜 **{quote(ladder.name)}**: {' · '.join(changes)}")
    return lines
