"""Replies and what they are made of: layouts, buttons, menus, forms, labels.

`Reply.of` builds a message from text, images and rows of buttons. `form` opens a modal with fields,
whose values are in `ComponentId.fields` when it is submitted.
"""

from bot import extension_points
from bot.i18n.translator import Translator
from bot.store.models import level_of
from bot.texts.game_names import computer_name
from bot.views.components import (
    Button,
    ButtonStyle,
    ComponentId,
    LayoutPart,
    Select,
    StaleComponent,
    button_row,
    button_rows,
    layout,
    parse_int,
)
from bot.views.computer_game_panel import play_button
from bot.views.forms import (
    Field,
    form,
)
from bot.views.new_game_form import new_game_button
from bot.views.player_labels import (
    colour_name,
    disc,
    game_and_number,
    mention,
    message_link,
    seat_name,
    seat_player_label,
    to_board,
)
from bot.views.reply import Reply, UserError, publicly
from bot.views.rule_cards import rules_button

__all__ = [
    "Button",
    "ButtonStyle",
    "ComponentId",
    "Field",
    "LayoutPart",
    "Reply",
    "Select",
    "StaleComponent",
    "UserError",
    "button_row",
    "button_rows",
    "colour_name",
    "computer_player",
    "disc",
    "event_buttons",
    "form",
    "game_and_number",
    "layout",
    "mention",
    "message_link",
    "new_game_button",
    "parse_int",
    "play_button",
    "publicly",
    "rules_button",
    "seat_name",
    "seat_player_label",
    "to_board",
]


def computer_player(t: Translator, player: int) -> str | None:
    """Return the name of a computer player; None for a person."""
    level = level_of(player)
    return None if level is None else computer_name(t, level)


def event_buttons(t: Translator, event: int) -> list[Button]:
    """Return the buttons that extensions offer on the post of an event."""
    return [
        Button(ComponentId(action, event), t.translate(label))
        for extension in extension_points.installed()
        for action, label in extension.event_buttons.items()
    ]
