"""Buttons of following in profiles."""

from bot.extension_api.hooks import PersonButton
from bot.extension_api.texts import Translator
from bot.extension_api.transactions import Tx


def profile_buttons(
    tx: Tx, guild: int, person: int, player: int, t: Translator
) -> list[PersonButton]:
    """Return the button that follows a person.

    In their own profile, players get the list of what they follow.
    """
    if person == player:
        return [PersonButton("following-list", 0, t.translate("What I follow"))]
    return [PersonButton("follow", person, t.translate("Follow"))]
