"""A request checks what its player may see in the transaction that uses it."""

import ast
from pathlib import Path

import pytest

import bot
from bot.request_context import RequestContext
from bot.service.errors import NotFound
from bot.service.match import lifecycle
from bot.store import Store, Tx
from tests.bot.service.club import ADA, CLARA, GUILD, Club

BOT = Path(bot.__file__).parent
OWN_CHECKS = {"bot/commands/guild_events.py", "bot/dialogs/help_reply.py"}
"""Modules that answer no player of a match, or show a player only their own matches."""


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)


def request(club: Club, player: int, guild: int | None = None) -> RequestContext:
    return RequestContext(club.store, lambda: club.now, player, guild)


async def test_the_check_and_the_work_share_a_transaction(club: Club) -> None:
    match, counts = await club.match(), club.store.counts
    for player, guild in ((ADA, None), (CLARA, GUILD)):
        ctx = request(club, player, guild)
        ctx.must_see(match.id)
        before = counts.reads + counts.writes
        assert await ctx.read(lifecycle.load, match.id) == match
        await ctx.settle()
        assert counts.reads + counts.writes == before + 1


async def test_nothing_is_done_with_a_match_that_the_player_may_not_see(club: Club) -> None:
    match, done = await club.match(), list[int]()

    def work(tx: Tx) -> None:
        done.append(1)

    ctx = request(club, CLARA, GUILD + 1)
    ctx.must_see(match.id)
    for run in (ctx.read, ctx.write, ctx.write):  # the check survives a caught error
        with pytest.raises(NotFound):
            await run(work)
    with pytest.raises(NotFound):
        await ctx.settle()
    assert done == []


async def test_a_check_that_has_passed_is_not_run_again(club: Club) -> None:
    match, counts = await club.match(), club.store.counts
    ctx = request(club, ADA)
    ctx.must_see(match.id)
    await ctx.read(lambda tx: None)
    before = counts.statements
    await ctx.write(lambda tx: None)
    assert counts.statements == before


async def test_a_challenge_is_checked_as_well(club: Club) -> None:
    challenge = await club.challenge()
    ctx = request(club, CLARA)
    ctx.must_see(challenge.id, "challenge")
    with pytest.raises(NotFound):
        await ctx.settle()


def unchecked(text: str) -> set[str]:
    """Return the transactions in this source that bypass the checks of a request."""
    return {
        ast.unparse(node)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
        and node.attr in ("read", "write")
        and ast.unparse(node.value).endswith("store")
    }


@pytest.mark.check
def test_handlers_run_transactions_only_through_their_context() -> None:
    """`app.store` would skip the check that a player may see the match of a component.

    Only messages need `app.store`, because their match is unknown until their author is looked up.
    """
    assert unchecked("ctx.app.store.read(x)\nctx.store.write(y)\nctx.read(z)") == {
        "ctx.app.store.read",
        "ctx.store.write",
    }
    uses = {
        str(path.relative_to(BOT.parent)): names
        for room in ("commands", "dialogs", "extensions/*/commands", "extensions/*/dialogs")
        for path in BOT.glob(f"{room}/**/*.py")
        if (names := unchecked(path.read_text("utf-8")))
    }
    assert uses.pop("bot/commands/move_by_message.py") == {"app.store.read"}
    assert set(uses) == OWN_CHECKS
