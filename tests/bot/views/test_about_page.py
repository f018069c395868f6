"""Terms, privacy, permissions and contact, as users see them in Discord."""

import re

import pytest
from discord import ui

from bot.i18n.translator import LANGUAGES, translator_for
from bot.invite_link import REQUESTED
from bot.operator_details import Operator
from bot.texts.legal_texts import PERMISSION_REASONS
from bot.views import discord_limits
from bot.views.about_page import about_page, privacy_page, terms_page

EN = translator_for(LANGUAGES[0])
CLUB = Operator("Halma *Club* @everyone", "halma@example.org")


def text_of(view: ui.LayoutView) -> str:
    """Return all text of a view."""
    shown = [part.content for part in view.walk_children() if isinstance(part, ui.TextDisplay)]
    return "\n".join(shown)


def test_every_requested_permission_has_a_reason_and_no_other() -> None:
    assert PERMISSION_REASONS.keys() == REQUESTED.keys()


def test_the_page_lists_permissions_the_operator_and_how_to_report_a_vulnerability() -> None:
    view = about_page(EN, CLUB, REQUESTED)
    text = text_of(view)
    assert all(
        f"**{label}**: {PERMISSION_REASONS[name]}" in text for name, label in REQUESTED.items()
    )
    assert "`halma@example.org`" in text
    assert "Report a vulnerability" in text
    buttons = [part.label for part in view.walk_children() if isinstance(part, ui.Button)]
    assert buttons == ["Terms of service", "Privacy policy"]


def test_the_name_of_the_operator_cannot_mention_or_format() -> None:
    text = text_of(terms_page(EN, CLUB))
    assert r"Halma \*Club\* " in text
    assert "@everyone" not in text


def test_no_line_follows_a_list_in_the_same_text() -> None:
    for page in (terms_page(EN, CLUB), privacy_page(EN, CLUB), about_page(EN, CLUB, REQUESTED)):
        texts = [part.content for part in page.walk_children() if isinstance(part, ui.TextDisplay)]
        assert len(texts) > 2
        assert [text for text in texts if re.search(r"^- .*\n(?!- )", text, re.MULTILINE)] == []


def test_a_link_is_shown_without_a_preview() -> None:
    text = text_of(privacy_page(EN, Operator("Ada", "https://example.org/halma")))
    assert "<https://example.org/halma>" in text


def test_without_details_of_the_operator_the_pages_say_so() -> None:
    for page in (terms_page(EN, Operator()), privacy_page(EN, Operator())):
        assert "has not entered a name" in text_of(page)
        assert "Contact" not in text_of(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_cut(language: str) -> None:
    t = translator_for(language)
    longest = Operator("n" * 100, "https://example.org/" + "c" * 180)
    for page in (
        terms_page(t, longest),
        privacy_page(t, longest),
        about_page(t, longest, REQUESTED),
    ):
        text = text_of(page)
        assert len(text) < discord_limits.TEXT - 300
        assert "…" not in text
