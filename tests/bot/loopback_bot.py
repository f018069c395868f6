"""The bot's command line against a Discord at this port: `python -m tests.bot.loopback_bot PORT run`."""

import os
import sys

import discord
import yarl
from discord.gateway import DiscordWebSocket

from bot import app, running
from bot.__main__ import main
from bot.service.telling import scheduler
from bot.store import patience
from bot.views import reply

if __name__ == "__main__":
    port = sys.argv.pop(1)
    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/ws/")
    running.FIRST_WAIT = 0.5
    looks = os.environ.get("HALMA_TEST_LOOKS_EVERY", scheduler.LOOKED_AGAIN)
    scheduler.LOOKED_AGAIN = int(looks)
    reply.PATIENCE = float(os.environ.get("HALMA_TEST_DEFERS_AFTER", reply.PATIENCE))
    patience.LIMIT = float(os.environ.get("HALMA_TEST_STUCK_AFTER", patience.LIMIT))
    app.A_SECOND = int(os.environ.get("HALMA_TEST_A_SECOND", app.A_SECOND))
    main()
