"""Reasons why a match is unrated, by the codes of `rating_rules.unrated_because`."""

from bot.i18n.translator import Words, mark

SENTENCES = {
    "accounts-too-new": mark("an account is younger than two weeks"),
    "barred": mark("someone has broken off three games lately"),
    "hasty": mark("its clock gives less or more time than rated games have"),
    "inseparable": mark("two of you almost always play together"),
    "ratings-off": mark("nothing is rated here"),
    "same-person": mark("someone sits in two places"),
    "untimed": mark("it has no clock"),
}


def not_rated(words: Words, why: str) -> str:
    """Return a sentence that says why a match is unrated."""
    return words.say("Not rated: {why}.", why=words.say(SENTENCES[why]))
