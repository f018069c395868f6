"""`/game hint`: up to three good moves for the player to move in an unrated match."""

from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.game_picker import of_game
from bot.i18n.escaping import code
from bot.i18n.translator import Words, mark
from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import Opinion
from bot.service.actions import computer_moves, moves
from bot.service.errors import NotYourTurn
from bot.service.guilds import board_themes
from bot.service.match import lifecycle
from bot.views import move_picker
from bot.views.reply import Refused, Reply
from engine import variant

RATED = mark("This game is rated, so there are no hints until it is over. Then see **Analysis**.")


@of_game("hint", locale_str("See good moves in an unrated game"))
async def hint(call: Call, match_id: int, more: str) -> Reply:
    """Show the best moves on the board, in words, and with a button that plays each."""
    async with call.read() as tx:
        match = await lifecycle.running(tx, match_id)
        lifecycle.seat_of(match, call.player)
        if match.rated:
            raise Refused(RATED)
        if match.to_move != call.player:
            raise NotYourTurn(match, player=match.to_move)
        asked = await computer_moves.question(tx, match, 0)
    found: tuple[Opinion, ...] = await call.app.worker.run(
        computer_jobs.HINTS,
        asked,
        owner=match.guild or match.channel,
        seconds=computer_jobs.PATIENCE,
    )
    async with call.read() as tx:
        view = await moves.view(tx, match_id, asked.ply)
        theme = await board_themes.of_person(tx, call.player, match.guild)
    game = variant(match.variant)
    chosen = [game.printed(each.move) for each in found]
    return await move_picker.choices(call.said, view, theme, chosen, in_words(call.said, found))


def in_words(said: Words, found: tuple[Opinion, ...]) -> str:
    """Return the hinted moves in words, best first."""
    return "💡 " + said.say(
        "Good moves, best first: {moves}", moves=" · ".join(code(each.move) for each in found)
    )
