"""Panel behind "Start a game": choice of game, time control and opponent."""

from dataclasses import dataclass

from discord import ui

from bot.i18n.durations import preset_name
from bot.i18n.translator import Words
from bot.service.clock.time_control import PRESETS
from bot.texts.game_names import both_names
from bot.texts.rule_card import in_short
from bot.views.challenge_post import about_game
from bot.views.components import (
    ChoosePerson,
    Control,
    OldControl,
    Press,
    choose,
    layout,
    row,
    rows,
)
from bot.views.computer_game_panel import play_button
from bot.views.rule_cards import rules_button, told
from engine import VARIANTS


@dataclass(frozen=True)
class Start:
    """The choices made in the panel so far."""

    game: str
    clock: str = "standard"

    def control(self, action: str) -> Control:
        """Return a component of the panel, with the choices in its custom id."""
        return Control(action, 0, more=f"{self.game}:{self.clock}")


def chosen(control: Control) -> Start:
    """Parse the choices from a component. Raises `OldControl` if one is unknown."""
    game, _, clock = control.more.partition(":")
    if game not in VARIANTS or clock not in PRESETS:
        raise OldControl(control.more)
    return Start(game, clock)


def start_button(words: Words) -> Press:
    """Return the button that opens the panel."""
    return Press(Control("begin", 0), words.say("Start a game"), "primary")


def panel(words: Words, games: tuple[str, ...], start: Start) -> ui.LayoutView:
    """Build the panel; the default time control is selected at first."""
    game = VARIANTS[start.game]
    clocks = {name: preset_name(words, name, game.turns, len(game.seats)) for name in PRESETS}
    names = {key: both_names(words, VARIANTS[key]) for key in games}
    return layout(
        "### " + words.say("Start a game"),
        about_game(words, start.game)
        + f"\n{' '.join(told(words, game, in_short(game)))}\n⏱ {clocks[start.clock]}",
        choose(start.control("begin-game"), names, start.game),
        choose(start.control("begin-clock"), clocks, start.clock),
        row(ChoosePerson(start.control("begin-with"), words.say("Challenge someone"))),
        *rows(
            Press(start.control("begin-open"), words.say("Anyone may accept"), "success"),
            play_button(words, start.game),
            rules_button(words, start.game),
        ),
        "-# " + words.say("Use `/challenge` for more: up to six players, other rules, your side."),
    )
