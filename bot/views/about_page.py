"""Pages about this copy of the bot: operator, permissions, terms and privacy."""

from discord import ui

from bot.i18n.translator import Translator
from bot.operator_details import Operator
from bot.texts import legal_texts
from bot.views.components import AnyButton, Button, ComponentId, button_row, layout


def about_button(t: Translator) -> AnyButton:
    """Return the button that opens the page about this copy of the bot."""
    return Button(ComponentId("about", 0), t.translate("Terms, privacy, contact"))


def about_page(t: Translator, operator: Operator, permissions: dict[str, str]) -> ui.LayoutView:
    """Build the page about the operator, permissions and reporting a vulnerability.

    `permissions` maps the name of each requested permission to its label.
    """
    return layout(
        [
            "### " + t.translate("Terms, privacy, contact"),
            *legal_texts.addressee(t, operator),
        ],
        [
            "**" + t.translate("Permissions") + "**",
            *legal_texts.permission_lines(t, permissions),
        ],
        t.translate(
            "I cannot read your conversations: Discord shows me only messages that mention "
            "me, reply to me or are sent to me directly."
        ),
        [
            "**" + t.translate("Report a vulnerability") + "**",
            legal_texts.vulnerability_line(t),
        ],
        button_row(
            Button(ComponentId("terms", 0), t.translate("Terms of service")),
            Button(ComponentId("privacy", 0), t.translate("Privacy policy")),
        ),
    )


def terms_page(t: Translator, operator: Operator) -> ui.LayoutView:
    """Build the terms of service."""
    head = ["### " + t.translate("Terms of service"), *legal_texts.addressee(t, operator)]
    return layout(head, *_sections(t, legal_texts.TERMS))


def privacy_page(t: Translator, operator: Operator) -> ui.LayoutView:
    """Build the privacy policy."""
    head = ["### " + t.translate("Privacy policy"), *legal_texts.addressee(t, operator)]
    return layout([*head, legal_texts.responsibility(t)], *_sections(t, legal_texts.PRIVACY))


def _sections(t: Translator, texts: dict[str, tuple[str, ...]]) -> list[list[str]]:
    """Return the lines of each section.

    Each section becomes its own text, because a line after a list would belong to its last item.
    """
    return [
        [f"**{section.heading}**", *(f"- {sentence}" for sentence in section.sentences)]
        for section in legal_texts.sections(t, texts)
    ]
