"""Buttons and selects that live through restarts: all that they know is written in their id.

    h:<action>:<match or challenge>:<ply>[:<more>]     a button
    s:<action>:<match or challenge>:<ply>[:<more>]     a select
    u:<action>:<match or challenge>:<ply>[:<more>]     a select of a person
    m:<action>:<match or challenge>:<ply>[:<more>]     a form

Nothing in an id is trusted: the service checks who pressed, and whether the ply is still the one shown.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import discord
from discord import AppCommandOptionType, ui
from discord.app_commands import Namespace

from bot.views import discord_limits

_ID = re.compile(
    r"[hsum]:(?P<action>[a-z-]{1,20}):(?P<subject>\d{1,20}):(?P<ply>\d{1,6})(?::(?P<more>[^\n]*))?"
)
LARGEST = 2**63 - 1
"""The largest number that the database takes; ids of Discord and of ours are smaller."""


class OldControl(Exception):
    """What an id says makes no sense now: it is of another version, or made up."""


@dataclass(frozen=True, slots=True)
class Control:
    """What a button or select asks for."""

    action: str
    subject: int
    """The id of a match or of a challenge, whichever the action is about."""
    ply: int = 0
    """The ply of the match that the person was looking at."""
    more: str = ""
    values: tuple[str, ...] = ()
    """What was chosen in a select, or written in the fields of a form."""
    people: tuple[discord.Member | discord.User, ...] = ()
    """Who was chosen in a select of a person."""

    def id(self, kind: str) -> str:
        """The custom id, for `kind` "h" (button), "s" and "u" (selects) or "m" (form)."""
        more = f":{self.more}" if self.more else ""
        return discord_limits.custom_id(f"{kind}:{self.action}:{self.subject}:{self.ply}{more}")

    @property
    def value(self) -> str:
        """The one thing that was chosen; OldControl if there is none."""
        if not self.values:
            raise OldControl(self.action)
        return self.values[0]

    def fits(self) -> bool:
        """Whether the id is short enough for Discord."""
        return (
            len(f"h:{self.action}:{self.subject}:{self.ply}:{self.more}")
            <= discord_limits.CUSTOM_ID
        )


def whole(text: str, base: int = 10) -> int:
    """The number that a part of an id is; OldControl if it is none."""
    try:
        return int(text, base)
    except ValueError:
        raise OldControl(text) from None


def read(custom_id: str) -> Control | None:
    """The control of a custom id, None if it is none of ours.

    A number beyond the largest is nobody's; 0 is no game's, challenge's or person's either.
    """
    found = _ID.fullmatch(custom_id)
    if found is None:
        return None
    subject = int(found["subject"])
    subject = subject if subject <= LARGEST else 0
    return Control(found["action"], subject, int(found["ply"]), found["more"] or "")


def used(interaction: discord.Interaction) -> Control:
    """The control that was used or the form that was sent, with what was chosen or written; one
    without an action if it is none of ours."""
    data: dict[str, Any] = dict(interaction.data or {})
    control = read(str(data.get("custom_id", ""))) or Control("", 0)
    inside = [
        part.get("component", part) for part in discord_limits.walk(data.get("components") or ())
    ]
    values = data.get("values") or [part["value"] for part in inside if "value" in part]
    chosen: Any = [
        {"type": AppCommandOptionType.user.value, "name": each, "value": each}
        for each in values
        if "resolved" in data
    ]
    people = Namespace(interaction, data.get("resolved", {}), chosen)
    return replace(
        control, values=tuple(map(str, values)), people=tuple(person for _, person in people)
    )


Style = Literal["primary", "secondary", "success", "danger"]
"""A button's, by its name in `discord.ButtonStyle`: blue, grey, green and red."""


class Press(ui.Button[Any]):
    """A button."""

    def __init__(
        self, control: Control, label: str, style: Style = "secondary", emoji: str | None = None
    ) -> None:
        super().__init__(
            label=discord_limits.label(label),
            style=discord.ButtonStyle[style],
            emoji=emoji,
            custom_id=control.id("h"),
        )


class Choose(ui.Select[Any]):
    """A select of one among at most 25 options."""

    def __init__(
        self, control: Control, options: list[discord.SelectOption], placeholder: str = ""
    ) -> None:
        super().__init__(
            custom_id=control.id("s"),
            options=options[: discord_limits.OPTIONS],
            placeholder=discord_limits.placeholder(placeholder) or None,
        )


def choose(control: Control, names: Mapping[str, str], now: str) -> ui.ActionRow[Any]:
    """A select of what has these names, by its value; `now`: what is chosen as it stands."""
    options = [option(name, value) for value, name in names.items()]
    for each in options:
        each.default = each.value == now
    return ui.ActionRow(Choose(control, options))


class ChoosePerson(ui.UserSelect[Any]):
    """A select of one person."""

    def __init__(self, control: Control, placeholder: str) -> None:
        super().__init__(
            custom_id=control.id("u"), placeholder=discord_limits.placeholder(placeholder)
        )


def form_of(control: Control, title: str, label: str, field: ui.Item[Any]) -> ui.Modal:
    """A form with one field."""
    shown = ui.Modal(title=title, custom_id=control.id("m"), timeout=900)
    shown.add_item(ui.Label(text=label, component=field))
    return shown


def option(
    label: str, value: str, description: str = "", emoji: str | None = None
) -> discord.SelectOption:
    """An option within Discord's limits."""
    return discord.SelectOption(
        label=discord_limits.choice(label),
        value=value,
        description=discord_limits.choice(description) if description else None,
        emoji=emoji,
    )


Button = ui.Button[Any]
Part = ui.Item[Any] | discord.File | str | Sequence[str | None] | None


def layout(*parts: Part, colour: int | None = None) -> ui.LayoutView:
    """A Components V2 message: one container with these parts. A string, or several lines, become a
    text display, a file the picture that it is; what is empty is left out.

    The texts together keep to Discord's limit.
    """
    kept: list[ui.Item[Any] | str] = []
    for part in parts:
        if isinstance(part, discord.File):
            kept.append(gallery(part.filename, part.description or ""))
        elif isinstance(part, ui.Item):
            kept.append(part)
        elif told := part if isinstance(part, str) else "\n".join(filter(None, part or ())):
            kept.append(told)
    texts = iter(discord_limits.fit(part for part in kept if isinstance(part, str)))
    shown = [ui.TextDisplay(next(texts)) if isinstance(part, str) else part for part in kept]
    return unheeded(ui.Container(*shown, accent_colour=colour))


def gallery(name: str, alt: str) -> ui.MediaGallery[Any]:
    """The place where the attached picture of that name is shown."""
    shown = discord.MediaGalleryItem(
        f"attachment://{name}", description=discord_limits.alt_text(alt)
    )
    return ui.MediaGallery(shown)


def section(texts: Sequence[str], name: str, alt: str | None) -> ui.Section[Any]:
    """Texts beside a small view of the attached picture of that name."""
    shown = ui.Thumbnail[Any](
        f"attachment://{name}", description=discord_limits.alt_text(alt or "")
    )
    return ui.Section(*texts, accessory=shown)


def unheeded(part: ui.Item[Any]) -> ui.LayoutView:
    """A message of one part. Controls are told apart by their ids alone: discord.py, which would keep
    the controls of a private message for a quarter of an hour, and a task for them, need not."""
    view = ui.LayoutView(timeout=None)
    view.add_item(part)
    view.stop()
    return view


PHONE = 260
"""Points of width that buttons have beside each other on a phone."""
AROUND, NARROW, COMMON, BROAD, SYMBOL, BETWEEN = 28, 4, 8, 11, 26, 8
"""Points of a button's edges, of a character of three widths, of an emoji, and to the next button."""


def button_width(label: str | None, symbol: bool) -> int:
    """How wide a button is, about; `symbol`: whether it bears an emoji or leads to a page."""
    letters = sum(
        NARROW if each in "fijlrtI .,'!:" else BROAD if each in "mwMW" else COMMON
        for each in label or ""
    )
    return AROUND + letters + SYMBOL * symbol


def _width(button: Button) -> int:
    return button_width(button.label, bool(button.emoji or button.url))


def rows(*buttons: Button | None) -> list[ui.ActionRow[Any]]:
    """Buttons in as few rows as a phone can show: each in the first row that has room for it."""
    made: list[list[Button]] = []
    for button in (button for button in buttons if button is not None):
        for some in made:
            wide = sum(_width(each) + BETWEEN for each in some) + _width(button)
            if len(some) < discord_limits.ROW and wide <= PHONE:
                some.append(button)
                break
        else:
            made.append([button])
    return [ui.ActionRow(*some) for some in made]


def in_rows(buttons: Sequence[Button]) -> list[ui.ActionRow[Any]]:
    """Buttons in their order, in full rows."""
    return [
        ui.ActionRow(*buttons[at : at + discord_limits.ROW])
        for at in range(0, len(buttons), discord_limits.ROW)
    ]


def row(*items: ui.Item[Any] | None) -> ui.ActionRow[Any] | None:
    """A row of at most five buttons, or of one select; None when there are none."""
    kept = [item for item in items if item is not None]
    return ui.ActionRow(*kept[: discord_limits.ROW]) if kept else None
