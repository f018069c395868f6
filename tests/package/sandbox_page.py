"""HTTP client for the sandbox: starts `try`, and sends the requests of its page."""

import json
import re
import signal
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROTOCOL = 3
"""Version of the page's protocol. SimCord rejects any other version."""
STOPPING = 60
"""Maximum seconds that the sandbox may take to stop."""


class SandboxPage:
    """An open page of the sandbox, as its first player sees it."""

    def __init__(self, address: str) -> None:
        self._server, _, self._key = address.partition("/#")
        self._sequence = 0
        self.state = self._request("/api/pages", {})

    def _request(self, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        headers = {"X-Simcord-Capability": self._key, "Content-Type": "application/json"}
        if path != "/api/pages":
            headers["X-Simcord-Context"] = self.state["context"]["id"]
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._server + path, data, headers)
        with urllib.request.urlopen(request, timeout=60) as response:
            values: dict[str, Any] = json.load(response)
        return values

    def run_command(self, name: str, **options: str) -> None:
        """Run a slash command in the channel, and fetch the page's new state."""
        catalog = self._request("/api/commands")["entries"]
        (command,) = [entry for entry in catalog if entry["invocation"] == name]
        self.state = self._request("/api/state")
        self._sequence += 1
        done = self._request("/api/action", {
            "protocol_version": PROTOCOL, "kind": "run_command",
            "sequence": self._sequence, "request_id": f"request-{self._sequence}",
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
            "command_id": command["commandId"],
            "schema_fingerprint": command["schemaFingerprint"], "path": command["path"],
            "options": options,
        })  # fmt: skip
        assert done["settlement"] == "settled", done["diagnostics"]
        self.state = self._request("/api/state")

    def posts(self) -> list[str]:
        """Return the beginning of each message that the player sees, oldest first."""
        return [message["excerpt"] for message in self.state["messageIndex"]]


@contextmanager
def running_sandbox(
    command: Sequence[str | Path], database: Path, **settings: Any
) -> Iterator[str]:
    """Run the command with the options of `try`, and yield the address of its page.

    The sandbox is stopped with Ctrl-C and must then exit with 0. `settings` is passed to `Popen`.
    """
    options = ["try", "--no-browser", "--port", "0", "--db", database]
    process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, **settings)
    try:
        assert process.stdout is not None
        addresses = (re.search(r"http://\S+", line) for line in process.stdout)
        address = next((match[0] for match in addresses if match), None)
        assert address is not None, f"it exited with {process.wait()}"
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=STOPPING)
    assert process.returncode == 0
    assert "Your games are saved." in rest


def play_a_move(address: str) -> None:
    """Start a game in which one person plays all sides, and make a move in it."""
    page = SandboxPage(address)
    page.run_command("play", game="halma-8", level="0")
    assert any("your turn" in post for post in page.posts())
    page.run_command("move", move="II,3-III,3")
    assert any("@Ada played II,3-III,3" in post for post in page.posts())
