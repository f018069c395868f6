"""The New game form: game, opponents, clock and options of a challenge.

The choices are stored as a `NewGame` in the custom ids. A player can therefore answer a follow-up
question or correct a refused form without filling it in again.
"""

from base64 import b85decode, b85encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from discord import ui

from bot.i18n.durations import NAMES, describe_control
from bot.i18n.translator import Translator
from bot.service.clock.calendar import InvalidTime
from bot.service.clock.time_control import PRESETS, parse
from bot.texts.game_names import game_name
from bot.texts.rule_card import in_short
from bot.views.challenge_post import about_game
from bot.views.components import Button, ComponentId, StaleComponent, button_rows, layout
from bot.views.computer_game_panel import play_button
from bot.views.forms import Field, capitalized, form
from bot.views.reply import Reply
from bot.views.rule_cards import rule_sentences, rules_button
from engine import VARIANTS, Variant, suggested_rules, variant
from engine.optional_rules import OPTIONS, Option, offered_options

DEFAULT_GAME = "halma-8"
RATED = "rated"
"""Option: the game is rated, unless it is someone's first."""
HINTS = "hints"
"""Option: players may ask for good moves, and the game is therefore unrated."""
RULES = frozenset(rule.name for rule in OPTIONS)
KNOWN_OPTIONS = frozenset({RATED, HINTS, *RULES})
"""All options that a form may have."""
NO_OPTIONS = "-"
ID_LENGTH = 10
"""Characters of a user id in a custom id."""


@dataclass(frozen=True)
class NewGame:
    """The choices made in the form."""

    game: str = DEFAULT_GAME
    """The key of the variant, without optional rules."""
    clock: str = "standard"
    options: frozenset[str] = frozenset({RATED})
    """`RATED`, and the names of optional rules."""
    people: tuple[int, ...] = ()
    """The opponents. The remaining seats are open to anyone."""
    partner: str = ""
    """"first" if the first of `people` is the partner, "anyone", or "" before asking."""

    def control(self, action: str) -> ComponentId:
        """Return the custom id data for a component, with the choices.

        Default choices are left empty. If the id would be too long, the last opponents are left
        out, and then the options. There is room for five opponents, an optional rule and the usual
        clock.
        """
        options = "+".join(sorted(self.options)) or NO_OPTIONS
        fields = (
            self.game,
            "" if self.clock == NewGame.clock else self.clock,
            "" if self.options == NewGame.options else options,
            self.partner,
            "".join(b85encode(person.to_bytes(8, "big")).decode() for person in self.people),
        )
        control = ComponentId(action, 0, extra=":".join(fields))
        if control.fits_limit():
            return control
        if self.people:
            return replace(self, people=self.people[:-1]).control(action)
        return NewGame(self.game, self.clock).control(action)


def parse_choices(control: ComponentId) -> NewGame:
    """Parse the choices from a custom id. Raises `StaleComponent` if it is malformed."""
    game, clock, options, partner, people = (control.extra.split(":") + [""] * 5)[:5]
    try:
        ids = [people[at : at + ID_LENGTH] for at in range(0, len(people), ID_LENGTH)]
        users = tuple(int.from_bytes(b85decode(each), "big") for each in ids)
        clock = clock or NewGame.clock
        parse(clock)
    except (ValueError, InvalidTime):
        raise StaleComponent(control.extra) from None
    if game not in VARIANTS or max(users, default=0) >= 2**63:
        raise StaleComponent(control.extra)
    chosen = frozenset(options.split("+")) & KNOWN_OPTIONS if options else NewGame.options
    return NewGame(game, clock, chosen, users, partner)


def new_game_button(t: Translator) -> Button:
    """Return the button that opens the form."""
    return Button(ComponentId("begin", 0), t.translate("New game"), "primary")


def default_options(game: Variant) -> frozenset[str]:
    """Return the options that the form selects for a game: rated, and suggested rules."""
    return frozenset({RATED, *suggested_rules.suggested_rules(game.key)})


def usual_choices(people: tuple[int, ...] = ()) -> NewGame:
    """Return the choices with which the form is first opened."""
    options = default_options(VARIANTS[DEFAULT_GAME])
    return NewGame(DEFAULT_GAME, options=options, people=people)


def versions(game: str) -> dict[str, Variant]:
    """Return the versions of a game by key: for more players or with other rules."""
    family = VARIANTS[game].game
    return {key: form for key, form in VARIANTS.items() if form.game == family}


def rules_to_choose(game: str) -> tuple[Option, ...]:
    """Return the optional rules of a game that are not part of any of its versions."""
    forms = versions(game).values()
    offered = dict.fromkeys(option for form in forms for option in offered_options(form))
    return tuple(each for each in offered if not any(each.applies(form) for form in forms))


def new_game_form(t: Translator, games: Sequence[str], wish: NewGame) -> ui.Modal:
    """Build the form for a game, with the choices made so far.

    The game can still be changed in the form. If `must_ask_version` is then true, a second question
    asks for the version.
    """
    forms = versions(wish.game)
    most = max(len(each.seats) for each in forms.values()) - 1
    return form(
        ComponentId("new-game", 0, extra=wish.game),
        t.translate("New game"),
        Field(
            "game",
            t.translate("Game"),
            "menu",
            value=VARIANTS[wish.game].game,
            choices=_names(t, games),
        ),
        Field(
            "people",
            t.translate("Opponent") if most == 1 else t.translate("Opponents"),
            "people",
            t.translate("Leave empty so that anyone can accept"),
            chosen=wish.people,
            most=most,
        ),
        Field(
            "version",
            t.translate("Version"),
            "radio",
            value=wish.game,
            choices=_version_texts(t, forms),
        )
        if len(forms) > 1
        else None,
        Field(
            "clock",
            t.translate("Clock"),
            "radio",
            value=_preset(wish.clock),
            choices=_clocks(t, wish.clock),
        ),
        Field(
            "options",
            t.translate("Options"),
            "boxes",
            choices=_options(t, wish.game),
            chosen=wish.options,
        ),
    )


def _names(t: Translator, games: Sequence[str]) -> dict[str, str]:
    return {VARIANTS[key].game: game_name(t, VARIANTS[key], both=True) for key in games}


def _version_texts(t: Translator, forms: Mapping[str, Variant]) -> dict[str, tuple[str, str]]:
    """Return label and explanation of each version: its name and its players.

    If each version has a different number of players, this number is the label.
    """
    sizes = [len(form.seats) for form in forms.values()]
    texts = {}
    for key, each in forms.items():
        players = t.translate_plural("{n} player", "{n} players", len(each.seats))
        name = game_name(t, each)
        texts[key] = (players, name) if len(set(sizes)) == len(sizes) else (name, players)
    return texts


def _preset(clock: str) -> str:
    """Return the name of a time control if the form offers it, else its text."""
    return next((name for name in NAMES if PRESETS[name] == parse(clock)), clock)


def _clocks(t: Translator, clock: str) -> dict[str, tuple[str, str]]:
    """Return the named time controls, and the chosen control if it has no name."""
    clocks = {
        name: (t.translate(title), describe_control(t, PRESETS[name]))
        for name, title in NAMES.items()
    }
    clocks.setdefault(_preset(clock), (describe_control(t, parse(clock)), ""))
    return clocks


def _options(t: Translator, game: str) -> dict[str, tuple[str, str]]:
    """Return the checkboxes: how the game is played, then its optional rules."""
    rated = (
        t.translate("Rated"),
        t.translate("Counts towards your rating, unless it is someone's first game"),
    )
    hints = (
        t.translate("With hints"),
        t.translate("Everyone sees when a hint is used. A game with hints is not rated"),
    )
    rules = {
        rule.name: (capitalized(t.translate(rule.title)), _why_chosen(t, game, rule))
        for rule in rules_to_choose(game)
    }
    return {RATED: rated, **rules, HINTS: hints}


def _why_chosen(t: Translator, game: str, rule: Option) -> str:
    """Return why a rule is suggested, or else what it says."""
    if rule.name in suggested_rules.suggested_rules(game):
        number = suggested_rules.first_player_wins(game)
        return t.translate(suggested_rules.SENTENCE, n=number)
    return t.translate(rule.brief or rule.sentence)


def read_form(control: ComponentId) -> tuple[NewGame, bool]:
    """Return the choices in a submitted form, and whether its game was changed.

    Raises `StaleComponent` if a value is unknown.
    """
    opened = control.extra
    game, clock = (next(iter(control.fields.get(each, ())), "") for each in ("game", "clock"))
    if opened not in VARIANTS or game not in VARIANTS:
        raise StaleComponent(opened)
    try:
        parse(clock)
    except InvalidTime:
        raise StaleComponent(clock) from None
    changed = VARIANTS[opened].game != VARIANTS[game].game
    version = next(iter(control.fields.get("version", ())), game if changed else opened)
    key = version if version in versions(game) else game
    chosen = KNOWN_OPTIONS.intersection(control.fields.get("options", ()))
    if changed:  # A box applies to the new game only if it differs from the old game's default.
        before = default_options(VARIANTS[opened])
        chosen = chosen - before | default_options(VARIANTS[key]) - (before - chosen)
    people = tuple(person.id for person in control.people)
    return NewGame(key, clock, chosen, people), changed


def must_ask_version(wish: NewGame) -> bool:
    """Whether the chosen game has choices that the form did not show."""
    return len(versions(wish.game)) > 1 or default_options(VARIANTS[wish.game]) != {RATED}


def version_question(t: Translator, wish: NewGame) -> ui.LayoutView:
    """Build the question for the version of a game; each button posts the challenge."""
    buttons = [
        Button(
            replace(wish, game=key).control("new-post"),
            label,
            "primary" if key == wish.game else "secondary",
        )
        for key, (label, _) in _version_texts(t, versions(wish.game)).items()
    ]
    return layout(
        [*_about(t, wish), "**" + t.translate("Which version?") + "**"],
        *button_rows(*buttons, _again(t, wish)),
    )


def partner_question(t: Translator, wish: NewGame, names: Mapping[int, str]) -> ui.LayoutView:
    """Build the question for the partner among the opponents. `names` are by user id."""
    buttons = [
        Button(
            replace(
                wish,
                people=tuple(sorted(wish.people, key=lambda each: each != person)),
                partner="first",
            ).control("new-post"),
            name,
            emoji="🤝",
        )
        for person, name in names.items()
    ]
    anyone = Button(replace(wish, partner="anyone").control("new-post"), t.translate("Anyone"))
    return layout(
        [*_about(t, wish), "**" + t.translate("Who is your partner?") + "**"],
        *button_rows(*buttons, anyone, _again(t, wish)),
    )


def new_game_reply(t: Translator, games: Sequence[str], wish: NewGame) -> Reply:
    """Open the form, or show a panel with a button for it if it is too late."""
    panel = layout(
        ["### " + t.translate("New game"), *_about(t, wish)],
        *button_rows(_again(t, wish), play_button(t, wish.game), rules_button(t, wish.game)),
    )
    return Reply(view=panel, form=new_game_form(t, games, wish))


def refusal(t: Translator, text: str, wish: NewGame) -> ui.LayoutView:
    """Build the reply to a refused form, with a button that opens it again."""
    return layout(text, *button_rows(_again(t, wish), play_button(t, wish.game)))


def _about(t: Translator, wish: NewGame) -> list[str]:
    """Return the game with the sentences of its rules and chosen options."""
    game = variant(wish.game)
    rules = [rule for rule in rules_to_choose(wish.game) if rule.name in wish.options]
    return [
        about_game(t, wish.game),
        " ".join(rule_sentences(t, game, in_short(game))),
        *(f"- **{t.translate(rule.title)}**: {t.translate(rule.sentence)}" for rule in rules),
    ]


def _again(t: Translator, wish: NewGame) -> Button:
    return Button(wish.control("new-form"), t.translate("Open the form"))
