"""Where people are in courses of lessons, and what was explained to them already."""

from bot.service.people import learning, players
from bot.store import Store, progress
from bot.store import players as player_rows
from tests.bot.service.club import ADA, BRUNO


async def test_the_course_that_was_last_is_gone_on_with_where_it_was_left(store: Store) -> None:
    async with store.write() as tx:
        assert await learning.current(tx, ADA) is None
        await learning.go(tx, ADA, "halma", 11, now=10)
        await learning.go(tx, ADA, "halma", 12, "a position", now=20)
        await learning.go(tx, ADA, "platonic", 31, now=30)
        last = await learning.current(tx, ADA)
        left = await learning.current(tx, ADA, "halma")
        assert last is not None
        assert left is not None
        assert (last.course, last.lesson, last.position) == ("platonic", 31, "")
        assert (left.lesson, left.position) == (12, "a position")
        await progress.forget(tx, ADA, "platonic")
        assert await learning.current(tx, ADA) == left
        assert await learning.current(tx, BRUNO) is None


async def test_a_thing_is_explained_once_and_known_when_they_are_met_again(store: Store) -> None:
    async with store.write() as tx:
        assert not await player_rows.explain(tx, ADA, "plan"), "never met"
        assert await players.seen(tx, ADA, "Ada", now=10) == ""
        assert await player_rows.explain(tx, ADA, "plan")
        assert not await player_rows.explain(tx, ADA, "plan")
        assert await player_rows.explain(tx, ADA, "pla"), "another word"
        assert (await players.seen(tx, ADA, "Ada", now=20)).split() == ["plan", "pla"]
