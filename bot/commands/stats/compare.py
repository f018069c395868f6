"""The Compare user command: ratings of two players, and their results."""

from collections.abc import Mapping
from typing import NamedTuple

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.i18n.translator import N_
from bot.registry import user_menu
from bot.service.rating import player_ratings, player_stats
from bot.service.rating.ladder import Rating
from bot.service.rating.player_stats import Results
from bot.store import Tx
from bot.store.models.ratings import Kind
from bot.views.player_labels import mention
from bot.views.rating_texts import KINDS, rating_text, results_text
from bot.views.reply import Reply, UserError

YOURSELF = N_("Choose someone else to compare yourself with.")


@user_menu(
    locale_str("Compare"),
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
)
async def compare(ctx: CommandContext, person: discord.User) -> Reply:
    """Handle the Compare user command: compare the caller with another player."""
    t = ctx.t
    if person.id == ctx.player:
        raise UserError(YOURSELF)
    mine, theirs, together = await ctx.read(_load, ctx.guild or 0, ctx.player, person.id)
    lines = [f"### {mention(ctx.player)} · {mention(person.id)}"]
    for kind, title in KINDS.items():
        rated = [each.get(kind) for each in (mine, theirs)]
        if any(each is not None for each in rated):
            texts = ["—" if each is None else rating_text(each, kind) for each in rated]
            lines.append(f"{t.translate(title)}: **{texts[0]}** · **{texts[1]}**")
    if together.games:
        sentence = t.translate("You vs {person}: ", person=mention(person.id))
        lines.append(sentence + results_text(t, together))
    else:
        lines.append(t.translate("You have not finished a game against each other here yet."))
    return Reply("\n".join(lines))


class _Comparison(NamedTuple):
    mine: Mapping[Kind, Rating]
    theirs: Mapping[Kind, Rating]
    together: Results
    """The results of the caller against the other player."""


def _load(tx: Tx, guild: int, player: int, other: int) -> _Comparison:
    return _Comparison(
        player_ratings.ratings_of(tx, guild, player),
        player_ratings.ratings_of(tx, guild, other),
        player_stats.head_to_head(tx, player, other, guild),
    )
