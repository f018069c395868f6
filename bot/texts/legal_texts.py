"""Terms of service, privacy policy, and the reason for each permission.

`docs/terms.md` and the summary in `docs/privacy.md` are made from the same sentences by
`python -m tools legal`, so that the pages and the bot never disagree.
"""

from typing import NamedTuple

from bot.i18n.escaping import quote
from bot.i18n.translator import N_, Translator
from bot.operator_details import Operator

PERMISSION_REASONS = {
    "view_channel": N_("to see the channels in which games are played"),
    "send_messages": N_("to post boards, challenges and results"),
    "create_public_threads": N_("to open a thread for each game, in servers that choose this"),
    "send_messages_in_threads": N_("to post boards in threads"),
    "embed_links": N_("to show a board within its message"),
    "attach_files": N_("to send boards and replays as pictures"),
    "read_message_history": N_("to find and update boards that were posted earlier"),
}
"""The reason for each permission that the invite link requests."""

TERMS = {
    N_("Who may use it"): (
        N_("You are at least 13 years old, and old enough to use Discord in your country."),
        N_("Discord's terms of service and community guidelines apply here too."),
    ),
    N_("Fair play"): (
        N_(
            "In a game against people, choose your moves yourself, without a computer program. "
            "The bot's hints are allowed if all players have agreed to them."
        ),
        N_("Do not use several accounts, and do not arrange results, to gain rating points."),
        N_("Be polite. **Blocked players** (`/me settings`) keeps someone away from you."),
        N_("Do not overload the bot, automate an account, or try to see other people's data."),
    ),
    N_("No gambling"): (
        N_("The bot is free. Do not use it for bets, or to play for money or prizes of value."),
    ),
    N_("If someone breaks these terms"): (
        N_("The managers of a server can abort games there, and annul rated games."),
        N_("The operator can remove the bot from a server, or refuse to serve an account."),
    ),
    N_("No warranty"): (
        N_(
            "The bot is free software under the MIT licence, and is provided as is. Games and "
            "ratings can be lost, and the service can change or end at any time."
        ),
        N_("As far as the law permits, the operator is not liable for any damage."),
    ),
    N_("Changes to these terms"): (
        N_("The current terms are always shown by `/help`. They apply to all later use."),
    ),
}
"""The terms of service, by heading."""

PRIVACY = {
    N_("Stored data"): (
        N_(
            "Your Discord user ID, display name and language, the days of your first and last "
            "contact, and your settings."
        ),
        N_(
            "Your games, challenges, moves, ratings, tournaments, puzzles and lessons, and the IDs "
            "of the servers, channels and messages in which they take place."
        ),
        N_("The log holds IDs and errors, never what people write."),
    ),
    N_("Use of the data"): (
        N_("Only to play, to remind you, and to show results. There is no advertising."),
        N_("No data is sold, or sent to anyone but Discord."),
        N_("Messages that are not addressed to the bot are not read."),
    ),
    N_("Who can see it"): (
        N_(
            "Your games are visible to their players, and to the members of the server in which "
            "they are played. Only you can see your settings and conditional moves."
        ),
    ),
    N_("How long it is kept"): (
        N_(
            "Your name and settings are kept until you delete them, or until 24 months after "
            "your last contact, if you have no game in progress."
        ),
        N_("Games are kept, because they also belong to your opponents."),
        N_("Logs should be kept for at most 14 days, and backups for at most 30."),
    ),
    N_("Your rights"): (
        N_("`/me data` sends you everything that is stored about you."),
        N_(
            "**Delete my data** (`/me data`) deletes your data after seven days. In the games of other "
            "people, a pseudonym takes your place."
        ),
        N_("If you no longer share a server with the bot, write to the operator instead."),
    ),
}
"""The summary of the privacy policy, by heading.

`docs/privacy.md` lists every table.
"""


def operator_line(t: Translator, operator: Operator) -> str:
    """Return the sentence that names the operator."""
    if not operator.name:
        return t.translate(
            "The person who runs this copy of the bot has not entered a name. The managers of "
            "your server may know who it is."
        )
    return t.translate("This copy of the bot is run by {name}.", name=quote(operator.name))


def contact_line(t: Translator, operator: Operator) -> str | None:
    """Return the sentence with the operator's contact; None if there is no contact."""
    if not operator.contact:
        return None
    # Both forms are safe, because `is_contact` excludes backticks and angle brackets.
    link = operator.contact.startswith("https://")
    shown = f"<{operator.contact}>" if link else f"`{operator.contact}`"
    return t.translate("Contact: {address}", address=shown)


def vulnerability_line(t: Translator) -> str:
    """Return the sentence that explains how to report a vulnerability."""
    return t.translate(
        "Report vulnerabilities in private, never in a channel: write to the operator, or choose "
        "*Report a vulnerability* on the *Security* tab of the Halma by Post repository."
    )


def permission_lines(t: Translator, labels: dict[str, str]) -> list[str]:
    """Return a line with the reason for each permission that has one of these labels."""
    return [
        f"- **{t.translate(label)}**: {t.translate(PERMISSION_REASONS[name])}"
        for name, label in labels.items()
    ]


class Section(NamedTuple):
    """A section of a text: a heading and its sentences."""

    heading: str
    sentences: tuple[str, ...]


def addressee(t: Translator, operator: Operator) -> list[str]:
    """Return the sentences that name the operator and their contact."""
    return list(filter(None, (operator_line(t, operator), contact_line(t, operator))))


def responsibility(t: Translator) -> str:
    """Return the sentence of the privacy policy that says who is responsible."""
    return t.translate("The operator is responsible for the data that the bot stores.")


def sections(t: Translator, texts: dict[str, tuple[str, ...]]) -> list[Section]:
    """Return the translated sections of `TERMS` or `PRIVACY`."""
    return [
        Section(t.translate(heading), tuple(map(t.translate, sentences)))
        for heading, sentences in texts.items()
    ]
