"""Honours of a player as lines in their profile."""

from bot.extension_api.texts import Translator, quote
from bot.extension_api.transactions import Tx
from bot.extensions.tournaments.service.honours import Honour, honours_of


def profile_lines(tx: Tx, guild: int, player: int, t: Translator) -> list[str]:
    """Return lines about the events and seasons that a player has won in a guild."""
    return ["🏆 " + honour_text(t, honour) for honour in honours_of(tx, player, guild)]


def honour_text(t: Translator, honour: Honour) -> str:
    """Return a line with the title that a player has won, and the date."""
    facts = {"name": quote(honour.name), "when": f"<t:{honour.ended_at}:D>"}
    if honour.season is None:
        return t.translate("Winner of {name} ({when})", **facts)
    return t.translate("Champion of {name}, season {n} ({when})", n=honour.season, **facts)
