"""Open panels: updates, button presses between them, and failures."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.store.models import Match, computer_at
from bot.views import open_panels
from bot.views.open_panels import OpenPanels
from bot.views.reply import LivePanel, Reply
from tests.bot.spoken import Spoken, refused
from tests.bot.views.finished_matches import running

NOW = 1_800_000_000
MATCH = running(ply=3)


class Pressed(Spoken):
    """A fake interaction with a token, whose answer can also be deleted."""

    def __init__(self, **failing: list[Exception]) -> None:
        super().__init__(**failing)
        self.created_at = datetime.fromtimestamp(NOW, UTC)
        self.delete_original_response = self.noting("delete")

    @property
    def done(self) -> list[str]:
        """The requests made so far, in order."""
        return [what for what, _ in self.responses]


class Desk:
    """Open panels, with a count of how often each has been composed."""

    def __init__(self) -> None:
        self.panels = OpenPanels(lambda: NOW, lambda reply: reply)
        self.composed = 0
        self.while_composing: Callable[[], None] = lambda: None
        self.is_over = False
        """Whether the panels have nothing to say any more."""

    def panel(self, shown: Match = MATCH, player: int = 1) -> LivePanel:
        """Return a panel that is outdated as soon as the match has a later ply."""

        async def compose() -> Reply | None:
            self.composed += 1
            if self.is_over:
                return None
            newest = self.panels.newest(shown.id)
            self.while_composing()
            assert newest is not None
            return Reply("changed", panel=self.panel(newest, player))

        return LivePanel(
            player=player,
            match=shown.id,
            compose=compose,
            is_outdated=lambda match: match.ply > shown.ply,
        )

    def show(self, message: int, panel: LivePanel | None, **failing: list[Exception]) -> Any:
        """Answer a new interaction with or without a panel; return the interaction."""
        interaction: Any = Pressed(**failing)
        self.panels.shown(interaction, message, Reply("shown", panel=panel))
        return interaction


@pytest.fixture
async def desk() -> Any:
    desk = Desk()
    yield desk
    desk.panels.close()
    await settled()


async def settled() -> None:
    """Run all tasks that do not wait for time to pass."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_change_of_the_match_edits_its_panels_once(desk: Desk) -> None:
    ada, bruno = desk.show(1, desk.panel()), desk.show(2, desk.panel(player=2))
    other = desk.show(3, desk.panel(replace(MATCH, id=9)))
    desk.panels.match_saved(MATCH)
    await settled()
    assert desk.composed == 0, "the panels already show that state"
    desk.panels.match_saved(replace(MATCH, ply=4))
    await settled()
    assert (ada.done, bruno.done, other.done) == (["original"], ["original"], [])


async def test_a_change_that_comes_before_the_reply_is_shown_is_not_lost(desk: Desk) -> None:
    desk.panels.match_saved(replace(MATCH, ply=4))
    late = desk.show(1, desk.panel())
    await settled()
    assert late.done == ["original"]


async def test_a_change_while_a_panel_is_composed_leads_to_another_edit(desk: Desk) -> None:
    ada = desk.show(1, desk.panel())

    def change() -> None:
        desk.while_composing = lambda: None
        desk.panels.match_saved(replace(MATCH, ply=5))

    desk.while_composing = change
    desk.panels.match_saved(replace(MATCH, ply=4))
    await settled()
    assert (desk.composed, ada.done) == (2, ["original", "original"])


async def test_a_panel_is_left_alone_while_a_press_is_answered(desk: Desk) -> None:
    ada = desk.show(1, desk.panel())
    message: Any = type("Message", (), {"id": 1})()
    with desk.panels.pressed(message):
        desk.panels.match_saved(replace(MATCH, ply=4))
        await settled()
        assert ada.done == []
    await settled()
    assert ada.done == ["original"], "the press was answered elsewhere"
    with desk.panels.pressed(message):
        desk.panels.match_saved(replace(MATCH, ply=5))
        again = desk.show(1, desk.panel(replace(MATCH, ply=5)))
    await settled()
    assert (ada.done, again.done) == (["original"], [])
    with desk.panels.pressed(None):
        assert desk.panels.panel_of(None) is None


async def test_other_contents_of_the_message_end_the_panel(desk: Desk) -> None:
    ada = desk.show(1, desk.panel())
    desk.show(1, None)
    desk.panels.match_saved(replace(MATCH, ply=4))
    await settled()
    assert (ada.done, len(desk.panels)) == ([], 0)


async def test_a_new_panel_deletes_the_older_one_even_if_that_fails(desk: Desk) -> None:
    first = desk.show(1, desk.panel(), delete=[refused(404, 10008)])
    theirs = desk.show(2, desk.panel(player=2))
    second = desk.show(3, desk.panel())
    await settled()
    assert (first.done, theirs.done, second.done) == (["delete"], [], [])
    same = desk.show(3, desk.panel())
    await settled()
    assert (second.done, same.done) == ([], []), "it is the same message"


async def test_a_panel_with_nothing_to_say_is_deleted_even_if_that_fails(desk: Desk) -> None:
    ada, bruno = (
        desk.show(1, desk.panel()),
        desk.show(2, desk.panel(player=2), delete=[refused(404, 10008)]),
    )
    desk.is_over = True
    desk.panels.match_saved(replace(MATCH, ply=4))
    await settled()
    assert (ada.done, bruno.done, len(desk.panels)) == (["delete"], ["delete"], 0)


async def test_a_panel_that_cannot_be_edited_is_forgotten(desk: Desk) -> None:
    desk.show(1, desk.panel(), original=[refused(401, 50027)])
    with capture_logs() as lines:
        desk.panels.match_saved(replace(MATCH, ply=4))
        await settled()
    assert [line["event"] for line in lines] == ["panel not updated"]
    assert len(desk.panels) == 0


async def test_a_fault_while_composing_is_logged_as_an_error(desk: Desk) -> None:
    desk.show(1, desk.panel())

    def fail() -> None:
        raise RuntimeError("composing failed")

    desk.while_composing = fail
    with capture_logs() as lines:
        desk.panels.match_saved(replace(MATCH, ply=4))
        await settled()
    assert [line["event"] for line in lines] == ["unexpected"]
    assert len(desk.panels) == 0


async def test_the_oldest_panels_are_forgotten_beyond_a_limit(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_panels, "MAX_OPEN", 2)
    for number in range(1, 5):
        desk.show(number, desk.panel(replace(MATCH, id=number)))
        desk.panels.match_saved(replace(MATCH, id=number))
    assert len(desk.panels) == 2
    assert [desk.panels.newest(number) is None for number in range(1, 5)] == [
        True,
        True,
        False,
        False,
    ]


async def test_a_message_whose_token_is_about_to_expire_is_no_panel(desk: Desk) -> None:
    interaction: Any = Pressed()
    interaction.created_at = datetime.fromtimestamp(NOW - open_panels.TOKEN_SECONDS, UTC)
    desk.panels.shown(interaction, 1, Reply("shown", panel=desk.panel()))
    desk.panels.shown(interaction, None, Reply("shown", panel=desk.panel()))
    assert len(desk.panels) == 0


async def test_waiting_for_the_computer_ends_with_its_answer_or_the_time(desk: Desk) -> None:
    asked = replace(MATCH, players=(1, computer_at(1)), turn=1)
    assert asked.level is not None
    waiting = [asyncio.create_task(desk.panels.wait_for_answer(asked, 60)) for _ in range(2)]
    await settled()
    desk.panels.match_saved(replace(asked, ply=4))
    await settled()
    assert not any(task.done() for task in waiting), "another computer is to move"
    desk.panels.match_saved(replace(asked, ply=5, turn=0))
    await settled()
    assert all(task.done() for task in waiting)
    await desk.panels.wait_for_answer(asked, 60)  # answered already
    await desk.panels.wait_for_answer(replace(asked, turn=0), 60)  # nothing to wait for
    await desk.panels.wait_for_answer(replace(asked, ply=9), 0)
    await desk.panels.wait_for_answer(replace(asked, ply=9), 0)
