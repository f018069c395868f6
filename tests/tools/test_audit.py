"""The audit of what is installed: weaknesses that are known, and the word that it could not look."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from click.testing import CliRunner

from tools.__main__ import main
from tools.audit import CONSTRAINTS, pinned


@contextmanager
def osv(status: int = 200, body: str | None = None, weak: str = "") -> Iterator[str]:
    """An OSV that knows one weakness, or answers like this; its address."""

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            queries = json.loads(self.rfile.read(length))["queries"]
            known = [
                {"vulns": [{"id": "GHSA-x"}]} if query["package"]["name"] == weak else {}
                for query in queries
            ]
            self.send_response(status)
            self.end_headers()
            self.wfile.write((body or json.dumps({"results": known})).encode())

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = HTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def audited(address: str) -> tuple[int, str]:
    """The exit code and what was said."""
    done = CliRunner().invoke(main, ["audit", "--address", address])
    return done.exit_code, done.output


def test_every_exact_version_is_asked_about() -> None:
    lines = [line for line in CONSTRAINTS.read_text("utf-8").splitlines() if line[:1] != "#"]
    assert len(pinned(CONSTRAINTS.read_text("utf-8"))) == len(lines) > 30


def test_a_weakness_that_is_known_fails_and_none_does_not() -> None:
    with osv() as address:
        assert audited(address)[0] == 0
    with osv(weak="aiohttp") as address:
        code, said = audited(address)
    assert code == 1
    assert said.startswith("aiohttp ")
    assert "GHSA-x" in said


@pytest.mark.parametrize(
    ("status", "body"), [(503, ""), (200, "no JSON"), (200, "{}"), (200, '{"results": []}')]
)
def test_an_audit_that_could_not_look_says_so_and_fails_nobody(status: int, body: str) -> None:
    with osv(status, body or "busy") as address:
        code, said = audited(address)
    assert code == 0
    assert said.startswith("NOT AUDITED")


def test_a_database_that_is_out_of_reach_is_said() -> None:
    code, said = audited("http://127.0.0.1:1/")
    assert (code, said[:11]) == (0, "NOT AUDITED")
