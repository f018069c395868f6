"""What no database keeps in a text is left out of it, on its own and within what is kept as JSON."""

from bot.service.players import players
from bot.store import Store
from bot.store.models.payloads import Facts
from bot.store.row_mapper import from_json, to_json

HALF = "\ud800"
"""Half of a character: JSON can tell it."""


async def test_half_a_character_becomes_a_question_mark_and_a_nul_nothing(store: Store) -> None:
    async with store.write() as tx:
        await players.seen(tx, 1, f"A{HALF}d\0ä 💥", now=0)
        await players.seen(tx, 2, to_json(Facts(move=f"A{HALF}ä")), now=0)
        named = await players.names(tx, [1, 2])
    assert named[1] == "A?dä 💥"
    assert from_json(Facts, named[2]).move == "A?ä"
