"""Three pairs of partners: who plays on, and who is whose partner."""

import pytest

from tests.e2e.forms import submit
from tests.e2e.table import Table, ids, text
from tests.e2e.test_multiplayer import more_rules, seated

pytestmark = pytest.mark.check


async def test_of_three_pairs_the_other_two_play_on_when_one_has_left(table: Table) -> None:
    others = [
        table.channel.guild.add_member(table.env.create_user(name)) for name in ("eve", "flo")
    ]
    people = (table.ada, table.bruno, table.chen, table.dara, *others)
    await seated(table, "chinese-checkers-6-partners", *people)
    for person, sentence in (
        (table.ada, "Your partner can choose who takes over your men."),
        (table.dara, "The others will play on without you"),
        (table.bruno, "Your partner can choose who takes over your men."),
        (others[0], "Your partner has left too, so the other side would win."),
    ):
        asked = await person.slash(table.channel, "game resign")
        assert sentence in text(asked.response)
        assert asked.response is not None
        await person.click(asked.response, custom_id=ids(asked.response)["resigned"])
    match = await table.match(1)
    assert match.outcome is not None
    assert match.outcome.ranking == ((2, 5), (1, 4), (0, 3))
    board = text(table.board)
    assert sum(line.count(" against ") for line in board.splitlines()) == 2
    assert " have won: everyone else has left." in board


async def test_opponents_of_a_pair_are_never_its_partners(table: Table) -> None:
    others = [
        table.channel.guild.add_member(table.env.create_user(name)) for name in ("eve", "flo")
    ]
    invited = [table.bruno, table.chen, table.dara, *others]
    more = await more_rules(table, "chinese-checkers", invited)
    await submit(table.ada, more, version="chinese-checkers-6-partners", partner=[table.chen])
    lines = text(table.last).splitlines()
    sides = [line.rpartition("one of ")[2] for line in lines if "one of " in line]
    assert len(sides) == 6
    assert sorted(map(sides.count, set(sides))) == [2, 2, 2]
    host, partner = (
        next(line for line in lines if f"<@{person.id}> " in line and "one of" in line)
        for person in (table.ada, table.chen)
    )
    assert host.rpartition("one of ")[2] == partner.rpartition("one of ")[2]
