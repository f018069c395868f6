"""Characters that databases cannot store are replaced, in text and within JSON."""

from bot.service.players import players
from bot.store import Store
from bot.store.driver.row_mapper import from_json, to_json
from bot.store.models.payloads import NoticeFacts
from tests.transactions import writing

HALF = "\ud800"
"""A lone surrogate, which JSON can express."""


async def test_a_lone_surrogate_becomes_a_question_mark_and_nul_is_removed(store: Store) -> None:
    with writing(store) as tx:
        players.record_seen(tx, 1, f"A{HALF}d\0ä 💥", now=0)
        players.record_seen(tx, 2, to_json(NoticeFacts(move=f"A{HALF}ä")), now=0)
        named = players.display_names(tx, [1, 2])
    assert named[1] == "A?dä 💥"
    assert from_json(NoticeFacts, named[2]).move == "A?ä"
