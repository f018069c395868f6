"""Dependency audit: known vulnerabilities, and a warning if the check failed."""

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
    """Serve an OSV stand-in and yield its address.

    The stand-in replies with `status` and `body`. By default, the body lists one vulnerability in
    the package `weak`, and none in other packages.
    """

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
            """Discard the access log."""

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
    """Return the exit code and the output of the audit."""
    done = CliRunner().invoke(main, ["audit", "--address", address])
    return done.exit_code, done.output


def test_every_pinned_version_is_checked() -> None:
    lines = [line for line in CONSTRAINTS.read_text("utf-8").splitlines() if line[:1] != "#"]
    assert len(pinned(CONSTRAINTS.read_text("utf-8"))) == len(lines) > 30


def test_a_known_vulnerability_fails_the_audit_and_none_passes() -> None:
    with osv() as address:
        assert audited(address)[0] == 0
    with osv(weak="aiohttp") as address:
        code, output = audited(address)
    assert code == 1
    assert output.startswith("aiohttp ")
    assert "GHSA-x" in output


@pytest.mark.parametrize(
    ("status", "body"), [(503, ""), (200, "no JSON"), (200, "{}"), (200, '{"results": []}')]
)
def test_an_audit_that_got_no_answer_warns_without_failing(status: int, body: str) -> None:
    with osv(status, body or "busy") as address:
        code, output = audited(address)
    assert code == 0
    assert output.startswith("NOT AUDITED")


def test_an_unreachable_vulnerability_database_is_reported() -> None:
    code, output = audited("http://127.0.0.1:1/")
    assert (code, output[:11]) == (0, "NOT AUDITED")
