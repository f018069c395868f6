"""`/help`: how to play here, and what is waiting for the person who asks."""

from __future__ import annotations

import discord
from discord.app_commands import locale_str

from bot.app import App
from bot.service.match import state as match_state
from bot.store import challenges
from bot.views.reply import Reply
from bot.views.seats import link
from bot.words import Words, speaker
from engine import VARIANTS

GAMES = {game.game for game in VARIANTS.values()}


async def help_text(app: App, player: int, said: Words) -> str:
    """What `/help` says: how it goes, and what is waiting for this person."""
    lines = [
        "### " + said.say("Halma by post"),
        said.say(
            "Bring all your men into the yard on the other side before your opponent does. "
            "A man steps to a neighbouring square, or jumps over men next to it, "
            "as often as it can in one turn. Nobody is ever captured."
        ),
        "**" + said.say("To play") + "**",
        "`/challenge` " + said.say("challenges someone, or anyone, to a game of two to six."),
        "`/rules` " + said.say("tells how a game is played; there are {n}.", n=len(GAMES)),
        said.say(
            "Reply to the board with your move: `II,3-IV,5`. "
            "Rows are Roman, places Arabic; `ii3 iv5` and `2,3 4,5` are understood too."
        ),
        "`/move` "
        + said.say("does the same and suggests moves; so does a mention or a message to me."),
        "`/games` `/board` " + said.say("show your games, and how one stands."),
        "`/game …` "
        + said.say(
            "resign, draw, abort, takeback, pause, claim, gift, nudge, partner, plan, rematch, record"
        ),
        "`/me …` " + said.say("settings, vacation, block, unblock, worldwide, data"),
        "`/stats …` " + said.say("rating, leaderboard, profile"),
        "`/solo …` " + said.say("problems of the rulebook for one player"),
        "`/server …` " + said.say("for the managers of this server"),
    ]
    async with app.store.read() as tx:
        waiting = await match_state.awaiting(tx, player)
        asking = await challenges.asking(tx, player)
    if waiting:
        address = link(waiting[0])
        todo = said.say_n(
            "It is your turn in {n} game.", "It is your turn in {n} games.", len(waiting)
        )
        if address:
            todo += " " + said.say("[Go to the board]({link})", link=address)
        lines.append(f"👉 {todo}")
    elif asking:
        lines.append("👉 " + said.say("You have been challenged: see `/games`."))
    else:
        lines.append("👉 " + said.say("Start with `/challenge`."))
    return "\n".join(lines)


async def help_reply(app: App, interaction: discord.Interaction) -> Reply:
    """The help, in the reader's language."""
    return Reply(await help_text(app, interaction.user.id, speaker(interaction.locale)))


def install(app: App) -> None:
    """Put the command on the tree."""

    @app.tree.command(name="help", description=locale_str("How to play here"))
    async def help_command(interaction: discord.Interaction) -> None:
        await app.serve(interaction, help_reply(app, interaction))
