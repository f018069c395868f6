"""`/stats leaderboard`: the best players of the guild, or of all guilds."""

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.registry import Option, command
from bot.service.rating import player_ratings
from bot.store.models.ratings import Kind
from bot.views.player_labels import mention
from bot.views.rating_texts import KINDS, leaderboard_lines, rating_text
from bot.views.reply import Reply

TOP = 20
"""Maximum number of players on a leaderboard."""


@command(
    "stats leaderboard",
    locale_str("Leaderboard"),
    pool=Option(locale_str("Which kind of game? Leave empty for duels"), KINDS),
    everywhere=locale_str("Rank players from all servers, if they have opted in"),
)
async def show_leaderboard(
    ctx: CommandContext, pool: Kind = "duel", everywhere: bool = False
) -> Reply:
    """Handle the `/stats leaderboard` command."""
    t = ctx.t
    guild = None if everywhere else ctx.guild
    board = await ctx.read(player_ratings.leaderboard, guild, pool, most=TOP, now=ctx.now)
    where = t.translate("all servers") if everywhere else t.translate("this server")
    head = "### " + t.translate("{pool} · {where}", pool=t.translate(KINDS[pool]), where=where)
    rule = "-# " + t.translate(
        "To be listed, you need 12 rated games against at least 4 opponents, including 2 "
        "established players, and a rated game in the last 120 days."
    )
    lines = [head, *leaderboard_lines(pool, board.listed)]
    if board.newcomers:
        lines += [
            "———",
            *(
                f"{mention(user)} · **{rating_text(rated, pool)}**"
                for user, rated in board.newcomers
            ),
        ]
        rule += " " + t.translate("Below the line: players who do not qualify yet.")
    elif not board.listed:
        lines.append(t.translate("No one yet."))
    return Reply("\n".join([*lines, rule]))
