"""`/games`: a player's matches and challenges, and whose turn it is."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import discord
from discord.app_commands import locale_str

from bot.app import Call
from bot.commands.board import owe_again
from bot.i18n.translator import Words
from bot.registry import command
from bot.service.match import lifecycle
from bot.store import Tx, challenge_rows
from bot.store.models import Challenge, Match
from bot.views import discord_limits
from bot.views.components import layout, row
from bot.views.player_labels import against, called, link, post_link, title
from bot.views.reply import Reply

SHOWN = 20
"""Maximum number of entries in each list."""


@command("games", locale_str("Your games, and whose turn it is"))
async def games(call: Call) -> Reply:
    """Handle the `/games` command."""
    said, player = call.said, call.player
    await owe_again(call)
    async with call.read() as tx:
        running = await lifecycle.running_of(tx, player)
        asking = await challenge_rows.asking(tx, player)
        made = await challenge_rows.open_by(tx, player)
        lines = [await _game_line(tx, match, player, said) for match in running[:SHOWN]]
    if len(running) > SHOWN:
        lines.append(said.say("… and {n} more", n=len(running) - SHOWN))
    if asking:
        lines.append("**" + said.say("Challenges to you") + "**")
        lines += [_challenge_line(each, said) for each in asking[:SHOWN]]
    if made:
        lines.append("**" + said.say("Your open challenges") + "**")
        lines += [_challenge_line(each, said) for each in made[:SHOWN]]
    if not lines:
        return Reply(said.say("You have no games. Use `/challenge` to start one."))
    text = "\n".join(whole_lines(lines))
    go = next_game(said, running, player)
    return Reply(text) if go is None else Reply(view=layout(text, row(go)))


def next_game(
    said: Words, running: Sequence[Match], player: int, besides: int = 0
) -> discord.ui.Button[Any] | None:
    """Return a link button to the next match that awaits this player, else None.

    One match, given by its id, is skipped.
    """
    for match in running:
        if match.to_move == player and match.id != besides and (address := link(match)):
            label = said.say("Next game: {number}", number=match.id)
            return discord.ui.Button(label=discord_limits.label(label), url=address)
    return None


def whole_lines(lines: list[str]) -> list[str]:
    """Return as many lines as fit into one message, without cutting a line."""
    kept, room = [], discord_limits.CONTENT
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept


async def _game_line(tx: Tx, match: Match, player: int, said: Words) -> str:
    opponent = against(said, match, player, partial(called, said))
    if match.overdue is not None:
        whose = "⌛ " + said.say(
            "{player}'s time has run out (`/game claim`)",
            player=called(said, match.to_move or 0),
        )
    elif match.undecided is not None:
        whose = "🤝 " + said.say(
            "{player} has to choose who takes over (`/game takeover`)",
            player=called(said, match.to_move or 0),
        )
    elif match.to_move == player:
        whose = "🟢 **" + said.say("Your turn") + "**"
    elif len(match.players) == 2:  # In a match of two the opponent's name is already in the line.
        whose = "⏳ " + said.say("Waiting")
    else:
        whose = "⏳ " + said.say("{player} to move", player=called(said, match.to_move or 0))
    line = said.say(
        "{whose} · {game} against {opponent} · game {number}, move {move}, {when}",
        whose=whose,
        game=title(said, match),
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
    game = title(said, challenge)
    until = said.say("until {when}", when=f"<t:{challenge.expires_at}:d>")
    line = f"{game} · {who} · {until}"
    address = post_link(challenge)
    return line if address is None else line + " · " + said.say("[answer]({link})", link=address)
