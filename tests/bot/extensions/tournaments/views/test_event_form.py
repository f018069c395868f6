"""Forms and selects for a new tournament, as an organiser sees them on a phone."""

import pytest

from bot.extensions.tournaments.service.drafts import EventDraft
from bot.extensions.tournaments.views.event_form import conditions_form
from bot.extensions.tournaments.views.forum_choice import forum_select
from bot.i18n.translator import LANGUAGES, translator_for
from tests.bot.extensions.tournaments.views.event_views import view

ONE_LINE = 28
"""Number of characters that a select of a container shows on a phone."""
DRAFT = EventDraft("Cup", "halma-8", "cup", "72h+12h")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_select_of_a_forum_shows_its_whole_placeholder(language: str) -> None:
    select = forum_select(translator_for(language), view([]).event)
    assert 0 < len(select.placeholder or "") <= ONE_LINE


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_form_explains_what_reliability_is(language: str) -> None:
    t = translator_for(language)
    fields = conditions_form(t, 1, DRAFT).to_dict()["components"]
    about = {field["label"]: field.get("description") for field in fields}
    explained = about[t.translate("Reliability")]
    assert explained == t.translate("Share of recent games finished without running out of time")
