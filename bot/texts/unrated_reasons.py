"""Reasons why a match is unrated, by the codes of `rating_rules.unrated_code`."""

from bot.i18n.translator import N_, Translator

SENTENCES = {
    "accounts-too-new": N_("an account is less than two weeks old"),
    "barred": N_("someone has aborted three games recently"),
    "hasty": N_("the clock is outside the limits for rated games"),
    "inseparable": N_("two of you almost always play in the same games"),
    "ratings-off": N_("rated games are turned off here"),
    "same-person": N_("someone has two seats"),
    "uneven": N_("the players of this game do not all have the same task"),
    "untimed": N_("the game has no clock"),
}


def unrated_text(t: Translator, why: str | None, newcomers: str) -> str:
    """Return a sentence that says why a match is unrated.

    `why` is the code of a reason. If `why` is None and there are `newcomers` (as mentions), the
    reason is that it is their first game.
    """
    if why is not None:
        return t.translate("Not rated: {why}.", why=t.translate(SENTENCES[why]))
    if newcomers:
        return t.translate("Not rated: this is the first game for {player}.", player=newcomers)
    return t.translate("Not rated.")
