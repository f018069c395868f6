"""The proxy for connections to Discord, from the usual environment variables."""

from urllib.request import getproxies_environment, proxy_bypass

_DISCORD = "discord.com"


def discord_proxy() -> str | None:
    """Return the address of the proxy in HTTPS_PROXY or ALL_PROXY, or None.

    Returns None if NO_PROXY excludes discord.com, or if it is not an HTTP proxy.
    """
    proxies = getproxies_environment()
    proxy = proxies.get("https") or proxies.get("all") or ""
    if not proxy or proxy_bypass(_DISCORD, proxies):
        return None
    address = proxy if "://" in proxy else f"http://{proxy}"
    return address if address.startswith(("http://", "https://")) else None
