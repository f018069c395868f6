"""A player's finished matches in this guild, paginated."""

from bot.app import CommandContext
from bot.i18n.translator import Translator
from bot.registry import component_handler
from bot.store import Tx
from bot.store.match import matches
from bot.store.models import Match
from bot.store.rating import ratings
from bot.texts.outcomes import ending_text
from bot.views.components import Button, ComponentId, button_row, layout
from bot.views.player_labels import game_and_number, link, mention, seat_player_label, variant_of
from bot.views.reply import Reply

PAGE = 8
"""Number of matches per page."""


async def history_page(ctx: CommandContext, player: int, page: int = 0) -> Reply:
    """Show a page of a player's finished matches, latest first."""
    t, guild = ctx.t, ctx.guild or 0
    page_matches, annulled = await ctx.read(_load_page, player, guild, page)
    lines = [_history_line(t, match, match.id in annulled) for match in page_matches[:PAGE]]
    back = Button(ComponentId("history", player, page - 1), t.translate("Back")) if page else None
    on = (
        Button(ComponentId("history", player, page + 1), t.translate("Next"))
        if page_matches[PAGE:]
        else None
    )
    view = layout(
        "### " + t.translate("{player}'s finished games", player=mention(player)),
        "\n".join(lines) or t.translate("None here yet."),
        button_row(back, on),
    )
    return Reply(view=view)


def _load_page(tx: Tx, player: int, guild: int, page: int) -> tuple[list[Match], set[int]]:
    """Return a page of matches and the first of the next page, and which are annulled."""
    loaded = matches.finished_in_guild(tx, player, guild, PAGE + 1, page * PAGE)
    return loaded, ratings.annulled_among(tx, [match.id for match in loaded if match.rated])


@component_handler("history", edits=True, about="else")
async def turn_page(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Finished games button of a profile, and the Back and Next buttons."""
    return await history_page(ctx, control.subject, control.ply)


def _history_line(t: Translator, match: Match, annulled: bool) -> str:
    """Return a line about a match: name, outcome, date and a link to the last board."""
    names = [seat_player_label(t, match, seat) for seat in range(len(match.players))]
    parts = [
        f"**{game_and_number(t, match)}**",
        ending_text(t, match.outcome, names, variant_of(match.variant), None),
    ]
    if annulled:
        parts.append(t.translate("annulled"))
    parts.append(f"<t:{match.moved_at}:d>")
    if address := link(match):
        parts.append(t.translate("[board]({link})", link=address))
    return " · ".join(parts)
