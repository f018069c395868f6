"""Which game is meant by what somebody types, and with which of the rules that may be chosen."""

from __future__ import annotations

from collections.abc import Callable

import discord
from discord import app_commands

from bot.service.clock.calendar import BadTime
from bot.service.clock.time_control import PRESETS, check, parse
from bot.views import limits
from bot.views.reply import Refused
from bot.words import LANGUAGES, Words, mark, speaker
from bot.words.chosen_rules import TITLES
from bot.words.games import both_names, game_name
from bot.words.times import described, preset_name
from engine import VARIANTS, Variant, variant
from engine.optional_rules import offered, together

FAVOURITES = ("halma-8", "halma-10", "halma")
"""Offered first: the smaller boards take weeks, not months."""
UNKNOWN = mark("I know no such game. Choose one from the list that appears as you type.")
NO_RULE = mark(
    "{game} has no such optional rule. Choose one from the list that appears as you type."
)

NOT_TOGETHER = mark(
    "{game} has these optional rules, but not together: each would replace the other. Choose from "
    "the list that appears as you type."
)

Fits = Callable[[Variant], bool]

EVERY = tuple(speaker(language) for language in LANGUAGES)
"""What is typed may be a name in any language: nobody is asked which one it is."""


def anything(game: Variant) -> bool:
    """Every game will do."""
    return True


def for_two(game: Variant) -> bool:
    """Is it a game for two?"""
    return len(game.seats) == 2


def _plain(text: str) -> str:
    return text.casefold().replace("x", "×")


def games(said: Words, typed: str, fits: Fits = anything) -> list[app_commands.Choice[str]]:
    """The games whose name, in the reader's language or in English, fits what is typed, the favourites
    first, the simplest of a family next."""
    keys = [key for key, game in VARIANTS.items() if fits(game)]
    plain = [key for key in keys if VARIANTS[key].game == key]
    order = dict.fromkeys((*(key for key in FAVOURITES if key in keys), *plain, *keys))
    wanted = _plain(typed).split()
    return [
        app_commands.Choice(name=limits.choice(both_names(said, VARIANTS[key])), value=key)
        for key in order
        if all(word in _plain(f"{both_names(said, VARIANTS[key])} {key}") for word in wanted)
    ][: limits.CHOICES]


def meant(typed: str, fits: Fits = anything, unknown: str = UNKNOWN) -> Variant:
    """The game that was chosen or typed; Refused if it is none, or could be several."""
    if typed in VARIANTS and fits(VARIANTS[typed]):
        return VARIANTS[typed]
    named = [
        each.key
        for each in VARIANTS.values()
        if fits(each) and _plain(typed) in {_plain(game_name(said, each)) for said in EVERY}
    ]
    found = named or list({each.value: 0 for said in EVERY for each in games(said, typed, fits)})
    if len(found) != 1:
        raise Refused(unknown)
    return VARIANTS[found[0]]


def rules(said: Words, game: Variant, typed: str) -> list[app_commands.Choice[str]]:
    """The rules that may be chosen with a game, and what can be made of several of them."""
    choices = [
        (
            " + ".join(said.say(TITLES[option.name]) for option in some),
            "+".join(option.name for option in some),
        )
        for some in together(game)
    ]
    return [
        app_commands.Choice(name=limits.choice(title), value=value)
        for title, value in choices
        if typed.casefold() in f"{title} {value}".casefold()
    ][: limits.CHOICES]


def offer_rules(
    interaction: discord.Interaction, typed: str, fits: Fits = anything
) -> list[app_commands.Choice[str]]:
    """The choices of a `rule` option beside a `game` option."""
    named = interaction.namespace.game or FAVOURITES[0]
    try:
        return rules(speaker(interaction.locale), meant(str(named), fits), typed)
    except Refused:
        return []


def with_rules(game: Variant, chosen: str) -> Variant:
    """The game with the rules that were chosen; Refused if it does not offer them."""
    names = "".join(
        f"+{name}" for name in chosen.replace(",", "+").replace(" ", "").split("+") if name
    )
    try:
        return variant(game.key + names)
    except KeyError:
        known = {option.name for option in offered(game)}
        clash = known.issuperset(names.split("+")[1:])
        raise Refused(NOT_TOGETHER if clash else NO_RULE, game=game) from None


def clocks_for(said: Words, typed: str) -> list[app_commands.Choice[str]]:
    """The time controls that fit what is typed: one written out, else the presets."""
    try:
        own = [parse(typed)]
        check(own[0], rated=False)
    except BadTime:
        own = []
    known = [(preset_name(said, name), name) for name in PRESETS]
    choices = [(described(said, each), str(each)) for each in own] or [
        (title, name) for title, name in known if typed.casefold() in f"{title} {name}".casefold()
    ]
    return [app_commands.Choice(name=limits.choice(title), value=value) for title, value in choices]
