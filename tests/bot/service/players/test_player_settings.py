"""Player settings: how they are read, changed and stored."""

from typing import Any

import pytest
from sqlalchemy import select, text

from bot.service.clock.calendar import InvalidTime
from bot.service.players import player_settings
from bot.service.privacy.data_export import export_player_data
from bot.store import player_setting_rows
from bot.store.models import PlayerSettings
from bot.store.statement import Statement
from bot.store.table_statements import upsert
from bot.store.tables.players import settings
from tests.bot.service.club import ADA, Club
from tests.transactions import reading, writing

OTHERS = Statement(select(settings.c.others))
SPOIL = Statement(text("""UPDATE settings SET others = '{"show_name": true, "gone": 1}'"""))


async def change(club: Club, **given: Any) -> PlayerSettings:
    with writing(club.store) as tx:
        return player_settings.change_settings(tx, ADA, now=club.now, **given)


async def test_typed_settings_are_parsed_and_the_others_stay_as_they_are(club: Club) -> None:
    await change(club, theme="dark", confirm_taps=False)
    changed = await change(club, zone="berlin", quiet="10pm-8am", digest=None)
    assert changed == PlayerSettings(
        ADA, "Europe/Berlin", "22:00-08:00", theme="dark", confirm_taps=False
    )
    with reading(club.store) as tx:
        assert player_settings.load_settings(tx, ADA) == changed
    assert (await change(club, quiet="0-0")).quiet == ""


@pytest.mark.parametrize("given", [{"zone": "Atlantis"}, {"quiet": "never"}, {"digest": "25"}])
async def test_unreadable_text_changes_nothing(club: Club, given: dict[str, str]) -> None:
    with pytest.raises(InvalidTime):
        await change(club, theme="dark", **given)
    with reading(club.store) as tx:
        assert player_settings.load_settings(tx, ADA) == PlayerSettings(ADA)


async def test_a_setting_without_a_column_is_stored_by_name_unless_it_has_its_default(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = {**player_setting_rows.OTHERS, "show_name": False, "theme": "posts"}
    monkeypatch.setattr(player_setting_rows, "OTHERS", others)
    monkeypatch.setattr(player_setting_rows, "PUT", upsert(settings, but=["show_name", "theme"]))
    for given, stored in (
        ({"show_name": True}, '{"show_name": true}'),
        ({"theme": "dark"}, '{"show_name": true, "theme": "dark"}'),
        ({"show_name": False}, '{"theme": "dark"}'),
        ({"theme": "posts"}, "{}"),
    ):
        changed = await change(club, digest="7", **given)
        with reading(club.store) as tx:
            assert player_settings.load_settings(tx, ADA) == changed
            assert [*player_setting_rows.due_digests(tx, club.now + 86400, 5)] == [changed]
            assert tx.value(OTHERS) == stored
            exported = export_player_data(tx, ADA, now=club.now)["rows"]["settings"]
        assert [row["others"] for row in exported] == [stored]


async def test_a_stored_setting_that_no_longer_exists_is_ignored(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await change(club, theme="dark")
    with writing(club.store) as tx:
        tx.run(SPOIL)
        assert player_settings.load_settings(tx, ADA) == PlayerSettings(ADA, theme="dark")
    monkeypatch.setattr(player_setting_rows, "OTHERS", {"show_name": False})
    with reading(club.store) as tx:
        assert player_settings.load_settings(tx, ADA).show_name
