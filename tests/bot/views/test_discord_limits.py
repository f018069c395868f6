"""Discord's limits are respected for any input."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.views import discord_limits, forms
from bot.views.components import (
    Button,
    ComponentId,
    Select,
    button_row,
    layout,
    parse_custom_id,
)
from tests.bot.bodies import faults


@pytest.mark.check
@given(st.text(max_size=5000))
def test_every_text_is_cut_to_its_limit(text: str) -> None:
    assert 1 <= len(discord_limits.label(text)) <= discord_limits.LABEL
    assert 1 <= len(discord_limits.choice(text)) <= discord_limits.CHOICE
    assert len(discord_limits.placeholder(text)) <= discord_limits.PLACEHOLDER
    assert len(discord_limits.alt_text(text)) <= discord_limits.ALT_TEXT
    assert len(discord_limits.content(text)) <= discord_limits.CONTENT


@pytest.mark.check
@given(st.lists(st.text(max_size=3000), max_size=6))
def test_the_texts_of_one_message_respect_the_total_limit(texts: list[str]) -> None:
    fitted = discord_limits.fit(texts)
    assert sum(map(len, fitted)) <= discord_limits.TEXT
    assert len(fitted) == len(texts)


def test_an_id_that_is_too_long_or_empty_is_refused_and_not_cut() -> None:
    assert discord_limits.custom_id("h:a:1:0") == "h:a:1:0"
    for wrong in ("", "x" * 101):
        with pytest.raises(ValueError, match="custom id"):
            discord_limits.custom_id(wrong)
    assert ComponentId("say", 1, 0, "x" * 85).fits_limit()
    assert not ComponentId("say", 1, 0, "x" * 95).fits_limit()


def test_pages_have_25_items_and_page_numbers_stay_within_bounds() -> None:
    items = list(range(60))
    assert discord_limits.page(items, 0) == (items[:25], 0, 3)
    assert discord_limits.page(items, 9) == (items[50:], 2, 3)
    assert discord_limits.page(items, -1) == (items[:25], 0, 3)
    assert discord_limits.page([], 0) == ([], 0, 1)


async def test_a_message_with_everything_at_maximum_length_is_within_all_limits() -> None:
    options = {str(number): ("x" * 300, "y" * 300) for number in range(40)}
    buttons = [Button(ComponentId("a", number, 0, "z" * 80), "w" * 200) for number in range(9)]
    view = layout(
        "t" * 5000,
        None,
        button_row(*buttons),
        button_row(Select(ComponentId("c", 1), options, "p" * 300)),
        button_row(None),
    )
    body = {"components": view.to_components(), "nonce": "n" * 25}
    assert faults(body) == []


def test_the_limit_checker_reports_every_exceeded_limit() -> None:
    button = {"type": 2, "custom_id": "i" * 101, "label": "l" * 81}
    select = {
        "type": 3,
        "custom_id": "s",
        "placeholder": "p" * 151,
        "options": [{"label": "l" * 101, "value": "v"}] * 26,
    }
    body = {
        "data": {
            "content": "c" * 2001,
            "nonce": "n" * 26,
            "choices": [{"name": "n" * 101, "value": "v" * 101}] * 26,
            "attachments": [{"description": "d" * 1025}],
            "components": [
                {"type": 10, "content": "t" * 4001},
                {"type": 1, "components": [button] * 6},
                {"type": 1, "components": [select, {"type": 2, "custom_id": "s"}]},
                {"type": 12, "items": [{"description": "d" * 1025}]},
                *({"type": 14} for _ in range(40)),
            ],
        }
    }
    assert len(set(faults(body))) == 17
    assert faults({"components": [{"type": 9, "accessory": {"type": 2}}]}) != []


def test_the_limit_checker_reports_every_exceeded_limit_of_a_form() -> None:
    option = {"label": "l", "value": "v"}

    def field(component: dict[str, object]) -> dict[str, object]:
        return {"type": 18, "label": "l", "component": {"custom_id": "c", **component}}

    def form(*fields: dict[str, object], title: str = "t") -> dict[str, object]:
        return {"data": {"title": title, "components": list(fields)}}

    text = field({"type": 4})
    assert faults(form(text)) == []
    for wrong in (
        form(text, title="t" * 46),
        form(),
        form(*(field({"type": 4, "custom_id": str(number)}) for number in range(6))),
        form({**text, "label": "l" * 46}),
        form({**text, "description": "d" * 101}),
        form(text, text),
        form(field({"type": 21, "options": [option]})),
        form(field({"type": 21, "options": [{**option, "value": str(n)} for n in range(11)]})),
        form(field({"type": 22, "options": []})),
        form(field({"type": 22, "options": [option, option]})),
        form(field({"type": 22, "options": [{**option, "description": "d" * 101}]})),
    ):
        assert len(faults(wrong)) == 1, wrong


def test_the_texts_of_a_form_are_truncated() -> None:
    made = forms.form(ComponentId("board-form", 1), "t" * 50, forms.Field("lines", "l" * 50))
    assert faults({"data": made.to_dict()}) == []
    assert made.to_dict()["title"].endswith("…")


def test_a_control_is_parsed_from_its_custom_id() -> None:
    for control in (
        ComponentId("accept", 5),
        ComponentId("play", 12, 7, "II,3-IV,5"),
        ComponentId("which", 0, 0, "move:2,3 : 4,5"),
    ):
        assert parse_custom_id(control.id("h")) == control
        assert parse_custom_id(control.id("s")) == control
    for foreign in ("", "hello", "h:accept", "h:accept:x:0", "q:accept:1:0"):
        assert parse_custom_id(foreign) is None
