"""Repeat failing tests alone, once, and report those that then pass as unstable.

`python -m tests.rerun ARGUMENTS` runs pytest with these arguments. Continuous integration uses it,
so that an unstable test is named and mended, but does not refuse a change that did not cause it.
`python -m tests.rerun --report` lists the unstable tests of all runs, and fails if there are more
than three.
"""

import subprocess
import sys
from pathlib import Path

import pytest

UNSTABLE = Path("out/unstable.txt")
MOST = 3
"""The largest number of unstable tests that a run may have."""


class Failures:
    """A pytest plugin that collects the ids of the tests that failed."""

    def __init__(self) -> None:
        """Begin without failures."""
        self.tests: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember a test whose setup, call or teardown failed."""
        if report.failed and report.nodeid not in self.tests:
            self.tests.append(report.nodeid)


def passes_alone(test: str) -> bool:
    """Return whether a test passes in a process of its own."""
    command = (sys.executable, "-m", "pytest", "-q", test)
    return subprocess.run(command, check=False).returncode == 0


def run(arguments: list[str]) -> int:
    """Run pytest, repeat what failed, and return the exit code."""
    failures = Failures()
    code = pytest.main(arguments, plugins=[failures])
    if code != pytest.ExitCode.TESTS_FAILED or len(failures.tests) > MOST:
        return code
    if not failures.tests or not all(passes_alone(test) for test in failures.tests):
        return code
    UNSTABLE.parent.mkdir(exist_ok=True)
    with UNSTABLE.open("a", encoding="utf-8") as file:
        file.writelines(f"{test}\n" for test in failures.tests)
    return pytest.ExitCode.OK


def report() -> int:
    """Print the unstable tests. Returns 1 if there are more than a run may have."""
    tests = UNSTABLE.read_text(encoding="utf-8").splitlines() if UNSTABLE.exists() else []
    for test in tests:
        sys.stdout.write(f"unstable: {test}\n")
    sys.stdout.write(f"{len(tests)} unstable tests\n")
    return int(len(tests) > MOST)


if __name__ == "__main__":
    sys.exit(report() if sys.argv[1:] == ["--report"] else run(sys.argv[1:]))
