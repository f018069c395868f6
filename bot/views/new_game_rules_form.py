"""More rules of a challenge: version, optional rules, side, partner and note."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import discord
from discord import ui

from bot.i18n.translator import N_, Translator
from bot.service.matchmaking.challenge_limits import NOTE_LENGTH
from bot.service.matchmaking.seating import team_seats
from bot.texts.game_names import game_name
from bot.texts.rule_card import suggestion_text
from bot.views.components import ComponentId, parse_int
from bot.views.forms import Field, capitalized, form
from bot.views.new_game_form import (
    ALWAYS_RATED,
    HINTS,
    RATED,
    RULES,
    NewGame,
    never_rated_text,
    parse_choices,
)
from bot.views.player_labels import seat_name
from bot.views.reply import UserError
from engine import VARIANTS, Variant, suggested_rules
from engine.optional_rules import Option, offered_options

RANDOM_SIDE = "random"
NO_SEAT = N_("{game} has no such side. Open the form again and choose another.")


class MoreRules(NamedTuple):
    """The choices made in the More rules form."""

    wish: NewGame
    seat: int | None
    """The seat of the challenger; None for a random one."""
    note: str
    partner: discord.Member | discord.User | None


def versions(game: str) -> dict[str, Variant]:
    """Return the versions of a game by key: for more players or with other rules."""
    family = VARIANTS[game].game
    return {key: form for key, form in VARIANTS.items() if form.game == family}


def rules_to_choose(game: str) -> tuple[Option, ...]:
    """Return the optional rules of a game that are not part of any of its versions."""
    forms = versions(game).values()
    offered = dict.fromkeys(option for form in forms for option in offered_options(form))
    return tuple(each for each in offered if not any(each.applies(form) for form in forms))


def more_rules_form(t: Translator, wish: NewGame) -> ui.Modal:
    """Build the form with what most challenges leave as it is."""
    forms = versions(wish.game)
    note: ui.TextInput[ui.View] = ui.TextInput(
        required=False, max_length=NOTE_LENGTH, style=discord.TextStyle.paragraph
    )
    return form(
        wish.control("new-rules"),
        t.translate("More rules"),
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
            "options",
            t.translate("Optional rules"),
            "boxes",
            choices=_options(t, wish.game),
            chosen=wish.options,
        ),
        Field(
            "side", t.translate("Your side"), "menu", value=RANDOM_SIDE, choices=_sides(t, forms)
        ),
        Field(
            "partner",
            t.translate("Your partner"),
            "people",
            t.translate("Only for a version with partners"),
        )
        if any(map(team_seats, forms.values()))
        else None,
        Field("note", t.translate("A note to the people you challenge"), note),
    )


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


def _options(t: Translator, game: str) -> dict[str, tuple[str, str]]:
    """Return the checkboxes: the optional rules of the game, hints, and the rating."""
    rules = {
        rule.name: (capitalized(t.translate(rule.title)), _why_chosen(t, game, rule))
        for rule in rules_to_choose(game)
    }
    hints = (
        t.translate("With hints"),
        t.translate("Everyone sees when a hint is used. A game with hints is not rated"),
    )
    rated = (
        t.translate("Rated in any case"),
        never_rated_text(t, game)
        or t.translate("Counts towards ratings even if it is someone's first game"),
    )
    return {**rules, HINTS: hints, ALWAYS_RATED: rated}


def _why_chosen(t: Translator, game: str, rule: Option) -> str:
    """Return why a rule is suggested, or else what it says."""
    if rule.name in suggested_rules.suggested_rules(game):
        return suggestion_text(t, game, rule)
    return t.translate(rule.brief or rule.sentence)


def _sides(t: Translator, forms: Mapping[str, Variant]) -> dict[str, str]:
    """Return the sides by number, those of the version with most players."""
    largest = max(forms.values(), key=lambda each: len(each.seats))
    names = {RANDOM_SIDE: t.translate("Random")}
    if len(largest.seats) == 2:
        return {
            **names,
            "1": t.translate("I move first"),
            "2": t.translate("My opponent moves first"),
        }
    seats = range(len(largest.seats))
    return {**names, **{str(n + 1): f"{n + 1} · {seat_name(t, largest, n)}" for n in seats}}


def read_more_rules(control: ComponentId) -> MoreRules:
    """Return the choices in a submitted form; unknown options are ignored.

    Raises `StaleComponent` if the game or the side is unknown, and `UserError` if the version lacks
    the side.
    """
    opened, given = parse_choices(control), control.fields
    version, side, note = (
        next(iter(given.get(name, ())), usual)
        for name, usual in (("version", opened.game), ("side", RANDOM_SIDE), ("note", ""))
    )
    key = version if version in versions(opened.game) else opened.game
    seat = None if side == RANDOM_SIDE else parse_int(side) - 1
    if seat is not None and seat not in range(len(VARIANTS[key].seats)):
        raise UserError(NO_SEAT, game=VARIANTS[key])
    chosen = (RULES | {HINTS, ALWAYS_RATED}).intersection(given.get("options", ()))
    wish = replace(opened, game=key, options=opened.options & {RATED} | chosen)
    return MoreRules(wish, seat, note, next(iter(control.people), None))
