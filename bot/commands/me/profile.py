"""`/me profile` and the Profile user command: a player's results in this guild."""

from collections.abc import Mapping
from typing import NamedTuple

import discord
from discord.app_commands import locale_str

from bot import extension_points
from bot.app import CommandContext
from bot.extension_points import PersonButton
from bot.i18n.translator import Translator
from bot.registry import command
from bot.service.rating import player_ratings, player_stats
from bot.service.rating.ladder import Rating, RatingPool, is_provisional
from bot.service.rating.player_stats import Results
from bot.store import Tx
from bot.store.models.ratings import Kind
from bot.store.rating import ratings
from bot.texts.game_names import computer_name
from bot.views.components import Button, ComponentId, button_rows, layout
from bot.views.discord_limits import join_lines
from bot.views.rating_texts import PROVISIONAL, pool_line, results_text
from bot.views.reply import Reply


@command(
    "me profile",
    locale_str("A player's profile"),
    menu=locale_str("Profile"),
    person=locale_str("Which player? Leave empty for yourself"),
)
async def show_profile(ctx: CommandContext, person: discord.User | None = None) -> Reply:
    """Handle the `/me profile` command.

    The profile includes the caller's head-to-head results.
    """
    t, guild = ctx.t, ctx.guild or 0
    user = (person or ctx.interaction.user).id
    profile = await ctx.read(_load_profile, user, guild, t, caller=ctx.player, now=ctx.now)
    all_games, together = profile.results, profile.against_caller
    lines = [f"### <@{user}>"]
    lines += [pool_line(t, kind, rating) for kind, rating in profile.rated.items()]
    lines.append(
        t.translate_plural("{n} game here", "{n} games here", all_games.games)
        + (": " + results_text(t, all_games) if all_games.games else "")
    )
    lines += [
        t.translate("Against {computer}: ", computer=computer_name(t, level))
        + results_text(t, counts)
        for level, counts in sorted(profile.against_computer.items())
    ]
    if profile.reliability is not None:
        lines.append(
            t.translate(
                "Finishes {percent}% of their games without running out of time.",
                percent=profile.reliability,
            )
        )
    lines += profile.of_extensions
    if user != ctx.player and together.games:
        lines.append(
            t.translate("You vs {person}: ", person=f"<@{user}>") + results_text(t, together)
        )
    if any(
        is_provisional(rating, RatingPool(kind, None)) for kind, rating in profile.rated.items()
    ):
        lines.append(f"-# {t.translate(PROVISIONAL)}")
    if user == ctx.player:
        lines.append(
            "-# "
            + (
                t.translate(
                    "Your new rated games also count towards the global ratings, in "
                    "servers that have turned them on."
                )
                if profile.counts_globally
                else t.translate(
                    "Your rated games do not count towards the global ratings; use "
                    "`/me settings` to change that."
                )
            )
        )
    return Reply(
        view=layout(
            "\n".join(join_lines(lines)),
            *button_rows(
                Button(ComponentId("rating", user), t.translate("Rating history")),
                Button(ComponentId("history", user), t.translate("Finished games")),
                Button(ComponentId("leaderboard", 0), t.translate("Leaderboard")),
                *(
                    Button(ComponentId(each.action, each.subject), each.label)
                    for each in profile.buttons
                ),
            ),
        )
    )


class _Profile(NamedTuple):
    """A player's results and settings, as shown in their profile."""

    rated: Mapping[Kind, Rating]
    results: Results
    """Results in this guild."""
    against_caller: Results
    """The caller's results against this player in this guild."""
    reliability: int | None
    """Percentage of games finished without running out of time, or None if unknown."""
    counts_globally: bool
    """Whether the player has opted in to the global ratings."""
    against_computer: dict[int, Results]
    """Results against the computer player, by level."""
    of_extensions: list[str]
    """Lines of extensions, such as won tournaments."""
    buttons: list[PersonButton]
    """Buttons of extensions for the caller."""


def _load_profile(
    tx: Tx, user: int, guild: int, t: Translator, *, caller: int, now: int
) -> _Profile:
    return _Profile(
        player_ratings.ratings_of(tx, guild, user) if guild else {},
        player_stats.player_results(tx, user, guild),
        player_stats.head_to_head(tx, caller, user, guild),
        player_stats.player_reliability(tx, user, now=now),
        user in ratings.opted_in_globally(tx, (user,)),
        player_stats.computer_results(tx, user),
        [
            line
            for extension in extension_points.installed()
            if guild and extension.profile_lines is not None
            for line in extension.profile_lines(tx, guild, user, t)
        ],
        [
            button
            for extension in extension_points.installed()
            if guild and extension.profile_buttons is not None
            for button in extension.profile_buttons(tx, guild, user, caller, t)
        ],
    )
