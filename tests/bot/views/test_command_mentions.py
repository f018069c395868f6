"""Command mentions: slash commands in messages become clickable links."""

from bot.views.command_mentions import with_command_links, with_mentions
from bot.views.components import layout
from bot.views.discord_limits import walk
from bot.views.reply import Reply

IDS = {"games": 5, "game resign": 7}


def test_a_command_with_a_known_id_becomes_a_mention_and_other_text_is_unchanged() -> None:
    sentence = "`/games` or `/game resign`; not `/game`, `/chess` or `II,3-IV,5`."
    assert with_command_links(sentence, IDS) == (
        "</games:5> or </game resign:7>; not `/game`, `/chess` or `II,3-IV,5`."
    )
    assert with_command_links(sentence, {}) == sentence


def test_the_texts_of_a_layout_are_converted_too() -> None:
    view = layout("See `/games`.", None)
    assert with_mentions(Reply("`/games`", view), IDS).text == "</games:5>"
    assert [part["content"] for part in walk(view.to_components()) if part["type"] == 10] == [
        "See </games:5>."
    ]
