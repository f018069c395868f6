"""`/game hint`, and Hint behind "⋯": up to three good moves, for who is to move in a game that does not
count."""

from discord.app_commands import locale_str

from bot import thinking
from bot.app import Call
from bot.commands.which_game import of_game
from bot.service.errors import NotYourTurn
from bot.service.match import state as match_state
from bot.service.play import computer, moves
from bot.service.server import themes
from bot.thinking import Opinion
from bot.views import move_picker
from bot.views.reply import Refused, Reply
from bot.words import Words, mark
from bot.words.quoting import code
from engine import variant

RATED = mark("This game is rated: there are no hints before it is over. Then see **Analysis**.")


@of_game("hint", locale_str("See good moves, in a game that is not rated"))
async def hint(call: Call, match_id: int, more: str) -> Reply:
    """The moves, drawn on the board, in words, and with a button that plays each."""
    async with call.read() as tx:
        match = await match_state.running(tx, match_id)
        match_state.seat_of(match, call.player)
        if match.rated:
            raise Refused(RATED)
        if match.to_move != call.player:
            raise NotYourTurn(match, player=match.to_move)
        asked = await computer.question(tx, match, 0)
    found: tuple[Opinion, ...] = await call.app.worker.run(
        thinking.HINTS, asked, owner=match.guild or match.channel, seconds=thinking.PATIENCE
    )
    async with call.read() as tx:
        view = await moves.view(tx, match_id, asked.ply)
        theme = await themes.of_person(tx, call.player, match.guild)
    game = variant(match.variant)
    chosen = [game.printed(each.move) for each in found]
    return await move_picker.choices(call.said, view, theme, chosen, in_words(call.said, found))


def in_words(said: Words, found: tuple[Opinion, ...]) -> str:
    """The moves, the best first."""
    return "💡 " + said.say(
        "Good moves, the best first: {moves}", moves=" · ".join(code(each.move) for each in found)
    )
