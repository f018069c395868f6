"""Runs the bot's command line against a fake Discord on a local port.

Usage: `python -m tests.bot.loopback_bot PORT run`

`python -m tests.bot.loopback_bot nursery FD` is a fork server. It imports everything once and forks
a bot process for each message on the socket FD. A message carries arguments, settings and two
pipes. One pipe is for the output of the process. The other is for its process id and, after it has
ended, its exit code.
"""

import json
import os
import socket
import sys

import discord
import yarl
from discord.gateway import DiscordWebSocket

from bot import app
from bot.__main__ import main
from bot.i18n.translator import LANGUAGES, translator_for
from bot.process import runner
from bot.service.jobs import scheduler
from bot.store.driver import write_watchdog
from bot.views import reply


def run(port: str, *command: str) -> None:
    """Run a bot command against the fake Discord on this port."""
    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/ws/")
    runner.FIRST_RETRY = 0.5
    looks = os.environ.get("HALMA_TEST_LOOKS_EVERY", scheduler.RECHECK_SECONDS)
    scheduler.RECHECK_SECONDS = int(looks)
    reply.DEFER_AFTER = float(os.environ.get("HALMA_TEST_DEFERS_AFTER", reply.DEFER_AFTER))
    write_watchdog.STUCK_SECONDS = float(
        os.environ.get("HALMA_TEST_STUCK_AFTER", write_watchdog.STUCK_SECONDS)
    )
    app.REQUESTS_PER_SECOND = int(os.environ.get("HALMA_TEST_A_SECOND", app.REQUESTS_PER_SECOND))
    main(command)


def nursery(asking: socket.socket) -> None:
    """Fork server: run a bot process for each message, and report its exit code."""
    for language in LANGUAGES:
        translator_for(language)
    while True:
        message, pipes, _, _ = socket.recv_fds(asking, 65536, 2)
        if not message:
            return
        if os.fork():
            for pipe in pipes:
                os.close(pipe)
            os.wait()  # double fork: the intermediate process exits at once
            continue
        if os.fork():
            os._exit(0)
        asking.close()
        saying, ending = pipes
        child = os.fork()
        if child == 0:
            os.close(ending)
            asked = json.loads(message)
            os.environ.update(asked["settings"])
            for stream in (1, 2):
                os.dup2(saying, stream)
            run(*asked["arguments"])
        os.close(saying)
        with os.fdopen(ending, "w") as writer:
            writer.write(f"{child}\n")
            writer.flush()
            writer.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
        os._exit(0)


if __name__ == "__main__":
    if sys.argv[1] == "nursery":
        nursery(socket.socket(fileno=int(sys.argv[2])))
    else:
        run(*sys.argv[1:])
