"""Buttons, menus, forms and layouts."""

from bot.views.components import (
    Button,
    ButtonStyle,
    ChannelSelect,
    ComponentId,
    LayoutPart,
    Select,
    StaleComponent,
    UserSelect,
    button_row,
    button_rows,
    gallery,
    layout,
    parse_int,
    section,
    select_option,
)
from bot.views.computer_game_panel import play_button
from bot.views.discord_limits import CHOICES as MAX_CHOICES
from bot.views.discord_limits import OPTIONS as MAX_OPTIONS
from bot.views.discord_limits import content as limited_content
from bot.views.forms import (
    Field,
    checkbox_field,
    form,
    labelled,
    people_field,
    radio_field,
    role_field,
    select_field,
    text_field,
    text_form,
)
from bot.views.new_game_form import new_game_button
from bot.views.rule_cards import rules_button

__all__ = [
    "MAX_CHOICES",
    "MAX_OPTIONS",
    "Button",
    "ButtonStyle",
    "ChannelSelect",
    "ComponentId",
    "Field",
    "LayoutPart",
    "Select",
    "StaleComponent",
    "UserSelect",
    "button_row",
    "button_rows",
    "checkbox_field",
    "form",
    "gallery",
    "labelled",
    "layout",
    "limited_content",
    "new_game_button",
    "parse_int",
    "people_field",
    "play_button",
    "radio_field",
    "role_field",
    "rules_button",
    "section",
    "select_field",
    "select_option",
    "text_field",
    "text_form",
]
