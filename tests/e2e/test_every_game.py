"""Every variant is played from the first board to the end on simulated Discord.

The moves come from the variant's case file. Players enter the first and last moves by command,
reply, mention or direct message. The other moves are stored directly.
"""

import re

import pytest

from bot.operations import integrity_check
from bot.service.actions import game_records
from bot.service.match import lifecycle
from bot.views import board_image
from engine import VARIANTS
from tests.e2e import simulator
from tests.e2e.table import Table, alts, ids, text
from tests.e2e.test_multiplayer import seated
from tests.engine.casefile import whole_game
from tests.transactions import reading

pytestmark = pytest.mark.check

BY_HAND = 1
"""Number of moves entered by players at the start and at the end.

Each variant starts with a different input method from the variant before it.
"""


async def by_hand(table: Table, player: simulator.MemberActor, text_: str, way: int) -> None:
    """Enter a move by command, reply, mention or direct message, chosen by `way` % 4."""
    me = table.env.backend.bot_user.id
    way %= 4
    if way == 0:
        await player.slash(table.channel, "move", move=text_)
    elif way == 1:
        await player.send(table.channel, text_.replace("-", " to "), reply_to=table.board)
    elif way == 2:
        await player.send(table.channel, f"<@{me}> {text_.lower()}")
    else:
        await player.user.send_dm(text_.replace("-", " → "))


@pytest.fixture
def drawn_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip drawing, because these tests only check text; `render` has its own tests."""
    monkeypatch.setattr(board_image, "png", lambda shown: b"\x89PNG\r\n\x1a\n")


@pytest.mark.usefixtures("drawn_elsewhere")
@pytest.mark.parametrize("key", VARIANTS)
async def test_a_match_is_played_to_its_end(table: Table, key: str) -> None:
    rules, move_lines = VARIANTS[key], whole_game(key).partition("\n\n")[2]
    turns = re.findall(r"^\d+\. (.+)$", move_lines, re.MULTILINE)
    people = [table.ada, table.bruno, table.chen, table.dara]
    guild = table.channel.guild
    people += [guild.add_member(table.env.create_user(name)) for name in ("emma", "franz")]
    seats = people[: len(rules.seats)]
    number = await seated(table, key, *seats)

    async def turn(way: int) -> bool:
        """Play the next move. Returns False if there is none."""
        match = await table.match(number)
        if match.turn is None:
            return False
        await by_hand(table, seats[match.turn], turns[match.ply], way)
        after = await table.match(number)
        assert after.ply > match.ply, (turns[match.ply], way, text(table.last))
        return True

    way = list(VARIANTS).index(key)
    for _ in range(BY_HAND):
        await turn(way)
        way += 1
    await table.put_forward(number, turns, len(turns) - BY_HAND)
    match = await table.match(number)
    assert match.turn is not None
    assert f"<@{match.to_move}>, your turn!" in text(table.board)
    assert set(ids(table.board)) == {"moves", "menu"}
    assert len(alts(table.board)[0]) <= 1024
    while await turn(way):
        way += 1

    match = await table.match(number)
    assert match.ply == len(turns)
    board = table.board
    assert "### 🏁" in text(board)
    assert set(ids(board)) >= {"rematch", "new-game-like"}
    assert "The game is over" in alts(board)[0]
    with reading(table.store) as tx:
        record = game_records.record_text(tx, lifecycle.load(tx, number), {})
        assert record.partition("\n\n")[2] == move_lines
        assert integrity_check.find_faults(tx) == []
    live = [post for post in table.posts() if post.attachments and ids(post)]
    assert live == [board]
