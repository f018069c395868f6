"""Results of ladder games: the winner climbs, and each result counts once."""

from dataclasses import replace
from random import Random

import pytest

from bot.extensions.tournaments.models import LadderMove
from bot.extensions.tournaments.service import ladder_results, results
from bot.extensions.tournaments.store import ladder_member_rows
from bot.extensions.tournaments.views.player_news import player_news
from bot.i18n.translator import translator_for
from bot.service.clock.calendar import DAY
from bot.service.guilds import guild_settings
from bot.service.match import lifecycle
from bot.store import Store
from engine import Outcome
from tests.bot.extensions.tournaments.climbers import Climbers, player_of
from tests.bot.service.club import CLARA, GUILD, Club
from tests.transactions import reading, writing


@pytest.fixture
def climbers(store: Store) -> Climbers:
    """Return a ladder without members."""
    return Climbers(Club(store))


def test_a_winner_from_below_takes_the_place_above_the_loser(climbers: Climbers) -> None:
    climbers.join("ABCDEFGH")
    climbers.play("E", "C", "E")
    assert climbers.order() == "ABECDFGH"
    climbers.club.now += 14 * DAY
    climbers.play("C", "E", "C")
    assert climbers.order() == "ABCEDFGH"
    climbers.play("H", "F", "H")
    assert climbers.order() == "ABCEDHFG"
    climbers.play("B", "A", "B")
    assert climbers.order() == "BACEDHFG"


def test_a_win_from_above_changes_nothing(climbers: Climbers) -> None:
    climbers.join("ABC")
    climbers.play("C", "A", "A")
    assert climbers.order() == "ABC"


def test_a_draw_changes_nothing(climbers: Climbers) -> None:
    climbers.join("ABC")
    climbers.play("C", "A", None)
    assert climbers.order() == "ABC"


@pytest.mark.parametrize(("first", "order"), [("b", "b 25 a 26 c"), ("c", "b 25 a 26 c 31")])
def test_results_count_in_the_order_in_which_the_games_end(
    climbers: Climbers, first: str, order: str
) -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
    climbers.join(letters)
    a, b, c = (letters[rank - 1] for rank in (25, 30, 35))
    lower, two = climbers.challenge(b, a), climbers.challenge(c, b)
    if first == "b":
        climbers.end(lower, b)
        climbers.end(two, c)
        assert climbers.order()[24:27] == f"{c}{b}{a}"
    else:
        climbers.end(two, c)
        climbers.end(lower, b)
        assert climbers.order()[24:26] == f"{b}{a}"
        assert climbers.order().index(c) == 30


async def test_a_player_who_never_moved_has_lost(climbers: Climbers) -> None:
    climbers.join("AB")
    match = climbers.challenge("B", "A")
    await climbers.club.strict(match)
    assert [over.status for over in await climbers.club.sweep(30 * DAY)] == ["aborted"]
    silent = match.players[0]
    assert climbers.order() == ("BA" if silent == player_of("A") else "AB")


async def test_a_game_aborted_by_a_moderator_changes_nothing(climbers: Climbers) -> None:
    climbers.join("AB")
    match = climbers.challenge("B", "A")
    with writing(climbers.club.store) as tx:
        guild_settings.abort_match(tx, GUILD, match.id, by=CLARA, now=climbers.club.now)
    assert climbers.order() == "AB"
    assert climbers.view("A").running == ()


async def test_a_resignation_counts(climbers: Climbers) -> None:
    climbers.join("AB")
    match = climbers.challenge("B", "A")
    for _ in range(4):
        await climbers.club.turn(match)
    await climbers.club.act("resign", match, player_of("A"))
    assert climbers.order() == "BA"


def test_a_game_with_a_former_member_changes_nothing(climbers: Climbers) -> None:
    climbers.join("ABC")
    match = climbers.challenge("C", "A")
    climbers.leave("A")
    climbers.end(match, "C")
    assert climbers.order() == "BC"


async def test_a_result_counts_once(climbers: Climbers) -> None:
    climbers.join("ABC")
    match = climbers.play("C", "A", "C")
    assert climbers.order() == "CAB"
    over = await climbers.club.get(match)
    with writing(climbers.club.store) as tx:
        ladder_results.on_match_finished(tx, over, climbers.club.now, None)
    assert climbers.order() == "CAB"


def test_a_result_takes_six_statements(climbers: Climbers) -> None:
    climbers.join("ABC")
    match = climbers.challenge("C", "A")
    with writing(climbers.club.store) as tx:
        over = replace(lifecycle.load(tx, match.id), outcome=Outcome(((0,), (1,)), "resigned"))
        counts = climbers.club.store.counts
        before = counts.statements
        results.on_match_finished(tx, over, climbers.club.now, None)
        assert counts.statements - before == 6


def test_places_gained_are_news_of_the_player(climbers: Climbers) -> None:
    climbers.join("ABC")
    a, b, c = map(player_of, "ABC")
    climbers.club.now += DAY
    since = climbers.club.now - 1
    climbers.play("C", "A", "C")
    with reading(climbers.club.store) as tx:
        english = translator_for("en")

        def news(*players: int) -> list[str]:
            return player_news(tx, GUILD, players, since, climbers.club.now, english)

        assert [line.partition(": ")[0] for line in news(a, c)] == [
            f"🪜 **{climbers.ladder.name}**"
        ]
        assert "3 → 1" in news(c)[0]
        assert news(a, b) == []
        assert player_news(tx, GUILD, [c], climbers.club.now, climbers.club.now, english) == []
    climbers.leave("C")
    with reading(climbers.club.store) as tx:
        assert news(c) == [], "leaving gains nothing"


def test_the_history_of_ranks_is_kept_for_two_years(climbers: Climbers) -> None:
    climbers.join("AB")
    match = climbers.play("B", "A", "B")

    def moves() -> list[LadderMove]:
        with reading(climbers.club.store) as tx:
            return ladder_member_rows.moves_since(tx, climbers.ladder.id, 0)

    assert [(move.player, move.from_rank, move.to_rank, move.match) for move in moves()] == [
        (player_of("A"), None, 1, None),
        (player_of("B"), None, 2, None),
        (player_of("B"), 2, 1, match.id),
    ]
    climbers.club.now += 730 * DAY
    with writing(climbers.club.store) as tx:
        assert ladder_member_rows.prune_moves(tx, now=climbers.club.now) == 3
    assert moves() == []


@pytest.mark.check
@pytest.mark.parametrize("seed", range(3))
def test_random_histories_of_a_ladder_agree_with_a_naive_list(
    climbers: Climbers, seed: int
) -> None:
    rng, letters = Random(seed), "ABCDEFGHIJKLMNOP"
    order: list[str] = []
    places: dict[str, int] = {}
    for _ in range(120):
        climbers.club.now += rng.choice((0, 60, DAY, 9 * DAY))
        letter = rng.choice(letters)
        if letter not in order:
            climbers.join(letter)
            place = places[letter] + 5 if letter in places else len(order) + 1
            order.insert(min(place, len(order) + 1) - 1, letter)
        elif rng.random() < 0.2:
            climbers.leave(letter)
            places[letter] = order.index(letter) + 1
            order.remove(letter)
        elif choices := climbers.open_to(letter):
            other = rng.choice(choices)
            winner = rng.choice((letter, other, None))
            climbers.play(letter, other, winner)
            if winner == letter:
                order.remove(letter)
                order.insert(order.index(other), letter)
        assert climbers.order() == "".join(order)
