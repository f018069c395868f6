"""Alpha-beta search: replies, passes, partners, the end of the game, and budgets."""

from dataclasses import replace

import pytest

from engine import Position, Variant, search, variant
from engine.position import man
from engine.search import alpha_beta
from engine.search.alpha_beta import AlphaBetaSearch
from engine.search.blockades import unblocking_moves
from engine.search.budget import BudgetSpent, SearchBudget
from engine.search.evaluation import WON, Evaluator
from engine.search.move_choice import score_moves
from tests.engine.boards import placed
from tests.engine.sample_games import sample

HALMA = variant("halma-8")
MASTER = search.levels(HALMA)[-1]
GOALS = [" ".join(HALMA.board.names[cell] for cell in sorted(seat.goal)) for seat in HALMA.seats]


def unreduced(game: Variant) -> Variant:
    """Return the game with all turns searched to full depth."""
    parameters = replace(game.search_parameters, unreduced=100, unreduced_root=1000)
    return replace(game, search_parameters=parameters)


def spend_all(budget: SearchBudget) -> None:
    """Spend the budget one position at a time until it is exhausted."""
    while True:
        budget.spend()


def test_a_budget_is_limited_by_positions_and_by_time() -> None:
    budget = SearchBudget(3)
    budget.spend()
    budget.spend(5)
    with pytest.raises(BudgetSpent):
        budget.spend()
    late = SearchBudget(1000, seconds=0)
    with pytest.raises(BudgetSpent):
        spend_all(late)
    assert late.used == 32, "the clock is not asked at every position"
    ample = SearchBudget(1000, seconds=1000)
    for _ in range(64):
        ample.spend()
    ample.check_time()
    assert ample.sub_budget(0.5).nodes == 468


def test_a_part_of_a_budget_has_a_share_of_the_time() -> None:
    whole = SearchBudget(1000, seconds=1000)
    half = whole.sub_budget(0.5)
    assert whole.deadline is not None
    assert half.deadline is not None
    assert 300 < whole.deadline - half.deadline <= 500
    assert SearchBudget(1000).sub_budget(0.5).deadline is None
    with pytest.raises(BudgetSpent):
        SearchBudget(1000, seconds=0).sub_budget(0.5).check_time()


def test_a_move_is_chosen_even_with_almost_no_budget() -> None:
    position = sample("halma-8")[6]
    for limits in ({"seconds": 0.0}, {"nodes": 0}, {"nodes": 1}, {"nodes": 50}):
        chosen = search.choose(HALMA, position, MASTER, **limits)  # type: ignore[arg-type]
        assert chosen in HALMA.moves(position)


@pytest.mark.check
def test_the_master_blocks_a_winning_threat() -> None:
    """North threatens to win with one step, so South occupies the square of that step."""
    rest = " ".join(name for name in GOALS[1].split() if name != "IV,1")
    position = placed(HALMA, {0: "V,1 VI,6 VI,7", 1: f"{rest} V,2"})
    threat = HALMA.parse(Position(position.cells, 1), "V,2-IV,1")
    assert 1 in HALMA.apply(Position(position.cells, 1), threat).done
    chosen = search.choose(HALMA, position, MASTER, nodes=3000)
    after = HALMA.apply(position, chosen)
    assert all(1 not in HALMA.apply(after, reply).done for reply in HALMA.moves(after))


def test_a_decided_win_or_loss_has_a_value_of_99() -> None:
    rest = " ".join(GOALS[0].split()[1:])
    first = GOALS[0].split()[0]
    nearly = placed(HALMA, {0: f"{rest} IV,7", 1: "I,1 I,2"})
    won = search.best_moves(HALMA, nearly, 3, nodes=300)
    assert won[0].value == 99
    assert HALMA.format(won[0].move).endswith(first)
    assert len(won) == 1
    missing = " ".join(name for name in GOALS[1].split() if name != "I,1")
    doomed = placed(HALMA, {0: "V,4 VI,6 VII,7", 1: f"{missing} III,3"})
    assert search.best_moves(HALMA, doomed, 1, nodes=3000)[0].value == -99


def test_moves_are_compared_at_equal_depth() -> None:
    position = sample("halma-8")[4]
    moves = HALMA.moves(position)[:4]
    rated = score_moves(HALMA, position, moves, depth=2)
    assert {each.move for each in rated} == {*moves}
    assert [each.value for each in rated] == sorted((e.value for e in rated), reverse=True)


def test_moves_are_compared_at_equal_depth_when_the_budget_ends_early() -> None:
    position = sample("halma-8")[4]
    moves = HALMA.moves(position)[:4]
    by_depth = [score_moves(HALMA, position, moves, depth) for depth in range(1, 5)]
    reached = []
    for nodes in (0, 5, 20, 80, 20_000):
        rated = score_moves(HALMA, position, moves, 4, SearchBudget(nodes))
        reached.append(by_depth.index(rated))
    assert reached[0] == 0
    assert reached == sorted(reached)
    assert reached[-1] == 3


@pytest.mark.check
def test_moves_that_cannot_be_best_get_upper_bounds() -> None:
    game = unreduced(variant("chinese-checkers"))
    position = sample("chinese-checkers", 12)[4]
    moves = dict.fromkeys(game.moves(position)[:20], 0)
    for depth in (4, 5):
        exact, bounded = (
            AlphaBetaSearch(game, position, SearchBudget(20_000)).score_root_moves(
                moves, count, depth
            )
            for count in (len(moves), 1)
        )
        values = {first.move: first.value for first in exact}
        assert bounded[0].value == exact[0].value
        assert all(first.value >= values[first.move] for first in bounded)


def test_moves_of_a_solved_variant_are_valued_by_the_tablebase() -> None:
    grec = variant("le-grec")
    for position in sample("le-grec"):
        known = search.solved_results(grec, position)
        rated = search.best_moves(grec, position, 2)
        assert rated[0].value == 99 * max(each.result for each in known.values())
        assert score_moves(grec, position, [*known])[: len(rated)] == rated


def test_a_side_without_a_move_passes_and_two_blocked_sides_draw() -> None:
    zug = variant("le-zug")
    blocked = placed(zug, {0: "XVI,2 V,5", 1: "II,2"})
    assert zug.moves(blocked)
    level = search.levels(zug)[2]
    assert search.choose(zug, blocked, level, nodes=400) in zug.moves(blocked)
    ended = placed(zug, {0: "XVI,2", 1: "I,1"})
    (rated,) = search.best_moves(zug, ended, 1, nodes=400)[:1]
    assert rated.move in zug.moves(ended)
    assert rated.value == 0, "after it nobody can move"
    for deeper in (3, 4, 5):
        values = {each.value for each in score_moves(zug, ended, zug.moves(ended), depth=deeper)}
        assert values == {0.0}, "a draw is a draw at any depth"


def test_partners_are_evaluated_together_and_win_only_together() -> None:
    game = variant("halma-4-opposite")
    names = game.board.names
    goals = [" ".join(names[cell] for cell in sorted(seat.goal)) for seat in game.seats]
    rest = " ".join(goals[0].split()[1:])
    men = {0: f"{rest} XII,14", 1: "VIII,8", 2: "VII,3 VI,3", 3: "VIII,2"}
    position = placed(game, men)
    judge = Evaluator(game, 0)
    assert (judge.ally_seats, judge.rivals) == ((0, 2), ((1, 3),))
    allies = {
        (seat, other) for seat in range(4) for other in range(4) if judge.are_allies(seat, other)
    }
    assert allies == {(0, 0), (0, 2), (2, 0), (2, 2), (1, 1), (1, 3), (3, 1), (3, 3)}
    home = next(m for m in game.moves(position) if 0 in game.apply(position, m).done)
    after = game.apply(position, home)
    assert judge.decided_value(position, after) == 0, "the partner is not home"
    both = placed(game, {0: f"{rest} XII,14", 1: "VIII,8", 3: "VIII,2"}, done=(2,))
    assert judge.decided_value(both, game.apply(both, home)) == WON
    third = search.levels(game)[2]
    assert search.choose(game, position, third, nodes=200) in game.moves(position)
    alone = placed(game, men, turn=2, done=(0,))
    assert search.choose(game, alone, third, nodes=200) in game.moves(alone)


def test_a_rival_team_that_has_finished_has_won() -> None:
    game = variant("halma-4-opposite")
    over = placed(game, {}, done=(1,))
    judge = Evaluator(game, 0)
    assert judge.decided_value(over, placed(game, {}, done=(1, 3))) == -WON
    assert judge.decided_value(placed(game, {}), over) == 0


def test_a_move_that_loses_by_the_rules_is_avoided_if_there_is_another() -> None:
    """After 30 turns, a player who still has a man at home after moving loses."""
    position = placed(HALMA, {0: "I,4 V,5 V,6", 1: "VIII,1"}, ply=64)
    for level in search.levels(HALMA):
        chosen = search.choose(HALMA, position, level, nodes=100)
        assert HALMA.format(chosen).startswith("I,4-")
    rival = placed(HALMA, {0: "V,5 V,6", 1: "VIII,8 VIII,7 I,5"}, ply=64)
    judge = Evaluator(HALMA, 0)
    turned = Position(rival.cells, 1, ply=65)
    step = HALMA.parse(turned, "I,5-I,4")
    assert judge.decided_value(turned, HALMA.apply(turned, step)) == WON


@pytest.mark.parametrize("depth", [7, 8])
def test_the_transposition_table_saves_work_without_changing_values(
    monkeypatch: pytest.MonkeyPatch, depth: int
) -> None:
    """A stored value is valid only for the depth at which it was computed."""
    game, position = unreduced(HALMA), sample("halma-8", 12)[10]
    moves = dict.fromkeys(game.moves(position), 0)
    monkeypatch.setattr(alpha_beta, "_ENOUGH", 0)
    forgetful, memory = SearchBudget(1_000_000), SearchBudget(1_000_000)
    few = AlphaBetaSearch(game, position, forgetful).score_root_moves(moves, 1, depth)
    monkeypatch.undo()
    all_known = AlphaBetaSearch(game, position, memory).score_root_moves(moves, 1, depth)
    assert memory.used < forgetful.used
    assert few[0].value == all_known[0].value


@pytest.mark.check
@pytest.mark.measured
def test_late_turns_are_searched_to_full_depth_only_if_they_seem_better() -> None:
    """This halves the work, and the best move is usually the same."""
    reduced, full, same = SearchBudget(100_000), SearchBudget(100_000), 0
    positions = sample("halma-8", 24)[4::4]
    for position in positions:
        moves = dict.fromkeys(HALMA.moves(position), 0)
        found = AlphaBetaSearch(HALMA, position, reduced).score_root_moves(moves, 1, 5)
        best = AlphaBetaSearch(unreduced(HALMA), position, full).score_root_moves(moves, 1, 5)
        same += found[0].move == best[0].move
    assert 2 * reduced.used < full.used
    assert same >= len(positions) - 2


@pytest.mark.check
def test_a_late_turn_that_seems_better_gets_its_exact_value() -> None:
    """With one turn searched to full depth at once, every better one is late."""
    parameters = replace(HALMA.search_parameters, unreduced=100, unreduced_root=1)
    game, improved = replace(HALMA, search_parameters=parameters), 0
    for position in sample("halma-8", 24)[20:]:
        moves = dict.fromkeys(HALMA.moves(position), 0)
        before, found = (
            AlphaBetaSearch(game, position, SearchBudget(100_000)).score_root_moves(moves, 1, depth)
            for depth in (3, 4)
        )
        if found[0].move != before[0].move:
            exact = AlphaBetaSearch(game, position, SearchBudget(100_000)).score_root_moves(
                {found[0].move: 0}, 1, 4
            )
            assert found[0].value == exact[0].value
            improved += 1
    assert improved


def test_sending_a_circle_back_counts_as_a_gain() -> None:
    """Jumping over a rival's Circle gains the distance that the Circle has to repeat."""
    game = variant("platonic-advanced")
    circle = next(n for n, kind in enumerate(game.kinds) if kind.name == "circle")
    left = circle + len(game.kinds) // 2
    cells = bytearray(len(game.board.spots))
    cells[game.board.named["IV,4"]] = man(0, left)
    cells[game.board.named["V,4"]] = man(1, left)
    position = Position(bytes(cells), 0, (0,) * len(game.stock))
    judge = Evaluator(game, 0)
    options = judge.candidates(position, judge.material_sums(position))
    best = max(options)
    assert game.board.names[best.pair[0][-1]] == "VI,4"  # type: ignore[index]
    assert best.after is not None
    assert best.after.cells[game.board.named["V,4"]] == 0
    assert best.gain > 2 * max(each.gain for each in options if each != best)


def test_no_unblocking_move_is_suggested_for_a_goal_without_rivals() -> None:
    game = variant("halma-4-opposite")
    position = game.start()
    assert unblocking_moves(game, position, game.moves(position)) == []


def test_the_first_drops_of_a_game_vary_with_the_seed() -> None:
    game = variant("platonic")
    level = search.levels(game)[-1]
    drops = {search.choose(game, game.start(), level, seed=seed, nodes=30) for seed in range(12)}
    assert len(drops) > 2
