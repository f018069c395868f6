"""`/game hint`: up to three good moves for the player to move."""

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.game_picker import Filter, game_command
from bot.i18n.escaping import code
from bot.i18n.translator import N_, Translator
from bot.runtime import computer_jobs
from bot.runtime.computer_jobs import ScoredMove, SearchRequest
from bot.service.actions import available_actions, computer_moves, hints, moves
from bot.service.errors import NotYourTurn
from bot.service.guilds import guild_settings
from bot.service.match import event_games, lifecycle
from bot.service.results import MatchView
from bot.store import Tx
from bot.store.models import Match, Theme
from bot.views import move_picker
from bot.views.man_letters import ManLetters, letters_in
from bot.views.reply import Reply, UserError
from engine import variant

NO_HINTS_IN_RATED = N_(
    "This game is rated, so there are no hints until it is over. After that, use **Analysis**."
)


HINTS_NOT_AGREED = N_(
    "The players did not agree to hints in this game, so there are none. For a game with hints, "
    "use `/challenge` with `hints`."
)
SHOWN_TO_ALL = N_("If you move now, everyone sees that you used a hint.")
GAMES_WITH_HINTS = Filter(
    available_actions.can_get_hint,
    N_("There are no hints right now: it is not your turn in any game that has them."),
)


@game_command("hint", locale_str("See good moves, in a game with hints"), only=GAMES_WITH_HINTS)
async def hint(ctx: CommandContext, match_id: int, more: str) -> Reply:
    """Show the best moves on the board and as text, with a button to play each."""
    match, asked = await ctx.read(_load_search_request, match_id, ctx.player)
    scored: tuple[ScoredMove, ...] = await ctx.app.worker.run(
        computer_jobs.HINTS_JOB,
        asked,
        owner=match.guild or match.channel,
        seconds=computer_jobs.QUEUE_TIMEOUT,
    )
    view, theme, men = await ctx.write(_record_hint, match, asked.ply, ctx.player)
    game = variant(match.variant)
    chosen = [game.parse_canonical(each.move) for each in scored]
    text = describe_moves(ctx.t, scored)
    if not match.is_solo:
        text += f"\n-# {ctx.t.translate(SHOWN_TO_ALL)}"
    return await move_picker.choices(ctx.t, view, theme, chosen, text, men=men)


def _load_search_request(tx: Tx, match_id: int, player: int) -> tuple[Match, SearchRequest]:
    """Return the match and the search request for its best moves.

    Raises `UserError` or `BoundByEvent` if the match has no hints, and `NotYourTurn` if it is not
    the player's turn.
    """
    match = lifecycle.get_running(tx, match_id)
    lifecycle.seat_of(match, player)
    event_games.must_allow(match, "hint")
    if match.rated:
        raise UserError(NO_HINTS_IN_RATED)
    if not hints.has_hints(match):
        raise UserError(HINTS_NOT_AGREED)
    if match.to_move != player:
        raise NotYourTurn(match, player=match.to_move)
    return match, computer_moves.search_request(tx, match, 0)


def _record_hint(
    tx: Tx, match: Match, ply: int, player: int
) -> tuple[MatchView, Theme, ManLetters]:
    """Record the hint. Returns the position at the ply, the theme and the letters."""
    view = moves.view_at(tx, match.id, ply)
    hints.record_hint(tx, match, view.position)
    theme = guild_settings.board_theme(tx, match.guild, player)
    return view, theme, letters_in(tx, view.match, view.ply)


def describe_moves(t: Translator, scored: tuple[ScoredMove, ...]) -> str:
    """Return the suggested moves as text, best first."""
    return "💡 " + t.translate(
        "Good moves, best first: {moves}", moves=" · ".join(code(each.move) for each in scored)
    )
