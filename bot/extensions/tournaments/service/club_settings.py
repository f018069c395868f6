"""Settings of a club: who may create tournaments, and the champion's role."""

from bot.extension_api.hooks import Setting
from bot.extension_api.people import guild_settings, last_guild_changes
from bot.extension_api.texts import N_
from bot.extension_api.transactions import Tx

ORGANISERS, CHAMPION = "organisers", "champion"
"""Names of the guild settings."""
MANAGERS = "managers"
"""Value of `ORGANISERS`: only managers. By default, members with enough games may too."""
PAGES = {"tournaments": N_("Tournaments")}
SETTINGS = (
    Setting(
        name=ORGANISERS,
        title=N_("Who may create tournaments"),
        page="tournaments",
        kind="choice",
        hint=N_("Members need ten finished games in this server"),
        choices={
            "": N_("managers, and members with enough games"),
            MANAGERS: N_("managers only"),
        },
    ),
    Setting(
        name=CHAMPION,
        title=N_("Champion's role"),
        page="tournaments",
        kind="role",
        hint=N_("Winners keep it until the next tournament ends. Leave empty for none"),
        empty=N_("none"),
    ),
)
LOGGED = 200
"""Number of audit log entries in which to search for who set the role."""


def are_members_organisers(tx: Tx, guild: int) -> bool:
    """Return whether members who are not managers may create events."""
    return guild_settings(tx, guild)[ORGANISERS] != MANAGERS


def champion_role(tx: Tx, guild: int) -> int | None:
    """Return the role for the winners of the newest event, or None."""
    return int(guild_settings(tx, guild)[CHAMPION] or 0) or None


def who_set_role(tx: Tx, guild: int) -> int | None:
    """Return the manager who set the champion's role.

    Returns None if the entry is older than those searched.
    """
    changes = last_guild_changes(tx, guild, LOGGED)
    return next((change.by for change in changes if change.what == CHAMPION), None)
