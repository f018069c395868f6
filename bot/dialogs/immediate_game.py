"""Matches without a challenge: against the computer, or from a position."""

from collections.abc import Sequence

import discord

from bot.app import CommandContext
from bot.dialogs.invitations import match_started_reply
from bot.dialogs.permissions import (
    SERVER_ONLY,
    is_user_install,
    must_have_channel,
    parent_channel,
)
from bot.i18n.translator import N_
from bot.service.matchmaking import computer_games
from bot.views.reply import Reply, UserError
from engine import Variant

COMPUTER_OFF = N_("Computer players are turned off here. You can play all sides yourself.")
DM_INSTEAD = N_("I cannot post here, so the game will be played in our direct messages.")


async def start_match(
    ctx: CommandContext, game: Variant, level: int, seat: int | None, opening: Sequence[str] = ()
) -> Reply:
    """Start a match immediately; its board is posted through the outbox.

    `opening` contains the moves that lead to the starting position. Raises `UserError` if the
    computer player is turned off. Also raises it if the match must be played by DM but the player
    does not accept DMs.
    """
    if level != computer_games.SOLO_LEVEL and not ctx.app.worker.is_available:
        raise UserError(COMPUTER_OFF)
    guild, channel = await _channel_for_game(ctx)
    match = await ctx.write(
        computer_games.start_computer_game,
        game,
        level=level,
        seat=seat,
        guild=guild,
        channel=channel,
        parent=parent_channel(ctx),
        rng=ctx.app.rng,
        opening=opening,
        **ctx.actor,
    )
    where = elsewhere_text(ctx)
    return Reply(" ".join([match_started_reply(ctx, match), *([where] if where else [])]))


async def _channel_for_game(ctx: CommandContext) -> tuple[int | None, int]:
    """Return the guild and channel for a match: the current ones, or the player's DMs.

    Raises `UserError` if the player does not accept DMs.
    """
    if not is_user_install(ctx):
        return ctx.guild, must_have_channel(ctx)
    try:
        return None, (await ctx.interaction.user.create_dm()).id
    except discord.Forbidden:
        raise UserError(SERVER_ONLY) from None


def elsewhere_text(ctx: CommandContext) -> str:
    """Return a notice that the match is played in DMs, or "" if it is played here."""
    return ctx.t.translate(DM_INSTEAD) if is_user_install(ctx) else ""
