"""The New game form fits Discord's limits for every game in every language."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.dialogs.variant_picker import FAMILIES
from bot.i18n.durations import NAMES
from bot.i18n.translator import LANGUAGES, translator_for
from bot.views.components import ComponentId
from bot.views.new_game_form import (
    FIRST_GAMES,
    KNOWN_OPTIONS,
    MORE_GAMES,
    RATED,
    NewGame,
    default_options,
    new_game_form,
    parse_choices,
    short_code,
)
from bot.views.new_game_preview import game_list, preview
from bot.views.new_game_rules_form import more_rules_form, rules_to_choose, versions
from engine import VARIANTS, variant
from engine.optional_rules import offered_options
from tests.bot.bodies import faults


def _choices(label: Any) -> list[dict[str, str]]:
    """Return the choices of a field."""
    return list(label.get("component", {}).get("options", []))


@pytest.mark.check
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_fits_for_every_version_of_every_game(language: str) -> None:
    t = translator_for(language)
    for key in VARIANTS:
        for clock in ("standard", "72h+12h cap 120h"):
            wish = NewGame(key, clock, KNOWN_OPTIONS, tuple(range(1, 6)))
            for form in (new_game_form(t, wish).to_dict(), more_rules_form(t, wish).to_dict()):
                assert faults({"data": form}) == [], (key, language)
                labels = [label["label"] for label in form["components"]]
                assert all("…" not in label for label in labels), labels
                boxes = [box for label in form["components"] for box in _choices(label)]
                about = [box.get("description") or "" for box in boxes]
                assert all("…" not in each for each in about), about
            for view in (preview(t, wish), game_list(t, FAMILIES, wish)):
                assert faults({"data": {"components": view.to_components()}}) == []


def test_the_form_lists_four_games_and_the_one_that_was_chosen_before() -> None:
    for key in FAMILIES:
        form = new_game_form(translator_for(), NewGame(key)).to_dict()
        games = [each["value"] for each in _choices(form["components"][0])]
        assert games == [*dict.fromkeys((*FIRST_GAMES, key)), MORE_GAMES]
    assert len(FIRST_GAMES) == 4


def test_only_a_game_with_partners_asks_for_one_and_only_several_versions_for_theirs() -> None:
    for key, expected in (
        ("halma-8", ["options", "side", "note"]),
        ("hexma", ["version", "options", "side", "note"]),
        ("halma", ["version", "options", "side", "partner", "note"]),
    ):
        form = more_rules_form(translator_for(), NewGame(key)).to_dict()
        assert [each["component"]["custom_id"] for each in form["components"]] == expected


def test_the_rules_of_the_form_can_be_chosen_in_one_version_at_least() -> None:
    for key in FAMILIES:
        for rule in rules_to_choose(key):
            assert any(
                variant(f"{form.key}+{rule.name}")
                for form in versions(key).values()
                if rule in offered_options(form)
            )


def test_every_default_option_is_known_and_games_are_rated_by_default() -> None:
    for game in VARIANTS.values():
        assert RATED in default_options(game) <= KNOWN_OPTIONS


def test_every_choice_survives_the_custom_id_of_a_button() -> None:
    rng = random.Random(1)
    for _ in range(200):
        game, most = rng.choice((("halma-8", 1), ("halma-4-opposite", 3), ("hexma-3", 2)))
        wish = NewGame(
            game,
            rng.choice(("standard", "72h+12h cap 120h", "untimed", "3d/move")),
            frozenset(rng.sample(("rated", "no-return"), rng.randrange(3))),
            tuple(rng.randrange(1, 2**63) for _ in range(rng.randrange(most + 1))),
            rng.choice(("", "first", "anyone")),
        )
        assert parse_choices(wish.control("new-form")) == wish


def test_five_opponents_fit_with_every_game_and_named_clock() -> None:
    people = tuple(range(2**63 - 5, 2**63))
    for game, clock, rules in product(VARIANTS, NAMES, ({"rated"}, set(), {"rated", "no-rest"})):
        opponents = people[: len(VARIANTS[game].seats) - 1]
        wish = NewGame(game, clock, frozenset(rules), opponents)
        assert wish.is_whole()
        assert parse_choices(wish.control("new-form")) == wish


def test_more_than_fits_is_left_out_and_known_to_be_missing() -> None:
    people = tuple(range(2**63 - 5, 2**63))
    options = frozenset(sorted(KNOWN_OPTIONS)[:12])
    full = NewGame("super-chinese-checkers-6", "72h+12h cap 120h", options, people)
    assert not full.is_whole()
    assert parse_choices(full.control("new-form")) == replace(full, people=people[:1])
    full = replace(full, clock="999 hours + 999 hours, cap 999 hours")
    assert not full.is_whole()
    assert parse_choices(full.control("new-form")) == NewGame(full.game, full.clock)


def test_games_and_options_have_different_short_codes() -> None:
    names = [*VARIANTS, *KNOWN_OPTIONS]
    assert len({short_code(name) for name in names}) == len(names)


def test_a_button_with_full_names_is_understood() -> None:
    old = ComponentId("new-post", 0, extra="hexma::locked+rated:first:")
    assert parse_choices(old) == NewGame(
        "hexma", options=frozenset({"locked", "rated"}), partner="first"
    )


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("carrera", "The player who moves first wins 82 of 100 games"),
        ("ugolki", "Usual in this game: equal turns."),
    ],
)
def test_a_suggested_rule_is_selected_and_its_reason_given(key: str, reason: str) -> None:
    wish = NewGame(key, options=default_options(VARIANTS[key]))
    form = more_rules_form(translator_for(), wish).to_dict()
    (options,) = (
        label["component"]["options"]
        for label in form["components"]
        if "options" in label["component"]
        and any(each["value"] == "equal-turns" for each in label["component"]["options"])
    )
    (equal,) = (each for each in options if each["value"] == "equal-turns")
    assert equal["default"]
    assert equal["description"].startswith(reason)
    assert default_options(VARIANTS["chinese-checkers"]) == {RATED}
