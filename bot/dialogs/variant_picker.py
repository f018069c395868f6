"""Variant picker: resolves command options to a variant with its optional rules."""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from bot.app import CommandContext
from bot.dialogs import variant_picker
from bot.i18n.durations import describe_control, preset_name
from bot.i18n.translator import LANGUAGES, N_, Translator, translator_for
from bot.registry import matching_choices
from bot.service.clock.calendar import InvalidTime
from bot.service.clock.time_control import PRESETS, parse
from bot.service.errors import WrongNumber
from bot.service.matchmaking import seating
from bot.texts.game_names import game_name
from bot.views.player_labels import seat_name
from bot.views.reply import UserError
from engine import VARIANTS, Variant, variant
from engine.former_keys import FORMER_KEYS
from engine.optional_rules import (
    OPTIONS,
    chosen_options,
    offered_options,
    option_combinations,
)

FAVOURITES = ("halma-8", "halma-10", "halma", "chinese-checkers", "super-halma")
"""Games listed first; games on smaller boards take weeks rather than months."""
FOR_MANY, FOR_PARTNERS = "chinese-checkers", "halma"
"""Default games for more than two players, and for partners."""
FAMILIES = tuple(
    dict.fromkeys((*FAVOURITES, *(key for key, game in VARIANTS.items() if game.game == key)))
)
"""Choices of the `game` option, as the key of each game's two-player form."""
ADVANCED = "-advanced"
GOALS = {option.name for option in OPTIONS if option.field == "reached"}
"""Optional rules that replace the win condition."""
TITLES: Mapping[str, str] = {option.name: option.title for option in OPTIONS}
FORMS: Mapping[str, str] = {
    "halma-4-opposite": N_("partners opposite"),
    "halma-4-adjacent": N_("partners side by side"),
    "hexma-hex": N_("on a hexagon"),
    "le-zug-back": N_("backwards in the camp"),
    "super-halma-10": N_("on 10×10"),
    "top-secret-centre": N_("leave the centre"),
}
"""Labels of the forms that differ in more than player count or advanced rules."""
GOAL_FORMS = ("top-secret-centre",)
UNKNOWN_GAME = N_("I don't know that game. Choose one from the list that appears as you type.")
NO_RULE = N_("{game} has no such optional rule. Choose one from the list that appears as you type.")
NO_ADVANCED = N_("{game} has no advanced rules. Only Platonic and Pythagoreic Halma have them.")
NOT_TOGETHER = N_(
    "Those optional rules cannot be combined in {game}. Choose from the list that appears "
    "as you type."
)


def _normalize(text: str) -> str:
    return text.casefold().replace("x", "×")


def matching_games(t: Translator, typed: str) -> dict[str, str]:
    """Return the games whose name in two languages or board size matches the text.

    If the text is not empty, the other forms of the games follow.
    """
    wanted = _normalize(typed).split()
    names = {
        key: game_name(t, VARIANTS[key], both=True)
        for key in dict.fromkeys((*FAMILIES, *(VARIANTS if wanted else ())))
    }
    return {
        key: name
        for key, name in names.items()
        if all(word in _normalize(f"{name} {key} {_size(VARIANTS[key])}") for word in wanted)
    }


def _size(game: Variant) -> str:
    """Return the size of a board of squares, e.g. "16×16"; "" for other boards."""
    return f"{game.board.rows}×{game.board.rows}" if game.board.shape == "square" else ""


def parse_game(typed: str) -> Variant:
    """Return the game typed in any language, or by its current or former key.

    Raises `UserError` unless exactly one game matches.
    """
    with suppress(KeyError):
        return variant(typed)
    named = [
        key
        for key, game in VARIANTS.items()
        if _normalize(typed)
        in {_normalize(game_name(t, game)) for t in map(translator_for, LANGUAGES)}
    ]
    keys = named or list(
        dict.fromkeys(
            key for t in map(translator_for, LANGUAGES) for key in matching_games(t, typed)
        )
    )
    keys = [key for key in keys if key in FAMILIES] or keys
    if len(keys) != 1:
        raise UserError(UNKNOWN_GAME)
    return VARIANTS[keys[0]]


def resolve_variant(
    typed: str = "",
    *,
    seats: int | None = None,
    people: int = 1,
    goal: str = "",
    rule: str = "",
    advanced: bool = False,
    partners: bool = False,
) -> Variant:
    """Return the variant for a game, its options and the number of players.

    `people` is the number of players already known, including the caller. Raises `UserError` if the
    game is unknown or has no such rule, and `WrongNumber` if it has no form for this number of
    players.
    """
    many = max(seats or 2, people) > 2
    usual = FOR_PARTNERS if partners else FOR_MANY if many else FAVOURITES[0]
    game = parse_game(typed or usual)
    named = f"{goal}+{rule}".replace(",", "+").replace(" ", "").split("+")
    for key in (each for each in named if each in FORMS or each in FORMER_KEYS):
        if variant(key).game != game.game:
            raise UserError(NO_RULE, game=game)
        game = variant(key)
    if advanced and ADVANCED not in game.key:
        if game.game + ADVANCED not in VARIANTS:
            raise UserError(NO_ADVANCED, game=game)
        game = VARIANTS[game.game + ADVANCED]
    size = max(seats or len(game.seats), people, 4 if partners else 2)
    paired = f"{game.key.removesuffix(f'-{size}')}-{size}-opposite"
    if partners and not seating.team_seats(game) and paired in VARIANTS:
        game = VARIANTS[paired]
    forms_by_size = seating.variants_by_size(game.key)
    if size not in forms_by_size:
        raise WrongNumber(present=size, sizes=tuple(forms_by_size))
    options = (each for each in named if each and each not in FORMS and each not in FORMER_KEYS)
    return with_options(forms_by_size[size], options)


def with_options(game: Variant, names: Iterable[str]) -> Variant:
    """Return the variant with these optional rules added to those it already has.

    Raises `UserError` if the variant does not offer them or they cannot be combined.
    """
    base, *had = game.key.split("+")
    chosen = list(dict.fromkeys((*had, *names)))
    try:
        return variant("+".join((base, *chosen)))
    except KeyError:
        clash = {option.name for option in offered_options(game)}.issuperset(chosen)
        raise UserError(NOT_TOGETHER if clash else NO_RULE, game=game) from None


def variant_so_far(ctx: CommandContext) -> Variant:
    """Return the variant described by the options filled in so far, for autocomplete."""
    given = ctx.interaction.namespace
    names = ("opponent", "opponent2", "opponent3", "opponent4", "opponent5", "partner")
    people = 1 + sum(getattr(given, name, None) is not None for name in names)
    seats = given.seats if isinstance(given.seats, int) else 0
    return resolve_variant(
        str(given.game or ""),
        seats=max(seats, people) if max(seats, people) > 1 else None,
        goal=str(given.goal or ""),
        rule=str(given.rule or ""),
        advanced=given.advanced is True,
    )


async def game_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `game` option."""
    return matching_games(ctx.t, typed)


async def rule_autocomplete(
    ctx: CommandContext, typed: str, *, goals: bool | None
) -> dict[str, str]:
    """Autocomplete an option for rules of the game chosen so far.

    `goals` is True for the rules that replace the goal, False for the others, None for all.
    """
    given = ctx.interaction.namespace
    seats = given.seats if isinstance(given.seats, int) else None
    game = resolve_variant(str(given.game or ""), seats=seats, advanced=given.advanced is True)
    forms = [
        key
        for key in FORMS
        if game.key not in FORMS
        and VARIANTS[key].game == game.game
        and len(VARIANTS[key].seats) in (len(game.seats), seats or 4)
        and goals in (None, key in GOAL_FORMS)
    ]
    had = set(chosen_options(game))
    chosen = [
        tuple(option.name for option in some if option not in had)
        for some in option_combinations(game)
        if had < set(some)
    ]
    options = [
        "+".join(some)
        for some in chosen
        if goals is None or all((name in GOALS) == goals for name in some)
    ]
    titles = {
        value: " + ".join(ctx.t.translate({**FORMS, **TITLES}[each]) for each in value.split("+"))
        for value in (*forms, *options)
    }
    return matching_choices(titles, typed)


def matching_clocks(t: Translator, typed: str, game: Variant) -> dict[str, str]:
    """Return the typed custom time control, or else the presets that match the text."""
    try:
        own = [parse(typed)]
        own[0].validate(rated=False)
    except InvalidTime:
        own = []
    if own:
        return {str(own[0]): describe_control(t, own[0])}
    many = len(game.seats)
    return matching_choices(
        {name: preset_name(t, name, game.turns, many) for name in PRESETS}, typed
    )


NO_SEAT = N_("{game} has no such side. Choose one from the list that appears as you type.")
SIDES = {
    "first": N_("I move first"),
    "second": N_("My opponent moves first"),
    "random": N_("Random"),
}
"""Choices of the `side` option in games for two players."""


def side_choices(t: Translator, game: Variant) -> dict[str, str]:
    """Return the choices of the `side` option as labels by value.

    In games for more players the values are "1" to at most "6", in turn order.
    """
    if len(game.seats) == 2:
        return {value: t.translate(name) for value, name in SIDES.items()}
    return {
        str(seat + 1): f"{seat + 1} · {seat_name(t, game, seat)}" for seat in range(len(game.seats))
    }


def seat_of(t: Translator, game: Variant, typed: str) -> int | None:
    """Parse a `side` option; return the seat, or None for a random seat.

    Raises `UserError` if the text matches no side or more than one.
    """
    if typed in ("", "random"):
        return None
    names = side_choices(t, game)
    fits = [typed] if typed in names else []
    fits = fits or [value for value, name in names.items() if typed.casefold() in name.casefold()]
    if len(fits) != 1:
        raise UserError(NO_SEAT, game=game)
    return int(fits[0]) - 1 if fits[0].isdigit() else {"first": 0, "second": 1}.get(fits[0])


async def side_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `side` option for the game chosen so far."""
    return matching_choices(side_choices(ctx.t, variant_picker.variant_so_far(ctx)), typed)
