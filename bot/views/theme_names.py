"""Display names of the board themes."""

from collections.abc import Mapping

from bot.i18n.translator import N_

THEMES: Mapping[str, str] = {
    "wood": N_("wood"),
    "dark": N_("dark"),
    "contrast": N_("high contrast"),
    "colourblind": N_("colour-blind friendly"),
    "print": N_("as printed in 1885"),
}
"""Display names by theme (`bot.store.models.Theme`)."""
