"""The New game form: game, opponents, clock, and whether the game is rated.

The choices are stored as a `NewGame` in the custom ids. A player can therefore see a preview, add
rules or correct a refused form without filling it in again.
"""

from base64 import b85decode, b85encode
from dataclasses import dataclass, replace
from zlib import crc32

from discord import ui

from bot.i18n.durations import NAMES, describe_control
from bot.i18n.translator import Translator
from bot.service.clock.calendar import InvalidTime
from bot.service.clock.time_control import PRESETS, parse
from bot.texts.game_names import game_name
from bot.views.components import Button, ComponentId, StaleComponent
from bot.views.forms import Field, form
from engine import VARIANTS, Variant, suggested_rules
from engine.optional_rules import OPTIONS

DEFAULT_GAME = "halma-8"
FIRST_GAMES = (DEFAULT_GAME, "halma", "chinese-checkers", "halma-4")
"""The games that the form lists. The others are behind `MORE_GAMES`."""
MORE_GAMES = "more"
"""Choice of the form that leads to the list of all games."""
MOST_OPPONENTS = max(len(game.seats) for game in VARIANTS.values()) - 1
RATED = "rated"
"""Option: the game is rated, unless it is someone's first."""
ALWAYS_RATED = "always-rated"
"""Option: the game is rated even if it is someone's first."""
HINTS = "hints"
"""Option: players may ask for good moves, and the game is therefore unrated."""
RULES = frozenset(rule.name for rule in OPTIONS)
KNOWN_OPTIONS = frozenset({RATED, ALWAYS_RATED, HINTS, *RULES})
"""All options that a form may have."""
NO_OPTIONS = "-"
LONGEST_ACTION = "new-rules"
"""The longest action of a component that carries the choices."""
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

    def with_game(self, game: str) -> "NewGame":
        """Return the choices for another game, with its suggested rules."""
        if game == self.game:
            return self
        rules = default_options(VARIANTS[game]) - {RATED} | self.options & {
            RATED,
            ALWAYS_RATED,
            HINTS,
        }
        return replace(self, game=game, options=rules)

    def control(self, action: str) -> ComponentId:
        """Return the custom id data for a component, with the choices.

        Default choices are left empty; games and options are stored as their `short_code`. If the
        id would be too long, the last opponents are left out, and then the options: see `is_whole`.
        There is room for five opponents, four options and any named clock.
        """
        options = "+".join(map(short_code, sorted(self.options))) or NO_OPTIONS
        fields = (
            short_code(self.game),
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

    def is_whole(self) -> bool:
        """Return whether all choices fit into the custom id of a button."""
        return parse_choices(self.control(LONGEST_ACTION)) == self


def short_code(name: str) -> str:
    """Return three characters that stand for a game or an option in a custom id.

    They depend on the name alone, so that a button stays valid when a game or a rule is added.
    """
    return f"{crc32(name.encode()) % 16**3:03x}"


_NAMES = {short_code(name): name for name in (*VARIANTS, *KNOWN_OPTIONS)}


def parse_choices(control: ComponentId) -> NewGame:
    """Parse the choices from a custom id. Raises `StaleComponent` if it is malformed."""
    game, clock, options, partner, people = (control.extra.split(":") + [""] * 5)[:5]
    game = _NAMES.get(game, game)
    try:
        ids = [people[at : at + ID_LENGTH] for at in range(0, len(people), ID_LENGTH)]
        users = tuple(int.from_bytes(b85decode(each), "big") for each in ids)
        clock = clock or NewGame.clock
        parse(clock)
    except (ValueError, InvalidTime):
        raise StaleComponent(control.extra) from None
    if game not in VARIANTS or max(users, default=0) >= 2**63:
        raise StaleComponent(control.extra)
    names = frozenset(_NAMES.get(option, option) for option in options.split("+"))
    chosen = names & KNOWN_OPTIONS if options else NewGame.options
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


def new_game_form(t: Translator, wish: NewGame) -> ui.Modal:
    """Build the form, with the choices made so far."""
    return form(
        wish.control("new-game"),
        t.translate("New game"),
        Field("game", t.translate("Game"), "menu", value=wish.game, choices=_games(t, wish.game)),
        Field(
            "people",
            t.translate("Opponents"),
            "people",
            t.translate("Leave empty so that anyone can accept"),
            chosen=wish.people,
            most=MOST_OPPONENTS,
        ),
        Field(
            "clock",
            t.translate("Clock"),
            "menu",
            value=_preset(wish.clock),
            choices=_clocks(t, wish.clock),
        ),
        Field(
            "rated",
            t.translate("Rating"),
            "boxes",
            choices={
                RATED: (
                    t.translate("Rated"),
                    never_rated_text(t, wish.game)
                    or t.translate("Counts towards your rating, unless it is someone's first game"),
                )
            },
            chosen=wish.options,
        ),
    )


def never_rated_text(t: Translator, game: str) -> str:
    """Return that the game with this key is never rated; "" if it can be."""
    named = VARIANTS[game]
    return t.translate("{game} is never rated", game=game_name(t, named)) if named.uneven else ""


def _games(t: Translator, chosen: str) -> dict[str, str]:
    """Return the first games, the chosen one and the entry for all others."""
    keys = dict.fromkeys((*FIRST_GAMES, chosen))
    names = {key: game_name(t, VARIANTS[key], both=True) for key in keys}
    return {**names, MORE_GAMES: t.translate("More games …")}


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


def read_form(control: ComponentId) -> tuple[NewGame, bool]:
    """Return the choices in a form, and whether another game is to be chosen.

    Raises `StaleComponent` if a value is unknown.
    """
    opened = parse_choices(control)
    game, clock = (next(iter(control.fields.get(each, ())), "") for each in ("game", "clock"))
    more = game == MORE_GAMES
    game = opened.game if more else game
    if game not in VARIANTS:
        raise StaleComponent(game)
    try:
        parse(clock)
    except InvalidTime:
        raise StaleComponent(clock) from None
    rated = frozenset({RATED}).intersection(control.fields.get("rated", ()))
    people = tuple(person.id for person in control.people)
    wish = replace(opened.with_game(game), clock=clock, people=people, partner="")
    before = wish.options - {RATED} if rated else wish.options - {RATED, ALWAYS_RATED}
    return replace(wish, options=before | rated), more
