"""The preview of a challenge, and the questions before it is posted."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from discord import ui

from bot.i18n.translator import Translator
from bot.texts.game_names import game_name
from bot.texts.rule_card import in_short
from bot.texts.unrated_reasons import unrated_text
from bot.views.challenge_post import about_game, clock_name
from bot.views.components import Button, Select, button_rows, layout
from bot.views.computer_game_panel import play_button
from bot.views.new_game_form import ALWAYS_RATED, HINTS, RATED, NewGame, new_game_form
from bot.views.new_game_rules_form import rules_to_choose
from bot.views.player_labels import mention
from bot.views.reply import Reply
from bot.views.rule_cards import rule_sentences, rules_button
from engine import VARIANTS, variant


def new_game_reply(t: Translator, wish: NewGame) -> Reply:
    """Open the form, or show a panel with a button for it if it is too late."""
    panel = layout(
        ["### " + t.translate("New game"), *_about(t, wish)],
        *button_rows(_again(t, wish), play_button(t, wish.game), rules_button(t, wish.game)),
    )
    return Reply(view=panel, form=new_game_form(t, wish))


def game_list(t: Translator, games: Sequence[str], wish: NewGame) -> ui.LayoutView:
    """Build the list of all games; choosing one shows the preview."""
    names = {key: game_name(t, VARIANTS[key], both=True) for key in games}
    return layout(
        "**" + t.translate("Which game?") + "**",
        ui.ActionRow(Select(wish.control("new-choose"), names, t.translate("Game"))),
        *button_rows(_again(t, wish)),
    )


def preview(t: Translator, wish: NewGame) -> ui.LayoutView:
    """Build the preview: game, opponents, clock and rating, and the Post button."""
    asked = t.join(mention(person) for person in wish.people)
    return layout(
        ["### " + t.translate("Your challenge"), *_about(t, wish)],
        [
            "👥 "
            + (
                t.translate("To {opponent}.", opponent=asked)
                if asked
                else t.translate("Anyone in this channel can accept.")
            ),
            f"⏱ {clock_name(t, wish.clock, VARIANTS[wish.game])}",
            f"📈 {_rating(t, wish)}",
        ],
        *button_rows(
            Button(wish.control("new-post"), t.translate("Post"), "success"),
            Button(wish.control("new-more"), t.translate("More rules")),
            Button(wish.control("new-form"), t.translate("Change")),
            rules_button(t, wish.game),
        ),
    )


def _rating(t: Translator, wish: NewGame) -> str:
    if VARIANTS[wish.game].uneven:
        return unrated_text(t, "uneven", "")
    if HINTS in wish.options or not wish.options & {RATED, ALWAYS_RATED}:
        return t.translate("Not rated.")
    if ALWAYS_RATED in wish.options:
        return t.translate("Rated.")
    return t.translate("Rated, unless it is someone's first game.")


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


def refusal(t: Translator, text: str, wish: NewGame, note: str = "") -> ui.LayoutView:
    """Build the reply to a refused form, with a button that opens it again.

    A note is repeated, so that it need not be written again.
    """
    return layout(
        [text, f"> {note}" if note else None],
        *button_rows(_again(t, wish), play_button(t, wish.game)),
    )


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
