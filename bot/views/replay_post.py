"""Replay message: a part of a game as an animation, with buttons to other parts."""

from bot.i18n.translator import Words
from bot.views.board_image import as_file
from bot.views.components import Press, row
from bot.views.reply import Reply
from bot.views.review_source import Story
from render.animation import Part


def replay(words: Words, story: Story, film: bytes, parts: list[Part], at: int) -> Reply:
    """Build the message; `at` is the index into `parts`."""
    part, turns = parts[at], len(story.moves)
    name = f"replay-{story.number}-{part.first}.gif"
    which = (
        words.say_n("The whole game, {n} move", "The whole game, {n} moves", turns)
        if len(parts) == 1
        else words.say(
            "Moves {first} to {last} of {all}", first=part.first + 1, last=part.last, all=turns
        )
    )
    return Reply.of(
        story.heading,
        as_file(film, name, f"{which}. {story.result(words)}"),
        [story.ended, f"-# {which}"],
        row(
            Press(story.control("film", at - 1, "e"), words.say("Earlier")) if at else None,
            Press(story.control("film", at + 1, "l"), words.say("Later"))
            if at + 1 < len(parts)
            else None,
            Press(story.control("moment", part.last), words.say("Move by move")),
            Press(story.control("film-shared", at), words.say("Show everyone"))
            if story.shared
            else None,
        ),
    )
