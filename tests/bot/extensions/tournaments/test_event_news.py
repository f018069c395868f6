"""News of an event for those who follow it."""

from bot.extension_points import Extension
from bot.extensions.tournaments.models import Event
from bot.extensions.tournaments.service.event_view import champions_of_guild, event_view
from bot.extensions.tournaments.views.event_news import event_news
from bot.extensions.tournaments.views.honours import guild_news
from bot.extensions.tournaments.views.hub_post import hub_buttons
from bot.extensions.tournaments.views.player_news import player_news
from bot.i18n.translator import translator_for
from tests.bot.extensions.tournaments.organiser import Organiser
from tests.bot.service.club import GUILD
from tests.bot.service.event_matches import installed
from tests.transactions import reading

ENGLISH = translator_for("en")


def news(organiser: Organiser, event: Event, since: int, until: int | None = None) -> list[str]:
    """Return the news of an event, by default until now."""
    with reading(organiser.club.store) as tx:
        end = organiser.club.now if until is None else until
        found = event_news(tx, event.id, since, end, ENGLISH)
    assert found is not None
    assert (found.name, found.guild) == ("Spring Cup", GUILD)
    return [*found.lines]


async def test_stages_and_the_podium_are_news(organiser: Organiser) -> None:
    before = organiser.club.now - 1
    event = organiser.begin(4, format="cup")
    assert news(organiser, event, before) == ["Round 1 has begun."]
    assert news(organiser, event, organiser.club.now) == []
    organiser.club.now += 10
    first = organiser.club.now
    for match in await organiser.open_matches(event):
        await organiser.end(match, 1)
    organiser.club.now += 86400
    over = await organiser.play_out(event)
    assert over.ended_at is not None
    shown = news(organiser, event, first - 1)
    assert any(line.startswith("Round 1 has ended: ") for line in shown)
    assert "Round 2 has begun." in shown
    assert shown[-1].startswith("🥇 **")
    assert " · 🥈 **" in shown[-1]
    assert news(organiser, event, over.ended_at) == []


async def test_the_champions_of_a_period_are_news_of_the_server(organiser: Organiser) -> None:
    event = await organiser.play_out(organiser.begin(3))
    assert event.ended_at is not None
    with reading(organiser.club.store) as tx:
        [line] = guild_news(tx, GUILD, event.ended_at - 1, event.ended_at, ENGLISH)
        assert line.startswith("🏆 **Spring Cup**: <@10")
        assert guild_news(tx, GUILD, event.ended_at, event.ended_at + 1, ENGLISH) == []
        (champion,) = champions_of_guild(tx, GUILD)
        for player in (each.player for each in event_view(tx, event.id).entrants):
            shown = player_news(tx, GUILD, {player}, event.ended_at - 1, event.ended_at, ENGLISH)
            assert shown == ([line] if player in champion.players else [])


def test_a_draft_has_no_news_and_a_cancelled_event_says_so(organiser: Organiser) -> None:
    draft = organiser.create()
    with reading(organiser.club.store) as tx:
        assert event_news(tx, draft.id, 0, organiser.club.now, ENGLISH) is None
        assert event_news(tx, 10**9, 0, organiser.club.now, ENGLISH) is None
    event = organiser.open()
    organiser.cancel(event)
    assert news(organiser, event, 0) == ["This tournament has been cancelled."]


def test_the_post_has_the_buttons_of_other_extensions_until_the_end(organiser: Organiser) -> None:
    event = organiser.open()
    with installed(Extension(event_buttons={"bet": "Bet"})):
        shown = [button.custom_id for button in hub_buttons(ENGLISH, event) if button]
        assert f"h:bet:{event.id}:0" in shown
        organiser.cancel(event)
        shown = [
            button.custom_id for button in hub_buttons(ENGLISH, organiser.get(event)) if button
        ]
        assert f"h:bet:{event.id}:0" not in shown
