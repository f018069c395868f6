"""Commands and components: registering them, and what their handlers may do.

A handler gets a `CommandContext` and returns a `Reply`. Buttons, selects and forms carry a
`ComponentId`, whose action finds their handler even after a restart.
"""

from collections.abc import Callable, Sequence
from functools import partial

import discord
from discord.app_commands import locale_str

from bot import registry
from bot.app import App, CommandContext
from bot.dialogs import game_picker
from bot.dialogs.game_picker import exportable, game_option, run_for_game
from bot.dialogs.immediate_game import start_match as start_match_now
from bot.dialogs.invitations import Person, must_see_channel
from bot.dialogs.permissions import (
    must_be_installed,
    must_have_channel,
    must_manage,
    must_post,
    parent_channel,
)
from bot.dialogs.variant_picker import FAMILIES as GAME_FAMILIES
from bot.dialogs.variant_picker import resolve_variant
from bot.dialogs.worker_jobs import render_film, run_job
from bot.i18n.translator import N_
from bot.invite_link import NEEDED as NEEDED_PERMISSIONS
from bot.registry import (
    GameAction,
    Option,
    command,
    component_handler,
    group,
    matching_choices,
    message_menu,
)
from bot.runtime.worker_pool import JobFailed
from bot.service.matchmaking import challenges
from bot.store import Tx
from bot.store.match import move_rows
from bot.store.models import ChallengeSeat
from bot.store.outbox import posts
from bot.views.discord_errors import CONNECTION_ERRORS
from bot.views.reply import Reply, UserError
from engine import Variant

__all__ = [
    "GAME_FAMILIES",
    "NEEDED_PERMISSIONS",
    "App",
    "CommandContext",
    "JobFailed",
    "Option",
    "challenge_player",
    "command",
    "component_handler",
    "exportable",
    "game_action",
    "game_option",
    "group",
    "join_thread",
    "matching_choices",
    "must_manage",
    "must_post",
    "render_film",
    "resolve_variant",
    "run_for_game",
    "run_job",
    "start_match_now",
    "text_channel",
]

NOT_A_BOARD = N_(
    "That message shows no board. Choose one of my messages that shows a board, or use `/games` "
    "to find your game."
)


def text_channel(ctx: CommandContext, elsewhere: str) -> int:
    """Return the text channel of an interaction, where the bot can post.

    Raises `UserError`, in another kind of channel with the sentence `elsewhere`.
    """
    must_be_installed(ctx)
    if not isinstance(ctx.interaction.channel, discord.TextChannel):
        raise UserError(elsewhere)
    must_post(ctx)
    return must_have_channel(ctx)


async def join_thread(ctx: CommandContext, thread: int | None) -> bool:
    """Add the user to a thread, so that Discord shows them its posts.

    Returns False if there is no thread, or if Discord refuses, for example in an archived thread.
    """
    if thread is None:
        return False
    try:
        await ctx.app.http.add_user_to_thread(thread, ctx.player)
    except (discord.HTTPException, *CONNECTION_ERRORS):
        return False
    return True


async def challenge_player(
    ctx: CommandContext, opponent: Person, variant: Variant, seat: int, opening: Sequence[str] = ()
) -> None:
    """Challenge a player, and leave the other seats open to anyone.

    The user gets this seat. `opening` contains moves with which the game starts. Raises `UserError`
    if the bot cannot post here, or if the opponent cannot see the channel.
    """
    must_be_installed(ctx)
    must_post(ctx)
    must_see_channel(opponent)
    await ctx.app.upsert_player(opponent)
    others = [ChallengeSeat()] * (len(variant.seats) - 2)
    await ctx.write(
        challenges.create,
        challenger=ctx.player,
        variant=variant.key,
        places=[ChallengeSeat(opponent.id), *others],
        seat=seat,
        opening=opening,
        guild=ctx.guild,
        channel=must_have_channel(ctx),
        parent=parent_channel(ctx),
        interaction=ctx.interaction.id,
        now=ctx.now,
    )


def game_action(
    name: str,
    description: locale_str | None = None,
    find: game_picker.GameFinder = game_picker.running,
    *,
    menu: locale_str | None = None,
) -> Callable[[GameAction], GameAction]:
    """Register an action on a match, which the core can run by its name.

    With a `description`, `/game <name>` runs it; its only option is the match, among those that
    `find` returns. With a `menu`, a message command of this title runs it on the board in a
    message. The action is called with (ctx, match, more). `more` is the number of turns played
    before that board, as text, or empty.
    """

    def put(work: GameAction) -> GameAction:
        if menu is not None:
            message_menu(menu)(partial(_run_on_board, work))
        if description is None:
            return registry.game_action(name)(work)
        return game_picker.game_command(name, description, find)(work)

    return put


async def _run_on_board(work: GameAction, ctx: CommandContext, message: discord.Message) -> Reply:
    """Run an action on the board in a message.

    Raises `UserError` if the message shows no board.
    """
    board = await ctx.read(_posted_board, message.id)
    if board is None:
        raise UserError(NOT_A_BOARD)
    match, turns = board
    ctx.must_see(match)  # The next transaction checks it.
    return await work(ctx, match, str(turns))


def _posted_board(tx: Tx, message: int) -> tuple[int, int] | None:
    """Return the match that a message shows, and the number of turns until then.

    Returns None if the message shows no board.
    """
    post = posts.get_post(tx, message)
    if post is None or post.match is None:
        return None
    played = [move for move in move_rows.moves_of(tx, post.match) if move.ply < (post.ply or 0)]
    return post.match, len(played)
