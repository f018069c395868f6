"""`/games`: a player's matches by deadline, whose turn it is, and challenges."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from discord import ui
from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs.permissions import in_guild_with_bot, retry_undelivered
from bot.i18n.durations import stamp
from bot.i18n.escaping import quote
from bot.i18n.translator import Translator
from bot.registry import command, component_handler
from bot.service.match import lifecycle
from bot.store import Tx
from bot.store.challenges import challenge_rows
from bot.store.models import Challenge, Match
from bot.texts.event_labels import event_label
from bot.views import discord_limits
from bot.views.board_post import has_deadline, move_button, next_game
from bot.views.components import Button, ComponentId, button_row, layout
from bot.views.computer_game_panel import play_button
from bot.views.discord_limits import join_lines
from bot.views.help_page import games_buttons
from bot.views.new_game_form import new_game_button
from bot.views.player_labels import (
    link,
    opponents_label,
    partners_and_opponents,
    player_label,
    post_link,
    title,
)
from bot.views.reply import Reply

MAX_LISTED = 20
"""Maximum number of entries in each list."""
MAX_BUTTONS = 6
"""Maximum number of matches that are listed with a Move button."""


def _no_games(ctx: CommandContext) -> Reply:
    """Return the reply to a player without games, with buttons that start one."""
    return Reply.of(
        ctx.t.translate("You have no games. Use `/challenge` to start one."),
        button_row(
            new_game_button(ctx.t) if in_guild_with_bot(ctx) else None,
            play_button(ctx.t),
            *_club_buttons(ctx),
        ),
    )


def _club_buttons(ctx: CommandContext) -> list[Button]:
    """Return the buttons of extensions, in a guild that has the bot."""
    return games_buttons(ctx.t) if in_guild_with_bot(ctx) else []


@command("games", locale_str("Your games, and whose turn it is"))
async def games(ctx: CommandContext) -> Reply:
    """Handle the `/games` command."""
    t, player = ctx.t, ctx.player
    await retry_undelivered(ctx)
    running, asking, made = await ctx.read(_load_games, player)
    mine = [match for match in running if _can_move(match, player)][:MAX_BUTTONS]
    waiting = [match for match in running[:MAX_LISTED] if match not in mine]
    with_own_turn = {match.event for match in mine if match.event}
    lines = []
    for event, matches in _by_event(waiting):
        if event not in with_own_turn:
            lines += [_heading(t, event)] if event else []
            lines += [_game_line(match, player, t) for match in matches]
    if len(running) > MAX_LISTED:
        more = len(running) - MAX_LISTED
        lines.append(t.translate_plural("… and {n} more", "… and {n} more", more))
    if asking:
        lines.append("**" + t.translate("Challenges for you") + "**")
        lines += [_challenge_line(challenge, t) for challenge in asking[:MAX_LISTED]]
    if made:
        lines.append("**" + t.translate("Your open challenges") + "**")
        lines += [_challenge_line(challenge, t) for challenge in made[:MAX_LISTED]]
    if not mine:
        text = "\n".join(join_lines(lines))
        return Reply.of(text, button_row(*_club_buttons(ctx))) if text else _no_games(ctx)
    parts: list[ui.Item[Any] | str] = []
    for event, matches in _by_event(mine):
        parts += [_heading(t, event)] if event else []
        for match in matches:
            line = _game_line(match, player, t)
            parts.append(ui.Section(line, accessory=move_button(t, match, match.ply)))
        beside = [_game_line(match, player, t) for match in waiting if event == match.event]
        shown = join_lines(beside, discord_limits.TEXT - layout(*parts).content_length())
        parts += ["\n".join(shown)] if shown else []
    if any(match.overdue is not None for match in mine):
        late = t.translate(
            "Your time is up there, but a move still counts until an opponent claims."
        )
        parts.append(f"-# ⌛ {late}")
    room = discord_limits.TEXT - layout(*parts).content_length()
    go = button_row(next_game(t, mine, player), *_club_buttons(ctx))
    return Reply(view=layout(*parts, "\n".join(join_lines(lines, room)), go))


@component_handler("games", about="else")
async def games_button(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the My games button."""
    return await games(ctx)


def _by_event(matches: Sequence[Match]) -> list[tuple[str, list[Match]]]:
    """Group matches by the label of their event, those of no event ("") first.

    The other groups, and the matches in each group, keep their order.
    """
    groups: dict[str, list[Match]] = {"": []}
    for match in matches:
        groups.setdefault(match.event or "", []).append(match)
    return [(event, members) for event, members in groups.items() if members]


def _heading(t: Translator, event: str) -> str:
    """Return the line above the matches of an event."""
    return f"🏆 **{quote(event_label(t, event))}**"


class _Games(NamedTuple):
    """The content of `/games` for a player."""

    running: list[Match]
    """The player's running matches.

    Those in which it is the player's turn come first. Both groups are sorted by deadline.
    """
    asking: list[Challenge]
    """Open challenges that the player has yet to answer."""
    made: list[Challenge]
    """Open challenges made by the player."""


def _load_games(tx: Tx, player: int) -> _Games:
    running = lifecycle.running_of(tx, player)
    return _Games(
        running=sorted(running, key=lambda match: (match.to_move != player, _time_up(match))),
        asking=challenge_rows.awaiting_answer_of(tx, player),
        made=challenge_rows.open_challenges_by(tx, player),
    )


def _time_up(match: Match) -> float:
    """Return when the time of the current turn runs out or ran out."""
    return match.overdue or match.deadline or math.inf


def _can_move(match: Match, player: int) -> bool:
    """Whether the match awaits a move by this player, rather than a takeover choice."""
    return match.to_move == player and match.deciding_partner is None


def _game_line(match: Match, player: int, t: Translator) -> str:
    """Return a match, without the label of its event, which stands above its group."""
    facts = {
        "whose": _whose_turn(match, player, t),
        "game": title(t, replace(match, event=None)),
        "opponent": opponents_label(t, match, player, partial(player_label, t)),
        "number": match.id,
        "move": match.turn_count + 1,
    }
    if match.overdue is not None or match.deadline is None or not has_deadline(match):
        line = t.translate(
            "{whose} · {game} against {opponent} · game {number}, move {move}", **facts
        )
    else:
        line = t.translate(
            "{whose} · {game} against {opponent} · game {number}, move {move}, due {when}",
            **facts,
            when=stamp(match.deadline),
        )
    address = link(match)
    return line if address is None else line + " · " + t.translate("[board]({link})", link=address)


def _whose_turn(match: Match, player: int, t: Translator) -> str:
    """Return whose turn it is, or what this player has to do."""
    mover = match.to_move or 0
    if match.deciding_partner is not None:
        return "🤝 " + t.translate(
            "{player} has to choose who takes over (`/game takeover`)",
            player=player_label(t, mover),
        )
    if match.overdue is not None and mover == player:
        return "⌛ **" + t.translate("Late") + "**"
    if match.overdue is not None and mover in partners_and_opponents(match, player)[1]:
        return "⌛ " + t.translate(
            "{player}'s time has run out (`/game claim`)", player=player_label(t, mover)
        )
    if mover == player:
        return "🟢 **" + t.translate("Your turn") + "**"
    if len(match.players) == 2:  # In two-player matches the line already names the opponent.
        return "⏳ " + t.translate("Waiting")
    return "⏳ " + t.translate("{player} to move", player=player_label(t, mover))


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
