"""The puzzle of a period that most members of a guild solved."""

from bot.extension_api.texts import Translator
from bot.extension_api.transactions import Tx
from bot.extensions.puzzles.models import DAY
from bot.extensions.puzzles.store import daily_result_rows


def guild_news(tx: Tx, guild: int, since: int, until: int, t: Translator) -> list[str]:
    """Return a line about the most solved daily puzzle, or []."""
    most = daily_result_rows.most_solved(tx, guild, since, until)
    if most is None:
        return []
    day, solvers = most
    line = t.translate_plural(
        "{n} player solved the daily puzzle of {date}.",
        "{n} players solved the daily puzzle of {date}.",
        solvers,
        date=f"<t:{day * DAY + DAY // 2}:D>",
    )
    return [f"🧩 {line}"]
