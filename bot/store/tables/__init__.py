"""Table definitions. Ids of users, guilds, channels and messages are Discord's.

    players --< blocks, erasures            block list; erasure requests
            --< pings                       the latest non-turn ping between two players
            --< lesson_progress             the current lesson of each course
    players --- settings, vacation_budgets
            --< vacations
    challenges --< challenge_seats          one row for each slot
    matches --< match_seats
            --< moves, departures, takebacks  source of truth; `matches.position` is a snapshot
            --- offers --< consents         the open offer, and the seats that have agreed
            --- rematches                   the challenge to a rematch
            --- analyses                    the computer's analysis of a finished match
            --- clocks                      the current turn and its deadline
            --< clock_stops                 intervals in which a seat's clock is stopped
            --- undelivered_boards          the newest board could not be posted
            --- computer_moves              a computer player is to move
            --< plans                       conditional moves, active or just ended
    heartbeat                               one row: when the bot was last alive
    downtimes                               when the bot was down for longer than a restart
    solitaires                              puzzle games, current and past
    dailies, figure_solutions               who solved a daily puzzle, and which solutions
    daily_posts                             guilds in which the daily puzzle is posted
    longest_hop_answers                     who found the longest hop in a position
    imported_games                          records that players uploaded
    rated_games --< rated_seats             the source of all ratings
                --- annulments              games that no longer count
    ladders                                 revision of each guild's ladder
    matches --- aborts                      who caused an early abort
    servers, audit                          guild settings, and who changed them
    removed_guilds                          guilds the bot was removed from
    interactions                            what each interaction did, kept for a day
    outbox --> posts                        messages to send; the messages that resulted
    vacation_notices                        messages about automatic vacation

Times are UTC in whole seconds. SQLite uses a partial index only if the query repeats its condition
with the same literals, hence the constants RUNNING, OPEN, PENDING, SETTLED and WORLDWIDE.

The migrations create these tables; a test compares the two.
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
