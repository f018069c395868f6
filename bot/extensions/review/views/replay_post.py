"""Replay message: part of a game as an animation, with buttons for other parts."""

from bot.extension_api.boards import image_file
from bot.extension_api.controls import Button, button_row
from bot.extension_api.replies import Reply
from bot.extension_api.texts import Translator
from bot.extensions.review.views.review_source import Review
from render.animation import Part


def replay(t: Translator, story: Review, film: bytes, parts: list[Part], at: int) -> Reply:
    """Build the message. `at` is the index of the current part in `parts`."""
    part, turns = parts[at], len(story.moves)
    name = f"replay-{story.number}-{part.first}.gif"
    which = (
        t.translate_plural("The whole game, {n} move", "The whole game, {n} moves", turns)
        if len(parts) == 1
        else t.translate(
            "Moves {first} to {last} of {all}", first=part.first + 1, last=part.last, all=turns
        )
    )
    return Reply.of(
        story.heading,
        image_file(film, name, f"{which}. {story.result(t)}"),
        [story.ended, f"-# {which}"],
        button_row(
            Button(story.control("film", at - 1, "e"), t.translate("Earlier")) if at else None,
            Button(story.control("film", at + 1, "l"), t.translate("Later"))
            if at + 1 < len(parts)
            else None,
            Button(story.control("moment", part.last), t.translate("Move by move")),
            Button(story.control("film-shared", at), t.translate("Show everyone"))
            if story.is_shared
            else None,
        ),
    )
