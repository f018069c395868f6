"""Pages of `/help`: how to play, and the list of commands."""

from collections.abc import Sequence

from discord import app_commands, ui

from bot import extension_points
from bot.i18n.escaping import code
from bot.i18n.translator import Translator
from bot.store.models import Challenge, Match, Theme
from bot.views import discord_limits
from bot.views.about_page import about_button
from bot.views.command_order import AnyCommand, place_of
from bot.views.components import AnyButton, Button, ComponentId, button_rows, layout
from bot.views.computer_game_panel import play_button
from bot.views.new_game_form import new_game_button
from bot.views.player_labels import link, post_link, to_board
from bot.views.reply import Reply
from bot.views.rule_cards import newcomer_buttons
from bot.views.rule_diagrams import hop_picture
from engine import Variant

ORDER = (
    "play",
    "challenge",
    "move",
    "games",
    "rules",
    "help",
    "game",
    "me",
)
"""Display order of the commands. Others come last, unless registered with `before`."""


async def help_page(
    t: Translator,
    game: Variant,
    *,
    can_play: bool,
    theme: Theme = "wood",
    waiting: Sequence[Match] = (),
    pending_challenges: Sequence[Challenge] = (),
) -> Reply:
    """Build the first page.

    `can_play` is True if a match can be started in this channel.
    """
    lines = [
        t.translate("Bring all your men to the other side before your opponent does."),
        t.translate(
            "A man steps to a neighbouring square, or hops over other men as often as you like "
            "in one turn. Nothing is ever captured."
        ),
        t.translate(
            "On your turn, press **Move** under the board, or reply to it with a move, e.g. {move}.",
            move=code(game.format(game.moves(game.start())[-1])),
        ),
        t.translate("You have several days per move. I'll notify you when it is your turn."),
    ]
    return Reply.of(
        ["### " + t.translate("Halma by post"), *(f"- {line}" for line in lines)],
        await hop_picture(t, game, theme),
        "👉 " + _context_lines(t, waiting, pending_challenges, can_play=can_play),
        *button_rows(
            new_game_button(t) if can_play else None,
            Button(ComponentId("how", 0), t.translate("How to play")),
            play_button(t),
            *newcomer_buttons(t),
            _games_button(t, waiting),
            *(games_buttons(t) if can_play else ()),
            Button(ComponentId("commands", 0), t.translate("All commands")),
            about_button(t),
        ),
    )


def _context_lines(
    t: Translator,
    waiting: Sequence[Match],
    pending_challenges: Sequence[Challenge],
    *,
    can_play: bool,
) -> str:
    """Return the player's next step: a pending turn, a challenge, or how to start."""
    if waiting:
        text = t.translate_plural(
            "It is your turn in {n} game.", "It is your turn in {n} games.", len(waiting)
        )
        way = to_board(t, waiting[0]) or ""
    elif pending_challenges:
        text = t.translate("You have been challenged: see `/games`.")
        address = post_link(pending_challenges[0])
        way = t.translate("[Go to the challenge]({link})", link=address) if address else ""
    elif can_play:
        return t.translate("Use `/play` to play the computer, or `/challenge` to play people.")
    else:
        return t.translate(
            "Use `/play` to play the computer and `/challenge` to play people in a server."
        )
    return f"{text} {way}".strip()


def _games_button(t: Translator, waiting: Sequence[Match]) -> AnyButton:
    """Return the button to the next match awaiting the player, or to all of them."""
    if waiting and (address := link(waiting[0])):
        label = t.translate("Next game: {number}", number=waiting[0].id)
        return ui.Button(label=discord_limits.label(label), url=address)
    return Button(ComponentId("games", 0), t.translate("My games"))


def games_buttons(t: Translator) -> list[Button]:
    """Return the buttons that extensions offer below a player's games."""
    return [
        Button(ComponentId(action, 0), t.translate(label))
        for extension in extension_points.installed()
        for action, label in extension.games_buttons.items()
    ]


def commands_page(t: Translator, commands: Sequence[AnyCommand]) -> ui.LayoutView:
    """Build the list of commands in display order, with subcommands by group."""
    lines = ["### " + t.translate("All commands")]
    for command in sorted(commands, key=lambda each: place_of(each, ORDER)):
        about = t.translate(command.description)
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
