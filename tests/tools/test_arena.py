"""Arena: matches between computer levels, and the page of results."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import VARIANTS, Outcome, Variant, search, variant
from tests.patience import HANGS_AFTER
from tools.__main__ import main
from tools.arena import FILE, Pairing, Played, load, mean_place, pairings, play, sides
from tools.strength import strength_page

PAGE = Path(__file__).parents[2] / "docs" / "strength.md"


def test_every_level_plays_the_next_lower_one_in_every_variant() -> None:
    met = {(each.key, each.stronger) for each in pairings(VARIANTS, 2)}
    for key, game in VARIANTS.items():
        assert {(key, level.number) for level in search.levels(game)[1:]} <= met
    assert len([*pairings(VARIANTS, 2)]) == 2 * len(met)


@pytest.mark.parametrize(
    ("key", "seats"),
    [
        ("halma-8", ((0,), (1,))),
        ("chinese-checkers-3", ((0,), (1,), (2,))),
        ("chinese-checkers-6", ((0, 2, 4), (1, 3, 5))),
        ("halma-4-adjacent", ((0, 1), (2, 3))),
        ("chinese-checkers-6-partners", ((0, 3), (1, 4), (2, 5))),
    ],
)
def test_levels_alternate_in_seats_and_partners_share_a_level(
    key: str, seats: tuple[tuple[int, ...], ...]
) -> None:
    assert sides(variant(key)) == seats


def test_an_arena_game_is_reproducible() -> None:
    played = play(Pairing("le-grec", 4, 3), 50)
    again = play(Pairing("le-grec", 4, 3), 50)
    assert played[:6] == again[:6]
    assert played.score == 1
    assert played.nodes == 50


def test_seats_that_tie_share_the_mean_of_their_places() -> None:
    ranking = ((3,), (0, 2), (1,))
    assert [mean_place(ranking, [seat]) for seat in range(4)] == [2.5, 4, 2.5, 1]
    assert mean_place(ranking, [3, 1]) == 2.5


@pytest.mark.parametrize(
    ("ranking", "score"),
    [
        (((0,), (1,), (2,), (3,)), 1.0),  # places 1 and 3 against 2 and 4
        (((0,), (1,), (3,), (2,)), 0.5),
        (((1,), (0,), (3,), (2,)), 0.0),
        (((0, 1, 2, 3),), 0.5),
    ],
)
def test_a_game_for_four_is_won_by_the_level_with_the_better_mean_place(
    ranking: tuple[tuple[int, ...], ...], score: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Variant, "outcome", lambda game, position: Outcome(ranking, "goal"))
    assert play(Pairing("pythagoreic-4", 3, 0), 10).score == score


@pytest.mark.check
def test_more_than_two_players_play_on_for_all_places() -> None:
    played = play(Pairing("pythagoreic-3", 2, 0), 10)
    assert played.places is not None
    assert sorted(played.places) in ([1, 2.5], [2, 2], [1.5, 3])
    assert played.reason == "goal"


@pytest.mark.check
def test_one_level_can_be_played_alone(tmp_path: Path) -> None:
    assert {each.stronger for each in pairings(["halma-8", "pythagoreic-3"], 2, 3)} == {3}
    file = tmp_path / "arena.jsonl"
    asked = ["pythagoreic-3", "--level", "2", "--games", "1", "--nodes", "10", "--cores", "1"]
    result = CliRunner().invoke(main, ["arena", *asked, "--file", str(file)])
    assert result.exit_code == 0, result.output
    (played,) = load(file)
    assert played.places
    assert "pythagoreic-3 2 v 1: {:g} places {:g} and {:g}\n".format(
        played.score, *played.places
    ) == (result.output)


@pytest.mark.check
def test_an_interrupted_run_resumes_and_writes_the_page(tmp_path: Path) -> None:
    file, page = tmp_path / "arena.jsonl", tmp_path / "strength.md"
    known = Played("le-grec", 4, 0, 0.5, "repetition", 40, (0.001, 0.001), 50)
    file.write_text(json.dumps(known) + "\n" + '["le-grec", 2,\n', encoding="utf-8")
    asked = ["le-grec", "--games", "2", "--cores", "1", "--file", str(file), "--page", str(page)]
    result = CliRunner().invoke(main, ["arena", *asked])
    assert result.exit_code == 0, result.output
    assert [(each.number, each.score) for each in load(file)] == [(0, 0.5), (1, 1.0)]
    assert "| 1–1–0 |" in page.read_text(encoding="utf-8")


IN_A_TERMINAL = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from tools.__main__ import main
main()
"""


@pytest.mark.check
def test_ctrl_c_ends_a_run_at_once_and_each_game_that_was_named_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    asked = ["arena", "le-grec", "--games", "20000", "--cores", "1", "--file", str(file)]
    with subprocess.Popen(
        [sys.executable, "-c", IN_A_TERMINAL, *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    ) as arena:
        try:
            assert arena.stdout is not None
            first = arena.stdout.readline()
            os.killpg(arena.pid, signal.SIGINT)
            rest, output = arena.communicate(timeout=HANGS_AFTER)
        finally:
            if arena.poll() is None:
                os.killpg(arena.pid, signal.SIGKILL)
    named = [first, *rest.splitlines()]
    assert first.startswith("le-grec")
    assert len(load(file)) >= len(named)
    assert output.strip() == "Aborted!"


def test_the_page_counts_what_was_won_drawn_lost_and_never_finished() -> None:
    games = [
        Played("halma-8", 2, number, score, reason, 50 + number, (0.002, 0.001), 200)
        for number, (score, reason) in enumerate([(1.0, "goal"), (0.5, "limit"), (0.0, "goal")])
    ]
    row = next(line for line in strength_page(games).splitlines() if "`halma-8`" in line)
    assert row == "| Halma 8×8 | `halma-8` | 1–1–1 |  |  | 51 | 2 | 200 | 1 |"


def test_the_page_has_the_mean_places_of_games_for_more_than_two() -> None:
    games = [
        Played("pythagoreic-4", 3, number, 1.0, "goal", 140, (0.002, 0.001), 200, places)
        for number, places in enumerate([(1.5, 3.5), (2.0, 3.0)])
    ]
    rows = [line for line in strength_page(games).splitlines() if "`pythagoreic-4`" in line]
    assert "|  | 2–0–0 |  | 140 |" in rows[0]
    assert rows[1] == "| `pythagoreic-4` |  | 1.75 / 3.25 |"
    alone = [game._replace(key="halma-8", places=None) for game in games]
    assert sum("`halma-8`" in line for line in strength_page(alone).splitlines()) == 1


def test_the_page_follows_from_the_stored_results() -> None:
    games = load(FILE)
    assert PAGE.read_text(encoding="utf-8") == strength_page(games)
    assert {(each.key, each.stronger) for each in pairings(VARIANTS, 1)} == {
        (each.key, each.stronger) for each in games
    }


def test_each_level_wins_three_games_of_four_against_the_one_below() -> None:
    """A draw counts as half a win. Most games of Caesar are drawn, see the page."""
    scores: dict[tuple[str, int], list[float]] = {}
    for each in load(FILE):
        scores.setdefault((each.key, each.stronger), []).append(each.score)
    del scores["caesar", 4]
    assert {pair for pair, each in scores.items() if sum(each) / len(each) < 0.75} == set()
