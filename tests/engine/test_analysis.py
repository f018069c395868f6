"""Analysis of a finished game: the race, the longest hop, and wasted moves."""

import random
from functools import cache

import pytest

from engine import VARIANTS, analysis, variant
from engine.analysis import Analysis, PlayedGame, analysed, changes_result, turns_lost
from engine.jumps import jumps_of
from engine.search import choose, levels, turns_to_go
from engine.search.budget import SearchBudget
from engine.search.perfect_races import perfect_race
from engine.search.tablebase import solved_results
from tests.engine.boards import placed


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the search to a few positions per move, for speed."""
    monkeypatch.setattr(analysis, "LEAST", 20)
    monkeypatch.setattr(analysis, "MOST", 20)


@cache
def game(key: str, most: int = 200, blunder: int = 0) -> PlayedGame:
    """Return a game of a weak level against itself.

    Move number `blunder` is deliberately bad; with 0, no move is.
    """
    rules, rng, moves = variant(key), random.Random(key), list[str]()
    position = rules.start()
    while len(moves) < most and rules.outcome(position) is None:
        move = choose(
            rules, position, levels(rules)[0 if most < 9 else 1], seed=rng.getrandbits(30)
        )
        if len(moves) + 1 == blunder:
            move = min(
                rules.moves(position), key=lambda move: move.path[-1] * (-1) ** position.turn
            )
        moves.append(rules.format(move))
        position = rules.apply(position, move)
    return PlayedGame(key, tuple(moves))


def test_a_blunder_is_a_notable_turn_with_a_better_legal_move() -> None:
    played = game("halma-8", blunder=15)
    shares: list[float] = []
    analysis = analysed(played, shares.append)
    assert len(analysis.to_go) == len(played.moves) + 1
    assert len(analysis.given) == len(analysis.better) == len(played.moves)
    assert shares[-1] == 1.0
    movers = [turn % 2 for turn in range(len(played.moves))]
    assert 15 in analysis.notable_turns(movers, winners=(), limit=9)
    rules, position = variant("halma-8"), variant("halma-8").start()
    for text, better in zip(played.moves, analysis.better, strict=True):
        if better:
            assert better != text
            assert better in [rules.format(move) for move in rules.moves(position)]
        position = rules.apply(position, rules.parse_canonical(text))


@pytest.mark.check
@pytest.mark.parametrize("key", ["hexma", "hexma-3"])
def test_comparing_slow_moves_stays_within_the_budget_of_the_game(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, spent = game(key, most=30), list[int]()
    spend = SearchBudget.spend

    def counted(budget: SearchBudget, cost: int = 1) -> None:
        spend(budget, cost)
        spent.append(cost)

    monkeypatch.setattr(SearchBudget, "spend", counted)
    monkeypatch.setattr(analysis, "COMPARING_NODES", 1_000)
    analysed(played)
    searches, cost = 3 * len(played.moves), max(spent)
    assert sum(spent) <= 1_000 + len(played.moves) * analysis.MOST + searches * cost


@pytest.mark.check
def test_the_estimate_of_turns_left_peaks_at_the_start_and_ends_at_zero() -> None:
    analysis = analysed(game("halma-8"))
    assert min(analysis.to_go[-1]) == 0
    assert max(analysis.to_go[0]) == max(max(turns) for turns in analysis.to_go)


@pytest.mark.check
def test_the_longest_hop_is_the_first_with_the_most_jumps() -> None:
    played = game("halma-8")
    analysis = analysed(played)
    rules, position, jumps = variant("halma-8"), variant("halma-8").start(), list[int]()
    for text in played.moves:
        jumps.append(jumps_of(rules, rules.parse(position, text)))
        position = rules.apply(position, rules.parse_canonical(text))
    assert analysis.jumps == max(jumps) > 1
    assert analysis.longest == jumps.index(analysis.jumps) + 1


def test_turning_points_are_the_moves_that_clearly_lower_the_expected_result() -> None:
    swings = ((0.5, 0.5), (0.6, 0.35), (0.7, 0.1), (0.99, 0.7), (0.3, 0.04), (0.5, 0.3))
    given = (0.0, 2.0, 0.0, 5.0, 3.0, 1.0)
    analysis = Analysis((), given, ("",) * 6, 0, 0, (), swings)
    assert [changes_result(swing) for swing in swings] == [False, False, True, False, False, False]
    assert analysis.turning_points() == [3]
    lost = Analysis((), given, ("",) * 6, 0, 0, (), ((0.9, 0.6), (0.7, 0.1), *swings[2:]))
    assert lost.turning_points() == [1, 2, 3]
    assert lost.turning_points(2) == [2, 3]


def test_notable_turns_leave_out_what_the_winner_did_without_harm() -> None:
    swings = ((0.5, 0.5), (0.7, 0.1), (1.0, 1.0), (0.1, 0.1), (0.1, 0.1), (0.1, 0.1))
    analysis = Analysis((), (1.4, 0.0, 5.0, 0.9, 1.0, 3.0), ("",) * 6, 0, 0, (), swings)
    movers = [1, 0, 0, 1, 1, 1]
    assert analysis.notable_turns(movers, winners=(0,)) == [1, 2, 6]
    assert analysis.notable_turns(movers, winners=(0,), limit=9) == [1, 2, 5, 6]
    assert analysis.notable_turns(movers, winners=(), limit=9) == [1, 2, 3, 5, 6]


@pytest.mark.check
@pytest.mark.measured
def test_a_missed_win_counts_the_turns_on_the_graph_and_not_an_arbitrary_number() -> None:
    """A winner has 0 turns to go, so missing the win costs what the graph shows."""
    rules, played = variant("halma-8"), game("halma-8")
    position = rules.start()
    for text in played.moves[:-1]:
        position = rules.apply(position, rules.parse_canonical(text))
    seat, winning = position.turn, played.moves[-1]
    idle = min(
        (move for move in rules.moves(position) if seat not in rules.apply(position, move).done),
        key=lambda move: turns_to_go(rules, rules.apply(position, move), seat),
    )
    analysis = analysed(PlayedGame("halma-8", (*played.moves[:-1], rules.format(idle))))
    assert analysis.better[-1] == winning
    assert 0 < analysis.given[-1] <= analysis.to_go[-1][seat]


def test_moves_after_the_end_are_not_judged() -> None:
    """A match that players have left goes on when it would be over with them."""
    played = game("halma-8")
    back = "-".join(reversed(played.moves[-2].split("-")))
    analysis = analysed(PlayedGame("halma-8", (*played.moves, back)))
    assert analysis.better[-1] == ""
    assert analysis.given[-1] == 0


def test_the_rivals_turns_do_not_count_against_a_missed_win() -> None:
    """After the win, the rival's turns are counted exactly instead of estimated."""
    rules = variant("halma-8")
    goal = "VIII,8 VIII,7 VIII,6 VIII,5 VII,8 VII,7 VII,6 VI,8 VI,7"
    position = placed(rules, {0: f"{goal} V,7", 1: "V,3 II,1 II,2 II,3 I,1 I,2 I,3 I,4 III,1 IV,5"})
    better, played = (
        rules.apply(position, rules.parse(position, move)) for move in ("V,7-V,8", "V,7-IV,6")
    )
    assert 0 in better.done
    assert turns_lost(rules, position, played, better, 0) == turns_to_go(rules, played, 0)
    assert turns_to_go(rules, better, 1) != turns_to_go(rules, played, 1)


@pytest.mark.check
def test_turns_to_go_are_exact_once_the_men_no_longer_meet() -> None:
    played = game("halma-8")
    analysis = analysed(played)
    rules, positions = variant("halma-8"), [variant("halma-8").start()]
    for text in played.moves:
        positions.append(rules.apply(positions[-1], rules.parse_canonical(text)))
    assert any(0 < turn < len(played.moves) for turn in analysis.exact_from)
    for seat, first in enumerate(analysis.exact_from):
        for turn in range(max(first, 0), len(positions)) if first >= 0 else ():
            exact = perfect_race(rules, positions[turn], seat)
            assert analysis.to_go[turn][seat] == (exact.turns if exact else 0)
        if first > 0:
            assert perfect_race(rules, positions[first - 1], seat) is None
    assert analysed(game("chinese-checkers-3", most=9)).exact_from == (-1, -1, -1)


@pytest.mark.each_kind
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_the_first_move_of_every_variant_can_be_analysed(key: str) -> None:
    analysis = analysed(game(key, most=1))
    [lost] = analysis.given
    assert 0 <= lost <= 20


@pytest.mark.check
def test_a_forced_move_gives_nothing_away() -> None:
    rules, rng, position = variant("platonic"), random.Random(1), variant("platonic").start()
    moves = list[str]()
    while len(legal := list(rules.moves(position))) > 1:
        move = rng.choice(legal)
        moves.append(rules.format(move))
        position = rules.apply(position, move)
    judged = analysed(PlayedGame("platonic", (*moves, rules.format(legal[0]))))
    assert (judged.given[-1], judged.better[-1]) == (0.0, "")


def test_the_analysis_of_a_game_without_moves_is_empty() -> None:
    analysis = analysed(PlayedGame("halma-8", ()))
    assert (analysis.given, analysis.longest, analysis.turning_points()) == ((), 0, [])


def test_in_a_solved_variant_only_moves_that_worsen_the_result_are_mistakes() -> None:
    played = game("le-grec", most=40)
    analysis = analysed(played)
    assert len(analysis.ends) == len(played.moves)
    rules, position = variant("le-grec"), variant("le-grec").start()
    for turn, text in enumerate(played.moves, 1):
        known = solved_results(rules, position)
        best = max(verdict.result for verdict in known.values())
        mistake = analysis.ends[turn - 1] < best
        assert bool(analysis.better[turn - 1]) == mistake
        assert (turn in analysis.turning_points(limit=99)) == mistake
        assert analysis.given[turn - 1] == 0
        position = rules.apply(position, rules.parse_canonical(text))


@pytest.mark.check
@pytest.mark.parametrize(
    ("key", "dump", "played", "lost"),
    [
        (
            "chinese-checkers",
            "92 0 - - - 1/B1/B1B/1BB1/5B7/4B3B3/5B5/6B3/9/10/5A5/4A1A5/4A8/1AA1/1AA/A1/A",
            "XII,7-XIII,7",
            2.0,
        ),
        (
            "halma-10",
            "86 0 - - - BB2B5/BBB1B5/BB8/B1BB1B4/4B5/4B4A/6AA1A/6AAAA/6AAAA/7AAA",
            "IX,7-IX,6",
            1.0,
        ),
    ],
)
def test_a_loss_that_is_counted_exactly_counts_as_that_loss(
    key: str, dump: str, played: str, lost: float
) -> None:
    rules = variant(key)
    position = rules.load(f"{key} {dump}")
    judged = analysis._search_judgement(
        rules, position, rules.parse(position, played), 180, SearchBudget(20_000)
    )
    assert judged.lost == lost
    assert judged.better is not None
    before = perfect_race(rules, position, 0)
    better = perfect_race(rules, rules.apply(position, judged.better), 0)
    assert before is not None
    assert better is not None
    assert better.turns == before.turns - 1


@pytest.mark.check
def test_every_move_of_a_race_is_judged_by_the_exact_count() -> None:
    rules = variant("halma-8")
    goal = "VIII,8 VIII,7 VIII,6 VIII,5 VII,8 VII,7 VII,6 VI,8"
    position = placed(
        rules, {0: f"{goal} V,6 IV,6", 1: "III,1 II,1 II,2 II,3 I,1 I,2 I,3 I,4 I,5 I,6"}
    )
    before = perfect_race(rules, position, 0)
    assert before is not None
    for move in rules.moves(position):
        after = rules.apply(position, move)
        exact = perfect_race(rules, after, 0)
        if exact is not None and 0 not in after.done:
            judged = analysis._search_judgement(rules, position, move, 60, SearchBudget(2_000))
            assert judged.lost == exact.turns + 1 - before.turns
            assert (judged.better is not None) == bool(judged.lost)


@pytest.mark.check
def test_turns_wasted_in_a_race_are_among_the_moves_shown() -> None:
    """Each player of a real race wastes a turn, the second one as well as the first."""
    rules, played = variant("halma-8"), game("halma-8")
    begun = max(analysed(played).exact_from)
    moves, position = list(played.moves[:begun]), rules.start()
    for text in moves:
        position = rules.apply(position, rules.parse_canonical(text))
    wasted = dict[int, float]()
    for _ in range(2):
        best = perfect_race(rules, position, position.turn)
        assert best is not None
        ways = [
            (after.turns - best.turns + 1, rules.format(move))
            for move in rules.moves(position)
            if (after := perfect_race(rules, rules.apply(position, move), position.turn))
        ]
        lost, text = max(ways)
        moves.append(text)
        wasted[len(moves)] = lost
        position = rules.apply(position, rules.parse_canonical(text))
    analysis = analysed(PlayedGame("halma-8", tuple(moves)))
    movers = [turn % 2 for turn in range(len(moves))]
    shown = analysis.notable_turns(movers, winners=(), limit=99)
    for turn, lost in wasted.items():
        assert analysis.given[turn - 1] == lost >= 1
        assert turn in shown
        assert (analysis.reasons[turn - 1].number - analysis.reasons[turn - 1].best) == lost
