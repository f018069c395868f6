"""`/game rematch`, and the Play again button under a result."""

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.game_picker import action_button, game_option, run_for_game
from bot.dialogs.invitations import match_started_reply, must_be_members
from bot.dialogs.permissions import parent_channel
from bot.registry import command, game_action
from bot.service.matchmaking import computer_games, rematches
from bot.store import Tx
from bot.store.match import matches
from bot.store.models import Match
from bot.views.player_labels import to_board
from bot.views.reply import Reply


def recent_finished(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return the player's finished matches in the channel.

    If there are none in the channel, returns all of the player's finished matches.
    """
    over = matches.finished_of(tx, player)
    return [match for match in over if channel in (match.place, match.channel)] or over


@action_button("rematch", any_ply=True)
@game_action("rematch")
async def rematch_action(ctx: CommandContext, match: int, more: str) -> Reply:
    """Offer or accept a rematch. A solo match is restarted immediately."""
    over = await ctx.read(rematches.rematchable, match, player=ctx.player)
    await must_be_members(ctx.app, over.guild, over.players)
    if over.is_solo:
        next_one = await ctx.write(computer_games.rematch_alone, match, **ctx.actor)
        return Reply(match_started_reply(ctx, next_one))
    joined = await ctx.write(
        rematches.request_rematch,
        match,
        rng=ctx.app.rng,
        parent=parent_channel(ctx),
        **ctx.actor,
    )
    if joined.match is None:
        waits = joined.challenge.expires_at
        return Reply(
            ctx.t.translate(
                "I have asked the others. They have until {when}.", when=f"<t:{waits}:f>"
            )
        )
    text = ctx.t.translate("Rematch: game {number}.", number=joined.match.id)
    return Reply(" ".join(filter(None, (text, to_board(ctx.t, joined.match)))))


def latest_finished(tx: Tx, player: int, channel: int | None) -> list[Match]:
    """Return a list with the player's most recently finished match, or [] if none."""
    return recent_finished(tx, player, channel)[:1]


@command(
    "game rematch",
    locale_str("Offer a rematch of a finished game"),
    game=game_option(recent_finished, locale_str("Which game? Leave empty for the last one")),
)
async def rematch_command(ctx: CommandContext, game: str | None = None) -> Reply:
    """Handle the `/game rematch` command."""
    return await run_for_game(ctx, game, "rematch", "", latest_finished)
