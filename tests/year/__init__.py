"""Simulation of a year: hundreds of players use the real service and store.

    make year                                           # all twelve months
    python -m tests.year --players 60 --games 200 --days 90 --seed 3

This is a discrete-event simulation: events wait in a queue in order of time, and the clock jumps
from one event to the next. Only Discord and the players are simulated.

- `habits`: types of players
- `offers`: the games that they play
- `player_actions`: their actions in a match, one function each
- `matchmaking`, `departures`, `computers`, `continuations`: other activities; those of extensions are in
  `tests/bot/extensions/*/year.py`
- `simulated_discord`: a Discord that fails from time to time
- `simulated_world`: the event queue and the clock
- `outages`, `database`: database outages
- `features`: features that every run must cover

After every event `monitor` checks the matches that the event affected, and `invariants` checks the
whole database once a week. `ledger` is an independent, simple implementation of the clocks.
"""
