"""The tables. Ids of people, guilds, channels and messages are Discord's, the others our own.

    players --< blocks, erasures            whom one will not play; who wants to be forgotten
            --< pings                       who has called whom lately, other than by a turn
            --< progress                    how far one has come in a course of lessons
    players --- settings, budgets
            --< vacations
    challenges --< challenge_seats          one row for each place at the table
    matches --< match_seats
            --< moves, departures, takebacks  the truth; the position in `matches` is a snapshot
            --- offers --< consents         what somebody wishes that all agree to, and who does
            --- rematches                   the challenge to play it again
            --- analyses                    what the computer says of it afterwards
            --- clocks                      the turn that runs, and when it is lost
            --< stops                       when a seat's clock stood (or will stand) still
            --- unposted                    its board cannot be shown at present
            --- owed_moves                  the computer is to move
            --< plans                       what players will answer, or why they will not any more
    heartbeat                               one row: when the bot was last alive
    outages                                 when it was away for long
    solitaires                              problems that one person is at, or has been
    dailies, found_ways                     who solved the problem of a day, and by which ways
    daily_posts                             the servers where it is posted
    found_hops                              who found the longest hop in a position of a match
    rated_games --< rated_seats             what the ratings are made of
                --- annulments              the games that count no more
    ladders                                 whether a server's ratings must be counted anew
    matches --- aborts                      who broke one off before it had begun in earnest
    servers, audit                          what a server's owner has chosen, and who changed what
    removals                                the servers that the bot was removed from
    interactions                            what each interaction did, for a day
    outbox --> posts                        what must be told; the messages that came of it
    absences                                the messages that tell for whom vacation is taken by itself

Times are UTC in whole seconds. SQLite uses an index on some of the rows only where a query says which
in the same words, as literals: hence RUNNING, OPEN, OWED, SETTLED and WORLDWIDE.

The migrations make these tables; a test compares the two.
"""

from bot.extensions.puzzles.store import puzzle_tables
from bot.store.tables import challenges, games, guilds, messages, players, ratings
from bot.store.tables.base import metadata

__all__ = [
    "challenges",
    "games",
    "guilds",
    "messages",
    "metadata",
    "players",
    "puzzle_tables",
    "ratings",
]
