"""Reasons why a match is unrated, by the codes of `rating_rules.unrated_because`."""

from bot.i18n.translator import Words, mark

SENTENCES = {
    "accounts-too-new": mark("an account is less than two weeks old"),
    "barred": mark("someone has aborted three games recently"),
    "hasty": mark("its clock is outside the limits for rated games"),
    "inseparable": mark("two of you almost always play together"),
    "ratings-off": mark("nothing is rated here"),
    "same-person": mark("someone has two seats"),
    "untimed": mark("it has no clock"),
}


def not_rated(words: Words, why: str) -> str:
    """Return a sentence that says why a match is unrated."""
    return words.say("Not rated: {why}.", why=words.say(SENTENCES[why]))
