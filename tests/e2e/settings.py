"""Changing settings in the forms of `/me settings` and `/server settings`."""

from collections.abc import Iterable, Sequence
from typing import Any

from bot.service.guilds import guild_settings
from bot.service.players import player_settings
from bot.setting_definition import OFF, ON, Setting
from bot.store.models import PlayerSettings
from tests.e2e import simulator
from tests.e2e.forms import Handle, fields, shown, submit
from tests.e2e.table import Table
from tests.transactions import reading

ME, SERVER = "me settings", "server settings"
SELECT = 3
"""Type of a select with fixed choices."""


def table_of(command: str) -> tuple[Sequence[Setting], dict[str, str]]:
    """Return the settings of a command, and the titles of its forms by page."""
    if command == ME:
        return player_settings.all_settings(), dict(player_settings.PAGES)
    return guild_settings.all_settings(), guild_settings.all_pages()


def server(table: Table) -> dict[str, str]:
    """Return the stored settings of the guild."""
    with reading(table.store) as tx:
        return guild_settings.load_settings(tx, table.channel.guild.id)


def mine(table: Table, person: simulator.MemberActor) -> PlayerSettings:
    """Return the stored settings of a player."""
    with reading(table.store) as tx:
        return player_settings.load_settings(tx, person.id)


async def opened(
    table: Table, person: simulator.MemberActor, command: str, label: str
) -> simulator.InteractionResult:
    """Use the command, and press the button with this label."""
    interaction = await person.slash(table.channel, command)
    assert interaction.response is not None
    return await person.click(interaction.response, label=label)


async def profile(
    table: Table,
    viewer: simulator.MemberActor,
    person: simulator.MemberActor | None = None,
    label: str = "",
) -> simulator.InteractionResult:
    """Show a profile, by default one's own, or press the button in it with this label."""
    options = {} if person is None else {"person": person}
    interaction = await viewer.slash(table.channel, "me profile", **options)
    assert interaction.response is not None
    return await viewer.click(interaction.response, label=label) if label else interaction


async def change_settings(
    table: Table,
    person: simulator.MemberActor,
    command: str,
    handles: Iterable[Handle] = (),
    **values: Any,
) -> simulator.InteractionResult:
    """Change settings in their forms, and return the answer to the last form.

    A switch is "on" or "off", and a channel or role a list. `handles` are those that a form shows.
    """
    rows, pages = table_of(command)
    answer = None
    for page, title in pages.items():
        mine = {row.name: row for row in rows if row.page == page and row.name in values}
        if not mine:
            continue
        form = await opened(table, person, command, title)
        changes: dict[str, Any] = {}
        on = set(shown(form).get("switches", ()))
        for name, row in mine.items():
            value = values.pop(name)
            if row.kind == "switch":
                assert value in (ON, OFF)
                on = on | {name} if value == ON else on - {name}
                changes["switches"] = sorted(on)
            else:
                changes[name] = [value] if fields(form)[name]["type"] == SELECT else value
        answer = await submit(person, form, handles, **changes)
    assert answer is not None, "no setting is changed"
    assert not values, "the command has no such setting"
    return answer
