"""Plans by taps: the opponent's move, then the player's, in one message."""

import pytest

from bot.service.conditional_moves import plan_lines, plan_text
from bot.store.match import conditional_moves
from tests.e2e import simulator
from tests.e2e.table import Table, alts, ids, parts, text
from tests.e2e.test_multiplayer import seated
from tests.transactions import reading

pytestmark = pytest.mark.check

OPENING = "II,3-III,3"


def labels(message: simulator.ResponseMessage) -> list[str]:
    """Return the labels of a message's buttons."""
    return [part["label"] for part in parts(message) if part["type"] == 2]


async def tapped(
    player: simulator.MemberActor, message: simulator.ResponseMessage, *buttons: str
) -> simulator.ResponseMessage:
    """Press buttons of the panel one after another, and return the edited message."""
    for label in buttons:
        interaction = await player.click(message, label=label)
        assert interaction.response is not None
        assert interaction.response.id == message.id
        message = interaction.response
    return message


async def opened(
    table: Table, player: simulator.MemberActor, move: str = OPENING
) -> simulator.ResponseMessage:
    """Return the panel that a player opens after a typed move."""
    interaction = await player.slash(table.channel, "move", move=move)
    assert interaction.response is not None
    return await tapped(player, interaction.response, "Plan my reply")


async def planned(table: Table, game: int, seat: int = 0) -> str:
    """Return the text of the stored plan of a seat; "" if there is none."""
    with reading(table.store) as tx:
        plan = conditional_moves.get_plan(tx, game, seat)
    return "" if plan is None else plan_text.print_plan(plan_lines.load_lines(plan.text))


async def test_a_plan_of_one_line_takes_six_taps(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    panel = await opened(table, table.ada)
    assert text(panel).startswith("\nIf they play …, I play …\n-# 💡 Your reply is played as soon")
    assert "\n⚫\u00a0<@" in text(panel)
    panel = await tapped(table.ada, panel, "E", "B")
    assert "If they play `VII,6-VI,5`, I play …" in text(panel)
    assert "You are ⚪\u00a0White. **Which man?**" in text(panel)
    panel = await tapped(table.ada, panel, "F", "D")
    assert "**If they play `VII,6-VI,5`, I play `III,3-III,4`**" in text(panel)
    assert await planned(table, game) == ""
    panel = await tapped(table.ada, panel, "Save")
    assert "1. If they play `VII,6-VI,5`, I play `III,3-III,4`" in text(panel)
    assert await planned(table, game) == "VII,6-VI,5, III,3-III,4"
    await table.moved(game, "VII,6-VI,5")
    assert (await table.match(game)).ply == 3


async def test_a_line_is_continued_after_a_restart_and_its_steps_can_be_undone(
    table: Table,
) -> None:
    game = await table.begin(table.ada, table.bruno)
    panel = await opened(table, table.ada)
    panel = await tapped(table.ada, panel, "Whatever they play", "F", "D", "Continue this line")
    await table.restart()
    panel = await tapped(table.ada, panel, "E", "A", "Back", "Whatever they play", "D", "A")
    assert "**Whatever they play, I play `III,3-III,4`\n↳ Whatever they play, I play" in text(panel)
    panel = await tapped(table.ada, panel, "Back", "Back", "Back")
    assert "**Whatever they play, I play `III,3-III,4`**" not in text(panel)
    panel = await tapped(table.ada, panel, "F", "D", "Save")
    assert await planned(table, game) == "*, III,3-III,4"
    panel = await tapped(table.ada, panel, "Back")
    assert "Waiting for" in text(panel)


async def test_a_line_ends_at_ten_moves_with_a_sentence(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    panel = await opened(table, table.ada)
    for number in range(5):
        panel = await tapped(table.ada, panel, "Whatever they play", "A", "A")
        if number < 4:
            panel = await tapped(table.ada, panel, "Continue this line")
    assert "Continue this line" not in labels(panel)
    assert "A line can have at most 10 moves" in text(panel)
    await tapped(table.ada, panel, "Save")
    assert (await planned(table, game)).count("*") == 5


async def test_lines_are_continued_and_removed_in_the_plan(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    panel = await opened(table, table.ada)
    panel = await tapped(table.ada, panel, "E", "A", "F", "D", "Add another line")
    panel = await tapped(table.ada, panel, "Whatever they play", "F", "D", "Save")
    assert await planned(table, game) == "VII,6-VII,5, III,3-III,4\n*, III,3-III,4"
    line = (await table.ada.select(panel, ["0"], custom_id=ids(panel)["plan-line"])).response
    assert line is not None
    assert "Last moves: Black VII,6-VII,5, White III,3-III,4." in alts(line)[0]
    panel = await tapped(table.ada, panel, "Continue this line", "Whatever they play", "A", "A")
    panel = await tapped(table.ada, panel, "Save")
    lines = (await planned(table, game)).splitlines()
    assert lines[0] == "*, III,3-III,4"
    assert lines[1].startswith("VII,6-VII,5, III,3-III,4, *, ")
    await table.ada.select(panel, ["1"], custom_id=ids(panel)["plan-line"])
    panel = await tapped(table.ada, panel, "Remove this line")
    assert await planned(table, game) == "*, III,3-III,4"
    panel = await tapped(table.ada, panel, "Delete the plan")
    assert "Your plan has been deleted" in text(panel)
    assert await planned(table, game) == ""


async def test_drops_are_queued_with_two_taps_each(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno, game="top-secret")
    panel = await opened(table, table.ada, "VI,6")
    panel = await tapped(table.ada, panel, "Whatever they play", "A")
    panel = await tapped(table.ada, panel, "Add another line", "A", "Add another line", "A", "Save")
    assert await planned(table, game) == "*, drop XI,6\n*, drop XI,7\n*, drop XI,8"
    await table.moved(game, "XI,7", "XI,9")
    assert await planned(table, game) == ""
    drops = [cell for cell in (await table.position(game)).cells if cell]
    assert len(drops) == (await table.match(game)).ply == 5


async def test_a_panel_of_an_earlier_board_says_so_and_saves_nothing(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    panel = await opened(table, table.ada)
    panel = await tapped(table.ada, panel, "Whatever they play", "F", "D")
    await table.restart()
    await table.moved(game, "VII,6-VI,6")
    panel = await tapped(table.ada, panel, "Save")
    assert "The game has moved on. This is the current board." in text(panel)
    assert "**Which man?**" in text(panel)
    assert await planned(table, game) == ""


async def test_an_open_panel_shows_the_new_board_when_the_opponent_moves(table: Table) -> None:
    game = await table.begin(table.ada, table.bruno)
    panel = await opened(table, table.ada)
    panel = await tapped(table.ada, panel, "Whatever they play")
    await table.moved(game, "VII,6-VI,6")  # by command: the simulator waits for what it starts
    assert "VII,6-VI,6" in text(panel)
    assert "You are ⚪\u00a0White. **Which man?**" in text(panel)


async def test_three_players_choose_the_replies_of_both_others(table: Table) -> None:
    game = await seated(table, "chinese-checkers-3", table.ada, table.bruno, table.chen)
    interaction = await table.chen.slash(table.channel, "game plan", game=str(game))
    assert interaction.response is not None
    panel = await tapped(table.chen, interaction.response, "A", "A")
    assert "Whatever they play" not in labels(panel), "one reply is named"
    for _ in range(4):  # a man of Bruno's, its square, and the same for Chen's reply
        panel = await tapped(table.chen, panel, labels(panel)[0])
    panel = await tapped(table.chen, panel, "Save")
    text_of_plan = await planned(table, game, 2)
    assert text_of_plan.count(", ") == 2
    assert " and " in text(panel)
