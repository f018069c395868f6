"""What ``deploy/`` holds: it names what exists, agrees with itself, and backs up what it says."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from bot import __main__ as command_line

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"


def read(name: str) -> str:
    """The text of one file of deploy/."""
    return (DEPLOY / name).read_text(encoding="utf-8")


def environment(text: str) -> set[str]:
    """The names of the bot's settings that a text mentions."""
    return set(re.findall(r"\b(?:DISCORD|HALMA)_[A-Z]+\b", text)) - {"HALMA_BOT"}


def test_the_example_names_the_settings_that_the_bot_reads_and_no_others() -> None:
    assert environment((ROOT / "bot/settings.py").read_text("utf-8")) == environment(
        read("env.example")
    )


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", "halma-bot.service", "README.md"])
def test_a_deployment_uses_no_setting_that_the_bot_does_not_read(name: str) -> None:
    assert environment(read(name)) <= environment(read("env.example"))


def test_every_command_of_the_bot_that_is_told_exists() -> None:
    told = "\n".join(read(path.name) for path in DEPLOY.iterdir() if path.name != "env")
    told += (ROOT / "README.md").read_text("utf-8") + (ROOT / "Makefile").read_text("utf-8")
    group = {"db": command_line.main.commands["db"]}
    top = set(re.findall(r"(?:halma-bot|halma-bot\"|HALMA_BOT:-halma-bot\}\") ([a-z]+)", told))
    assert {"run", "try", "db"} <= top
    assert top <= set(command_line.main.commands)
    assert set(re.findall(r"\bdb ([a-z]+)", told)) <= set(group["db"].commands)


def test_the_image_copies_only_what_is_there_and_what_its_ignore_file_lets_through() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", read("Dockerfile"), re.MULTILINE)
    wanted = {name for line in copied for name in line.split()}
    allowed = set(re.findall(r"^!(.+)$", read("Dockerfile.dockerignore"), re.MULTILINE))
    assert allowed == wanted
    assert [name for name in wanted if not (ROOT / name).exists()] == []


def test_the_games_lie_where_something_keeps_them() -> None:
    assert "HALMA_DATABASE=/data/" in read("Dockerfile")
    assert "VOLUME /data" in read("Dockerfile")
    assert "HALMA_DATABASE: /data/" in read("compose.yaml")
    assert "- games:/data" in read("compose.yaml")
    assert "HALMA_DATABASE=/var/lib/halma/" in read("halma-bot.service")
    assert "StateDirectory=halma\n" in read("halma-bot.service")


def test_no_deployment_runs_as_root() -> None:
    assert "USER halma\n" in read("Dockerfile")
    assert "User=halma\n" in read("halma-bot.service")


def test_the_composed_image_is_built_from_files_that_exist() -> None:
    text = read("compose.yaml")
    context = DEPLOY / re.findall(r"context: (\S+)", text)[0]
    assert (context / re.findall(r"dockerfile: (\S+)", text)[0]).samefile(DEPLOY / "Dockerfile")


def back_up(folder: Path, *more: str, bot: Path) -> subprocess.CompletedProcess[str]:
    """One run of the script with a stand-in for the bot."""
    return subprocess.run(
        [DEPLOY / "backup.sh", folder, *more],
        env={**os.environ, "HALMA_BOT": str(bot)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def writer(tmp_path: Path) -> Path:
    """A stand-in for the bot that writes the copy that it is asked for."""
    script = tmp_path / "halma-bot"
    script.write_text('#!/bin/sh\n[ "$1 $2" = "db backup" ] && echo games > "$3"\n')
    script.chmod(0o755)
    return script


def test_a_backup_keeps_the_newest_copies_and_touches_nothing_else(
    tmp_path: Path, writer: Path
) -> None:
    folder = tmp_path / "copies of the games"
    folder.mkdir()
    for day in range(1, 6):
        (folder / f"halma-2020010{day}T000000Z.sqlite3").write_text("old")
    (folder / "halma-mine.sqlite3").write_text("mine")
    assert back_up(folder, "3", bot=writer).returncode == 0
    names = sorted(path.name for path in folder.iterdir())
    assert names[:2] == ["halma-20200104T000000Z.sqlite3", "halma-20200105T000000Z.sqlite3"]
    assert names[3:] == ["halma-mine.sqlite3"]
    assert (folder / names[2]).read_text() == "games\n"
    assert (folder / names[2]).stat().st_mode & 0o077 == 0


def test_a_backup_that_fails_removes_no_older_copy(tmp_path: Path) -> None:
    old = tmp_path / "halma-20200101T000000Z.sqlite3"
    old.write_text("old")
    broken = tmp_path / "halma-bot"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    assert back_up(tmp_path, "1", bot=broken).returncode != 0
    assert old.read_text() == "old"


def test_a_backup_refuses_a_number_that_is_none(tmp_path: Path, writer: Path) -> None:
    assert back_up(tmp_path, "none", bot=writer).returncode == 2
