"""Failing tests are repeated alone, once, and those that then pass are named."""

from pathlib import Path

import pytest

from tests import rerun


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def outcomes(monkeypatch: pytest.MonkeyPatch, *failing: str, alone: frozenset[str]) -> None:
    """Let pytest report these failures, of which some pass alone."""

    def main(arguments: list[str], plugins: list[rerun.Failures]) -> pytest.ExitCode:
        plugins[0].tests += failing
        return pytest.ExitCode.TESTS_FAILED if failing else pytest.ExitCode.OK

    monkeypatch.setattr(pytest, "main", main)
    monkeypatch.setattr(rerun, "passes_alone", alone.__contains__)


def test_a_test_that_passes_alone_is_named_and_the_run_succeeds(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes(monkeypatch, "a.py::test_a", alone=frozenset({"a.py::test_a"}))
    assert rerun.run([]) == 0
    assert rerun.report() == 0
    assert capsys.readouterr().out == "unstable: a.py::test_a\n1 unstable tests\n"


def test_a_test_that_fails_again_fails_the_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes(monkeypatch, "a.py::test_a", "a.py::test_b", alone=frozenset({"a.py::test_a"}))
    assert rerun.run([]) == 1
    assert rerun.report() == 0  # nothing is unstable


def test_more_than_three_unstable_tests_fail_the_whole_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tests = frozenset({"test_a", "test_b"})
    outcomes(monkeypatch, *tests, alone=tests)
    assert [rerun.run([]), rerun.report()] == [0, 0]
    assert [rerun.run([]), rerun.report()] == [0, 1]
    outcomes(monkeypatch, *"abcd", alone=frozenset("abcd"))
    assert rerun.run([]) == 1


def test_failures_of_setup_and_call_are_collected_once() -> None:
    failures = rerun.Failures()
    for when, outcome in (("setup", "passed"), ("call", "failed"), ("teardown", "failed")):
        failures.pytest_runtest_logreport(
            pytest.TestReport("a", ("a.py", 1, "a"), {}, outcome, None, when)  # type: ignore[arg-type]
        )
    assert failures.tests == ["a"]
