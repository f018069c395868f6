"""Forums of events: who may choose one, and the cost of a game in a forum."""

from typing import Any

import pytest

from bot.extensions.tournaments.errors import EventIsOver, NotOrganiser
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.service import draft_changes, forums
from bot.service.errors import WrongChannel
from bot.service.guilds import guild_settings
from tests.bot.extensions.tournaments.organiser import Organiser
from tests.bot.extensions.tournaments.test_event_statements import (
    MOST_FOR_A_MOVE,
    MOST_FOR_AN_END,
    costs,
)
from tests.bot.extensions.tournaments.test_seasons import closed, created, opened
from tests.bot.service.club import ADA, BRUNO, CHANNEL, GUILD
from tests.transactions import writing

FORUM = CHANNEL + 9


def choose(organiser: Organiser, event: Event, forum: int | None = FORUM, **who: Any) -> Event:
    """Choose a forum for an event, by default as Ada, its organiser."""
    asked = {"by": ADA, "is_manager": False} | who
    with writing(organiser.club.store) as tx:
        return forums.choose_forum(
            tx, event.id, forum, guild=GUILD, now=organiser.club.now, **asked
        )


@pytest.mark.check
async def test_only_the_organiser_or_a_manager_chooses_a_forum_until_the_event_is_over(
    organiser: Organiser,
) -> None:
    event = organiser.begin(3)
    with pytest.raises(NotOrganiser):
        choose(organiser, event, by=BRUNO)
    assert choose(organiser, event, by=BRUNO, is_manager=True).forum == FORUM
    over = await organiser.play_out(event)
    with pytest.raises(EventIsOver):
        choose(organiser, over)


def test_a_forum_outside_of_the_allowed_channels_is_refused(organiser: Organiser) -> None:
    event = organiser.open()
    with writing(organiser.club.store) as tx:
        guild_settings.change_setting(
            tx, GUILD, "channels", f"{CHANNEL}", by=ADA, now=organiser.club.now
        )
    with pytest.raises(WrongChannel):
        choose(organiser, event)


def test_a_changed_draft_keeps_its_forum(organiser: Organiser) -> None:
    event = choose(organiser, organiser.create())
    with writing(organiser.club.store) as tx:
        after = draft_changes.change_draft(
            tx,
            event.id,
            organiser.draft(name="Autumn Cup"),
            guild=GUILD,
            by=ADA,
            is_manager=True,
            now=organiser.club.now,
        )
    assert (after.name, after.forum) == ("Autumn Cup", FORUM)


def test_the_next_season_is_in_the_forum_of_the_last_one(organiser: Organiser) -> None:
    series = created(organiser)
    first = choose(organiser, opened(organiser, series))
    closed(organiser, first)
    assert opened(organiser, series).forum == FORUM


@pytest.mark.check
async def test_a_game_in_a_forum_costs_as_few_statements_as_one_in_a_thread(
    organiser: Organiser,
) -> None:
    event = choose(organiser, organiser.open())
    organiser.enter(event, *range(101, 110))
    organiser.start(event)
    matches = await organiser.open_matches(event)
    assert {match.channel for match in matches} == {CHANNEL}
    assert None not in {match.thread for match in matches}
    other = await organiser.club.match(*matches[0].players, rated=True)
    await organiser.deliver()
    own, usual = await costs(organiser, matches[0]), await costs(organiser, other)
    assert own["move"] <= usual["move"] + MOST_FOR_A_MOVE
    assert own["end"] <= usual["end"] + MOST_FOR_AN_END
