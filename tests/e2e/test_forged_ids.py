"""Tests of forged custom ids: each gets a reply, and none causes an error."""

import random
from typing import Any

import pytest

from bot.registry import GAME_ACTIONS
from bot.views.action_menu import LABELS
from render import animation
from tests.e2e import simulator
from tests.e2e.simulator import InteractionType, base_payload
from tests.e2e.table import Table, text

pytestmark = pytest.mark.check

FIELDS = (
    *("", "0", "-1", "1", "5_0", "٣", "9" * 19, "9" * 60, "draw-0", "draw-9", "undo-1", "1-2-3"),
    *("a:b:c", ":::", "💥" * 5, "' OR 1=1 --", "../../etc", "%s{0}{player}", "halma-8", "mine"),
    *("text", "2.I,1.II,1", "\u202e\x00"),
)
"""Possible last fields of forged ids."""
PLIES = ("0", "1", "1", "2", "999999", "")
SUBJECTS = ("0", "2", "9" * 18, "9" * 20, "")
VALUES = ("", "x", "0", "-1", "1", "9" * 40, "1:2:3", "II,3-III,3", "x" * 100, "y" * 4000)
"""Values for selects and modals."""
KINDS = {"h": 2, "s": 3, "u": 5}
"""Component types by the first letter of a custom id.

The letter "m" is for modals.
"""
FOR_ALL = ("film-shared", "analysis-shared", "share-shared", "daily-share")
BROKEN = "Sorry, something went wrong on my side."


async def used(
    table: Table, person: simulator.MemberActor, custom_id: str, values: list[str] | None = None
) -> simulator.InteractionResult:
    """Use a forged component of the newest board, and return the result."""
    board, kind = table.board, KINDS.get(custom_id[0])
    data: dict[str, Any] = {"custom_id": custom_id}
    if kind is None:
        fields = [{"type": 4, "custom_id": "field", "value": each} for each in values or ()]
        data["components"] = [{"type": 18, "component": each} for each in fields]
    else:
        data["component_type"] = kind
        if values is not None:
            data["values"] = values
    record, payload = base_payload(
        table.env.backend,
        type=InteractionType.MESSAGE_COMPONENT if kind else InteractionType.MODAL_SUBMIT,
        channel_id=table.channel.id,
        guild_id=table.channel.guild.id,
        user_id=person.id,
        data=data,
    )
    payload["message"] = table.seen(board)
    record.source_message_id = board.id
    table.env.backend.emit("INTERACTION_CREATE", payload)
    await table.env.settle()
    return simulator.InteractionResult(table.env, record)


async def must_be_answered(
    table: Table, person: simulator.MemberActor, custom_id: str, values: list[str] | None = None
) -> None:
    """Check that the reply is a modal, a private message, or a post for everyone."""
    result = await used(table, person, custom_id, values)
    if result.modal is not None:
        return
    assert result.response is not None, custom_id
    content = text(result.response)
    assert content.strip(), custom_id
    assert BROKEN not in content, custom_id
    if not result.response.ephemeral:
        assert custom_id.split(":")[1] in FOR_ALL
        assert result.response.attachments, (custom_id, content)


@pytest.fixture(autouse=True)
def quick_films(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the drawing of animations, whose content does not matter in these tests."""
    monkeypatch.setattr(animation, "render_animation", lambda film, progress=None: b"GIF89a")


async def going_on(table: Table, number: int) -> int:
    """Return this match, or a new one if it is no longer running."""
    if number and (await table.match(number)).status == "running":
        return number
    number = await table.begin(table.ada, table.bruno)
    await table.moved(number, "II,3-III,3")
    return number


async def test_every_game_action_in_a_button_id_gets_a_reply(table: Table) -> None:
    number = 0
    names = sorted(
        {*LABELS, *GAME_ACTIONS, "agree", "none-of-ours", "board:", ":", "undo:1", "plan:x"}
    )
    for name in names:
        for person in (table.dara, table.ada, table.bruno):
            number = await going_on(table, number)
            await must_be_answered(table, person, f"h:do:{number}:1:{name}")


async def test_every_control_is_answered_whatever_its_id_says(table: Table) -> None:
    number, rng = 0, random.Random(1)
    for action in sorted(table.client.controls):
        for person in (table.dara, table.ada, table.bruno):
            number = await going_on(table, number)
            kind = rng.choice("hsum")
            subject = rng.choice((str(number), str(number), rng.choice(SUBJECTS)))
            custom_id = f"{kind}:{action}:{subject}:{rng.choice(PLIES)}:{rng.choice(FIELDS)}"[:100]
            values = rng.choice((None, [], [rng.choice(VALUES)], [rng.choice(VALUES)] * 30))
            await must_be_answered(table, person, custom_id.rstrip(":"), values)


async def test_old_buttons_and_forms_of_plans_and_drop_queues_are_answered(table: Table) -> None:
    number = await going_on(table, 0)
    for old in (f"h:queue:{number}:1:0.0.12", f"h:queued:{number}:1:0.0.12"):
        await must_be_answered(table, table.ada, old)
    for player, old in (("ada", f"h:plan:{number}:0"), ("bruno", f"h:plan:{number}:1")):
        await must_be_answered(table, getattr(table, player), old)
    words = ["if VII,6-VI,6 then III,3-IV,3"]
    await must_be_answered(table, table.ada, f"m:plan-lines:{number}:1", words)
    assert (await table.match(number)).planned == ()
