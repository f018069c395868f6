"""Why a game is not rated, in sentences: one for each of `bot.service.rating_events.REASONS`."""

from __future__ import annotations

from bot.words import Words, mark

SENTENCES = {
    "accounts-too-new": mark("an account is younger than two weeks"),
    "barred": mark("someone has broken off three games lately"),
    "computer": mark("the computer plays"),
    "custom-position": mark("it begins in a position of its own"),
    "hasty": mark("its clock gives less or more time than rated games have"),
    "hints": mark("hints were used"),
    "imported": mark("it was played elsewhere"),
    "inseparable": mark("two of you almost always play together"),
    "ratings-off": mark("nothing is rated here"),
    "same-person": mark("someone sits in two places"),
    "untimed": mark("it has no clock"),
}


def not_rated(words: Words, why: str) -> str:
    """A sentence that says that a game is not rated, and why."""
    return words.say("Not rated: {why}.", why=words.say(SENTENCES[why]))
