"""Display names of the board themes."""

from collections.abc import Mapping

from bot.i18n.translator import mark

THEMES: Mapping[str, str] = {
    "wood": mark("wood"),
    "dark": mark("dark"),
    "contrast": mark("high contrast"),
    "colourblind": mark("colour-blind friendly"),
    "print": mark("as printed in 1885"),
}
"""Display names by theme (`bot.store.models.Theme`)."""
