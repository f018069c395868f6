"""Moves: the order of checks, what a move changes, and how players end a match."""

from dataclasses import replace

import pytest

from bot.service import position_cache
from bot.service.actions import game_records, moves
from bot.service.clock.time_control import STANDARD
from bot.service.errors import (
    AlreadyDone,
    Damaged,
    Finished,
    NotFound,
    NotPlaying,
    NotYourTurn,
    RulesChanged,
    Stale,
    TooLateToAbort,
)
from bot.service.match import lifecycle
from bot.service.results import MoveEvent
from bot.store.match import matches
from bot.store.models import Match
from bot.store.models.outbox import Post
from bot.store.outbox import posts
from engine import VARIANTS, AmbiguousMove, BadNotation, IllegalMove, Outcome, record, variant
from engine.position import repetition_hash
from tests.bot.service.club import ADA, BRUNO, CHANNEL, CLARA, ELSEWHERE, START, Club
from tests.bot.service.rebuilt_match import rebuilt
from tests.transactions import reading, writing

pytestmark = pytest.mark.usefixtures("early_draws")

GAME = variant("halma-8")


def with_rules(monkeypatch: pytest.MonkeyPatch, **changed: object) -> None:
    """Replace the rules of the 8x8 game, as another version of the program would."""
    games = {**VARIANTS, "halma-8": replace(GAME, **changed)}  # type: ignore[arg-type]
    monkeypatch.setattr(position_cache, "find", games.__getitem__)


async def test_a_move_is_stored_and_the_opponent_is_to_move(club: Club) -> None:
    match = await club.match()
    text = await club.some_move(match)
    club.now += 60
    played = await club.play(match, ADA, text, ply=0)
    after = GAME.play(GAME.start(), GAME.parse(GAME.start(), text))
    assert (played.position, played.outcome, played.repeated) == (after, None, False)
    assert GAME.format(played.move) == text
    assert (played.match.ply, played.match.turn, played.match.to_move) == (1, 1, BRUNO)
    assert (played.match.position, played.match.moved_at) == (GAME.dump(after), START + 60)
    assert await club.get(match) == played.match


async def test_a_move_is_stored_in_canonical_notation(club: Club) -> None:
    match = await club.match()
    text = await club.some_move(match)
    await club.play(match, ADA, f"  {text.replace('-', ' to ').lower()}. ")
    (row,) = await club.rows("SELECT * FROM moves")
    assert row == {
        "match": match.id,
        "ply": 0,
        "seat": 0,
        "player": ADA,
        "by": "player",
        "text": text,
        "repetition_hash": repetition_hash(GAME.start()),
        "at": START,
        "bank": 2 * STANDARD.bank,
    }


async def test_a_missing_match_is_reported_before_any_other_error(club: Club) -> None:
    match = await club.match()
    with pytest.raises(NotFound) as refused:
        await club.play(replace(match, id=99), CLARA, "?", ply=7)
    assert refused.value.facts == {"what": "match", "key": 99}


async def test_a_finished_match_is_reported_before_a_stale_board(club: Club) -> None:
    match = await club.match()
    ended = await club.act("resign", match, BRUNO)
    with pytest.raises(Finished) as refused:
        await club.play(match, CLARA, "?", ply=7)
    assert refused.value.match == ended


async def test_a_stale_board_is_reported_before_a_stranger(club: Club) -> None:
    match = await club.match()
    now = (await club.turn(match)).match
    with pytest.raises(Stale) as refused:
        await club.play(match, CLARA, "?", ply=0)
    assert (refused.value.match, refused.value.facts["seen"]) == (now, 0)


async def test_errors_are_checked_in_the_order_stranger_turn_notation_legality(club: Club) -> None:
    match = await club.match()
    with pytest.raises(NotPlaying):
        await club.play(match, CLARA, "?", ply=0)
    with pytest.raises(NotYourTurn) as refused:
        await club.play(match, BRUNO, "?", ply=0)
    assert refused.value.facts == {"match": match.id, "player": ADA}
    with pytest.raises(BadNotation):
        await club.play(match, ADA, "?", ply=0)
    with pytest.raises(IllegalMove):
        await club.play(match, ADA, "I,1-VIII,8", ply=0)


async def test_ambiguous_text_is_not_a_move(club: Club) -> None:
    match = await club.match()
    with pytest.raises(AmbiguousMove):
        await club.play(match, ADA, "III,1")
    assert (await club.get(match)).ply == 0


async def test_a_refused_move_changes_nothing_and_may_be_corrected(club: Club) -> None:
    match = await club.match()
    pending = await club.pending_kinds()
    with pytest.raises(BadNotation):
        await club.play(match, ADA, "?", interaction=1)
    assert (await club.get(match), await club.pending_kinds()) == (match, pending)
    assert (await club.play(match, ADA, await club.some_move(match), interaction=1)).match.ply == 1


async def test_the_same_interaction_gets_the_first_answer_again(club: Club) -> None:
    match = await club.match()
    first = await club.play(match, ADA, await club.some_move(match), interaction=1)
    await club.turn(match)
    again = await club.play(match, ADA, "anything", interaction=1)
    assert (again.move, again.position, again.repeated) == (first.move, first.position, True)
    assert (again.match.ply, again.outcome) == (2, None)
    assert len(await club.rows("SELECT 1 FROM moves")) == 2
    with pytest.raises(AlreadyDone):
        await club.act("resign", match, ADA, interaction=1)


async def test_a_second_click_on_the_same_board_is_stale(club: Club) -> None:
    match = await club.match()
    text = await club.some_move(match)
    await club.play(match, ADA, text, ply=0)
    with pytest.raises(Stale):
        await club.play(match, ADA, text, ply=0)


async def test_each_move_queues_one_board_and_drops_boards_never_attempted(
    club: Club,
) -> None:
    match = await club.match()
    await club.turn(match)
    await club.turn(match)
    rows = await club.rows("SELECT state, ply FROM outbox WHERE kind = 'board' ORDER BY id")
    assert [(row["state"], row["ply"]) for row in rows] == [
        ("dropped", 0),
        ("dropped", 1),
        ("owed", 2),
    ]


async def test_the_rules_end_the_match(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    with_rules(monkeypatch, limit=2)
    match = await club.match()
    await club.turn(match)
    played = await club.turn(match, interaction=7)
    assert played.outcome == Outcome(((0, 1),), "limit")
    assert (played.match.status, played.match.outcome) == ("finished", played.outcome)
    assert (played.match.turn, played.match.to_move) == (None, None)
    assert await club.pending_kinds() == ["challenge-over", "result"]
    again = await club.play(match, BRUNO, "anything", interaction=7)
    assert (again.outcome, again.repeated) == (played.outcome, True)


async def test_the_third_repetition_of_a_position_ends_the_match(club: Club) -> None:
    """The stored position has no history, so the moves must supply it."""
    match = await club.match()
    for _ in range(2):
        for player, text in (
            (ADA, "I,4-I,5"),
            (BRUNO, "VIII,5-VIII,4"),
            (ADA, "I,5-I,4"),
            (BRUNO, "VIII,4-VIII,5"),
        ):
            position_cache.clear_cache()
            played = await club.play(match, player, text)
    assert played.outcome is not None
    assert (played.outcome.reason, played.match.ply) == ("repetition", 8)


@pytest.mark.parametrize(("leaver", "ranking"), [(ADA, ((1,), (0,))), (BRUNO, ((0,), (1,)))])
async def test_a_player_may_resign_on_either_turn(
    club: Club, leaver: int, ranking: tuple[tuple[int, ...], ...]
) -> None:
    match = await club.match()
    ended = await club.act("resign", match, leaver)
    assert (ended.status, ended.outcome) == ("finished", Outcome(ranking, "resigned"))
    assert await club.pending_kinds() == ["challenge-over", "result"]


async def test_a_match_may_be_aborted_until_both_players_have_moved(club: Club) -> None:
    match = await club.match()
    await club.turn(match)
    ended = await club.act("abort", match, BRUNO)
    assert (ended.status, ended.outcome, ended.turn) == ("aborted", None, None)
    assert await club.pending_kinds() == ["challenge-over", "result"]
    other = await club.match()
    await club.turn(other)
    await club.turn(other)
    with pytest.raises(TooLateToAbort):
        await club.act("abort", other, ADA)


@pytest.mark.parametrize("what", ["resign", "abort", "offer_draw", "accept_draw", "decline_draw"])
async def test_only_players_can_end_a_match_and_only_while_it_is_running(
    club: Club, what: str
) -> None:
    match = await club.match()
    with pytest.raises(NotPlaying):
        await club.act(what, match, CLARA)
    await club.act("resign", match, ADA)
    with pytest.raises(Finished):
        await club.act(what, match, ADA)
    with pytest.raises(NotFound):
        await club.act(what, replace(match, id=99), ADA)


@pytest.mark.parametrize("what", ["resign", "abort", "offer_draw"])
async def test_repeating_an_interaction_that_ends_a_match_changes_nothing(
    club: Club, what: str
) -> None:
    match = await club.match()
    first = await club.act(what, match, ADA, interaction=1)
    assert await club.act(what, match, ADA, interaction=1) == first


async def test_a_players_matches_are_listed_with_those_awaiting_their_move_first(
    club: Club,
) -> None:
    mine = await club.match(ADA, BRUNO)
    club.now += 10
    theirs = await club.match(CLARA, ADA, channel=ELSEWHERE)
    club.now += 10
    newer = await club.match(ADA, CLARA)
    over = await club.act("resign", await club.match(ADA, BRUNO), ADA)
    with reading(club.store) as tx:
        assert lifecycle.running_of(tx, ADA) == [mine, newer, theirs]
        assert lifecycle.waiting_for(tx, ADA) == [mine, newer]
        assert lifecycle.waiting_for(tx, BRUNO) == []
        assert matches.running_in_channel(tx, CHANNEL) == [newer, mine]
        assert matches.running_in_channel(tx, ELSEWHERE) == [theirs]
        assert matches.running_matches(tx) == [mine, theirs, newer]
        assert matches.finished_of(tx, BRUNO) == [over]


async def test_each_post_of_a_match_is_recorded(club: Club) -> None:
    match = await club.match()
    await club.deliver()
    await club.turn(match)
    await club.deliver()
    with reading(club.store) as tx:
        now = lifecycle.load(tx, match.id)
        assert now.post == 901
        assert posts.get_post(tx, 900) == Post(900, CHANNEL, match.id, 0, None)
        assert posts.get_post(tx, 901) == Post(901, CHANNEL, match.id, 1, None)
        assert posts.get_post(tx, 902) is None


async def test_the_position_after_any_move_can_be_rebuilt_and_viewed(club: Club) -> None:
    match = await club.match()
    seen = [GAME.start(), *[(await club.turn(match)).position for _ in range(6)]]
    with reading(club.store) as tx:
        assert rebuilt(tx, match.id) == seen[-1]
        for ply, position in enumerate(seen):
            view = moves.view_at(tx, match.id, ply)
            assert (view.position, view.ply, view.is_current) == (position, ply, ply == 6)
            assert (view.last is None) == (ply == 0)
            if view.last is not None:
                assert GAME.play(seen[ply - 1], view.last) == position
        assert (moves.view_at(tx, match.id)).position == seen[-1]
        with pytest.raises(NotFound):
            moves.view_at(tx, match.id, 7)
        with pytest.raises(NotFound):
            moves.view_at(tx, match.id, -1)


async def test_a_match_continues_after_the_position_cache_is_cleared(club: Club) -> None:
    match = await club.match()
    for _ in range(3):
        await club.turn(match)
    position_cache.clear_cache()
    assert (await club.turn(match)).match.ply == 4


async def test_the_position_cache_holds_no_more_matches_than_allowed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(position_cache, "MAX_CACHED", 2)
    position_cache.clear_cache()
    for _ in range(3):
        match = await club.match()
        for _ in range(2):
            await club.turn(match)
    assert list(position_cache._games) == [2, 3]


@pytest.mark.parametrize("gone", [False, True])
async def test_a_match_of_other_rules_is_refused_and_can_still_be_ended(
    club: Club, monkeypatch: pytest.MonkeyPatch, gone: bool
) -> None:
    match = await club.match()
    text = await club.some_move(match)
    with_rules(monkeypatch, revision=9)
    if gone:
        monkeypatch.setattr(position_cache, "find", {}.__getitem__)
    with pytest.raises(RulesChanged) as refused:
        await club.play(match, ADA, text)
    assert refused.value.facts["current"] == (None if gone else 9)
    with reading(club.store) as tx:
        for look in (rebuilt, moves.view_at):
            with pytest.raises(RulesChanged):
                look(tx, match.id)
    assert await club.get(match) == match
    assert (await club.act("resign", match, ADA)).status == "finished"


async def test_a_match_whose_moves_and_position_disagree_cannot_be_continued(club: Club) -> None:
    match = await club.match()
    text = await club.some_move(match)
    await club.turn(match)
    other = await club.some_move(match)
    await club.spoil("UPDATE matches SET position = :start", start=match.position)
    with pytest.raises(Damaged):
        await club.play(match, BRUNO, other)
    await club.spoil("UPDATE moves SET text = 'I,1-VIII,8'")
    with pytest.raises(Damaged) as refused:
        await club.play(match, BRUNO, text)
    assert refused.value.facts == {"match": match.id, "ply": 0, "text": "I,1-VIII,8"}


async def _record(club: Club, match: Match) -> record.Record:
    with reading(club.store) as tx:
        text = game_records.record_text(tx, lifecycle.load(tx, match.id), {ADA: 'Ada "A"'})
    return record.read_record(text)


async def test_the_record_of_a_match_replays_to_its_position(club: Club) -> None:
    match = await club.match()
    for _ in range(5):
        now = (await club.turn(match)).match
    exported = await _record(club, match)
    assert GAME.dump(record.replay_record(exported)) == now.position
    assert exported.result is None
    headers = {"South": 'Ada "A"', "North": str(BRUNO), "Date": "2027-01-15"}
    assert dict(exported.headers) == headers


@pytest.mark.parametrize(
    ("what", "reason"), [("resign", "resigned"), ("abort", "aborted"), ("draw", "agreed")]
)
async def test_a_record_says_how_players_ended_the_match(
    club: Club, what: str, reason: str
) -> None:
    match = await club.match()
    if what == "draw":
        await club.act("offer_draw", match, ADA)
        await club.act("accept_draw", match, BRUNO)
    else:
        await club.act(what, match, ADA)
    exported = await _record(club, match)
    assert exported.result is not None
    assert exported.result.reason == reason


async def test_a_board_may_be_posted_again(club: Club) -> None:
    match = await club.match()
    with writing(club.store) as tx:
        lifecycle.queue_board(tx, match, club.now)
    assert await club.pending_kinds() == ["challenge-over", "board"]


async def test_a_hop_is_shown_with_every_landing_with_or_without_the_position_cache(
    club: Club,
) -> None:
    match = await club.match()
    hops = 0
    while hops < 3:
        with reading(club.store) as tx:
            position = (moves.view_at(tx, match.id)).position
        move = max(GAME.moves(position), key=lambda move: len(move.path))
        turn = (await club.get(match)).to_move or 0
        await club.play(match, turn, GAME.format(move))
        hops += len(move.path) > 2
        for _ in range(2):
            seen = await club.seen(match)
            assert seen.last is not None
            assert seen.last.path == move.path
            [made] = seen.events
            assert isinstance(made, MoveEvent)
            assert made.move == seen.last
            position_cache.clear_cache()
