"""Variant picker: resolves command options to a variant with its optional rules."""

from collections.abc import Iterable
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
from bot.texts.game_names import SEARCH_WORDS, game_name
from bot.views.player_labels import seat_name
from bot.views.reply import UserError
from engine import VARIANTS, Variant, variant
from engine.optional_rules import offered_options

FAVOURITES = ("halma-8", "halma-10", "halma", "chinese-checkers", "super-halma", "ugolki")
"""Games listed first; games on smaller boards take weeks rather than months."""
FOR_MANY = "chinese-checkers"
"""Default game for more than two players."""
FAMILIES = tuple(
    dict.fromkeys((*FAVOURITES, *(key for key, game in VARIANTS.items() if game.game == key)))
)
"""Choices of the `game` option, as the key of each game's two-player form."""
UNKNOWN_GAME = N_("I don't know that game. Choose one from the list that appears as you type.")
NO_RULE = N_("{game} has no such optional rule. Choose others.")
NOT_TOGETHER = N_("Those optional rules cannot be combined in {game}. Choose fewer.")


def _normalize(text: str) -> str:
    return text.casefold().replace("x", "×")


def matching_games(t: Translator, typed: str) -> dict[str, str]:
    """Return the games whose names or board size match the text.

    The name in English and in the reader's language count, and the names in `SEARCH_WORDS`. If the
    text is not empty, the other forms of the games follow.
    """
    wanted = _normalize(typed).split()
    names = {
        key: game_name(t, VARIANTS[key], both=True)
        for key in dict.fromkeys((*FAMILIES, *(VARIANTS if wanted else ())))
    }
    return {
        key: name
        for key, name in names.items()
        if all(word in _normalize(f"{name} {key} {_also(VARIANTS[key])}") for word in wanted)
    }


def _also(game: Variant) -> str:
    """Return other names of a game, and the size of a square board, e.g. "16×16"."""
    names = SEARCH_WORDS.get(game.game, "")
    square = game.board.shape == "square"
    return f"{names} {game.board.rows}×{game.board.rows}" if square else names


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


def resolve_variant(typed: str = "", *, seats: int | None = None, people: int = 1) -> Variant:
    """Return the variant for a game and the number of players.

    `people` is the number of players already known, including the caller. Raises `UserError` if the
    game is unknown, and `WrongNumber` if it has no form for this number of players.
    """
    many = max(seats or 2, people) > 2
    game = parse_game(typed or (FOR_MANY if many else FAVOURITES[0]))
    size = max(seats or len(game.seats), people)
    forms_by_size = seating.variants_by_size(game.key)
    if size not in forms_by_size:
        raise WrongNumber(present=size, sizes=tuple(forms_by_size))
    return forms_by_size[size]


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
    people = 1 + (getattr(given, "opponent", None) is not None)
    return resolve_variant(str(given.game or ""), people=people)


async def game_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `game` option."""
    return matching_games(ctx.t, typed)


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
