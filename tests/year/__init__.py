"""A simulated year: hundreds of people play for twelve months through the real service and store.

    make year                                           # the whole of it
    python -m tests.year --players 60 --games 200 --days 90 --seed 3

Time is an agenda of moments, and everything between them is skipped. Only Discord and the people are
made up: `habits` has what the people are like, `offers` what they play, `acts` what they may do (one
function each, in a list), `post` a Discord that now and then misbehaves, `world` the course of time.
After every event `invariants` are checked of the games that it touched, and of everything once a week;
`ledger` reckons the clocks once more, in the most simple-minded way.
"""
