"""Imported records with characters that cannot be encoded."""

from typing import Any

import pytest

from tests.bot.extensions.review.test_import_e2e import BEGUN
from tests.e2e.table import Table, ids, text
from tests.e2e.test_surrogates import HALF

pytestmark = pytest.mark.check


async def test_a_record_with_a_lone_surrogate_is_imported_or_refused_with_a_reason(
    table: Table, half: Any, log: list[Any]
) -> None:
    for record, message in (
        (BEGUN.replace('"Ada', f'"A{HALF}da'), "After move 2 of 2"),
        (BEGUN.replace("VII,7", f"VII{HALF},7"), "Line 6"),
    ):
        shown = await half.slash(table.channel, "game browse")
        assert shown.response is not None
        form = await half.click(shown.response, custom_id=ids(shown.response)["import"])
        interaction = await half.submit_modal(form, {"record": record})
        assert message in text(interaction.response)
    data = BEGUN.encode().replace(b"Ada", b"A\xed\xa0\x80da")
    interaction = await half.slash(table.channel, "game browse", record=("game.txt", data))
    assert "A game record can have at most" in text(interaction.response)
    assert [line for line in log if line["event"] == "unexpected"] == []
