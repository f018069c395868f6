"""`/stats profile` and the Profile user command: a player's results in this guild."""

import discord
from discord.app_commands import locale_str

from bot.app import Call
from bot.registry import command
from bot.service.rating import player_stats
from bot.service.rating.player_stats import KINDS
from bot.store import ratings
from bot.texts.computer_levels import computer_name
from bot.views.rating_texts import counted, place
from bot.views.reply import Reply


@command(
    "stats profile",
    locale_str("A player's profile"),
    menu=locale_str("Profile"),
    person=locale_str("Whose? Leave empty for yours"),
)
async def show_profile(call: Call, person: discord.User | None = None) -> Reply:
    """Handle the `/stats profile` command, with the caller's head-to-head results."""
    said, guild = call.said, call.guild or 0
    user = (person or call.interaction.user).id
    async with call.read() as tx:
        all_games = await player_stats.results(tx, user, guild)
        together = await player_stats.head_to_head(tx, call.player, user, guild)
        reliable = await player_stats.reliability_of(tx, user, now=call.now)
        worldwide = user in await ratings.wishing_worldwide(tx, (user,))
        computer = await player_stats.against_computer(tx, user)
    rated = await call.app.ladders.ask(
        guild, lambda kept: {kind: kept.rating(user, kind) for kind in KINDS}
    )
    lines = [f"### <@{user}>"]
    lines += [place(said, kind, found) for kind, found in rated.items() if found.games]
    lines.append(
        said.say_n("{n} game here", "{n} games here", all_games.games)
        + (": " + counted(said, all_games) if all_games.games else "")
    )
    lines += [
        said.say("Against {computer}: ", computer=computer_name(said, level)) + counted(said, found)
        for level, found in sorted(computer.items())
    ]
    if reliable is not None:
        lines.append(said.say("Finishes {percent}% of their games in time.", percent=reliable))
    if user != call.player and together.games:
        lines.append(said.say("You vs {person}: ", person=f"<@{user}>") + counted(said, together))
    if user == call.player:
        lines.append(
            "-# "
            + (
                said.say(
                    "Your new rated games also count globally, in servers that have turned this on."
                )
                if worldwide
                else said.say(
                    "Your ratings count only within each server; use `/me global_rating` to "
                    "change that."
                )
            )
        )
    return Reply("\n".join(lines))
