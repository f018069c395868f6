"""The button "Play on from here": a game goes on from a position of one that is over, or was given."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.app import App
from bot.commands.challenge import must_be_here
from bot.commands.looking_back import register, source_of, story
from bot.commands.permissions import must_be_installed, parent
from bot.commands.play import begin, must_be_possible
from bot.service.meeting import challenges, computer_games
from bot.store.values import ChallengeSeat
from bot.views.controls import Control, OldControl, whole
from bot.views.play_on import play_on
from bot.views.reply import Reply
from bot.views.story import Story
from bot.words import speaker
from engine.search import levels


async def begins(
    app: App, interaction: discord.Interaction, control: Control
) -> tuple[Story, tuple[str, ...], int]:
    """The game, its moves up to the one that is meant, and who moves next; OldControl if it goes on."""
    said = speaker(interaction.locale)
    told = await story(app, interaction, control.subject, said, source_of(control.action))
    if told.ended is None or not 0 <= control.ply <= len(told.moves):
        raise OldControl(control.action)
    game, position = told.record.variant, told.record.variant.start()
    for move in told.moves[: control.ply]:
        position = game.apply(position, move)
    return told, told.texts[: control.ply], position.turn


async def ask(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button: who shall play on?"""
    must_be_possible(interaction)
    told, opening, seat = await begins(app, interaction, control)
    return Reply(view=play_on(speaker(interaction.locale), told, len(opening), seat))


async def alone(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """A level of the computer, or all sides oneself."""
    must_be_possible(interaction)
    told, opening, seat = await begins(app, interaction, control)
    level = whole(control.more)
    if level not in {computer_games.HANDS, *(one.number for one in levels(told.record.variant))}:
        raise OldControl(control.more)
    return await begin(app, interaction, told.record.variant, level, seat, opening)


async def with_friend(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """Somebody was chosen: they are challenged, other places are open to anyone."""
    must_be_installed(interaction)
    must_be_possible(interaction)
    told, opening, seat = await begins(app, interaction, control)
    if not control.people:
        raise OldControl(control.action)
    friend, said = control.people[0], speaker(interaction.locale)
    must_be_here(friend)
    await app.meet(friend)
    others = [ChallengeSeat()] * (len(told.record.variant.seats) - 2)
    async with app.store.write() as tx:
        await challenges.create(
            tx,
            challenger=interaction.user.id,
            variant=told.record.variant.key,
            places=[ChallengeSeat(friend.id), *others],
            seat=seat,
            opening=opening,
            guild=interaction.guild_id,
            channel=interaction.channel_id or 0,
            parent=parent(interaction),
            interaction=interaction.id,
            now=app.clock(),
        )
    return Reply(said.say("Your challenge is on its way to {opponent}.", opponent=friend.mention))


def install(app: App, group: app_commands.Group) -> None:
    """Put the buttons in; there is no command."""
    register(app, "play-on", ask)
    register(app, "play-level", alone, edits=True)
    register(app, "play-friend", with_friend, edits=True)
