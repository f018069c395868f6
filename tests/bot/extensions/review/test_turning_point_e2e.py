"""The buttons of turning points, of matches and of imported records."""

import pytest

from engine import analysis, variant
from engine.record import Record, export_record
from engine.search import order_moves
from tests.bot.extensions.review.test_import_e2e import import_file, labels
from tests.e2e.table import Table, ids, parts, text
from tests.e2e.test_forged_ids import BROKEN, used

pytestmark = pytest.mark.check
WASTED = 7
"""The number of the move that is the worst possible one."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the search to a few positions per move, for speed."""
    monkeypatch.setattr(analysis, "LEAST", 20)
    monkeypatch.setattr(analysis, "MOST", 20)


def careless_moves() -> list[str]:
    """Return twelve moves, one of which is wasted."""
    rules, position, moves = variant("halma-8"), variant("halma-8").start(), list[str]()
    for turn in range(1, 13):
        ranked = order_moves(rules, position)
        move = ranked[-1 if turn == WASTED else 0]
        moves.append(rules.format(move))
        position = rules.apply(position, move)
    return moves


async def test_the_buttons_of_an_analysis_work_after_a_restart(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.played_on(game, careless_moves())
    asked = await table.ada.slash(table.channel, "game resign")
    assert asked.response is not None
    await table.ada.click(asked.response, custom_id=ids(asked.response)["resigned"])
    pressed = await table.bruno.click(table.board, custom_id=ids(table.board)["analysis"])
    shown = pressed.response
    assert shown is not None
    await table.restart()
    opened = await table.bruno.click(shown, custom_id=labels(shown)[f"Move {WASTED}"])
    look = opened.response
    assert look is not None
    assert f"Move {WASTED}, ⚪ White: " in text(look)
    await table.restart()
    back = await table.bruno.click(look, custom_id=labels(look)["Back"])
    assert back.response is not None
    assert labels(back.response) == labels(shown)


async def test_no_one_else_opens_a_turning_point_of_an_imported_record(table: Table) -> None:
    rules = variant("halma-8")
    record = Record(rules, tuple(map(rules.parse_canonical, careless_moves())))
    shown = (await import_file(table, export_record(record))).response
    assert shown is not None
    analysed = (await table.ada.click(shown, custom_id=labels(shown)["Analysis"])).response
    assert analysed is not None
    control = labels(analysed)[f"Move {WASTED}"]
    assert ":given-turning-point:" in control
    opened = await table.ada.click(analysed, custom_id=control)
    assert f"Move {WASTED}, ⚪ White: " in text(opened.response)
    await table.begin(table.ada, table.bruno)  # a board for the forged button
    stolen = await used(table, table.bruno, control)
    assert "I no longer have that record." in text(stolen.response)


async def test_forged_turning_points_are_answered(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    await table.played_on(game, careless_moves()[:2])
    running = await used(table, table.ada, f"h:turning-point:{game}:1")
    assert text(running.response) == "Analysis is available once the game is over."
    asked = await table.ada.slash(table.channel, "game resign")
    assert asked.response is not None
    await table.ada.click(asked.response, custom_id=ids(asked.response)["resigned"])
    for extra in (f"{game}:0", f"{game}:3", f"{game}:999999", f"{game}:1:x", "999:1", "0:1"):
        for action in ("turning-point", "given-turning-point", "analysis-back"):
            answer = await used(table, table.dara, f"h:{action}:{extra}")
            assert answer.response is not None
            assert answer.response.ephemeral
            assert BROKEN not in text(answer.response)
            assert not any("better-" in str(part) for part in parts(answer.response))
