"""Ladders: created by managers; members join, leave and come back."""

import pytest

from bot.extensions.tournaments.errors import (
    AlreadyOnLadder,
    BadLadderName,
    LadderExists,
    LadderNeedsDuel,
    LadderUntimed,
    NoSuchLadder,
    NotAManager,
    NotOnLadder,
    TooManyLadders,
)
from bot.extensions.tournaments.service import ladder_members, ladders
from bot.service.privacy import erasure
from bot.store import Store
from tests.bot.extensions.tournaments.climbers import Climbers, player_of
from tests.bot.service.club import ADA, ELSEWHERE, GUILD, Club
from tests.transactions import reading, writing


@pytest.fixture
def climbers(store: Store) -> Climbers:
    """Return a ladder without members."""
    return Climbers(Club(store))


def test_newcomers_join_at_the_bottom(climbers: Climbers) -> None:
    climbers.join("ABC")
    assert climbers.order() == "ABC"


def test_nobody_joins_twice(climbers: Climbers) -> None:
    climbers.join("AB")
    with pytest.raises(AlreadyOnLadder) as refused:
        climbers.join("A")
    assert refused.value.facts["rank"] == 1
    assert climbers.order() == "AB"


def test_a_repeated_interaction_joins_once(climbers: Climbers) -> None:
    with writing(climbers.club.store) as tx:
        for _ in range(2):
            member = ladder_members.join(
                tx, climbers.ladder.id, player=ADA, interaction=5, now=climbers.club.now
            )
    assert member.rank == 1


def test_those_below_a_leaver_move_up(climbers: Climbers) -> None:
    climbers.join("ABCD")
    climbers.leave("B")
    assert climbers.order() == "ACD"
    with pytest.raises(NotOnLadder):
        climbers.leave("B")
    with pytest.raises(NotOnLadder):
        climbers.leave("Z")


@pytest.mark.parametrize(("letter", "order"), [("A", "BCDEFAGHIJ"), ("H", "ABCDEFGIJH")])
def test_former_members_come_back_five_places_lower(
    climbers: Climbers, letter: str, order: str
) -> None:
    climbers.join("ABCDEFGHIJ")
    climbers.leave(letter)
    climbers.join(letter)
    assert climbers.order() == order


def test_leaving_twice_does_not_cost_ten_places(climbers: Climbers) -> None:
    climbers.join("ABCDEFGHIJKLMNOP")
    for _ in range(2):
        climbers.leave("A")
        climbers.join("A")
    assert climbers.order() == "BCDEFGHIJKALMNOP"


def test_an_erased_member_leaves_no_gap(climbers: Climbers) -> None:
    climbers.join("ABCD")
    climbers.challenge("C", "B")
    climbers.play("D", "A", "D")
    assert climbers.order() == "DABC"
    with writing(climbers.club.store) as tx:
        erasure.erase(tx, player_of("B"), now=climbers.club.now)
    assert climbers.order() == "DAC"


def test_only_managers_can_create_and_remove_ladders(climbers: Climbers) -> None:
    with pytest.raises(NotAManager):
        climbers.create(is_manager=False, variant="halma")
    with writing(climbers.club.store) as tx, pytest.raises(NotAManager):
        ladders.remove_ladder(
            tx, climbers.ladder.id, guild=GUILD, by=ADA, is_manager=False, now=climbers.club.now
        )


def test_a_server_has_one_ladder_for_each_game_and_five_at_most(climbers: Climbers) -> None:
    with pytest.raises(LadderExists):
        climbers.create()
    for variant in ("halma", "halma-10", "caesar", "chinese-checkers"):
        climbers.create(variant=variant)
    with pytest.raises(TooManyLadders):
        climbers.create(variant="hexma")


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"variant": "halma-4"}, LadderNeedsDuel),
        ({"control": "untimed"}, LadderUntimed),
        ({"name": "\u200b "}, BadLadderName),
        ({"name": "x" * 41}, BadLadderName),
    ],
)
def test_a_bad_ladder_is_refused(
    climbers: Climbers, options: dict[str, str], refusal: type[ValueError]
) -> None:
    with pytest.raises(refusal):
        climbers.create(**({"variant": "halma"} | options))


def test_a_removed_ladder_is_gone_and_its_games_change_nothing(climbers: Climbers) -> None:
    climbers.join("AB")
    match = climbers.challenge("B", "A")
    now = climbers.club.now
    with writing(climbers.club.store) as tx:
        ladders.remove_ladder(tx, climbers.ladder.id, guild=GUILD, by=ADA, is_manager=True, now=now)
    with pytest.raises(NoSuchLadder):
        climbers.join("C")
    climbers.end(match, "B")
    assert climbers.order() == "AB"
    climbers.club.now += 100 * 86400
    climbers.run_jobs()
    with reading(climbers.club.store) as tx:
        assert ladders.ladders_of_guild(tx, GUILD) == []


def test_a_ladder_of_another_server_is_not_found(climbers: Climbers) -> None:
    with writing(climbers.club.store) as tx:
        for ladder, guild in ((climbers.ladder.id, ELSEWHERE), (99, GUILD)):
            with pytest.raises(NoSuchLadder):
                ladders.load_ladder(tx, ladder, guild)
