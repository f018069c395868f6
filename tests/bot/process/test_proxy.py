"""The proxy for connections to Discord."""

import pytest

from bot.client import HalmaClient
from bot.process.proxy import discord_proxy
from bot.store import Store


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY", "REQUEST_METHOD"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.mark.parametrize(
    ("variables", "proxy"),
    [
        ({}, None),
        ({"HTTPS_PROXY": "http://proxy.example:3128"}, "http://proxy.example:3128"),
        ({"https_proxy": "proxy.example:3128"}, "http://proxy.example:3128"),
        ({"ALL_PROXY": "http://a:b@proxy.example"}, "http://a:b@proxy.example"),
        ({"HTTP_PROXY": "http://proxy.example"}, None),
        ({"HTTPS_PROXY": "http://proxy.example", "NO_PROXY": "localhost"}, "http://proxy.example"),
        ({"HTTPS_PROXY": "http://proxy.example", "NO_PROXY": "discord.com"}, None),
        ({"HTTPS_PROXY": "http://proxy.example", "NO_PROXY": "*"}, None),
        ({"HTTPS_PROXY": "socks5://proxy.example"}, None),
    ],
)
def test_the_proxy_is_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], proxy: str | None
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert discord_proxy() == proxy


async def test_the_client_connects_through_the_proxy(store: Store) -> None:
    client = HalmaClient(store, clock=lambda: 0, proxy="http://proxy.example:3128")
    assert client.http.proxy == "http://proxy.example:3128"
