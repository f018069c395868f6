"""`/board`, `/games`, `/record` and `/help`: commands that change nothing."""

from __future__ import annotations

import io
from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import App
from bot.commands import which_game
from bot.commands.permissions import missing
from bot.service import outbox
from bot.service.meeting import challenges
from bot.service.people import players
from bot.service.play import moves
from bot.service.values import Challenge, Match, View
from bot.store import Tx
from bot.views import limits
from bot.views.board import file_name, private_board
from bot.views.controls import Control
from bot.views.picture import picture
from bot.views.reply import Reply
from bot.views.seats import against, link, mention, post_link, seat_for, title
from bot.words import Words, speaker
from engine import VARIANTS, variant
from render import describe
from render.theme import ThemeName

GAMES = {game.game for game in VARIANTS.values()}
SHOWN = 20
"""Games that one list shows."""


async def show(
    view: View, player: int, said: Words, *, theme: ThemeName = "light", before: str = ""
) -> Reply:
    """The board as this person sees it, after a sentence if there is something to say."""
    game, match = variant(view.match.variant), view.match
    side = seat_for(match, player)
    name = file_name(match.id, view.ply)
    file = await picture(game, view.position, name, last=view.last, side=side, theme=theme)
    private = private_board(said, view, file.description or "", link(match), before)
    return Reply(view=private, files=[file])


async def board(app: App, interaction: discord.Interaction, match: int, more: str) -> Reply:
    """The verb behind `/board`; `more` is "light", "dark" or "text"."""
    said = speaker(interaction.locale)
    await owe_again(app, interaction)
    async with app.store.read() as tx:
        view = await moves.view(tx, match)
    if more == "text":
        return in_words(view, interaction.user.id, said)
    theme: ThemeName = "dark" if more == "dark" else "light"
    return await show(view, interaction.user.id, said, theme=theme)


def in_words(view: View, player: int, said: Words) -> Reply:
    """The board without a picture."""
    game = variant(view.match.variant)
    text = describe(game, view.position, last=view.last, side=seat_for(view.match, player))
    return Reply(text)


async def owe_again(app: App, interaction: discord.Interaction) -> None:
    """Post what could not be posted here before, now that it can."""
    if interaction.channel_id is not None and not missing(interaction):
        async with app.store.write() as tx:
            await outbox.retry(tx, channel=interaction.channel_id, now=app.clock())


async def games(app: App, interaction: discord.Interaction) -> Reply:
    """What `/games` does."""
    said, player = speaker(interaction.locale), interaction.user.id
    await owe_again(app, interaction)
    async with app.store.read() as tx:
        running = await moves.running_of(tx, player)
        asking = await challenges.asking(tx, player)
        made = await challenges.open_of(tx, player)
        lines = [await _game_line(tx, match, player, said) for match in running[:SHOWN]]
    if len(running) > SHOWN:
        lines.append(said.say("… and {n} more", n=len(running) - SHOWN))
    if asking:
        lines.append("**" + said.say("You are challenged") + "**")
        lines += [_challenge_line(each, said) for each in asking[:SHOWN]]
    if made:
        lines.append("**" + said.say("Your open challenges") + "**")
        lines += [_challenge_line(each, said) for each in made[:SHOWN]]
    if not lines:
        return Reply(said.say("You are playing nothing. `/challenge` begins a game."))
    return Reply("\n".join(_whole_lines(lines)))


def _whole_lines(lines: list[str]) -> list[str]:
    """As many lines as one message holds: a link that is cut in two would be none."""
    kept, room = [], limits.CONTENT
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept


async def _game_line(tx: Tx, match: Match, player: int, said: Words) -> str:
    opponent = against(said, match, player, mention)
    if match.overdue is not None:
        whose = "⌛ " + said.say(
            "The time of {player} has run out (`/claim`)", player=f"<@{match.to_move}>"
        )
    elif match.undecided is not None:
        whose = "🤝 " + said.say(
            "{player} says who plays on (`/partner`)", player=f"<@{match.to_move}>"
        )
    elif match.to_move == player:
        whose = "🟢 **" + said.say("Your turn") + "**"
    else:
        whose = "⏳ " + said.say("{player} is to move", player=f"<@{match.to_move}>")
    line = said.say(
        "{whose} · {game} against {opponent} · game {number}, move {move}, {when}",
        whose=whose,
        game=title(match),
        opponent=opponent,
        number=match.id,
        move=match.turns + 1,
        when=f"<t:{match.moved_at}:R>",
    )
    address = link(match)
    return line if address is None else line + " · " + said.say("[board]({link})", link=address)


def _challenge_line(challenge: Challenge, said: Words) -> str:
    if len(challenge.seats) > 2:
        full = len(challenge.seats)
        who = said.say("{n} of {full} players", n=len(challenge.joined), full=full)
    elif challenge.opponent is None:
        who = said.say("open to anyone")
    else:
        who = f"<@{challenge.challenger}> → <@{challenge.opponent}>"
    game = title(challenge)
    until = said.say("until {when}", when=f"<t:{challenge.expires_at}:d>")
    line = f"{game} · {who} · {until}"
    address = post_link(challenge)
    return line if address is None else line + " · " + said.say("[answer]({link})", link=address)


async def record(app: App, interaction: discord.Interaction, match: int, more: str = "") -> Reply:
    """The verb behind `/record`: the whole game as a text file."""
    said = speaker(interaction.locale)
    async with app.store.read() as tx:
        found = await moves.get(tx, match)
        text = await moves.record(tx, match, await players.names(tx, found.players))
    file = discord.File(io.BytesIO(text.encode()), filename=f"halma-{match}.txt")
    return Reply(said.say("{game} · game {number}", game=title(found), number=match), files=[file])


async def record_button(app: App, interaction: discord.Interaction, control: Control) -> Reply:
    """The button Game record."""
    return await record(app, interaction, control.subject)


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
        "`/challenge` " + said.say("offers somebody a game, or anybody."),
        "`/table` " + said.say("opens a game for up to six, with partners if you like."),
        "`/rules` " + said.say("tells how a game is played; there are {n}.", n=len(GAMES)),
        said.say(
            "Reply to the board with your move: `II,3-IV,5`. "
            "Rows are Roman, places Arabic; `ii3 iv5` and `2,3 4,5` are understood too."
        ),
        "`/move` "
        + said.say("does the same and suggests moves; so does a mention or a message to me."),
        "`/plan` " + said.say("plans what you will answer, so that it is played at once."),
        "`/drop` " + said.say("puts a piece on the board, in the games that begin so."),
        "`/solitaire` " + said.say("gives you a problem of the rulebook, for you alone."),
        "`/remind` `/settings` " + said.say("say how and when you are told of your turns."),
        "`/vacation` " + said.say("lets your clocks stand still; `/gift` gives an opponent a day."),
        "`/claim` `/partner` " + said.say("end the waiting when an opponent or a partner is gone."),
        "**" + said.say("To see and to end") + "**",
        "`/games` `/board` `/record` · `/draw` `/takeback` `/pause` `/resign` `/abort` · `/rematch`",
        "**" + said.say("How well people play") + "**",
        "`/rating` `/leaderboard` `/profile` `/worldwide`",
        "**" + said.say("Your data, and whom you will not play") + "**",
        "`/data export` `/data delete` · `/block` `/unblock`",
        "`/server settings` " + said.say("is for whoever manages this server."),
    ]
    async with app.store.read() as tx:
        waiting = await moves.awaiting(tx, player)
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
        lines.append("👉 " + said.say("You are challenged: `/games` shows by whom."))
    else:
        lines.append("👉 " + said.say("Begin with `/challenge`."))
    return "\n".join(lines)


async def help_reply(app: App, interaction: discord.Interaction) -> Reply:
    """The help, in the reader's language."""
    return Reply(await help_text(app, interaction.user.id, speaker(interaction.locale)))


def install(app: App) -> None:
    """Put the four commands on the tree, and the button."""
    app.controls.update(record=record_button)
    app.verbs.update(board=board, record=record)

    @app.tree.command(name="board", description=locale_str("Show a board, from your side"))
    @app_commands.describe(
        game=locale_str("Which game, if you play several"),
        look=locale_str("A light or a dark board, or words only"),
    )
    @app_commands.choices(
        look=[
            app_commands.Choice(name=locale_str("light"), value="light"),
            app_commands.Choice(name=locale_str("dark"), value="dark"),
            app_commands.Choice(name=locale_str("words only"), value="text"),
        ]
    )
    @app_commands.checks.cooldown(5, 30.0)
    async def board_command(
        interaction: discord.Interaction,
        game: str | None = None,
        look: Literal["light", "dark", "text"] = "light",
    ) -> None:
        await app.serve(
            interaction,
            which_game.with_game(app, interaction, game, "board", look, which_game.to_see),
        )

    @board_command.autocomplete("game")
    async def offer_boards(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await app.offer(which_game.offered(app, interaction, typed, which_game.to_see))

    @app.tree.command(name="games", description=locale_str("Your games, and whose turn it is"))
    async def games_command(interaction: discord.Interaction) -> None:
        await app.serve(interaction, games(app, interaction))

    @app.tree.command(name="record", description=locale_str("A whole game as a text file"))
    @app_commands.describe(game=locale_str("Which game, if you play several"))
    async def record_command(interaction: discord.Interaction, game: str | None = None) -> None:
        await app.serve(
            interaction,
            which_game.with_game(app, interaction, game, "record", "", which_game.to_keep),
        )

    @record_command.autocomplete("game")
    async def offer_records(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await app.offer(which_game.offered(app, interaction, typed, which_game.to_keep))

    @app.tree.command(name="help", description=locale_str("How to play here"))
    async def help_command(interaction: discord.Interaction) -> None:
        await app.serve(interaction, help_reply(app, interaction))
