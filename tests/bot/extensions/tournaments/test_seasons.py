"""Seasons open on schedule, keep their players, and have divisions."""

from typing import Any

import pytest

from bot.extensions.tournaments.errors import (
    BadEventName,
    EventNeedsDuel,
    NoSuchSeries,
    NotAManager,
    SeriesExists,
    TooManySeasons,
    TooManySeries,
)
from bot.extensions.tournaments.models import Event, Series
from bot.extensions.tournaments.service import event_view, seasons
from bot.extensions.tournaments.service.drafts import EventDraft
from bot.extensions.tournaments.views import honours
from bot.extensions.tournaments.views.honours import profile_lines
from bot.i18n.translator import translator_for
from bot.service.clock.calendar import DAY
from bot.service.guilds import guild_settings, removed_guilds
from bot.store.models import Match
from tests.bot.extensions.tournaments.exported_events import export_faults
from tests.bot.extensions.tournaments.organiser import FIRST_PLAYER, Organiser
from tests.bot.extensions.tournaments.rules.test_season_dates import at
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, DAVID, ELSEWHERE, GUILD
from tests.transactions import reading, writing


def created(organiser: Organiser, **options: Any) -> Series:
    """Create unrated seasons of halma-8, by default every month and without divisions."""
    asked: dict[str, Any] = {
        "period": "month",
        "divisions": False,
        "guild": GUILD,
        "channel": CHANNEL,
        "by": ADA,
        "is_manager": True,
        "interaction": next(organiser.club.ids),
        "now": organiser.club.now,
        "name": "Halma",
        "variant": "halma-8",
        "rated": False,
    } | options
    draft = EventDraft(asked.pop("name"), asked.pop("variant"), rated=asked.pop("rated"))
    with writing(organiser.club.store) as tx:
        return seasons.create_series(tx, draft, **asked)


def stored(organiser: Organiser, series: Series) -> Series:
    """Return the series as it is now."""
    with reading(organiser.club.store) as tx:
        return seasons.load_series(tx, series.id)


def opened(organiser: Organiser, series: Series) -> Event:
    """Advance the clock to the next sign-up, and return its event."""
    due = stored(organiser, series).next_at
    assert due is not None
    organiser.club.now = due
    organiser.run_jobs()
    last = stored(organiser, series).last_event
    with reading(organiser.club.store) as tx:
        return event_view.event_view(tx, last or 0).event


def closed(organiser: Organiser, event: Event) -> Event:
    """Advance the clock to the end of a sign-up, and return the event."""
    assert event.closes_at is not None
    organiser.club.now = event.closes_at
    organiser.run_jobs()
    return organiser.get(event)


def entrants(organiser: Organiser, event: Event) -> list[int]:
    """Return the players of an event."""
    return [each.player for each in organiser.state(event).entrants]


def higher_number(match: Match) -> int:
    """Return the seat of the player with the higher id, who loses."""
    return match.players.index(max(match.players))


def test_sign_up_opens_ten_days_before_the_month_and_closes_the_day_before(
    organiser: Organiser,
) -> None:
    series = created(organiser)
    assert series.next_at == at(2027, 1, 22, 9)
    event = opened(organiser, series)
    assert (event.status, event.name, event.season) == ("open", "Halma #1", 1)
    assert (event.opens_at, event.closes_at) == (at(2027, 1, 22, 9), at(2027, 1, 31, 9))
    assert stored(organiser, series).next_at == at(2027, 2, 19, 9)
    organiser.enter(event, ADA, BRUNO, CLARA)
    assert closed(organiser, event).status == "running"


def test_the_hours_are_in_the_time_zone_of_the_server(organiser: Organiser) -> None:
    with writing(organiser.club.store) as tx:
        now = organiser.club.now
        guild_settings.change_setting(tx, GUILD, "zone", "Asia/Tokyo", by=ADA, now=now)
    assert created(organiser).next_at == at(2027, 1, 22, 9, zone="Asia/Tokyo")


def test_a_sign_up_that_should_be_open_opens_at_once(organiser: Organiser) -> None:
    organiser.club.now = at(2027, 1, 25, 12)
    series = created(organiser)
    assert series.next_at == organiser.club.now
    assert opened(organiser, series).closes_at == at(2027, 1, 31, 9)


def test_a_season_with_less_than_three_days_of_sign_up_is_skipped(organiser: Organiser) -> None:
    organiser.club.now = at(2027, 1, 28, 12)
    assert created(organiser).next_at == at(2027, 2, 19, 9)


def test_a_season_missed_during_downtime_is_skipped(organiser: Organiser) -> None:
    series = created(organiser)
    organiser.club.now = at(2027, 2, 5, 12)
    organiser.run_jobs()
    after = stored(organiser, series)
    assert (after.last_event, after.next_at) == (None, at(2027, 2, 19, 9))


@pytest.mark.check
def test_players_stay_in_unless_they_entered_once_or_have_left(organiser: Organiser) -> None:
    series = created(organiser)
    first = opened(organiser, series)
    organiser.enter(first, ADA, BRUNO, CLARA)
    organiser.enter(first, DAVID, once=True)
    assert closed(organiser, first).status == "running"
    organiser.leave(first, CLARA)
    second = opened(organiser, series)
    assert (second.name, second.season) == ("Halma #2", 2)
    assert entrants(organiser, second) == [ADA, BRUNO]
    organiser.leave(second, BRUNO)
    assert entrants(organiser, second) == [ADA]


async def test_a_season_with_too_few_players_is_cancelled_and_the_next_one_opens(
    organiser: Organiser,
) -> None:
    series = created(organiser)
    first = opened(organiser, series)
    organiser.enter(first, ADA, BRUNO)
    await organiser.deliver()
    assert closed(organiser, first).status == "cancelled"
    assert (await organiser.deliver()).count("event-line") == 1
    second = opened(organiser, series)
    assert (second.name, entrants(organiser, second)) == ("Halma #1", [ADA, BRUNO])
    organiser.enter(second, CLARA)
    assert closed(organiser, second).status == "running"


@pytest.mark.check
def test_nobody_is_in_more_than_two_seasons_at_once(organiser: Organiser) -> None:
    series = created(organiser)
    for number in (1, 2):
        event = opened(organiser, series)
        if number == 1:
            organiser.enter(event, ADA, BRUNO, CLARA)
        assert closed(organiser, event).status == "running"
    third = opened(organiser, series)
    assert entrants(organiser, third) == []
    with pytest.raises(TooManySeasons):
        organiser.enter(third, ADA)
    organiser.enter(third, DAVID)


@pytest.mark.check
async def test_divisions_have_promotion_and_relegation_and_no_final(organiser: Organiser) -> None:
    series = created(organiser, divisions=True)
    first = opened(organiser, series)
    organiser.enter(first, *range(FIRST_PLAYER, FIRST_PLAYER + 10))
    first = closed(organiser, first)
    begun = [section.players.values() for section in organiser.state(first).sections]
    assert [len(players) for players in begun] == [5, 5]
    over = await organiser.play_out(first, higher_number)
    assert (over.status, over.stage) == ("finished", 1)
    upper, two = (sorted(players) for players in begun)
    places = {each.player: each.place for each in organiser.state(first).entrants}
    assert sorted(places, key=lambda player: places[player] or 0) == [*upper, *two]
    assert sorted(places.values(), key=lambda place: place or 0) == list(range(1, 11))

    second = opened(organiser, series)
    closed(organiser, second)
    divisions = [set(section.players.values()) for section in organiser.state(second).sections]
    assert divisions == [{*upper[:4], two[0]}, {upper[4], *two[1:]}]
    await organiser.play_out(second, higher_number)
    assert export_faults(organiser.club.store, first.id) == []
    assert export_faults(organiser.club.store, second.id) == []
    with reading(organiser.club.store) as tx:
        champion = event_view.champions_of_guild(tx, GUILD)[-1]
    assert (champion.players, champion.name, champion.season) == ((upper[0],), "Halma #1", 1)


def test_fewer_than_nine_players_play_in_one_division(organiser: Organiser) -> None:
    series = created(organiser, divisions=True)
    event = opened(organiser, series)
    organiser.enter(event, *range(FIRST_PLAYER, FIRST_PLAYER + 8))
    closed(organiser, event)
    assert len(organiser.state(event).sections) == 1


@pytest.mark.check
async def test_a_champion_has_a_line_in_their_profile(organiser: Organiser) -> None:
    series = created(organiser)
    event = opened(organiser, series)
    organiser.enter(event, ADA, BRUNO, CLARA)
    season = await organiser.play_out(closed(organiser, event), higher_number)
    organiser.club.now += DAY
    cup = organiser.open(rated=False)
    organiser.enter(cup, ADA, BRUNO, CLARA)
    won = await organiser.play_out(organiser.start(cup), higher_number)
    with reading(organiser.club.store) as tx:
        assert profile_lines(tx, GUILD, ADA, translator_for()) == [
            f"🏆 Winner of Spring Cup (<t:{won.ended_at}:D>)",
            f"🏆 Champion of Halma, season 1 (<t:{season.ended_at}:D>)",
        ]
        assert profile_lines(tx, GUILD, BRUNO, translator_for()) == []
        assert honours.honours_of(tx, ADA, ELSEWHERE) == []


def test_a_stopped_series_opens_no_more_seasons(organiser: Organiser) -> None:
    series = created(organiser)
    event = opened(organiser, series)
    organiser.enter(event, ADA, BRUNO, CLARA)
    with writing(organiser.club.store) as tx:
        asked: dict[str, Any] = {"guild": GUILD, "by": ADA, "now": organiser.club.now}
        with pytest.raises(NotAManager):
            seasons.stop_series(tx, series.id, is_manager=False, **asked)
        seasons.stop_series(tx, series.id, is_manager=True, **asked)
        with pytest.raises(NoSuchSeries):
            seasons.stop_series(tx, series.id, is_manager=True, **asked)
        assert seasons.series_of_guild(tx, GUILD) == []
    assert closed(organiser, event).status == "running"
    organiser.club.now += 60 * DAY
    organiser.run_jobs()
    with reading(organiser.club.store) as tx:
        assert len(event_view.events_of_guild(tx, GUILD)) == 1


def test_no_season_opens_where_the_bot_was_removed(organiser: Organiser) -> None:
    series = created(organiser)
    with writing(organiser.club.store) as tx:
        removed_guilds.on_removed(tx, GUILD, now=organiser.club.now)
    organiser.club.now = series.next_at or 0
    organiser.run_jobs()
    assert stored(organiser, series).last_event is None
    assert stored(organiser, series).next_at == at(2027, 2, 19, 9)


def test_bad_seasons_are_refused(organiser: Organiser) -> None:
    with pytest.raises(NotAManager):
        created(organiser, is_manager=False)
    with pytest.raises(EventNeedsDuel):
        created(organiser, variant="halma-4")
    with pytest.raises(BadEventName):
        created(organiser, name="x" * 35)
    created(organiser)
    with pytest.raises(SeriesExists):
        created(organiser)
    created(organiser, period="quarter")
    for variant in ("halma", "halma-10", "caesar"):
        created(organiser, variant=variant)
    with pytest.raises(TooManySeries):
        created(organiser, variant="hexma")


def test_a_repeated_interaction_creates_one_series(organiser: Organiser) -> None:
    assert created(organiser, interaction=5).id == created(organiser, interaction=5).id
