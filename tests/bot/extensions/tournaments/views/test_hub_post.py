"""The post of an event, its lines and direct messages, within Discord's limits."""

import pytest

from bot.extensions.tournaments.models import EventStatus
from bot.extensions.tournaments.payloads import EventLine, EventNotice, LineOccasion, NoticeOccasion
from bot.extensions.tournaments.service.event_view import EventView
from bot.extensions.tournaments.views.event_posts import line_view, notice_view
from bot.extensions.tournaments.views.hub_post import hub_post
from bot.i18n.translator import LANGUAGES, translator_for
from bot.views.discord_limits import walk
from tests.bot.bodies import faults
from tests.bot.extensions.tournaments.views.event_views import entrant, pairing, section, view
from tests.bot.extensions.tournaments.views.test_cup_bracket import six

ENGLISH = translator_for("en")
LONG = "Maximilian *Freiherr* von & zu Guttenberg"


def words(post: object) -> str:
    """Return the text of a post."""
    parts = walk(post.to_components())  # type: ignore[attr-defined]
    return "\n".join(part["content"] for part in parts if part["type"] == 10)


def labels(post: object) -> list[str]:
    """Return the labels of a post's buttons."""
    parts = walk(post.to_components())  # type: ignore[attr-defined]
    return [part["label"] for part in parts if part["type"] == 2]


def crowd(status: EventStatus = "running") -> EventView:
    """Return an event of 64 players with long names in eight sections."""
    sections = [
        section(range(1 + 8 * at, 9 + 8 * at), [pairing(at, (1 + 8 * at, 2 + 8 * at), (2, 0))])
        for at in range(8)
    ]
    return view(sections, names=dict.fromkeys(range(1, 65), LONG), status=status, name="x" * 40)


async def test_the_post_of_an_open_event_names_who_is_in_without_mentions() -> None:
    people = [entrant(1), entrant(2), entrant(3, waiting=True)]
    post = hub_post(ENGLISH, view([], people, status="open", min_reliability=80))
    shown = words(post)
    assert "**2 players** of 64 at most, 3 at least" in shown
    assert "Ada, Bruno\nWaiting list: Chen" in shown
    assert "Only for: reliability of at least 80%." in shown
    assert "<@" not in shown
    assert {"Join", "Leave", "Rules"} <= {*labels(post)}
    assert "Join only this season" not in labels(post)


async def test_the_post_names_one_number_if_exactly_that_many_can_play() -> None:
    post = hub_post(ENGLISH, view([], [entrant(1)], status="open", min_entrants=8, max_entrants=8))
    assert "**1 player** of 8\n" in words(post)


async def test_the_post_of_a_season_offers_to_join_only_once() -> None:
    post = hub_post(ENGLISH, view([], [entrant(1)], status="open", series=4, season=2))
    assert "Join only this season" in labels(post)


async def test_the_post_of_a_running_event_shows_three_of_each_section() -> None:
    shown = words(hub_post(ENGLISH, crowd()))
    assert shown.count("**Section ") == 8
    assert shown.count("points: ") == 24


async def test_the_post_names_the_players_of_each_section_until_a_game_counts() -> None:
    shown = words(hub_post(ENGLISH, view([section((1, 2, 3), [pairing(1, (1, 2), None)])])))
    assert "Ada, Bruno, Chen\n" in shown
    assert "points: " not in shown
    sections = [section(range(1 + 8 * at, 9 + 8 * at), []) for at in range(8)]
    many = view(sections, names=dict.fromkeys(range(1, 65), LONG), name="x" * 40)
    assert faults({"components": hub_post(ENGLISH, many).to_components()}) == []


async def test_the_post_of_a_cup_shows_its_current_round() -> None:
    post = hub_post(ENGLISH, six())
    shown = words(post)
    assert "Bracket" in labels(post)
    assert "**Semi-finals**\n- Ada 0 : Dara 1\n- Bruno – Chen" in shown
    assert "2 games left" in shown


async def test_no_line_follows_a_list_in_its_own_text() -> None:
    parts = walk(hub_post(ENGLISH, six()).to_components())
    (text,) = (part["content"] for part in parts if "\n- " in part.get("content", ""))
    assert text.split("\n")[-1].startswith("- ")


async def test_the_post_of_a_finished_event_has_the_podium_and_a_replay() -> None:
    some = section((1, 2, 3), [pairing(1, (1, 2), (2, 0)), pairing(2, (1, 3), (2, 0))])
    places = [entrant(1, place=1), entrant(2, place=2), entrant(3, place=2)]
    post = hub_post(ENGLISH, view([some], places, status="finished", ended_at=1_800_900_000))
    assert "🥇 **Ada**\n🥈 **Bruno**\n🥈 **Chen**" in words(post)
    assert sorted(labels(post)) == ["Replay of the last game", "Rules", "Table"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("status", ["draft", "open", "running", "finished", "cancelled"])
async def test_every_post_of_a_crowd_is_within_the_limits(
    language: str, status: EventStatus
) -> None:
    post = hub_post(translator_for(language), crowd(status))
    assert faults({"components": post.to_components()}) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_line_and_every_direct_message_is_within_the_limits(language: str) -> None:
    t, shown = translator_for(language), crowd()
    lines: tuple[LineOccasion, ...] = ("begins", "final", "result", "cancelled")
    notices: tuple[NoticeOccasion, ...] = (
        *("in", "final", "question", "withdrawn", "result", "substitute", "cancelled"),
    )
    posts = [line_view(t, shown, EventLine(7, what, 1)) for what in lines]
    posts += [notice_view(t, shown, EventNotice(7, 1, what, 7)) for what in notices]
    for post in posts:
        assert faults({"components": post.to_components()}) == []
        assert words(post).strip()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_post_of_a_large_round_is_within_the_limits(language: str) -> None:
    games = [
        pairing(2 * at + way, (2 * at + 1, 2 * at + 2)[::direction], None)
        for at in range(32)
        for way, direction in enumerate((1, -1))
    ]
    players = range(1, 65)
    names = dict.fromkeys(players, LONG)
    shown = view([section(players, games, is_cup=True)], names=names, format="cup", name="x" * 40)
    threads = {each.match: 10**18 + each.id for each, _ in games if each.match is not None}
    post = line_view(translator_for(language), shown, EventLine(7, "round", 1), threads=threads)
    assert faults({"components": post.to_components()}) == []
    assert "](https://discord.com/channels/1/1000000000000000000)" in words(post)


async def test_a_direct_message_names_section_seed_games_and_opponents() -> None:
    first = section((1, 2, 3), [pairing(1, (1, 2), None), pairing(2, (3, 1), None)])
    other = section((4, 5, 6), [], number=2)
    shown = words(notice_view(ENGLISH, view([first, other]), EventNotice(7, 1, "in", 2)))
    assert "**Spring Cup** is starting, and you are in.\nSection A · seed 1 · 2 games" in shown
    assert "You will meet Bruno and Chen." in shown


async def test_the_question_has_a_button_and_a_time() -> None:
    people = [entrant(1, withdraw_at=1_800_900_000)]
    post = notice_view(ENGLISH, view([], people), EventNotice(7, 1, "question"))
    assert labels(post) == ["I am here"]
    assert "by <t:1800900000:f>" in words(post)


async def test_a_cancellation_has_the_reason() -> None:
    shown = view([], [entrant(1)], status="cancelled", note="Holidays")
    assert "Reason: Holidays" in words(line_view(ENGLISH, shown, EventLine(7, "cancelled")))
    assert "Reason: Holidays" in words(notice_view(ENGLISH, shown, EventNotice(7, 1, "cancelled")))
