"""docs/terms.md and the summary in docs/privacy.md, from the bot's sentences."""

import re
from pathlib import Path

from bot.i18n.translator import LANGUAGES, translator_for
from bot.operator_details import Operator
from bot.texts import legal_texts

DOCS = Path(__file__).resolve().parent.parent / "docs"
PLACEHOLDERS = Operator("OPERATOR", "CONTACT")
"""Stands for the operator in the pages until `filled_in` replaces it."""
_T = translator_for(LANGUAGES[0])
_SUMMARY = re.compile(r"(?<=^## In short\n\n).*?(?=^## )", re.DOTALL | re.MULTILINE)
_NOTE = (
    "This is the text that `/help` shows, in the language of the reader. An operator enters their\n"
    "name and address as [two settings](publishing.md#who-runs-the-bot), which replace `OPERATOR`\n"
    "and `CONTACT`.\n"
)


def terms_page() -> str:
    """Return the text of docs/terms.md."""
    first = legal_texts.addressee(_T, PLACEHOLDERS)
    return f"# Terms of service\n\n{_NOTE}\n{_text(first, legal_texts.TERMS, '##')}"


def privacy_page(page: str) -> str:
    """Return the text of docs/privacy.md with the current summary."""
    first = [*legal_texts.addressee(_T, PLACEHOLDERS), legal_texts.responsibility(_T)]
    summary = _text(first, legal_texts.PRIVACY, "###") + "\n"
    return _SUMMARY.sub(lambda _: summary, page, count=1)


def _text(first: list[str], texts: dict[str, tuple[str, ...]], mark: str) -> str:
    """Return paragraphs and sections as Markdown; `mark` starts each heading."""
    parts = [line.replace(PLACEHOLDERS.name, f"`{PLACEHOLDERS.name}`") for line in first]
    for heading, sentences in legal_texts.sections(_T, texts):
        parts += [f"{mark} {heading}", "\n".join(f"- {sentence}" for sentence in sentences)]
    return "\n\n".join(parts) + "\n"


def filled_in(page: str, operator: Operator) -> str:
    """Return a page with the operator's name and contact filled in, if they are set."""
    for placeholder, value in zip(PLACEHOLDERS, operator, strict=True):
        if value:
            shown = f"<{value}>" if value.startswith("https://") else value
            page = page.replace(f"`{placeholder}`", shown)
    return page


def write_pages() -> None:
    """Write both pages."""
    (DOCS / "terms.md").write_text(terms_page(), "utf-8")
    privacy = DOCS / "privacy.md"
    privacy.write_text(privacy_page(privacy.read_text("utf-8")), "utf-8")
