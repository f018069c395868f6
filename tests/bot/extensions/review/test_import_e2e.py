"""Imported records: validated, shown, replayed and analysed, but never trusted."""

import random

import pytest

from bot.extensions.review.dialogs import record_import
from engine import VARIANTS, analysis, record, variant
from engine.record import LONGEST, Record, export_record
from tests import raw
from tests.e2e import simulator
from tests.e2e.table import Table, ids, parts, text

BEGUN = """[Game "halma-8"]
[South "Ada <@1>"]

1. ii2 -> iv2
; a comment
2. VII,7-V,7
*
"""


async def import_file(table: Table, record: str | bytes) -> simulator.InteractionResult:
    """Import a record as a file, as Ada."""
    data = record if isinstance(record, bytes) else record.encode()
    return await table.ada.slash(table.channel, "game browse", record=("game.txt", data))


def labels(message: simulator.ResponseMessage) -> dict[str, str]:
    return {part["label"]: part["custom_id"] for part in parts(message) if part.get("label")}


@pytest.mark.check
async def test_an_imported_record_is_shown_replayed_and_analysed_privately(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "MOST", 10)
    interaction = await import_file(table, BEGUN)
    shown = interaction.response
    assert shown is not None
    assert shown.ephemeral
    assert "After move 2 of 2" in text(shown)
    assert "<@1>" not in text(shown), "a name calls nobody"
    buttons = labels(shown)
    back = await table.ada.click(shown, custom_id=buttons["Back"])
    assert back.response is not None
    assert back.response.id == shown.id
    assert "After move 1 of 2" in text(back.response)
    film = await table.ada.click(shown, custom_id=buttons["Replay"])
    assert "The whole game, 2 moves" in text(film.response)
    looked = await table.ada.click(shown, custom_id=buttons["Analysis"])
    assert "At the end, " in text(looked.response)
    assert looked.response is not None
    assert "Show everyone" not in labels(looked.response)
    for _ in range(record_import.MAX_RECORDS):
        await import_file(table, BEGUN)
    gone = await table.ada.click(shown, custom_id=buttons["Replay"])
    assert "to import it again" in text(gone.response)
    rows = raw.look(table.store, "SELECT player FROM imported_games")
    assert rows == [{"player": table.ada.id}] * record_import.MAX_RECORDS


@pytest.mark.check
async def test_a_record_can_be_pasted_by_a_player_without_games(table: Table) -> None:
    nothing = await table.ada.slash(table.channel, "game browse")
    assert nothing.response is not None
    assert "You have no game to review yet." in text(nothing.response)
    form = await table.ada.click(nothing.response, custom_id=ids(nothing.response)["import"])
    assert form.modal is not None
    interaction = await table.ada.submit_modal(form, {"record": BEGUN})
    assert "After move 2 of 2" in text(interaction.response)


@pytest.mark.check
async def test_a_record_can_be_pasted_while_another_game_is_reviewed(table: Table) -> None:
    await table.begin(table.ada, table.bruno)
    shown = await table.ada.slash(table.channel, "game browse")
    assert shown.response is not None
    form = await table.ada.click(
        shown.response, custom_id=labels(shown.response)["Import a game record"]
    )
    interaction = await table.ada.submit_modal(form, {"record": BEGUN})
    assert "After move 2 of 2" in text(interaction.response)


@pytest.mark.check
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (BEGUN.replace("VII,7-V,7", "VII,7-I,1"), "Line 6: "),
        (BEGUN.replace("halma-8", "chess"), "It must start with a game I know"),
        (
            BEGUN.replace("*", "South > North: goal"),
            "Line 7: The last line must be the game's result",
        ),
        (BEGUN.replace('"Ada', "Ada"), "Line 2: Only lines like"),
        (b"\xff\xfe\x00game", "A game record can have at most"),
        ("x" * (4 * LONGEST + 1), "A game record can have at most"),
        ("y" * (LONGEST + 1), "A game record can have at most"),
        ("", "It must start with a game I know"),
        ("\n" * 60_000, "It must start with a game I know"),
    ],
)
async def test_an_invalid_record_is_refused_with_its_line_and_advice(
    table: Table, wrong: str | bytes, message: str
) -> None:
    interaction = await import_file(table, wrong)
    assert message in text(interaction.response)


@pytest.mark.check
async def test_no_input_to_an_import_breaks_the_bot(table: Table) -> None:
    rng = random.Random(3)
    whole = export_record(Record(variant("halma-8"), tuple(record.read_record(BEGUN).turns)))
    for _ in range(14):
        letters = [*whole]
        for _ in range(rng.randrange(1, 12)):
            at = rng.randrange(len(letters))
            letters[at] = rng.choice(
                ["", "\x00", "\n", '"', "[", "Ⅳ", "٣", "-" * 300, "\u202e", "💥"]
            )
        interaction = await import_file(table, "".join(letters))
        assert "something went wrong" not in text(interaction.response)
    for key in rng.sample(sorted(VARIANTS), 4):
        interaction = await import_file(
            table, f'[Game "{key}{rng.choice(["", "+", "+x", "+goal" * 99])}"]\n*'
        )
        assert "something went wrong" not in text(interaction.response)


@pytest.mark.check
async def test_a_record_is_continued_from_any_move_alone_or_with_a_friend(table: Table) -> None:
    interaction = await import_file(table, BEGUN)
    assert interaction.response is not None
    back = await table.ada.click(
        interaction.response, custom_id=labels(interaction.response)["Back"]
    )
    assert back.response is not None
    asked = await table.ada.click(
        back.response, custom_id=labels(back.response)["Play on from here"]
    )
    panel = asked.response
    assert panel is not None
    assert "You are ⚫ Black (ring) and move next." in text(panel)
    friend = next(part["custom_id"] for part in parts(panel) if part["type"] == 5)
    begun = await table.ada.click(panel, custom_id=labels(panel)["I'll play all sides"])
    assert "Game 1 has begun" in text(begun.response)
    await table.env.settle()
    assert "`II,2-IV,2`" in text(table.board)
    match = await table.match(1)
    assert (match.ply, match.rated, match.to_move) == (1, False, table.ada.id)
    asked = await table.ada.click(
        back.response, custom_id=labels(back.response)["Play on from here"]
    )
    assert asked.response is not None
    await table.ada.select(asked.response, [table.bruno], custom_id=friend)
    assert "The game starts from the position after move 1 of another game." in text(table.last)
    await table.bruno.click(table.last, custom_id=ids(table.last)["accept"])
    match = await table.match(2)
    assert match.players == (table.bruno.id, table.ada.id)
    assert (match.ply, match.to_move, match.rated) == (1, table.ada.id, False)


@pytest.mark.check
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
async def test_a_record_saved_by_the_editor_of_windows_is_read(table: Table, encoding: str) -> None:
    interaction = await import_file(table, BEGUN.replace("\n", "\r\n").encode(encoding))
    assert "After move 2 of 2" in text(interaction.response)
    assert "not in order" not in text(interaction.response)


@pytest.mark.check
async def test_wrong_numbers_of_moves_are_mentioned(table: Table) -> None:
    interaction = await import_file(table, BEGUN.replace("2. VII", "7. VII"))
    assert "After move 2 of 2" in text(interaction.response)
    assert "From line 6 on" in text(interaction.response)
