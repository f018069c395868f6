"""`/stats leaderboard`: the best players of the guild, or of all guilds."""

from discord.app_commands import locale_str

from bot.app import Call
from bot.registry import Option, command
from bot.store.models.ratings import Kind
from bot.views.player_labels import mention
from bot.views.rating_texts import KINDS as NAMES
from bot.views.rating_texts import figure, table
from bot.views.reply import Reply

TOP = 20
"""Maximum number of players on a leaderboard."""


@command(
    "stats leaderboard",
    locale_str("Leaderboard"),
    pool=Option(locale_str("Which kind of game? Leave empty for duels"), NAMES),
    everywhere=locale_str("Rank players of all servers who opted in"),
)
async def show_leaderboard(call: Call, pool: Kind = "duel", everywhere: bool = False) -> Reply:
    """Handle the `/stats leaderboard` command."""
    said = call.said
    guild = None if everywhere else call.guild

    listed, new = await call.app.ladders.ask(
        guild, lambda kept: (kept.leaderboard(pool, call.now), kept.newcomers(pool, call.now))
    )
    where = said.say("all servers") if everywhere else said.say("this server")
    head = "### " + said.say("{pool} · {where}", pool=said.say(NAMES[pool]), where=where)
    rule = "-# " + said.say(
        "To be listed, you need 12 rated games against 4 people, at least 2 of them "
        "established, and one game in the last 120 days."
    )
    lines = [head, *table(pool, listed[:TOP])]
    if below := new[: TOP - len(lines) + 1]:
        lines += ["———", *(f"{mention(user)} · **{figure(rated, pool)}**" for user, rated in below)]
        rule += " " + said.say("Below the line: players who do not qualify yet.")
    elif not listed:
        lines.append(said.say("No one yet."))
    return Reply("\n".join([*lines, rule]))
