"""A match as it is told to somebody who looks back on it."""

from __future__ import annotations

import discord

from bot.app import App
from bot.commands.board import seen_by
from bot.service.match import state as match_state
from bot.service.people import players
from bot.service.play import records
from bot.views.board import heading
from bot.views.seats import person
from bot.views.story import Story
from bot.words import Words
from bot.words.endings import ending
from engine import Move


async def story(app: App, interaction: discord.Interaction, match: int, said: Words) -> Story:
    """The match from its beginning, as who asks sees it."""
    async with app.store.read() as tx:
        found = await match_state.get(tx, match)
        record = await records.of(tx, match, await players.names(tx, found.players))
        side, theme = await seen_by(tx, found, interaction.user.id)
    names = [person(said, found, seat) for seat in range(len(found.players))]
    moves = [turn for turn in record.turns if isinstance(turn, Move)]
    ended = None
    if found.status != "running":
        ended = ending(said, found.outcome, names, record.variant, moves[-1] if moves else None)
    return Story(
        match,
        record,
        heading(said, found),
        ended,
        side,
        theme,
        shared=interaction.guild_id is not None and interaction.guild_id == found.guild,
    )
