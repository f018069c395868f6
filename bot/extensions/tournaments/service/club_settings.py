"""Settings of a club: who may create tournaments, and the champion's role."""

from bot.extensions import GuildSetting
from bot.i18n.translator import N_
from bot.service.guilds import guild_settings
from bot.store import Tx, guild_setting_rows

ORGANISERS, CHAMPION = "organisers", "champion"
"""Names of the guild settings."""
MANAGERS = "managers"
"""Value of `ORGANISERS`: only managers. By default, members with enough games may too."""
SETTINGS = (
    GuildSetting(
        ORGANISERS,
        N_("Who may create tournaments"),
        N_("managers, and members with enough games"),
        labels={MANAGERS: N_("managers only")},
        has_own_form=True,
    ),
    GuildSetting(CHAMPION, N_("Champion's role"), N_("none"), is_role=True, has_own_form=True),
)
"""The settings as `/server settings` lists them. `/club settings` changes them."""
LOGGED = 200
"""Number of audit log entries in which to search for who set the role."""


def are_members_organisers(tx: Tx, guild: int) -> bool:
    """Return whether members who are not managers may create events."""
    return guild_settings.load_settings(tx, guild)[ORGANISERS] != MANAGERS


def champion_role(tx: Tx, guild: int) -> int | None:
    """Return the role for the winners of the newest event, or None."""
    return int(guild_settings.load_settings(tx, guild)[CHAMPION] or 0) or None


def who_set_role(tx: Tx, guild: int) -> int | None:
    """Return the manager who set the champion's role.

    Returns None if the entry is older than those searched.
    """
    changes = guild_setting_rows.last_changes(tx, guild, LOGGED)
    return next((change.by for change in changes if change.what == CHAMPION), None)


def change(
    tx: Tx, guild: int, *, organisers: str, champion: str, by: int, now: int
) -> dict[str, str]:
    """Change the settings, and return all settings of the guild."""
    changes = {ORGANISERS: organisers, CHAMPION: champion}
    guild_settings.change_settings(tx, guild, changes, by=by, now=now)
    return guild_settings.load_settings(tx, guild)
