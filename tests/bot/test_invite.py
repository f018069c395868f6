"""`halma-bot invite`: the link, and clear sentences for invalid ids and tokens."""

import base64
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.invite_link import PERMISSIONS

ID = 183_948_772_001_245_696


def token_of(text: str) -> str:
    """Return a token whose first part encodes this text."""
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=") + ".Gabcde.s3cret"


@pytest.fixture(autouse=True)
def _no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)


def typed(*words: str) -> tuple[int, str]:
    """Run `halma-bot invite` with these arguments; return exit code and output."""
    result = CliRunner().invoke(main, ["invite", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.mark.parametrize("source", ["option", "token"])
def test_the_link_has_the_id_and_exactly_the_needed_permissions(
    monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    if source == "token":
        monkeypatch.setenv("DISCORD_TOKEN", token_of(str(ID)))
        code, output = typed()
    else:
        code, output = typed("--application", f" {ID} ")
    assert code == 0
    (line,) = output.splitlines()
    assert line.startswith("https://discord.com/oauth2/authorize?")
    asked = parse_qs(urlsplit(line).query)
    assert asked["client_id"] == [str(ID)]
    assert asked["permissions"] == [str(PERMISSIONS.value)]
    assert asked["scope"] == ["bot applications.commands"]


@pytest.mark.parametrize(
    "text",
    ["", "-1", "12345", "１２３４５６７８９０１２３４５６７８", "9" * 20, "9" * 30, "0" * 18, "1e17",
     "18394877200124569\n6", "APPLICATION_ID", "<@183948772001245696>"],
)  # fmt: skip
def test_an_invalid_application_id_is_refused_with_a_sentence(text: str) -> None:
    code, output = typed("--application", text)
    assert code == 2
    assert "not an application ID" in output
    assert "17 to 20 digits" in output


@pytest.mark.parametrize(
    "token", ["s3cret", "=.s3cret", "é".encode().hex() + "s3cret", "A.s3cret", token_of("s3cret")]
)
def test_a_token_without_an_id_is_not_repeated(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    code, output = typed()
    assert code == 2
    assert "DISCORD_TOKEN contains no application ID" in output
    assert "s3cret" not in output


def test_without_token_and_option_the_message_names_both() -> None:
    code, output = typed()
    assert code == 2
    assert "DISCORD_TOKEN" in output
    assert "--application" in output
