"""Simulation of a year: hundreds of players use the real service and store.

    make year                                           # all twelve months
    python -m tests.year --players 60 --games 200 --days 90 --seed 3

This is a discrete-event simulation: events wait in a queue ordered by time, and the clock jumps
from one event to the next. Only Discord and the players are simulated.

- `habits`: what the players are like
- `offers`: which games they play
- `player_actions`: what they can do in a match, as a list with one function per action
- `matchmaking`, `departures`, `computers`, `analyses`, `daily_puzzles`: other things they do
- `simulated_discord`: a Discord that fails from time to time
- `simulated_world`: the event queue and the clock
- `outages`, `database`: database outages
- `features`: what must occur at least once, otherwise the run fails

After every event `monitor` checks the matches that the event affected, and `invariants` checks the
whole database once a week. `ledger` computes all clocks a second time, as simply as possible.
"""
