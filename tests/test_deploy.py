"""Deployment files agree with the code, the pages and each other."""

import os
import re
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot import __main__
from bot.i18n.translator import LANGUAGES
from bot.process import runner, watchdog
from bot.store.players import erasure_log

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
RUNNING = (ROOT / "docs/running.md").read_text("utf-8")


def read(name: str) -> str:
    """Return the text of a file in deploy/."""
    return (DEPLOY / name).read_text(encoding="utf-8")


def environment(text: str) -> set[str]:
    """Return the names of the bot's settings that this text mentions.

    HALMA_BOT, HALMA_IMAGE and HALMA_SPEEDUPS are read by backup.sh, compose.yaml and the engine.
    """
    others = {"HALMA_BOT", "HALMA_IMAGE", "HALMA_SPEEDUPS"}
    return set(re.findall(r"\b(?:DISCORD|HALMA)_[A-Z]+\b", text)) - others


def test_the_example_lists_exactly_the_settings_that_the_bot_reads() -> None:
    assert environment((ROOT / "bot/settings.py").read_text("utf-8")) == environment(
        read("env.example")
    )


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", "halma-bot.service"])
def test_a_deployment_uses_only_settings_that_the_bot_reads(name: str) -> None:
    assert environment(read(name)) <= environment(read("env.example"))


def test_every_command_of_the_bot_that_is_named_exists() -> None:
    texts = "\n".join(read(path.name) for path in DEPLOY.iterdir() if path.name != "env")
    texts += RUNNING + "".join(
        (ROOT / name).read_text("utf-8") for name in ("README.md", "Makefile")
    )
    group = {"db": __main__.main.commands["db"]}
    top = set(re.findall(r"(?:halma-bot|halma-bot\"|HALMA_BOT:-halma-bot\}\") ([a-z]+)", texts))
    assert {"run", "try", "db"} <= top
    assert top <= set(__main__.main.commands)
    assert set(re.findall(r"\bdb ([a-z]+)", texts)) <= set(group["db"].commands)


def test_the_image_copies_only_files_that_exist_and_are_not_ignored() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", read("Dockerfile"), re.MULTILINE)
    wanted = {name for line in copied for name in line.split() if not name.startswith("--")}
    allowed = set(re.findall(r"^!(.+)$", read("Dockerfile.dockerignore"), re.MULTILINE))
    assert allowed == wanted
    assert [name for name in wanted if not (ROOT / name).exists()] == []


def test_the_image_keeps_the_formats_of_all_languages_of_the_bot() -> None:
    [kept] = re.findall(r"\(root\|\(([a-z|]+)\)", read("Dockerfile"))
    assert sorted(kept.split("|")) == sorted(LANGUAGES)


def test_the_image_is_pulled_or_built() -> None:
    assert setting(read("compose.yaml"), "image") == "${HALMA_IMAGE:-halma-by-post}"
    page = RUNNING.partition("\n## In a container\n")[2].partition("\n## ")[0]
    assert "HALMA_IMAGE=NAME:" in page
    options = set(re.findall(r"^( +)(\w+): true$", read("compose.yaml"), re.MULTILINE))
    assert {("    ", "init"), ("    ", "read_only")} <= options


def test_the_database_is_on_persistent_storage() -> None:
    assert "HALMA_DATABASE=/data/" in read("Dockerfile")
    assert "VOLUME /data" in read("Dockerfile")
    assert "HALMA_DATABASE" not in read("compose.yaml")
    assert "- games:/data" in read("compose.yaml")
    assert "HALMA_DATABASE=/var/lib/halma/" in read("halma-bot.service")
    assert "StateDirectory=halma\n" in read("halma-bot.service")


def test_no_deployment_runs_as_root() -> None:
    assert "USER 10001:10001\n" in read("Dockerfile")
    assert "useradd --uid 10001 --gid halma " in read("Dockerfile")
    assert "User=halma\n" in read("halma-bot.service")


def test_the_composed_image_is_built_from_files_that_exist() -> None:
    text = read("compose.yaml")
    context = DEPLOY / re.findall(r"context: (\S+)", text)[0]
    assert (context / re.findall(r"dockerfile: (\S+)", text)[0]).samefile(DEPLOY / "Dockerfile")


def setting(text: str, name: str) -> str:
    """Return the only value of a line "name=value" or "name: value"."""
    [value] = re.findall(rf"^\s*{name}(?:=|: )(.+)$", text, re.MULTILINE)
    return str(value)


def test_a_bot_that_cannot_run_is_not_restarted_forever() -> None:
    unit, compose = read("halma-bot.service"), read("compose.yaml")
    assert setting(unit, "Restart") == "on-failure"
    assert setting(unit, "RestartPreventExitStatus") == str(__main__.CommandFailed.exit_code)
    assert setting(compose, "restart") == "unless-stopped"
    assert setting(compose, "command") == '["run", "--stay"]'
    assert "--stay" in [name for each in __main__.main.commands["run"].params for name in each.opts]


def test_supervisors_notice_a_stuck_bot() -> None:
    unit = read("halma-bot.service")
    assert setting(unit, "Type") == "notify"
    assert int(setting(unit, "WatchdogSec")) > watchdog.STALE_AFTER
    assert watchdog.STUCK_AFTER not in {0, __main__.CommandFailed.exit_code}
    assert 'CMD ["halma-bot", "health"]' in read("Dockerfile")


def test_supervisors_allow_enough_time_for_shutdown() -> None:
    assert runner.SHUTDOWN_TIMEOUT < 10
    assert int(setting(read("halma-bot.service"), "TimeoutStopSec")) > runner.SHUTDOWN_TIMEOUT
    assert (
        int(setting(read("compose.yaml"), "stop_grace_period").rstrip("s"))
        > runner.SHUTDOWN_TIMEOUT
    )


def test_logs_are_kept_for_the_days_stated_on_the_privacy_page() -> None:
    page = (ROOT / "docs/privacy.md").read_text("utf-8")
    [days] = re.findall(r"[Ll]ogs (?:are kept )?for (\d+) days", page)
    assert setting(read("journald-14-days.conf"), "MaxRetentionSec") == f"{days}day"
    assert setting(read("halma-bot.service"), "LogNamespace") == "halma"
    assert "/etc/systemd/journald@halma.conf" in RUNNING
    assert setting(read("compose.yaml"), "driver") == "journald"


def test_memory_is_limited_and_the_base_image_is_pinned() -> None:
    assert setting(read("halma-bot.service"), "MemoryMax") == "1G"
    assert setting(read("compose.yaml"), "mem_limit") == "1g"
    bases = set(re.findall(r"^FROM (\S+)", read("Dockerfile"), re.MULTILINE))
    (base,) = bases
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+@sha256:[0-9a-f]{64}", base)


def test_the_backup_runs_every_night_from_an_installed_script() -> None:
    service, text = read("halma-backup.service"), RUNNING
    script = setting(service, "ExecStart").split()[0]
    assert f"deploy/backup.sh {script}" in text
    assert f"deploy/backup.sh {script}" in read("Dockerfile")
    assert "/etc/systemd/system/" in text
    assert "halma-backup.timer" in text
    assert setting(read("halma-backup.timer"), "OnCalendar").startswith("*-*-* ")
    for name in ("HALMA_DATABASE=/var/lib/halma/halma.sqlite3", f"HALMA_BOT={Path(script).parent}"):
        assert name in service


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
@pytest.mark.parametrize(
    "name", ["halma-bot.service", "halma-backup.service", "halma-backup.timer"]
)
def test_systemd_accepts_the_units(name: str, tmp_path: Path) -> None:
    for each in DEPLOY.glob("halma-*.*"):
        text = each.read_text("utf-8")
        for program in ("/opt/halma/bin/halma-bot run", "/opt/halma/bin/halma-backup"):
            text = text.replace(f"ExecStart={program}", "ExecStart=/bin/true")
        (tmp_path / each.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / name],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    ours = [line for line in done.stderr.splitlines() if "halma" in line]
    assert ours == []


HARDENING = {
    "NoNewPrivileges": "yes",
    "CapabilityBoundingSet": "",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "PrivateDevices": "yes",
    "ProtectClock": "yes",
    "ProtectControlGroups": "yes",
    "ProtectHostname": "yes",
    "ProtectKernelLogs": "yes",
    "ProtectKernelModules": "yes",
    "ProtectKernelTunables": "yes",
    "ProtectProc": "invisible",
    "ProcSubset": "pid",
    "RestrictNamespaces": "yes",
    "RestrictRealtime": "yes",
    "RestrictSUIDSGID": "yes",
    "RemoveIPC": "yes",
    "LockPersonality": "yes",
    "MemoryDenyWriteExecute": "yes",
    "SystemCallArchitectures": "native",
    "UMask": "0077",
    "User": "halma",
}
"""Directives without which a unit would exceed the exposure that the next test allows."""


@pytest.mark.parametrize("name", ["halma-bot.service", "halma-backup.service"])
def test_the_units_give_up_what_they_do_not_need(name: str) -> None:
    """Check the directives themselves, since systemd is not installed everywhere."""
    lines = read(name).splitlines()
    assert [
        line for key, value in HARDENING.items() if (line := f"{key}={value}") not in lines
    ] == []
    calls = [line.partition("=")[2] for line in lines if line.startswith("SystemCallFilter=")]
    assert calls[:2] == ["@system-service", "~@privileged @resources"]
    families = set(setting(read(name), "RestrictAddressFamilies").split())
    assert families <= {"AF_UNIX", "AF_INET", "AF_INET6"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
@pytest.mark.parametrize(
    ("name", "most"), [("halma-bot.service", 20), ("halma-backup.service", 10)]
)
def test_the_units_need_little_of_the_machine(name: str, most: int) -> None:
    """`most` is the maximum exposure level of `systemd-analyze security`, in tenths."""
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={most}",
         DEPLOY / name],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-200:] + done.stderr


def back_up(
    folder: Path, *more: str, bot: Path, database: Path = Path("nowhere")
) -> subprocess.CompletedProcess[str]:
    """Run the script once with a stand-in for the bot."""
    return subprocess.run(
        [DEPLOY / "backup.sh", folder, *more],
        env={**os.environ, "HALMA_BOT": str(bot), "HALMA_DATABASE": str(database)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def writer(tmp_path: Path) -> Path:
    """Return a stand-in for the bot that writes the requested copy."""
    script = tmp_path / "halma-bot"
    script.write_text('#!/bin/sh\n[ "$1 $2" = "db backup" ] && echo games > "$3"\n')
    script.chmod(0o755)
    return script


def dated(days: int) -> str:
    """Return the file name of a backup that is `days` days old."""
    made = datetime.now(UTC) - timedelta(days=days, minutes=1)
    return f"halma-{made:%Y%m%dT%H%M%SZ}.sqlite3"


def test_a_backup_removes_old_copies_and_nothing_else(tmp_path: Path, writer: Path) -> None:
    folder = tmp_path / "copies of the games"
    folder.mkdir()
    for days in (0, 1, 2, 3, 40, 400):
        (folder / dated(days)).write_text("old")
    files = {dated(days) for days in (0, 1, 2)}
    (folder / "halma-mine.sqlite3").write_text("mine")
    assert back_up(folder, "3", bot=writer).returncode == 0
    names = {path.name for path in folder.iterdir()}
    assert {"halma-mine.sqlite3", *files} <= names
    (copy,) = names - files - {"halma-mine.sqlite3"}
    assert (folder / copy).read_text() == "games\n"
    assert (folder / copy).stat().st_mode & 0o077 == 0


def test_weekly_copies_are_kept_for_as_many_days_as_daily_ones(
    tmp_path: Path, writer: Path
) -> None:
    for days in range(6, 100, 7):
        (tmp_path / dated(days)).write_text("old")
    assert back_up(tmp_path, bot=writer).returncode == 0
    assert len(list(tmp_path.glob("halma-2*"))) == 3


def test_a_backup_includes_the_erasure_log(tmp_path: Path, writer: Path) -> None:
    place, copies = tmp_path / "my.data", tmp_path / "copies"
    place.mkdir()
    database = place / "halma.sqlite3"
    erasure_log.record(database, [17], 1)
    assert back_up(copies, bot=writer, database=database).returncode == 0
    assert (copies / "halma.forgotten").read_text() == erasure_log.path_for(database).read_text()
    assert (copies / "halma.forgotten").stat().st_mode & 0o077 == 0


def test_a_failed_backup_removes_no_older_copy(tmp_path: Path) -> None:
    old = tmp_path / "halma-20200101T000000Z.sqlite3"
    old.write_text("old")
    broken = tmp_path / "halma-bot"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    assert back_up(tmp_path, "1", bot=broken).returncode != 0
    assert old.read_text() == "old"


def test_a_backup_refuses_an_invalid_number_of_days(tmp_path: Path, writer: Path) -> None:
    assert back_up(tmp_path, "none", bot=writer).returncode == 2
