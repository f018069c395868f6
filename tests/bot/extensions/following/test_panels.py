"""The list of what a player follows, within Discord's limits."""

import pytest

from bot.extensions.following.views.panels import Entry, following_page
from bot.i18n.translator import LANGUAGES, translator_for
from bot.views.discord_limits import walk
from tests.bot.bodies import faults

MANY = [
    Entry(f"w{n}", f"👁 Halma 8×8 · game {n} " + "<@123456789012345678> " * 4, f"Game {n}")
    for n in range(60)
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("page", "first", "count"), [(0, 0, 25), (1, 25, 25), (2, 50, 10), (9, 50, 10)]
)
def test_a_page_has_25_entries_and_leads_to_its_neighbours(
    language: str, page: int, first: int, count: int
) -> None:
    view = following_page(translator_for(language), MANY, page).view
    assert view is not None
    components = view.to_components()
    assert faults({"components": components, "flags": 1 << 15}) == []
    values = [
        option["value"]
        for part in walk(components)  # type: ignore[arg-type]
        for option in part.get("options") or ()
    ]
    assert values == [f"w{n}" for n in range(first, first + count)]
    ids = [part["custom_id"] for part in walk(components) if "custom_id" in part]  # type: ignore[arg-type]
    steps = [each for each in ids if each.startswith("h:following:")]
    assert len(steps) == (1 if first in (0, 50) else 2)
