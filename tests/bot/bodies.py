"""Checks JSON bodies sent to Discord against Discord's documented limits."""

from typing import Any

from bot.views.discord_limits import (
    ALT_TEXT,
    CHOICE,
    CHOICES,
    COMPONENTS,
    CONTENT,
    CUSTOM_ID,
    LABEL,
    MODAL_LABEL,
    MODAL_TITLE,
    NONCE,
    OPTIONS,
    PLACEHOLDER,
    ROW,
    TEXT,
    walk,
)

FIELDS = 5
"""Maximum number of fields in a form."""
BOXES = {21: (2, 10), 22: (1, 10)}
"""Minimum and maximum number of options in a radio group and a checkbox group."""


def faults(body: dict[str, Any]) -> list[str]:
    """Return a complaint for each of Discord's limits that a request body exceeds.

    `body` is the JSON body of a message or of an interaction callback.
    """
    texts: list[str] = []
    data: dict[str, Any] = body["data"] if isinstance(body.get("data"), dict) else body

    def over(name: str, value: object, limit: int) -> None:
        if isinstance(value, str) and len(value) > limit:
            texts.append(f"{name}: {len(value)} characters, allowed are {limit}")

    over("content", data.get("content"), CONTENT)
    over("nonce", data.get("nonce"), NONCE)
    choices = data.get("choices") or ()
    if len(choices) > CHOICES:
        texts.append(f"choices: {len(choices)}")
    for each in choices:
        over("choice name", each["name"], CHOICE)
        over("choice value", each["value"], CHOICE)
    for file in data.get("attachments") or ():
        over("alt text", file.get("description"), ALT_TEXT)
    called = (data.get("allowed_mentions") or {}).get("users") or []
    if len(called) != len(set(called)):
        texts.append("allowed mentions: somebody twice")
    over("title", data.get("title"), MODAL_TITLE)
    parts = list(walk(data.get("components") or ()))
    if "title" in data and not 1 <= len(parts) <= FIELDS:
        texts.append(f"form: {len(parts)} fields")
    for part in parts:
        if part["type"] == 18:
            over("field label", part["label"], MODAL_LABEL)
            over("field description", part.get("description"), CHOICE)
    parts = [part.get("component", part) for part in parts]
    if len(parts) > COMPONENTS:
        texts.append(f"components: {len(parts)}")
    if sum(len(part["content"]) for part in parts if part["type"] == 10) > TEXT:
        texts.append("text displays: too long together")
    ids = [part["custom_id"] for part in parts if part.get("custom_id")]
    if len(ids) != len(set(ids)):
        texts.append("custom ids: not unique")
    for part in parts:
        over("custom id", part.get("custom_id"), CUSTOM_ID)
        over("placeholder", part.get("placeholder"), PLACEHOLDER)
        if part["type"] == 1 and len(part["components"]) > ROW:
            texts.append(f"row: {len(part['components'])} items")
        if part["type"] == 2:
            over("label", part.get("label"), LABEL)
            if not part.get("label") and not part.get("emoji"):
                texts.append("button: neither label nor emoji")
        for item in part.get("items") or ():
            over("alt text", item.get("description"), ALT_TEXT)
        options = part.get("options") or ()
        least, most = BOXES.get(part["type"], (0, OPTIONS))
        if not least <= len(options) <= most:
            texts.append(f"options: {len(options)}")
        if len({each["value"] for each in options}) < len(options):
            texts.append("options: not unique")
        for each in options:
            for key in ("label", "value", "description"):
                over(f"option {key}", each.get(key), CHOICE)
    return texts
