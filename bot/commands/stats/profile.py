"""`/stats profile` and the Profile user command: a player's results in this guild."""

import discord
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.registry import command
from bot.service.rating import player_stats
from bot.service.rating.player_stats import KINDS
from bot.store import ratings
from bot.texts.computer_levels import computer_name
from bot.views.rating_texts import pool_line, results_text
from bot.views.reply import Reply


@command(
    "stats profile",
    locale_str("A player's profile"),
    menu=locale_str("Profile"),
    person=locale_str("Whose? Leave empty for yours"),
)
async def show_profile(ctx: CommandContext, person: discord.User | None = None) -> Reply:
    """Handle the `/stats profile` command, with the caller's head-to-head results."""
    t, guild = ctx.t, ctx.guild or 0
    user = (person or ctx.interaction.user).id
    async with ctx.read() as tx:
        all_games = player_stats.player_results(tx, user, guild)
        together = player_stats.head_to_head(tx, ctx.player, user, guild)
        reliable = player_stats.player_reliability(tx, user, now=ctx.now)
        worldwide = user in ratings.opted_in_globally(tx, (user,))
        computer = player_stats.computer_results(tx, user)
    rated = await ctx.app.ladders.query(
        guild, lambda kept: {kind: kept.rating(user, kind) for kind in KINDS}
    )
    lines = [f"### <@{user}>"]
    lines += [pool_line(t, kind, counts) for kind, counts in rated.items() if counts.games]
    lines.append(
        t.translate_plural("{n} game here", "{n} games here", all_games.games)
        + (": " + results_text(t, all_games) if all_games.games else "")
    )
    lines += [
        t.translate("Against {computer}: ", computer=computer_name(t, level))
        + results_text(t, counts)
        for level, counts in sorted(computer.items())
    ]
    if reliable is not None:
        lines.append(
            t.translate(
                "Finishes {percent}% of their games without running out of time.", percent=reliable
            )
        )
    if user != ctx.player and together.games:
        lines.append(
            t.translate("You vs {person}: ", person=f"<@{user}>") + results_text(t, together)
        )
    if user == ctx.player:
        lines.append(
            "-# "
            + (
                t.translate(
                    "Your new rated games also count globally, in servers that have turned this on."
                )
                if worldwide
                else t.translate(
                    "Your ratings count only within each server; use `/me global_rating` to "
                    "change that."
                )
            )
        )
    return Reply("\n".join(lines))
