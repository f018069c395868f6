"""Computer stand-ins for players who left, and automatic passes."""

import random
from dataclasses import replace
from zlib import crc32

import pytest

from bot.service import position_cache
from bot.service.actions import partner_takeover
from bot.service.results import MoveEvent
from engine import Move, Position, Variant, variant
from engine.search import choose, levels
from engine.variant_definition import MoveRestriction
from tests.bot.service.club import ADA, BRUNO, CLARA, DAVID, EMMA, FRANZ, Club
from tests.transactions import writing

PASS = Move(())


def no_moves_for_north(rules: Variant, position: Position) -> MoveRestriction | None:
    return MoveRestriction(lambda start, end: False, "no-rest") if position.turn == 1 else None


@pytest.mark.check
@pytest.mark.parametrize(
    ("key", "leavers"),
    [
        ("chinese-checkers-3", (CLARA,)),
        ("chinese-checkers-4", (ADA, CLARA)),
        ("chinese-checkers-4+places", (DAVID,)),
        ("platonic-4", (BRUNO, CLARA)),
        ("halma-4-opposite", (BRUNO, CLARA)),
        ("halma-4-adjacent", (BRUNO, CLARA)),
        ("chinese-checkers-6-partners", (BRUNO, CLARA)),
        ("chinese-checkers-6-partners+places", (ADA, DAVID, CLARA)),
    ],
)
async def test_a_match_that_a_player_left_is_played_to_its_end(
    club: Club, key: str, leavers: tuple[int, ...]
) -> None:
    """All seats are played by the computer's search until the match ends.

    The seats of players who left must not block the match, and their yards must be almost empty at
    the end. Of two players whose partners left, one plays both seats and the other leaves the
    partner's seat to the computer.
    """
    game = variant(key)
    match = await club.seated(key, *(ADA, BRUNO, CLARA, DAVID, EMMA, FRANZ)[: len(game.seats)])
    for _ in range(5):
        await club.turn(match)
    for player in leavers:
        match = await club.act("resign", match, player)
    for choice, stand_in in zip(("hands", "computer"), match.stand_ins, strict=False):
        partner = match.players[stand_in.partner]
        with writing(club.store) as tx:
            match = partner_takeover.choose_takeover(
                tx,
                match.id,
                player=partner,
                choice="hands" if choice == "hands" else "computer",
                interaction=next(club.ids),
                now=club.now,
            )
    rng = random.Random(4)
    while match.status == "running":
        assert match.to_move is not None
        assert match.to_move not in leavers
        position = (await club.seen(match)).position
        move = choose(game, position, levels(game)[1], seed=rng.getrandbits(32), nodes=20)
        chosen = game.format(move)
        match = (await club.play(match, match.to_move, chosen, ply=match.ply)).match
    assert match.outcome is not None
    assert match.outcome.reason in ("goal", "left")
    end = (await club.seen(match)).position
    for seat in match.departed_seats:
        left = sum(end.cells[cell] == seat + 1 for cell in game.seats[seat].home)
        assert left <= 2, "its yard is empty, or all but"
    assert await club.faults() == []


async def test_a_computer_stand_in_plays_deterministically_per_match(club: Club) -> None:
    """The seed depends on the match, so moves are reproducible but differ by match."""
    match = await club.seated("chinese-checkers-3", ADA, BRUNO, CLARA)
    await club.act("resign", match, BRUNO)
    played = await club.turn(match)
    (reply,) = played.replies
    game = variant(match.variant)
    before = position_cache.position_at_ply(played.position, 1)
    assert reply.move == choose(game, before, levels(game)[1], seed=crc32(b"%d:1" % match.id))


async def test_the_bot_passes_for_a_player_who_has_no_other_move(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.match()
    game = replace(variant("halma-8"), restriction=no_moves_for_north)
    monkeypatch.setattr(position_cache, "find", {"halma-8": game}.__getitem__)
    played = await club.turn(match)
    assert played.replies == (MoveEvent(1, 1, None, "pass", PASS),)
    assert (played.match.ply, played.match.to_move) == (2, ADA)
    seen = await club.seen(match)
    assert seen.events == (MoveEvent(0, 0, ADA, "player", played.move), *played.replies)
    assert seen.last == PASS
    (row,) = await club.rows("SELECT player, by, text FROM moves WHERE ply = 1")
    assert row == {"player": None, "by": "pass", "text": "pass"}
    assert [row.ply for row in await club.deliver() if row.kind == "board"] == [2]
    assert await club.faults() == []


async def test_the_match_ends_where_no_player_can_move(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.match()
    game = variant("halma-8")
    start, stuck = game.start().cells, MoveRestriction(lambda start, end: False, "no-rest")
    game = replace(game, restriction=lambda rules, now: None if now.cells == start else stuck)
    monkeypatch.setattr(position_cache, "find", {"halma-8": game}.__getitem__)
    played = await club.turn(match)
    assert played.outcome is not None
    assert (played.outcome.reason, played.replies) == ("stuck", ())
    assert (await club.pending_kinds())[-1] == "result"
