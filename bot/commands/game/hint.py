"""`/game hint`: up to three good moves for the player to move in an unrated match."""

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.commands.game_picker import game_command
from bot.i18n.escaping import code
from bot.i18n.translator import N_, Translator
from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import ScoredMove
from bot.service.actions import computer_moves, moves
from bot.service.errors import NotYourTurn
from bot.service.guilds import board_themes
from bot.service.match import lifecycle
from bot.views import move_picker
from bot.views.reply import Reply, UserError
from engine import variant

NO_HINTS_IN_RATED = N_(
    "This game is rated, so there are no hints until it is over. Then see **Analysis**."
)


@game_command("hint", locale_str("See good moves in an unrated game"))
async def hint(ctx: CommandContext, match_id: int, more: str) -> Reply:
    """Show the best moves on the board and in words, with a button to play each."""
    async with ctx.read() as tx:
        match = lifecycle.get_running(tx, match_id)
        lifecycle.seat_of(match, ctx.player)
        if match.rated:
            raise UserError(NO_HINTS_IN_RATED)
        if match.to_move != ctx.player:
            raise NotYourTurn(match, player=match.to_move)
        asked = computer_moves.search_request(tx, match, 0)
    scored: tuple[ScoredMove, ...] = await ctx.app.worker.run(
        computer_jobs.HINTS_JOB,
        asked,
        owner=match.guild or match.channel,
        seconds=computer_jobs.QUEUE_TIMEOUT,
    )
    async with ctx.read() as tx:
        view = moves.view_at(tx, match_id, asked.ply)
        theme = board_themes.theme_for_player(tx, ctx.player, match.guild)
    game = variant(match.variant)
    chosen = [game.parse_canonical(each.move) for each in scored]
    return await move_picker.choices(ctx.t, view, theme, chosen, describe_moves(ctx.t, scored))


def describe_moves(t: Translator, scored: tuple[ScoredMove, ...]) -> str:
    """Return the hinted moves in words, best first."""
    return "💡 " + t.translate(
        "Good moves, best first: {moves}", moves=" · ".join(code(each.move) for each in scored)
    )
