"""What a transaction has loaded is not read again until it changes."""

import re
from dataclasses import replace

import pytest

from bot.store import Store, Tx
from bot.store.driver.statement import SQLITE, Statement
from bot.store.match import downtimes, match_saver, matches
from bot.store.models import Match, PlayerSettings
from bot.store.players import player_setting_rows
from tests.bot.service.club import ADA, BRUNO, START, Club
from tests.bot.store.statements import every_statement
from tests.transactions import reading, writing

CHANGE = re.compile(r"\b(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)")


@pytest.fixture
async def match(store: Store) -> Match:
    return await Club(store).match(ADA, BRUNO)


def load(tx: Tx, match: Match) -> Match:
    found = matches.get_match(tx, match.id)
    assert found is not None
    return found


async def test_a_match_is_read_once_in_a_transaction(store: Store, match: Match) -> None:
    with reading(store) as tx:
        before = store.counts.statements
        assert load(tx, match) is load(tx, match)
        assert store.counts.statements == before + 1
    with reading(store) as tx:
        assert matches.running_of_player(tx, ADA) == [load(tx, match)]
        assert store.counts.statements == before + 2


async def test_a_match_is_read_again_after_a_change(store: Store, match: Match) -> None:
    with writing(store) as tx:
        first = load(tx, match)
        match_saver.save(tx, first, first)
        assert load(tx, match) is first
        match_saver.save(tx, first, replace(first, ply=7))
        assert load(tx, match).ply == 7
        downtimes.add_downtime(tx, START, START + 900)
        assert [period.until for period in load(tx, match).downtimes] == [START + 900]


async def test_settings_are_read_once_until_they_change(store: Store, match: Match) -> None:
    with writing(store) as tx:
        before = store.counts.statements
        assert player_setting_rows.get_settings(tx, ADA) is None
        assert player_setting_rows.get_settings(tx, ADA) is None
        assert store.counts.statements == before + 1
        player_setting_rows.put_settings(tx, PlayerSettings(ADA, theme="dark"))
        assert player_setting_rows.get_settings(tx, ADA) == PlayerSettings(ADA, theme="dark")


def test_a_match_depends_on_all_tables_that_it_is_loaded_from() -> None:
    sql = str(Statement(matches.WHOLE).compile(SQLITE))
    assert set(re.findall(r"(?:FROM|JOIN) (\w+)", sql)) == matches.TABLES


@pytest.mark.check
def test_each_statement_names_the_table_that_it_changes() -> None:
    changes = {name: statement.changes for name, statement in every_statement().items()}
    for name, statement in every_statement().items():
        found = CHANGE.match(statement.compile(SQLITE).string)
        if changes[name] is not None:
            assert found is not None
            assert found[1] == changes[name]
        elif found is not None:
            assert found[1] not in {*matches.TABLES, "settings"}, name
