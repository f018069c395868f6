"""The post and the panel of a ladder, within Discord's limits."""

from dataclasses import replace

import pytest

from bot.extensions.tournaments.ladder_payloads import LadderNotice, LadderNoticeOccasion
from bot.extensions.tournaments.models import ClubLadder, LadderMember, LadderMove
from bot.extensions.tournaments.service.ladder_view import LadderRow, LadderView, Obstacle
from bot.extensions.tournaments.views.ladder_page import (
    PANEL_ROWS,
    POST_ROWS,
    ladder_list,
    ladder_panel,
    ladder_post,
    removed_post,
)
from bot.extensions.tournaments.views.ladder_posts import (
    NEWS_LINES,
    news_line,
    notice_view,
    week_changes,
)
from bot.i18n.translator import LANGUAGES, translator_for
from tests.bot.bodies import faults
from tests.bot.extensions.tournaments.views.test_hub_post import LONG, labels, words

ENGLISH = translator_for("en")
LADDER = ClubLadder(
    id=2**62,
    guild=500,
    channel=600,
    post=900,
    name="*Stairs* @everyone " + "x" * 20,
    variant="halma-8",
    control="72h+12h cap 120h",
    rated=True,
    created_by=11,
    created_at=0,
    removed_at=None,
    post_at=None,
    post_edited_at=None,
    news_at=None,
)


def member(rank: int | None) -> LadderMember:
    """Return a member with this rank, whose id is their rank."""
    return LadderMember(LADDER.id, rank or 99, rank, 0, 0, None, None, None, 0, None, None, False)


def crowd(members: int, me: int | None = None, obstacle: Obstacle | None = None) -> LadderView:
    """Return a ladder of members with long names, as the one with this rank sees it."""
    rows = tuple(LadderRow(rank, rank, 2, obstacle) for rank in range(1, members + 1))
    names = dict.fromkeys(range(1, members + 1), LONG)
    return LadderView(LADDER, rows, names, None if me is None else member(me), ())


@pytest.mark.parametrize("language", LANGUAGES)
async def test_posts_panels_and_lines_fit_into_a_message(language: str) -> None:
    t = translator_for(language)
    lately = Obstacle("lately", until=1_800_000_000)
    moves = [LadderMove(at, LADDER.id, at, 0, 0, at + 1, at, None) for at in range(1, 61)]
    ranks = {at: at for at in range(1, 61)}
    shown = [
        ladder_post(t, crowd(60)),
        ladder_panel(t, crowd(60, 60, lately), manages=True, before="x" * 200, page=1),
        ladder_panel(t, crowd(60, 60), manages=True),
        ladder_list(t, [replace(LADDER, id=number) for number in range(1, 6)], manages=True),
        removed_post(t, LADDER),
        news_line(t, LADDER, week_changes(t, moves, ranks, dict.fromkeys(ranks, LONG))),
    ]
    for view in shown:
        assert faults({"components": view.to_components()}) == []
        assert "@everyone" not in words(view)
    assert "\n60. Maximilian" in words(ladder_panel(t, crowd(60, 60, lately), manages=True))


async def test_the_post_names_the_first_members() -> None:
    post = words(ladder_post(ENGLISH, crowd(60)))
    assert f"\n{POST_ROWS}. Maximilian" in post
    assert f"\n{POST_ROWS + 1}. " not in post
    assert f"and {60 - POST_ROWS} more" in post
    assert "<@" not in post


async def test_the_panel_begins_on_the_page_of_the_reader() -> None:
    panel = ladder_panel(ENGLISH, crowd(45, 41), manages=False)
    assert f"\n{2 * PANEL_ROWS + 5}. Maximilian" in words(panel)
    assert "Higher places" in labels(panel)
    assert "Lower places" not in labels(panel)
    first = ladder_panel(ENGLISH, crowd(45, 41), manages=False, page=0)
    assert "1. Maximilian" in words(first)
    assert "Lower places" in labels(first)
    assert words(ladder_panel(ENGLISH, crowd(45, 41), manages=False, page=99)) == words(panel)


@pytest.mark.parametrize(
    ("me", "label"), [(None, "Join"), (member(None), "Come back"), (member(1), "Leave")]
)
async def test_the_panel_offers_what_the_reader_can_do(me: LadderMember | None, label: str) -> None:
    view = crowd(3)
    shown = labels(
        ladder_panel(ENGLISH, LadderView(LADDER, view.rows, view.names, me, ()), manages=False)
    )
    assert label in shown
    assert "Remove the ladder" not in shown


async def test_the_weekly_line_names_who_climbed_joined_and_left() -> None:
    def move(player: int, before: int | None, after: int | None) -> LadderMove:
        return LadderMove(0, LADDER.id, player, 0, 0, before, after, None)

    moves = [move(1, 5, 3), move(2, None, 6), move(3, 2, None), move(1, 3, 2), move(4, None, 7)]
    moves += [move(4, 7, None), move(5, 4, 3), move(6, 1, None), move(6, None, 4)]
    names = dict(enumerate(("Ada", "Bruno", "Chen", "Dara", "Emma", "Franz"), start=1))
    assert week_changes(ENGLISH, moves, {1: 2, 2: 6, 5: 3, 6: 4}, names) == [
        "Ada: 5 → 2",
        "Emma: 4 → 3",
        "Franz: 1 → 4",
        "Bruno: new at 6",
        "Chen left or became inactive",
    ]


async def test_changes_that_cancel_out_are_not_announced() -> None:
    def move(player: int, before: int | None, after: int | None) -> LadderMove:
        return LadderMove(0, LADDER.id, player, 0, 0, before, after, None)

    moves = [move(1, None, 7), move(1, 7, None), move(2, 4, 3)]
    assert week_changes(ENGLISH, moves, {2: 4}, {1: "Dara", 2: "Emma"}) == []


async def test_a_long_week_is_cut_short() -> None:
    moves = [LadderMove(at, LADDER.id, at, 0, 0, at + 1, at, None) for at in range(1, 31)]
    ranks = {at: at for at in range(1, 31)}
    changes = week_changes(ENGLISH, moves, ranks, dict.fromkeys(ranks, "Ada"))
    assert changes[NEWS_LINES - 1 :] == ["Ada: 11 → 10", "20 more"]


@pytest.mark.parametrize("what", ["question", "warning", "inactive"])
async def test_a_direct_message_has_a_button_to_answer(what: LadderNoticeOccasion) -> None:
    shown = notice_view(ENGLISH, LADDER, LadderNotice(LADDER.id, 1, what))
    assert labels(shown) == ["Come back" if what == "inactive" else "I am here"]
