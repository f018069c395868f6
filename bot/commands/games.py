"""`/games`: a player's matches and challenges, and whose turn it is."""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import discord
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.commands.board import retry_undelivered
from bot.i18n.translator import Translator
from bot.registry import command
from bot.service.match import lifecycle
from bot.store import Tx, challenge_rows
from bot.store.models import Challenge, Match
from bot.views import discord_limits
from bot.views.components import button_row, layout
from bot.views.player_labels import link, opponents_label, player_label, post_link, title
from bot.views.reply import Reply

MAX_LISTED = 20
"""Maximum number of entries in each list."""


@command("games", locale_str("Your games, and whose turn it is"))
async def games(ctx: CommandContext) -> Reply:
    """Handle the `/games` command."""
    t, player = ctx.t, ctx.player
    await retry_undelivered(ctx)
    running, asking, made = await ctx.read(_load_games, player)
    lines = [_game_line(match, player, t) for match in running[:MAX_LISTED]]
    if len(running) > MAX_LISTED:
        lines.append(t.translate("… and {n} more", n=len(running) - MAX_LISTED))
    if asking:
        lines.append("**" + t.translate("Challenges for you") + "**")
        lines += [_challenge_line(challenge, t) for challenge in asking[:MAX_LISTED]]
    if made:
        lines.append("**" + t.translate("Your open challenges") + "**")
        lines += [_challenge_line(challenge, t) for challenge in made[:MAX_LISTED]]
    if not lines:
        return Reply(t.translate("You have no games. Use `/challenge` to start one."))
    text = "\n".join(join_lines(lines))
    go = next_game(t, running, player)
    return Reply(text) if go is None else Reply(view=layout(text, button_row(go)))


class _Games(NamedTuple):
    """What `/games` lists for a player."""

    running: list[Match]
    asking: list[Challenge]
    """Open challenges that await the player's answer."""
    made: list[Challenge]
    """The player's own open challenges."""


def _load_games(tx: Tx, player: int) -> _Games:
    return _Games(
        running=lifecycle.running_of(tx, player),
        asking=challenge_rows.awaiting_answer_of(tx, player),
        made=challenge_rows.open_challenges_by(tx, player),
    )


def next_game(
    t: Translator, running: Sequence[Match], player: int, skip: int = 0
) -> discord.ui.Button[Any] | None:
    """Return a link button to the next match that awaits this player, else None.

    `skip` is the id of a match to skip.
    """
    for match in running:
        if match.to_move == player and match.id != skip and (address := link(match)):
            label = t.translate("Next game: {number}", number=match.id)
            return discord.ui.Button(label=discord_limits.label(label), url=address)
    return None


def join_lines(lines: list[str]) -> list[str]:
    """Return as many whole lines as fit into one message."""
    kept, room = [], discord_limits.CONTENT
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept


def _game_line(match: Match, player: int, t: Translator) -> str:
    opponent = opponents_label(t, match, player, partial(player_label, t))
    if match.overdue is not None:
        whose = "⌛ " + t.translate(
            "{player}'s time has run out (`/game claim`)",
            player=player_label(t, match.to_move or 0),
        )
    elif match.deciding_partner is not None:
        whose = "🤝 " + t.translate(
            "{player} has to choose who takes over (`/game takeover`)",
            player=player_label(t, match.to_move or 0),
        )
    elif match.to_move == player:
        whose = "🟢 **" + t.translate("Your turn") + "**"
    elif len(match.players) == 2:  # In two-player matches the line already names the opponent.
        whose = "⏳ " + t.translate("Waiting")
    else:
        whose = "⏳ " + t.translate("{player} to move", player=player_label(t, match.to_move or 0))
    line = t.translate(
        "{whose} · {game} against {opponent} · game {number}, move {move}, {when}",
        whose=whose,
        game=title(t, match),
        opponent=opponent,
        number=match.id,
        move=match.turn_count + 1,
        when=f"<t:{match.moved_at}:R>",
    )
    address = link(match)
    return line if address is None else line + " · " + t.translate("[board]({link})", link=address)


def _challenge_line(challenge: Challenge, t: Translator) -> str:
    if len(challenge.seats) > 2:
        full = len(challenge.seats)
        who = t.translate("{n} of {full} players", n=len(challenge.joined_players), full=full)
    elif challenge.opponent is None:
        who = t.translate("open to anyone")
    else:
        who = f"<@{challenge.challenger}> → <@{challenge.opponent}>"
    game = title(t, challenge)
    until = t.translate("until {when}", when=f"<t:{challenge.expires_at}:d>")
    line = f"{game} · {who} · {until}"
    address = post_link(challenge)
    return line if address is None else line + " · " + t.translate("[answer]({link})", link=address)
