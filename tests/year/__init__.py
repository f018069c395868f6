"""A simulated year: hundreds of people play for twelve months through the real service and store.

    make year                                           # the whole of it
    python -m tests.year --players 60 --games 200 --days 90 --seed 3

Time is an agenda of moments, and everything between them is skipped. Only Discord and the people are
made up: `habits` has what the people are like, `offers` what they play, `acts` what they may do (one
function each, in a list), `post` a Discord that now and then misbehaves, `world` the course of time.
`computers` plays with the computer, `looking_back` has games analysed, imported and played on from,
`problems` is about the problem of the day, `outages` and `database` about a database that is away.
`features` says what a year must contain: a run in which any of it never happened fails.
After every event `invariants` are checked of the games that it touched, and of everything once a week;
`ledger` reckons the clocks once more, in the most simple-minded way.
"""
