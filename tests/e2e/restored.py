"""Restoring a backup under a simulated bot, and pressing old buttons."""

import shutil
from typing import Any

from bot.operations.backup import back_up
from bot.store import Store, address
from tests.e2e import simulator
from tests.e2e.simulator import InteractionType, base_payload
from tests.e2e.table import Table, text

OLD = "This message is from before a backup of my data was restored"


async def kept(table: Table) -> None:
    """Keep a copy of the database."""
    back_up(table.store.path, table.store.path.with_name("kept.db"))


async def restored(table: Table) -> Store:
    """Put the copy back, and start the bot. The caller closes the returned store."""
    path = table.store.path.with_name("restored.db")
    shutil.copy(table.store.path.with_name("kept.db"), path)
    table.store = await Store.open(address(path))
    await table.restart()
    await table.env.advance_time(60)
    return table.store


async def pressed(
    table: Table,
    person: simulator.MemberActor,
    message: dict[str, Any],
    custom_id: str,
    values: list[str] | None = None,
) -> simulator.InteractionResult:
    """Press a button, or choose values of a select, in a message as it was once seen."""
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
    if values is not None:
        data |= {"component_type": 3, "values": values}
    record, payload = base_payload(
        table.env.backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=table.channel.id,
        guild_id=table.channel.guild.id,
        user_id=person.id,
        data=data,
    )
    payload["message"] = message
    record.source_message_id = int(message["id"])
    table.env.backend.emit("INTERACTION_CREATE", payload)
    await table.env.settle()
    return simulator.InteractionResult(table.env, record)


async def must_be_refused(
    table: Table,
    person: simulator.MemberActor,
    message: dict[str, Any],
    custom_id: str,
    values: list[str] | None = None,
) -> None:
    """Check that a press says that its message is from before the restore."""
    result = await pressed(table, person, message, custom_id, values)
    assert result.modal is None, custom_id
    assert OLD in text(result.response), custom_id
