"""Pages of `/help`: how to play, and the list of commands."""

from collections.abc import Sequence
from typing import Any

from discord import app_commands, ui

from bot.i18n.escaping import code
from bot.i18n.translator import Words
from bot.store.models import Challenge, Match, Theme
from bot.views import discord_limits
from bot.views.components import Button, Control, Press, layout, rows
from bot.views.computer_game_panel import play_button
from bot.views.player_labels import link, post_link, to_board
from bot.views.reply import Reply
from bot.views.rule_cards import learn_button
from bot.views.rule_diagrams import hop_picture
from bot.views.start_game_panel import start_button
from engine import Variant

ORDER = (
    "play",
    "challenge",
    "move",
    "games",
    "board",
    "learn",
    "rules",
    "help",
    "game",
    "me",
    "stats",
    "puzzle",
)
"""Display order of the commands; all others follow."""

Command = app_commands.Command[Any, ..., Any] | app_commands.Group


async def help_page(
    words: Words,
    game: Variant,
    *,
    here: bool,
    theme: Theme = "wood",
    waiting: Sequence[Match] = (),
    asked: Sequence[Challenge] = (),
) -> Reply:
    """Build the first page; `here` is whether a match can be started in this place."""
    lines = [
        words.say("Bring all your men to the other side before your opponent does."),
        words.say(
            "A man steps to the next square, or hops over other men, as often as it can in one turn. "
            "No man is ever captured."
        ),
        words.say(
            "On your turn, press **Move** under the board, or reply to it with a move, e.g. {move}.",
            move=code(game.format(game.moves(game.start())[-1])),
        ),
        words.say("You have days per move; I notify you when it is your turn."),
    ]
    return Reply.of(
        ["### " + words.say("Halma by post"), *(f"- {line}" for line in lines)],
        await hop_picture(words, game, theme),
        "👉 " + _moment(words, waiting, asked, here=here),
        *rows(
            start_button(words) if here else None,
            Press(Control("how", 0), words.say("How to play")),
            play_button(words),
            learn_button(words),
            _games_button(words, waiting),
            Press(Control("commands", 0), words.say("All commands")),
        ),
    )


def _moment(
    words: Words, waiting: Sequence[Match], asked: Sequence[Challenge], *, here: bool
) -> str:
    """Return the player's next step: a pending turn, a challenge, or how to start."""
    if waiting:
        told = words.say_n(
            "It is your turn in {n} game.", "It is your turn in {n} games.", len(waiting)
        )
        way = to_board(words, waiting[0]) or ""
    elif asked:
        told = words.say("You have been challenged: see `/games`.")
        address = post_link(asked[0])
        way = words.say("[Go to the challenge]({link})", link=address) if address else ""
    elif here:
        return words.say("Use `/play` to play the computer, or `/challenge` to play people.")
    else:
        return words.say(
            "Use `/play` to play the computer and `/challenge` to play people in a server."
        )
    return f"{told} {way}".strip()


def _games_button(words: Words, waiting: Sequence[Match]) -> Button:
    """Return the button to the next match awaiting the player, or to their matches."""
    if waiting and (address := link(waiting[0])):
        label = words.say("Next game: {number}", number=waiting[0].id)
        return ui.Button(label=discord_limits.label(label), url=address)
    return Press(Control("games", 0), words.say("My games"))


def _need(command: Command) -> int:
    return ORDER.index(command.name) if command.name in ORDER else len(ORDER)


def commands_page(words: Words, commands: Sequence[Command]) -> ui.LayoutView:
    """Build the list of commands in display order, with subcommands by group."""
    lines = ["### " + words.say("All commands")]
    for command in sorted(commands, key=_need):
        about = words.say(command.description)
        if isinstance(command, app_commands.Group):
            inside = " · ".join(
                f"`/{each.qualified_name}`"
                for each in command.walk_commands()
                if isinstance(each, app_commands.Command)
            )
            lines.append(f"**{about}**\n{inside}")
        else:
            lines.append(f"`/{command.name}` {about}")
    return layout(lines)
