"""Workflows, issue forms and compose files match their schemas.

`zizmor` looks for insecure workflows. The workflows themselves run only on GitHub.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from check_jsonschema import main as check_schema
from click.testing import CliRunner
from ruamel.yaml import YAML

from tools.release import compose_file

pytestmark = pytest.mark.check

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = sorted(
    path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"
)
FILES = {
    "github-workflows": WORKFLOWS,
    "github-issue-forms": FORMS,
    "github-issue-config": [ROOT / ".github/ISSUE_TEMPLATE/config.yml"],
    "dependabot": [ROOT / ".github/dependabot.yml"],
    "compose-spec": [ROOT / "deploy/compose.yaml"],
}
CI = ROOT / ".github/workflows/ci.yml"
OTHER_COMMANDS = (
    *(".ci/run", "echo ", "gh release create ", "gh issue create ", "sudo apt-get "),
    "${{ matrix.command }}",
)
"""Beginnings of commands in workflows that are not make targets."""


def complaints(schema: str, *files: Path) -> str:
    """Return the complaints of check-jsonschema about files, by this schema."""
    words = ["--builtin-schema", f"vendor.{schema}", *map(str, files)]
    done = CliRunner().invoke(check_schema, words)
    return "" if done.exit_code == 0 else done.output or repr(done.exception)


def parsed(path: Path) -> Any:
    """Return the content of a YAML file."""
    return YAML(typ="safe").load(path.read_text("utf-8"))


def jobs(path: Path) -> dict[str, Any]:
    """Return the jobs of a workflow by name."""
    values: dict[str, Any] = parsed(path)["jobs"]
    return values


def steps(path: Path) -> list[dict[str, Any]]:
    """Return the steps of all jobs of a workflow."""
    return [step for job in jobs(path).values() for step in job["steps"]]


@pytest.mark.parametrize("schema", FILES)
def test_the_files_match_their_schemas(schema: str) -> None:
    assert FILES[schema]
    assert complaints(schema, *FILES[schema]) == ""


def test_a_misspelt_key_is_noticed(tmp_path: Path) -> None:
    broken = tmp_path / "ci.yml"
    broken.write_text(CI.read_text("utf-8").replace("runs-on:", "run-on:"))
    assert "ci.yml::$.jobs" in complaints("github-workflows", broken)


def test_the_compose_file_of_a_release_matches_the_schema(tmp_path: Path) -> None:
    path = tmp_path / "compose.yaml"
    path.write_text(compose_file("registry.example/halma@sha256:" + 64 * "0"))
    assert complaints("compose-spec", path) == ""


def zizmor(path: Path) -> subprocess.CompletedProcess[str]:
    """Audit workflows, without the network."""
    command = [Path(sys.executable).with_name("zizmor"), "--offline", "--no-progress", path]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_workflows_are_secure(tmp_path: Path) -> None:
    done = zizmor(ROOT / ".github")
    assert done.returncode == 0, done.stdout
    # The audit works: it reports a title that becomes part of a command.
    insecure = tmp_path / ".github/workflows/ci.yml"
    insecure.parent.mkdir(parents=True)
    text = CI.read_text("utf-8")
    title = "echo ${{ github.event.pull_request.title }}"
    insecure.write_text(text.replace("make package", title))
    assert "template-injection" in zizmor(tmp_path).stdout


def test_steps_run_make_targets_that_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    lines = [
        line
        for path in WORKFLOWS
        for step in steps(path)
        for line in step.get("run", "").splitlines()
    ]
    strategies = [job.get("strategy") for job in jobs(CI).values()]
    for matrix in (each["matrix"] for each in strategies if each):
        lines += [row["command"] for row in matrix.get("include", ())] + matrix.get("command", [])
    called = {line.split()[1] for line in lines if line.startswith("make ")}
    assert {"test", "package", "image", "notes", "compose"} <= called <= targets
    others = [line for line in lines if not line.startswith(("make ", *OTHER_COMMANDS))]
    assert others == []


OLDEST = "3.11.2"
"""The oldest patch release that is supported, of Debian 12."""


def test_every_supported_python_is_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    listed = [
        line.rpartition(" ")[2] for line in project["classifiers"] if ":: Python :: 3." in line
    ]
    rows = jobs(CI)["test"]["strategy"]["matrix"]["include"]
    assert listed == ["3.11", "3.12", "3.13", "3.14", "3.15"]
    assert [row["python"] for row in rows] == [OLDEST, *listed]
    assert project["requires-python"] == f">={listed[0]}"


def test_actions_are_pinned_to_commits_and_one_action_to_one_commit() -> None:
    names: dict[str, set[str]] = {}
    for path in WORKFLOWS:
        for line in path.read_text("utf-8").splitlines():
            if "uses:" in line:
                match = re.fullmatch(r" +(?:- )?uses: (\S+)@([0-9a-f]{40} # v\d+\.\d+\.\d+)", line)
                assert match, line
                names.setdefault(match[1], set()).add(match[2])
    assert len(names) >= 9
    assert [name for name, pins in names.items() if len(pins) > 1] == []


def test_a_job_has_only_the_permissions_that_it_names() -> None:
    for path in WORKFLOWS:
        assert parsed(path)["permissions"] == {}
        assert all("permissions" in job for job in jobs(path).values())
    writing = {
        name: {key for key, value in job["permissions"].items() if value == "write"}
        for path in WORKFLOWS
        for name, job in jobs(path).items()
    }
    rights = {name for name, rights in writing.items() if rights}
    assert rights == {"audit", "image", "pypi", "release"}
    assert writing["audit"] == {"issues"}
    assert writing["pypi"] == {"id-token"}


def test_a_tag_publishes_images_for_both_architectures_with_signatures() -> None:
    path = ROOT / ".github/workflows/release.yml"
    assert list(parsed(path)["on"]) == ["push"]
    assert list(parsed(path)["on"]["push"]) == ["tags"]
    (build,) = [step for step in steps(path) if "build-push-action" in step.get("uses", "")]
    assert build["with"]["platforms"] == "linux/amd64,linux/arm64"
    assert build["with"]["file"] == "deploy/Dockerfile"
    assert build["with"]["sbom"] is True
    signed = [step["with"] for step in steps(path) if "attest-build" in step.get("uses", "")]
    assert [max(each) for each in signed] == ["subject-name", "subject-path"]
    assert jobs(path)["pypi"]["needs"] == ["package", "wheels", "image"]


def test_a_vulnerable_package_opens_an_issue_weekly() -> None:
    path = ROOT / ".github/workflows/audit.yml"
    assert [each["cron"].split()[-1] for each in parsed(path)["on"]["schedule"]] == ["1"]
    looked, reported = [step for step in steps(path) if "run" in step]
    assert looked["run"] == "make audit"
    assert reported["if"] == "failure()"
    assert reported["run"].startswith("gh issue create")


def test_the_wheels_with_the_c_module_are_published_next_to_the_one_for_all_systems() -> None:
    path = ROOT / ".github/workflows/release.yml"
    systems = jobs(path)["wheels"]["strategy"]["matrix"]["system"]
    assert {each.partition("-")[0] for each in systems} == {"ubuntu", "macos"}
    for name in ("pypi", "release"):
        loads = [step["with"] for step in jobs(path)[name]["steps"] if "download" in str(step)]
        assert {each.get("name", each.get("pattern")) for each in loads} >= {"package", "wheels-*"}
        assert {each["path"] for each in loads if each.get("name") != "notes"} == {"dist"}
