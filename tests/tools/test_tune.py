"""Matches between search parameters: the sequential test and the games."""

import json
import math
import subprocess
from contextlib import closing
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns

import pytest
from click.testing import CliRunner

import engine
from engine import Outcome, variant
from engine.search.piece_square_tables import piece_square_tables
from engine.search_parameters import SearchParameters
from tools.__main__ import main
from tools.revisions import RevisionPlayer, UnknownRevision, unpack
from tools.sprt import (
    SCORES,
    Hypotheses,
    expected_score,
    interval,
    log_likelihood_ratio,
    pair_counts,
    verdict,
)
from tools.tune import BadChange, Match, changed, load, play_pair, run, score_of

TINY = Match("le-grec", "narrow=2", "", 4, 20, None)


def test_elo_and_expected_score_agree_with_the_logistic_curve() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-400) == pytest.approx(1 / 11)
    assert Hypotheses(alpha=0.05, beta=0.05).bounds == pytest.approx((-math.log(19), math.log(19)))


def test_pairs_are_counted_by_score() -> None:
    assert pair_counts([0, 0.25, 0.5, 0.5, 0.75, 1, 1, 1]) == (1, 1, 2, 1, 3)


def test_the_ratio_of_lost_and_won_pairs_is_that_of_a_coin() -> None:
    """With only 0 and 1, the likeliest distribution has the expected score itself."""
    beliefs = Hypotheses(0, 100)
    strong = expected_score(100)
    coin = 30 * math.log(strong / 0.5) + 20 * math.log((1 - strong) / 0.5)
    assert log_likelihood_ratio((20, 0, 0, 0, 30), beliefs) == pytest.approx(coin, abs=0.02)


def test_the_ratio_is_close_to_the_normal_approximation() -> None:
    """Van den Bergh's approximation: n (s1 - s0) (2 mean - s0 - s1) / (2 variance)."""
    counts, beliefs = (20, 70, 200, 110, 30), Hypotheses(0, 20)
    total = sum(counts)
    mean = sum(n * score for n, score in zip(counts, SCORES, strict=True)) / total
    spread = sum(n * (score - mean) ** 2 for n, score in zip(counts, SCORES, strict=True)) / total
    low, high = expected_score(0), expected_score(20)
    approximate = total * (high - low) * (2 * mean - low - high) / (2 * spread)
    assert log_likelihood_ratio(counts, beliefs) == pytest.approx(approximate, rel=0.05)


def test_the_ratio_grows_with_every_better_score() -> None:
    others = [0.5] * 20
    ratios = [log_likelihood_ratio(pair_counts([*others, score]), Hypotheses()) for score in SCORES]
    assert all(low < high for low, high in pairwise(ratios))


@pytest.mark.check
@pytest.mark.parametrize(("elo", "accepted"), [(0, 0.05), (60, 0.95)])
def test_the_error_rates_are_kept_in_simulated_matches(elo: float, accepted: float) -> None:
    """Simulates 60 matches; 4 standard deviations are allowed."""
    rng, beliefs, matches = Random(elo), Hypotheses(0, 60), 60
    won = 0
    for _ in range(matches):
        counts = [0] * len(SCORES)
        while (decision := verdict(counts, beliefs)) is None:
            pair = sum(rng.random() < expected_score(elo) for _ in range(2))
            counts[2 * pair] += 1
        won += decision
    spread = math.sqrt(0.05 * 0.95 / matches)
    assert abs(won / matches - accepted) < 4 * spread


def test_the_interval_encloses_the_mean() -> None:
    mean, low, high = interval((0, 0, 50, 0, 50))
    assert mean == pytest.approx(0.75, abs=0.001)
    assert (low, high) == pytest.approx((0.701, 0.799), abs=0.001)
    assert interval((0, 0, 0, 0, 5))[2] == 1.0


def test_changes_are_read_and_change_the_tables() -> None:
    game = variant("halma-8")
    other = changed(game, "exponent=1.5 wide=16")
    assert other.search_parameters == SearchParameters(exponent=1.5, wide=16)
    assert piece_square_tables(other) != piece_square_tables(game)
    assert changed(game, "").search_parameters == game.search_parameters
    assert other.moves(other.start()) == game.moves(game.start())


@pytest.mark.parametrize("text", ["exponent", "depth=3", "wide=2.5", "exponent=two", "=1"])
def test_an_unknown_change_is_refused(text: str) -> None:
    with pytest.raises(BadChange, match=text.split("=")[0] or "="):
        changed(variant("halma-8"), text)


def test_every_parameter_is_documented_and_can_be_varied() -> None:
    game = variant("halma-8")
    for field in fields(SearchParameters):
        given = f"{field.name}={field.default}"
        assert changed(game, given).search_parameters == SearchParameters()


def test_the_score_of_a_game_is_the_share_of_rivals_behind() -> None:
    assert score_of(Outcome(((1,), (0,)), "goal"), (1,)) == 1
    assert score_of(Outcome(((0, 1),), "limit"), (1,)) == 0.5
    assert score_of(Outcome(((2,), (0,), (1,)), "goal"), (0,)) == 0.5
    assert score_of(Outcome(((0,), (1,), (3,), (2,)), "goal"), (0, 2)) == 0.5


@pytest.mark.check
def test_a_pair_is_repeatable_and_swaps_sides() -> None:
    pair = play_pair(TINY, 3)
    again = play_pair(TINY, 3)
    assert pair[:-1] == again[:-1]
    same = play_pair(TINY._replace(first=""), 3)
    assert sum(same.scores) == 1, "equal contenders share the points of a pair"
    assert same.turns[0] == same.turns[1]


@pytest.mark.check
@pytest.mark.parametrize("key", ["chinese-checkers-3", "halma-4-opposite"])
def test_equal_contenders_share_the_points_with_more_than_two_seats(key: str) -> None:
    pair = play_pair(Match(key, "", "narrow=8", 2, 20, None), 0)
    assert sum(pair.scores) == pytest.approx(1)


@pytest.mark.check
def test_a_match_is_resumed_in_order_and_stops_when_decided(tmp_path: Path) -> None:
    file, beliefs = tmp_path / "tune.jsonl", Hypotheses(0, 30)
    assert len([*run(file, TINY, beliefs, 2, 1)]) == 2
    whole = [*run(file, TINY, beliefs, 4, 1)]
    assert [sum(counts) for counts in whole] == [1, 2, 3, 4]
    assert [pair.number for pair in load(file)] == [0, 1, 2, 3]
    other = TINY._replace(second="narrow=2", first="")
    lost = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for line in lost:
        line.update(first="", second="narrow=2", scores=[0.0, 0.0])
    file.write_text("".join(json.dumps(line) + "\n" for line in lost) + '{"key":', "utf-8")
    counts = [*run(file, other, Hypotheses(0, 400), 100, 1)]
    assert verdict(counts[-1], Hypotheses(0, 400)) is False
    assert len(counts) <= 4, "known pairs suffice, so no game is played"


@pytest.fixture
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose last revision is this engine, as the current folder."""
    root = tmp_path / "history"
    copytree(Path(engine.__file__).parent, root / "engine", ignore=ignore_patterns("__pycache__"))
    monkeypatch.chdir(root)
    subprocess.run(["git", "init", "-q"], check=True)
    commit(root)
    return root


def commit(root: Path) -> None:
    """Commit all files of a repository."""
    author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for arguments in (["add", "."], [*author, "commit", "-q", "-m", "Change"]):
        subprocess.run(["git", *arguments], cwd=root, check=True)


@pytest.mark.check
def test_another_revision_plays_like_this_one_if_it_is_the_same(history: Path) -> None:
    pair = play_pair(TINY._replace(first="", second="@HEAD"), 3)
    assert pair.scores == play_pair(TINY._replace(first=""), 3).scores
    assert sum(pair.scores) == 1
    assert min(pair.milliseconds) > 0, "each player measures its own time"


@pytest.mark.check
def test_another_revision_plays_with_its_own_engine(history: Path) -> None:
    with (history / "engine/search/__init__.py").open("a", encoding="utf-8") as module:
        module.write(
            "\n\ndef choose(game, position, *_, **__):\n    return game.moves(position)[-1]\n"
        )
    commit(history)
    game = variant("halma-8")
    with closing(RevisionPlayer("HEAD", "halma-8", 4, 20)) as player:
        assert player.choose([], 1)[0] == game.moves(game.start())[-1]
    with closing(RevisionPlayer("HEAD~1", "halma-8", 4, 20)) as player:
        assert player.choose([], 1)[0] != game.moves(game.start())[-1]


@pytest.mark.check
def test_a_match_names_the_commit_of_a_revision(history: Path, tmp_path: Path) -> None:
    """Otherwise a resumed match against a branch could go on against another revision."""
    file = tmp_path / "tune.jsonl"
    asked = ["tune", "le-grec", "", "--against", "@HEAD", "--nodes", "20", "--pairs", "1"]
    result = CliRunner().invoke(main, [*asked, "--cores", "1", "--file", str(file)])
    assert result.exit_code == 0, result.output
    assert load(file)[0].match.second == f"@{unpack('HEAD').name}"


@pytest.mark.check
def test_another_revision_may_begin_a_new_game_at_any_time(history: Path) -> None:
    game = variant("platonic")
    with closing(RevisionPlayer("HEAD", "platonic", 2, 20)) as player:
        first, _ = player.choose([], 1)
        second, _ = player.choose([first], 1)
        assert second in game.moves(game.apply(game.start(), first)), "a drop keeps its kind"
        assert player.choose([], 1)[0] == first
        assert player.choose([first], 1)[0] == second


@pytest.mark.check
def test_a_revision_is_unpacked_once_and_must_exist(history: Path) -> None:
    folder = unpack("HEAD")
    assert folder == unpack("HEAD")
    assert (folder / "engine" / "__init__.py").exists()
    assert len([*folder.parent.iterdir()]) == 1
    with pytest.raises(UnknownRevision):
        unpack("no-such-revision")
    refused = CliRunner().invoke(main, ["tune", "le-grec", "", "--against", "@--help"])
    assert refused.exit_code == 2
    assert "@--help" in refused.output


@pytest.mark.check
def test_the_command_prints_the_score_and_refuses_nonsense(tmp_path: Path) -> None:
    file = tmp_path / "tune.jsonl"
    asked = ["tune", "le-grec", "narrow=2", "--nodes", "20", "--pairs", "1", "--cores", "1"]
    result = CliRunner().invoke(main, [*asked, "--file", str(file)])
    assert result.exit_code == 0, result.output
    assert "le-grec [narrow=2] v [present]: " in result.output
    assert "of 2 games" in result.output
    assert len(load(file)) == 1
    for wrong, error_text in (
        (["tune", "le-grec", "speed=2"], "use name=number"),
        (["tune", "chess", "narrow=2"], "chess"),
        (["tune", "le-grec", "narrow=2", "--elo1", "0"], "greater than --elo0"),
    ):
        refused = CliRunner().invoke(main, wrong)
        assert refused.exit_code == 2
        assert error_text in refused.output
