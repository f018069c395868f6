"""The terms, the privacy summary and the page on publishing agree with the bot."""

import re
from pathlib import Path

from bot.__main__ import main
from bot.i18n.translator import LANGUAGE_NAMES
from bot.invite_link import FOR_THREADS, NEEDED
from bot.operator_details import Operator
from bot.texts.legal_texts import PERMISSION_REASONS
from engine import VARIANTS
from tools import legal_pages

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = (DOCS / "publishing.md").read_text("utf-8")
README = (DOCS.parent / "README.md").read_text("utf-8")


def test_the_terms_and_the_privacy_summary_are_those_that_the_bot_shows() -> None:
    privacy = (DOCS / "privacy.md").read_text("utf-8")
    advice = "run `python -m tools legal`"
    assert (DOCS / "terms.md").read_text("utf-8") == legal_pages.terms_page(), advice
    assert privacy == legal_pages.privacy_page(privacy), advice
    assert "## In short\n\nThis copy of the bot is run by `OPERATOR`." in privacy


def test_a_page_is_filled_in_with_the_settings_of_the_operator() -> None:
    page = legal_pages.filled_in(legal_pages.terms_page(), Operator("Ada", "https://example.org"))
    assert "This copy of the bot is run by Ada.\n\nContact: <https://example.org>\n" in page
    assert "`CONTACT`" not in page
    unchanged = legal_pages.filled_in(legal_pages.terms_page(), Operator())
    assert unchanged == legal_pages.terms_page()


def test_every_permission_is_listed_with_its_reason() -> None:
    rows = dict(re.findall(r"^\| ([A-Z][\w ]+) \| (to .+) \|$", PAGE, re.MULTILINE))
    labels = {**NEEDED, **FOR_THREADS}
    assert rows == {label: PERMISSION_REASONS[name] for name, label in labels.items()}


def test_every_command_of_the_page_exists() -> None:
    names = re.findall(r"^halma-bot ([a-z]+)(?: (--[a-z]+))?", PAGE, re.MULTILINE)
    assert names == [("invite", ""), ("invite", "--application")]
    for name, option in names:
        options = {each for param in main.commands[name].params for each in param.opts}
        assert not option or option in options


def test_there_are_texts_within_the_limits_in_every_language() -> None:
    names = re.findall(
        r"^### (\S+)\n\n\*\*Summary:\*\* (.+)\n\n\*\*Description:\*\* (.+)$", PAGE, re.MULTILINE
    )
    assert sorted(name for name, _, _ in names) == sorted(LANGUAGE_NAMES.values())
    for name, summary, description in names:
        assert 100 < len(summary) <= 200, name
        assert 250 < len(description) <= 400, name
        assert "`/challenge`" in description, name
        assert "`/play`" in description, name
    assert len(VARIANTS) > 40, "the texts say that there are more than forty games"


def test_terms_privacy_permissions_and_reports_are_on_the_first_screen_of_the_readme() -> None:
    first = README.partition("\n## ")[0]
    for link in ("terms.md", "privacy.md", "publishing.md#permissions-and-intents", "SECURITY.md"):
        assert link in first
    for way in ("#try-it-now", "#run-it-for-real"):
        assert f"]({way})" in first
    assert "<img" in first
