"""Panel behind "Start a game": choice of game, time control and opponent."""

from dataclasses import dataclass

from discord import ui

from bot.i18n.durations import preset_name
from bot.i18n.translator import Translator
from bot.service.clock.time_control import PRESETS
from bot.texts.game_names import both_names
from bot.texts.rule_card import in_short
from bot.views.challenge_post import about_game
from bot.views.components import (
    Button,
    ComponentId,
    StaleComponent,
    UserSelect,
    button_row,
    button_rows,
    layout,
    select_of,
)
from bot.views.computer_game_panel import play_button
from bot.views.rule_cards import rule_sentences, rules_button
from engine import VARIANTS


@dataclass(frozen=True)
class StartChoices:
    """The choices made in the panel so far."""

    game: str
    clock: str = "standard"

    def control(self, action: str) -> ComponentId:
        """Return the custom id data for a component, including the choices."""
        return ComponentId(action, 0, extra=f"{self.game}:{self.clock}")


def parse_choices(control: ComponentId) -> StartChoices:
    """Parse the choices from a component. Raises `StaleComponent` if one is unknown."""
    game, _, clock = control.extra.partition(":")
    if game not in VARIANTS or clock not in PRESETS:
        raise StaleComponent(control.extra)
    return StartChoices(game, clock)


def start_button(t: Translator) -> Button:
    """Return the button that opens the panel."""
    return Button(ComponentId("begin", 0), t.translate("Start a game"), "primary")


def panel(t: Translator, games: tuple[str, ...], start: StartChoices) -> ui.LayoutView:
    """Build the panel with the choices made so far selected."""
    game = VARIANTS[start.game]
    clocks = {name: preset_name(t, name, game.turns, len(game.seats)) for name in PRESETS}
    names = {key: both_names(t, VARIANTS[key]) for key in games}
    return layout(
        "### " + t.translate("Start a game"),
        about_game(t, start.game)
        + f"\n{' '.join(rule_sentences(t, game, in_short(game)))}\n⏱ {clocks[start.clock]}",
        select_of(start.control("begin-game"), names, start.game),
        select_of(start.control("begin-clock"), clocks, start.clock),
        button_row(UserSelect(start.control("begin-with"), t.translate("Challenge someone"))),
        *button_rows(
            Button(start.control("begin-open"), t.translate("Anyone may accept"), "success"),
            play_button(t, start.game),
            rules_button(t, start.game),
        ),
        "-# "
        + t.translate(
            "Use `/challenge` for more options: up to six players, other rules or a choice of side."
        ),
    )
