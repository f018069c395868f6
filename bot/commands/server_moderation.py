"""`/server abort`, `annul` and `suspicious`: moderation of a guild's games."""

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.commands.game_picker import parse_game_number
from bot.i18n.escaping import quote
from bot.i18n.translator import N_
from bot.registry import command
from bot.service.errors import NotFound
from bot.service.guilds import guild_settings
from bot.service.rating import player_ratings
from bot.views.player_labels import mention
from bot.views.rating_texts import recalculation_note
from bot.views.reply import Reply

MAX_SIGNS = 20
"""Maximum number of signs of rating farming that are listed."""


@command(
    "server abort",
    locale_str("Abort a game in progress, without a result"),
    game=locale_str("The number of the game"),
)
async def abort_game(ctx: CommandContext, game: str) -> Reply:
    """Handle the `/server abort` command."""
    await ctx.write(
        guild_settings.abort_match,
        ctx.guild or 0,
        _match_number(game),
        by=ctx.player,
        now=ctx.now,
    )
    return Reply(ctx.t.translate("The game has been aborted and does not count."))


@command(
    "server annul",
    locale_str("Annul a game, so that it no longer counts towards the ratings"),
    game=locale_str("The number of the game"),
)
async def annul_game(ctx: CommandContext, game: str) -> Reply:
    """Handle the `/server annul` command."""
    match = await ctx.write(
        guild_settings.annul_match,
        ctx.guild or 0,
        _match_number(game),
        by=ctx.player,
        now=ctx.now,
    )
    text = ctx.t.translate(
        "Game {number} no longer counts; all ratings are as if it had never been rated.",
        number=match.id,
    )
    if match.event is not None:
        stays = ctx.t.translate(
            "Its result still counts in {event}, where a manager can change it.",
            event=quote(match.event),
        )
        text = f"{text}\n{stays}"
    return Reply(text)


def _match_number(game: str) -> int:
    """Parse a match number. Raises `NotFound` with reason "server" if it is invalid."""
    try:
        return parse_game_number(game)
    except NotFound:
        raise NotFound(what="match", key=game, why="server") from None


FARMING_SIGNS = {
    "loses-early": N_(
        "{player} has lost three of their last seven rated games in fewer than ten moves."
    ),
    "fed-by-newcomers": N_(
        "More than half of the rating points that {player} has gained came from newcomers."
    ),
}


@command(
    "server suspicious", locale_str("Signs of rating farming in this server"), cooldown=(3, 30.0)
)
async def farming_command(ctx: CommandContext) -> Reply:
    """Handle the `/server suspicious` command: list signs of rating farming."""
    t, guild = ctx.t, ctx.guild or 0
    signs, stale = await ctx.read(player_ratings.farming_signs, guild)
    if not signs:
        return Reply(t.translate("Nothing about the rated games here looks suspicious."))
    lines = [
        t.translate(FARMING_SIGNS[sign.what], player=mention(sign.player))
        for sign in signs[:MAX_SIGNS]
    ]
    lines.append(
        "-# "
        + t.translate("There may be an innocent explanation. Use `/server annul` to annul a game.")
    )
    if stale:
        lines.append(recalculation_note(t))
    return Reply("\n".join(lines))
