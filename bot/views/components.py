"""Persistent message components, with their whole state in the custom id.

    h:<action>:<match or challenge>:<ply>[:<more>]     a button
    s:<action>:<match or challenge>:<ply>[:<more>]     a select
    u:<action>:<match or challenge>:<ply>[:<more>]     a user select
    m:<action>:<match or challenge>:<ply>[:<more>]     a modal

Custom ids are untrusted input: the service checks the player and whether the ply is current.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import discord
from discord import AppCommandOptionType, ComponentType, ui
from discord.app_commands import Namespace

from bot.views import discord_limits

_ID = re.compile(
    r"[hsum]:(?P<action>[a-z-]{1,20}):(?P<subject>\d{1,20}):(?P<ply>\d{1,6})(?::(?P<more>[^\n]*))?"
)
LARGEST_ID = 2**63 - 1
"""Largest integer that the database accepts; all valid ids are smaller."""


class StaleComponent(Exception):
    """An invalid custom id: forged, or from another version of the bot."""


@dataclass(frozen=True, slots=True)
class ComponentId:
    """A parsed custom id, with the values of the interaction."""

    action: str
    subject: int
    """Id of a match or challenge, depending on the action."""
    ply: int = 0
    """Ply of the match shown when the component was created."""
    extra: str = ""
    values: tuple[str, ...] = ()
    """The selected values; for a submitted modal, the values of all fields."""
    people: tuple[discord.Member | discord.User, ...] = ()
    """Users chosen in a user select."""
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The values of a submitted modal, by custom id of the field."""

    def id(self, kind: str) -> str:
        """Return the custom id for a kind: "h" (button), "s" or "u" (select), "m" (modal)."""
        more = f":{self.extra}" if self.extra else ""
        return discord_limits.custom_id(f"{kind}:{self.action}:{self.subject}:{self.ply}{more}")

    @property
    def value(self) -> str:
        """The selected value. Raises `StaleComponent` if there is none."""
        if not self.values:
            raise StaleComponent(self.action)
        return self.values[0]

    def fits_limit(self) -> bool:
        """Return whether the custom id is within Discord's length limit."""
        return (
            len(f"h:{self.action}:{self.subject}:{self.ply}:{self.extra}")
            <= discord_limits.CUSTOM_ID
        )


def parse_int(text: str, base: int = 10) -> int:
    """Parse an integer in a custom id or a chosen value.

    Raises `StaleComponent` if it is invalid, or too large for the database.
    """
    try:
        number = int(text, base)
    except ValueError:
        raise StaleComponent(text) from None
    if abs(number) > LARGEST_ID:
        raise StaleComponent(text)
    return number


def parse_custom_id(custom_id: str) -> ComponentId | None:
    """Parse a custom id; None if its format is unknown.

    A subject larger than `LARGEST_ID` becomes 0, which is never a valid id.
    """
    parsed = _ID.fullmatch(custom_id)
    if parsed is None:
        return None
    subject = int(parsed["subject"])
    subject = subject if subject <= LARGEST_ID else 0
    return ComponentId(parsed["action"], subject, int(parsed["ply"]), parsed["more"] or "")


def from_interaction(interaction: discord.Interaction) -> ComponentId:
    """Parse the component or modal of an interaction, with its values and users.

    The action is empty if the format of the custom id is unknown.
    """
    data: dict[str, Any] = dict(interaction.data or {})
    control = parse_custom_id(str(data.get("custom_id", ""))) or ComponentId("", 0)
    inside = [
        part.get("component", part) for part in discord_limits.walk(data.get("components") or ())
    ]
    fields = {str(part.get("custom_id")): _values_of(part) for part in inside}
    values = data.get("values") or [value for part in inside for value in _values_of(part)]
    asked = [data] if "component_type" in data else inside
    people = [
        {"type": AppCommandOptionType.user.value, "name": each, "value": each}
        for part in asked
        if ComponentType.user_select.value in (part.get("type"), part.get("component_type"))
        for each in part.get("values") or ()
        if each in data.get("resolved", {}).get("users", {})
    ]
    chosen: Any = Namespace(interaction, data.get("resolved", {}), people)  # type: ignore[arg-type]
    return replace(
        control,
        values=tuple(map(str, values)),
        people=tuple(person for _, person in chosen),
        fields=fields,
    )


def _values_of(part: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the values of a modal's field: several, one or none."""
    if "values" in part:
        return tuple(map(str, part["values"] or ()))
    return () if part.get("value") is None else (str(part["value"]),)


ButtonStyle = Literal["primary", "secondary", "success", "danger"]
"""Button style by its name in `discord.ButtonStyle`: blurple, grey, green or red."""


class Button(ui.Button[Any]):
    """Button with a `ComponentId` as custom id."""

    def __init__(
        self,
        control: ComponentId,
        label: str,
        style: ButtonStyle = "secondary",
        emoji: str | None = None,
    ) -> None:
        super().__init__(
            label=discord_limits.label(label),
            style=discord.ButtonStyle[style],
            emoji=emoji,
            custom_id=control.id("h"),
        )


class Select(ui.Select[Any]):
    """Single-choice select. Options beyond Discord's limit of 25 are left out.

    `options` are labels by value, some with an explanation, or options of discord.py. The option
    with the value `chosen` is selected.
    """

    def __init__(
        self,
        control: ComponentId,
        options: Mapping[str, str | tuple[str, str]] | Sequence[discord.SelectOption],
        placeholder: str = "",
        *,
        chosen: str = "",
    ) -> None:
        made = (
            [
                select_option(*((text,) if isinstance(text, str) else text), value=value)
                for value, text in options.items()
            ]
            if isinstance(options, Mapping)
            else list(options)
        )
        for option in made:
            option.default = option.default or option.value == chosen
        super().__init__(
            custom_id=control.id("s"),
            options=made[: discord_limits.OPTIONS],
            placeholder=discord_limits.placeholder(placeholder) or None,
        )


def select_of(control: ComponentId, names: Mapping[str, str], now: str) -> ui.ActionRow[Any]:
    """Build a select from labels by value. `now` is the current value."""
    return ui.ActionRow(Select(control, names, chosen=now))


def select_option(
    label: str, description: str = "", *, value: str, emoji: str | None = None
) -> discord.SelectOption:
    """Build a select option within Discord's limits."""
    return discord.SelectOption(
        label=discord_limits.choice(label),
        value=value,
        description=discord_limits.choice(description) if description else None,
        emoji=emoji,
    )


AnyButton = ui.Button[Any]
LayoutPart = ui.Item[Any] | discord.File | str | Sequence[str | None] | None


def layout(*parts: LayoutPart, colour: int | None = None) -> ui.LayoutView:
    """Build a Components V2 message: one container with these parts.

    Strings and lists of lines become text displays, and files become images. Empty parts are
    omitted, and text beyond Discord's total limit is truncated.
    """
    kept: list[ui.Item[Any] | str] = []
    for part in parts:
        if isinstance(part, discord.File):
            kept.append(gallery(part.filename, part.description or ""))
        elif isinstance(part, ui.Item):
            kept.append(part)
        elif content := part if isinstance(part, str) else "\n".join(filter(None, part or ())):
            kept.append(content)
    texts = iter(discord_limits.fit(part for part in kept if isinstance(part, str)))
    shown = [ui.TextDisplay(next(texts)) if isinstance(part, str) else part for part in kept]
    return static_view(ui.Container(*shown, accent_colour=colour))


def gallery(name: str, alt: str) -> ui.MediaGallery[Any]:
    """Return a gallery that shows the attached image of this name."""
    shown = discord.MediaGalleryItem(
        f"attachment://{name}", description=discord_limits.alt_text(alt)
    )
    return ui.MediaGallery(shown)


def section(texts: Sequence[str], name: str, alt: str | None) -> ui.Section[Any]:
    """Return a section of text with the attached image of this name as a thumbnail."""
    shown = ui.Thumbnail[Any](
        f"attachment://{name}", description=discord_limits.alt_text(alt or "")
    )
    return ui.Section(*texts, accessory=shown)


def static_view(part: ui.Item[Any]) -> ui.LayoutView:
    """Return a view that discord.py does not track.

    Interactions are routed by custom id, so the library needs neither the view nor a timeout task
    for it.
    """
    view = ui.LayoutView(timeout=None)
    view.add_item(part)
    view.stop()
    return view


PHONE_WIDTH = 260
"""Usable width of a button row on a phone, in points."""
AROUND, NARROW, COMMON, BROAD, SYMBOL, BETWEEN = 28, 4, 8, 11, 26, 8
"""Widths in points: padding, narrow, common and broad characters, emoji and gap."""


def button_width(label: str | None, symbol: bool) -> int:
    """Estimate a button's width. `symbol` is True if it has an emoji or a link icon."""
    letters = sum(
        NARROW if each in "fijlrtI .,'!:" else BROAD if each in "mwMW" else COMMON
        for each in label or ""
    )
    return AROUND + letters + SYMBOL * symbol


def _width(button: AnyButton) -> int:
    return button_width(button.label, bool(button.emoji or button.url))


def button_rows(*buttons: AnyButton | None) -> list[ui.ActionRow[Any]]:
    """Arrange buttons in as few rows as fit on a phone, filling earlier rows first."""
    made: list[list[AnyButton]] = []
    for button in (button for button in buttons if button is not None):
        for some in made:
            wide = sum(_width(each) + BETWEEN for each in some) + _width(button)
            if len(some) < discord_limits.ROW and wide <= PHONE_WIDTH:
                some.append(button)
                break
        else:
            made.append([button])
    return [ui.ActionRow(*some) for some in made]


def in_rows(buttons: Sequence[AnyButton]) -> list[ui.ActionRow[Any]]:
    """Arrange buttons in full rows, keeping their order."""
    return [
        ui.ActionRow(*buttons[at : at + discord_limits.ROW])
        for at in range(0, len(buttons), discord_limits.ROW)
    ]


def button_row(*items: ui.Item[Any] | None) -> ui.ActionRow[Any] | None:
    """Build a row of at most five buttons or one select, or None if there are none."""
    kept = [item for item in items if item is not None]
    return ui.ActionRow(*kept[: discord_limits.ROW]) if kept else None
