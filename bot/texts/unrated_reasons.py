"""Why a game is not rated, in sentences: by what `rating_rules.unrated_because` answers."""

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
    """A sentence that says that a game is not rated, and why."""
    return words.say("Not rated: {why}.", why=words.say(SENTENCES[why]))
