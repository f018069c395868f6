"""Every entry of the index that `/help` searches is where the index says it is."""

import pytest

from bot.views.help_search import BUTTONS
from tests.e2e import simulator
from tests.e2e.forms import labels, submit
from tests.e2e.table import Table, parts


async def shown_labels(table: Table, command: str) -> set[str]:
    """Return the labels of the command's reply, and of the forms behind it."""
    answer = await table.ada.slash(table.channel, command)
    if command != "challenge":
        return _labels(answer)
    preview = await submit(table.ada, answer, game=["halma-4"])
    assert preview.response is not None
    return set(labels(await table.ada.click(preview.response, label="More rules")))


def _labels(answer: simulator.InteractionResult) -> set[str]:
    assert answer.response is not None
    return {str(part["label"]) for part in parts(answer.response) if part.get("label")}


@pytest.mark.check
@pytest.mark.parametrize("command", sorted({*BUTTONS.values()}))
async def test_every_button_in_the_index_of_the_help_is_shown_by_its_command(
    table: Table, command: str
) -> None:
    indexed = {label for label, path in BUTTONS.items() if path == command}
    assert indexed <= await shown_labels(table, command)
