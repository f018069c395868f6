"""Variant picker: resolves the options of a command to a variant with its options."""

from collections.abc import Iterable, Mapping

from bot.app import Call
from bot.i18n.durations import described, preset_name
from bot.i18n.translator import LANGUAGES, Words, mark, speaker
from bot.registry import fitting
from bot.service.clock.calendar import BadTime
from bot.service.clock.time_control import PRESETS, check, parse
from bot.service.errors import WrongNumber
from bot.service.matchmaking import seating
from bot.texts.game_names import both_names, game_name
from bot.texts.option_texts import TITLES
from bot.views.reply import Refused
from engine import VARIANTS, Variant, variant
from engine.optional_rules import OPTIONS, offered, together

FAVOURITES = ("halma-8", "halma-10", "halma", "chinese-checkers", "super-halma")
"""Games offered first: those on the smaller boards take weeks, not months."""
FOR_MANY, FOR_PARTNERS = "chinese-checkers", "halma"
"""Default games for more than two players, and for partners."""
FAMILIES = tuple(
    dict.fromkeys((*FAVOURITES, *(key for key, game in VARIANTS.items() if game.game == key)))
)
"""Games as users choose them: the key of each game's form for two."""
ADVANCED = "-advanced"
GOALS = {option.name for option in OPTIONS if option.instead == "goal"}
"""Optional rules that replace the win condition."""
FORMS: Mapping[str, str] = {
    "halma-parlett": mark("full yard, locked"),
    "halma-ploog": mark("Ploog's goal"),
    "halma-gering": mark("must leave home"),
    "halma-4-opposite": mark("partners opposite"),
    "halma-4-adjacent": mark("partners side by side"),
    "hexma-hex": mark("on a hexagon"),
    "le-zug-back": mark("back in the camp"),
    "super-halma-10": mark("on 10×10"),
    "top-secret-centre": mark("leave the centre"),
}
"""Forms of a game that differ in neither player count nor advanced rules."""
GOAL_FORMS = ("halma-parlett", "halma-ploog", "top-secret-centre")
UNKNOWN = mark("I don't know that game. Choose one from the list that appears as you type.")
NO_RULE = mark(
    "{game} has no such optional rule. Choose one from the list that appears as you type."
)
NO_ADVANCED = mark("{game} has no advanced rules; only Platonic and Pythagoreic Halma do.")
NOT_TOGETHER = mark(
    "Those optional rules cannot be combined in {game}. Choose from the list that appears "
    "as you type."
)


def _plain(text: str) -> str:
    return text.casefold().replace("x", "×")


def games(said: Words, typed: str) -> dict[str, str]:
    """Return the games whose translated or English name fits the typed text.

    If anything is typed, the forms of the games follow.
    """
    wanted = _plain(typed).split()
    names = {
        key: both_names(said, VARIANTS[key])
        for key in dict.fromkeys((*FAMILIES, *(VARIANTS if wanted else ())))
    }
    return {
        key: name
        for key, name in names.items()
        if all(word in _plain(f"{name} {key}") for word in wanted)
    }


def meant(typed: str) -> Variant:
    """Return the game typed in any language. Raises `Refused` if it is ambiguous."""
    if typed in VARIANTS:
        return VARIANTS[typed]
    named = [
        key
        for key, game in VARIANTS.items()
        if _plain(typed) in {_plain(game_name(said, game)) for said in map(speaker, LANGUAGES)}
    ]
    found = named or list(
        dict.fromkeys(key for said in map(speaker, LANGUAGES) for key in games(said, typed))
    )
    found = [key for key in found if key in FAMILIES] or found
    if len(found) != 1:
        raise Refused(UNKNOWN)
    return VARIANTS[found[0]]


def form(
    typed: str = "",
    *,
    seats: int | None = None,
    people: int = 1,
    goal: str = "",
    rule: str = "",
    advanced: bool = False,
    partners: bool = False,
) -> Variant:
    """Return the form of a game with its options for this number of players.

    `people` is the number of players already known, including the caller. Raises `Refused` if the
    game has no such rule, and `WrongNumber` if it has no form for this number of players.
    """
    many = max(seats or 2, people) > 2
    usual = FOR_PARTNERS if partners else FOR_MANY if many else FAVOURITES[0]
    game = meant(typed or usual)
    named = f"{goal}+{rule}".replace(",", "+").replace(" ", "").split("+")
    for key in (each for each in named if each in FORMS):
        if VARIANTS[key].game != game.game:
            raise Refused(NO_RULE, game=game)
        game = VARIANTS[key]
    if advanced and ADVANCED not in game.key:
        if game.game + ADVANCED not in VARIANTS:
            raise Refused(NO_ADVANCED, game=game)
        game = VARIANTS[game.game + ADVANCED]
    size = max(seats or len(game.seats), people, 4 if partners else 2)
    paired = f"{game.key.removesuffix(f'-{size}')}-{size}-opposite"
    if partners and not seating.teams(game) and paired in VARIANTS:
        game = VARIANTS[paired]
    known = seating.seatings(game.key)
    if size not in known:
        raise WrongNumber(present=size, sizes=tuple(known))
    return with_options(known[size], (each for each in named if each and each not in FORMS))


def with_options(game: Variant, names: Iterable[str]) -> Variant:
    """Add optional rules to a variant. Raises `Refused` if it does not offer them."""
    chosen = list(dict.fromkeys(names))
    try:
        return variant("+".join((game.key, *chosen)))
    except KeyError:
        clash = {option.name for option in offered(game)}.issuperset(chosen)
        raise Refused(NOT_TOGETHER if clash else NO_RULE, game=game) from None


def typed_form(call: Call) -> Variant:
    """Return the variant described by the options filled in so far, for autocomplete."""
    given = call.interaction.namespace
    names = ("opponent", "opponent2", "opponent3", "opponent4", "opponent5", "partner")
    people = 1 + sum(getattr(given, name, None) is not None for name in names)
    seats = given.seats if isinstance(given.seats, int) else 0
    return form(
        str(given.game or ""),
        seats=max(seats, people) if max(seats, people) > 1 else None,
        goal=str(given.goal or ""),
        rule=str(given.rule or ""),
        advanced=given.advanced is True,
    )


async def games_like(call: Call, typed: str) -> dict[str, str]:
    """Autocomplete the `game` option."""
    return games(call.said, typed)


async def rules_like(call: Call, typed: str, *, goals: bool | None) -> dict[str, str]:
    """Autocomplete an option for rules of the game chosen so far.

    `goals` selects the rules that replace the goal, the other rules, or all rules (None).
    """
    given = call.interaction.namespace
    seats = given.seats if isinstance(given.seats, int) else None
    game = form(str(given.game or ""), seats=seats, advanced=given.advanced is True)
    forms = [
        key
        for key in FORMS
        if game.key not in FORMS
        and VARIANTS[key].game == game.game
        and len(VARIANTS[key].seats) in (len(game.seats), seats or 4)
        and goals in (None, key in GOAL_FORMS)
    ]
    known = {FORMS[key] for key in forms}
    chosen = [tuple(option.name for option in some) for some in together(game)]
    options = [
        "+".join(some)
        for some in chosen
        if (goals is None or all((name in GOALS) == goals for name in some))
        and (len(some) > 1 or TITLES[some[0]] not in known)
    ]
    titles = {
        value: " + ".join(call.said.say({**FORMS, **TITLES}[each]) for each in value.split("+"))
        for value in (*forms, *options)
    }
    return fitting(titles, typed)


def clocks_for(said: Words, typed: str, game: Variant) -> dict[str, str]:
    """Return the time controls that fit the text: a custom one, else the presets."""
    try:
        own = [parse(typed)]
        check(own[0], rated=False)
    except BadTime:
        own = []
    if own:
        return {str(own[0]): described(said, own[0])}
    many = len(game.seats)
    return fitting({name: preset_name(said, name, game.turns, many) for name in PRESETS}, typed)
