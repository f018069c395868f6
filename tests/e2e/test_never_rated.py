"""The game for five, which is never rated: in the form, the preview and the post."""

import pytest

from tests.e2e.forms import fields, submit
from tests.e2e.table import Table, text

pytestmark = pytest.mark.check

REASON = "Not rated: the players of this game do not all have the same task."
NEVER = "Chinese Checkers for 5 is never rated"


async def test_the_typed_game_is_not_rated(table: Table) -> None:
    await table.challenged(table.ada, game="chinese-checkers-5")
    assert REASON in text(table.last)
    await table.challenged(table.ada, game="chinese-checkers-6")
    assert REASON not in text(table.last)


async def test_the_form_and_the_preview_say_so(table: Table) -> None:
    others = [table.channel.guild.add_member(table.env.create_user("eve"))]
    people = [table.bruno, table.chen, table.dara, *others]
    form = await table.ada.slash(table.channel, "challenge")
    preview = (await submit(table.ada, form, game=["chinese-checkers"], people=people)).response
    assert preview is not None
    assert "Chinese Checkers for 5" in text(preview)
    assert REASON in text(preview)
    more = await table.ada.click(preview, label="More rules")
    assert NEVER in str(fields(more)["options"])
    again = await table.ada.click(preview, label="Change")
    assert NEVER in str(fields(again)["rated"])
    await table.ada.click(preview, label="Post")
    assert REASON in text(table.last)
