"""Player settings: how they are read, changed and stored."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.service.clock.calendar import InvalidTime
from bot.service.players import player_settings
from bot.service.privacy.data_export import export_player_data
from bot.setting_definition import Setting
from bot.store.driver.statement import Statement
from bot.store.models import PlayerSettings
from bot.store.players import player_setting_rows
from bot.store.tables.players import settings
from tests.bot.service.club import ADA, Club
from tests.transactions import reading, writing

OTHERS = Statement(select(settings.c.others))
BIG = Setting(name="big_type", title="Big type", page="boards", default="off")


async def change(club: Club, **given: str) -> PlayerSettings:
    with writing(club.store) as tx:
        return player_settings.change_settings(tx, ADA, given, now=club.now)


@pytest.fixture
def with_big_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a setting without a column, as an extension would."""
    rows = [*player_settings.all_settings(), BIG]
    monkeypatch.setattr(player_settings, "all_settings", lambda: rows)


async def test_typed_settings_are_parsed_and_the_others_stay_as_they_are(club: Club) -> None:
    await change(club, theme="dark", confirm_taps="off")
    changed = await change(club, zone="berlin", quiet="10pm-8am", digest="7pm")
    assert changed.digest_at is not None
    assert (changed.zone, changed.quiet, changed.digest) == ("Europe/Berlin", "22:00-08:00", 1140)
    assert (changed.theme, changed.confirm_taps) == ("dark", False)
    with reading(club.store) as tx:
        assert player_settings.load_settings(tx, ADA) == changed
    assert player_settings.values_of(changed)["digest"] == "19:00"
    assert (await change(club, quiet="0-0")).quiet == ""


async def test_empty_text_restores_the_default(club: Club) -> None:
    given = {"zone": "berlin", "quiet": "22-8", "digest": "7"}
    await change(club, **given)
    assert await change(club, **dict.fromkeys(given, "")) == PlayerSettings(ADA)


@pytest.mark.parametrize("given", [{"zone": "Atlantis"}, {"quiet": "never"}, {"digest": "25"}])
async def test_unreadable_text_changes_nothing(club: Club, given: dict[str, str]) -> None:
    with pytest.raises(InvalidTime):
        await change(club, theme="dark", **given)
    with reading(club.store) as tx:
        assert player_settings.load_settings(tx, ADA) == PlayerSettings(ADA)


async def test_values_are_the_same_after_they_are_entered_again(club: Club) -> None:
    changed = await change(club, zone="+5:30", quiet="22-8", digest="noon", vacation="off")
    assert await change(club, **player_settings.values_of(changed)) == changed


@pytest.mark.usefixtures("with_big_type")
async def test_a_setting_without_a_column_is_stored_and_exported_by_name(club: Club) -> None:
    changed = await change(club, big_type="on", digest="7")
    with reading(club.store) as tx:
        assert player_settings.load_settings(tx, ADA) == changed
        assert [*player_setting_rows.due_digests(tx, club.now + 86400, 5)] == [changed]
        assert tx.value(OTHERS) == '{"big_type": "on"}'
        (row,) = export_player_data(tx, ADA, now=club.now)["rows"]["settings"]
    assert row["others"] == '{"big_type": "on"}'
    assert player_settings.values_of(changed)["big_type"] == "on"


async def test_a_setting_that_is_gone_is_kept_and_not_shown(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = player_settings.all_settings
    with monkeypatch.context() as installed:
        installed.setattr(player_settings, "all_settings", lambda: [*own(), BIG])
        await change(club, big_type="on")
    changed = await change(club, theme="dark")
    assert "big_type" not in player_settings.values_of(changed)
    assert changed.others == {"big_type": "on"}
    with pytest.raises(KeyError):
        await change(club, big_type="off")


def values(**more: Any) -> dict[str, str]:
    """Return the values of settings with these fields."""
    return player_settings.values_of(PlayerSettings(ADA, **more))


def test_a_minute_of_the_day_is_written_as_a_time() -> None:
    assert [values(digest=minute)["digest"] for minute in (None, 0, 450, 1439)] == [
        *("off", "00:00", "07:30", "23:59")
    ]
