"""Lesson progress, and the hints already shown."""

from bot.extensions.tutorial import lesson_progress, progress_rows
from bot.service.players import players
from bot.store import Store
from bot.store.players import player_rows
from tests.bot.service.club import ADA, BRUNO
from tests.transactions import writing


async def test_the_last_course_resumes_where_it_was_left(store: Store) -> None:
    with writing(store) as tx:
        assert lesson_progress.current_progress(tx, ADA) is None
        lesson_progress.save_progress(tx, ADA, "halma", 11, now=10)
        lesson_progress.save_progress(tx, ADA, "halma", 12, "a position", now=20)
        lesson_progress.save_progress(tx, ADA, "platonic", 31, now=30)
        last = lesson_progress.current_progress(tx, ADA)
        left = lesson_progress.current_progress(tx, ADA, "halma")
        assert last is not None
        assert left is not None
        assert (last.course, last.lesson, last.position) == ("platonic", 31, "")
        assert (left.lesson, left.position) == (12, "a position")
        progress_rows.delete_progress(tx, ADA, "platonic")
        assert lesson_progress.current_progress(tx, ADA) == left
        assert lesson_progress.current_progress(tx, BRUNO) is None


async def test_a_hint_is_shown_once_and_remembered(store: Store) -> None:
    with writing(store) as tx:
        assert not player_rows.mark_explained(tx, ADA, "plan"), "never met"
        assert players.record_seen(tx, ADA, "Ada", now=10) == ""
        assert player_rows.mark_explained(tx, ADA, "plan")
        assert not player_rows.mark_explained(tx, ADA, "plan")
        assert player_rows.mark_explained(tx, ADA, "pla"), "another word"
        assert (players.record_seen(tx, ADA, "Ada", now=20)).split() == ["plan", "pla"]
