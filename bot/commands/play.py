"""`/play`: start a match against the computer player, or fill a challenge with it."""

from discord.app_commands import locale_str

from bot.app import CommandContext
from bot.dialogs import variant_picker
from bot.dialogs.immediate_game import COMPUTER_OFF, elsewhere_text, start_match
from bot.dialogs.invitations import match_started_reply
from bot.dialogs.permissions import (
    must_post,
)
from bot.dialogs.variant_picker import seat_of, side_autocomplete
from bot.i18n.translator import N_
from bot.registry import Option, command, component_handler, matching_choices
from bot.service.matchmaking import challenges, computer_games
from bot.texts.game_names import level_description, level_name
from bot.views.components import ComponentId, StaleComponent, parse_int
from bot.views.computer_game_panel import computer_panel, default_level, fill_panel
from bot.views.reply import Reply, UserError
from engine import VARIANTS, Variant
from engine.former_keys import plain_key
from engine.search import levels
from engine.suggested_rules import as_usual

SOLO_LEVEL = "0"
NO_LEVEL = N_("{game} has no such level. Choose one from the list that appears as you type.")


def level_choices(ctx: CommandContext, game: Variant, typed: str) -> dict[str, str]:
    """Return the choices of the `level` option for a game: label by value."""
    names = {
        str(offered_level.number): level_description(ctx.t, offered_level.number)
        for offered_level in levels(game)
    }
    names[SOLO_LEVEL] = ctx.t.translate("I'll play all sides")
    return matching_choices(names, typed)


def level_of(ctx: CommandContext, game: Variant, typed: str) -> int:
    """Parse the `level` option.

    Raises `UserError` unless exactly one level matches.
    """
    if not typed:
        return default_level(game)
    matching = list(level_choices(ctx, game, typed))
    named_so = [
        value
        for value in matching
        if value != SOLO_LEVEL and level_name(ctx.t, int(value)).casefold() == typed.casefold()
    ]
    matching = [typed] if typed in matching else named_so or matching
    if len(matching) != 1:
        raise UserError(NO_LEVEL, game=game)
    return int(matching[0])


def parse_panel(control: ComponentId) -> tuple[int, Variant]:
    """Parse the level and the game from a button.

    Raises `StaleComponent` if one of them does not exist.
    """
    level, _, key = control.extra.partition(":")
    game = VARIANTS.get(key)
    if game is None or parse_int(level) not in {
        0,
        *(offered_level.number for offered_level in levels(game)),
    }:
        raise StaleComponent(control.extra)
    return parse_int(level), game


@component_handler("computer-game", edits=True, about="else")
@component_handler("computer", about="else")
async def open_panel(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the Play the computer button, and the panel's select of another game."""
    must_post(ctx)
    key = plain_key(control.value if control.values else control.extra)
    if key not in VARIANTS:
        raise StaleComponent(key)
    return Reply(view=computer_panel(ctx.t, key, variant_picker.FAMILIES, elsewhere_text(ctx)))


@component_handler("computer-begin", edits=True, about="else")
async def choose_level(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle a level button of the panel."""
    must_post(ctx)
    level, game = parse_panel(control)
    return await start_match(ctx, as_usual(game.key), level, None)


@component_handler("fill", edits=True, about="challenge")
@component_handler("filling", about="challenge")
async def fill_challenge(ctx: CommandContext, control: ComponentId) -> Reply:
    """Handle the button that fills an open challenge with computer players.

    The challenger first chooses a level. Other players get a panel for a match of their own.
    """
    if not ctx.app.worker.is_available:
        raise UserError(COMPUTER_OFF)
    if not control.extra:
        challenge = await ctx.read(challenges.load_challenge, control.subject)
        key = plain_key(challenge.variant)
        if key not in VARIANTS:
            raise StaleComponent(key)
        if challenge.challenger != ctx.player:  # Another player can start a separate match.
            return Reply(view=computer_panel(ctx.t, key, variant_picker.FAMILIES))
        return Reply(view=fill_panel(ctx.t, challenge.id, key))
    level, _ = parse_panel(control)
    joined = await ctx.write(
        computer_games.fill_with_computer,
        control.subject,
        level=level,
        rng=ctx.app.rng,
        **ctx.actor,
    )
    if joined.match is not None:
        return Reply(match_started_reply(ctx, joined.match))
    return Reply(ctx.t.translate("The computer has joined."))


async def level_autocomplete(ctx: CommandContext, typed: str) -> dict[str, str]:
    """Autocomplete the `level` option for the game chosen so far."""
    return level_choices(ctx, variant_picker.variant_so_far(ctx), typed)


@command(
    "play",
    locale_str("Play the computer right away, or play all sides yourself"),
    game=Option(
        locale_str("Which game? Leave empty for Halma on the small board"),
        autocomplete=variant_picker.game_autocomplete,
    ),
    level=Option(locale_str("Strength of the computer"), autocomplete=level_autocomplete),
    side=Option(
        locale_str("Your side, or who moves first. Leave empty for random"),
        autocomplete=side_autocomplete,
    ),
)
async def play_command(
    ctx: CommandContext, game: str = "", level: str = "", side: str = ""
) -> Reply:
    """Handle the `/play` command.

    `level` is a number or a name; "0" means that the player plays all sides.
    """
    must_post(ctx)
    form = as_usual(variant_picker.resolve_variant(game).key)
    chosen_level = level_of(ctx, form, level)
    return await start_match(ctx, form, chosen_level, seat_of(ctx.t, form, side))
