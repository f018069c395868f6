"""Error messages of tournaments, ladders and seasons."""

from collections.abc import Mapping

from bot.extension_api.texts import N_

ERRORS: Mapping[str, str] = {
    "no-such-event": N_(
        "I cannot find that tournament. Use **Tournaments** (`/games`) to see this server's "
        "tournaments."
    ),
    "no-such-pairing": N_(
        "I cannot find that tournament game. Use **Tournaments** (`/games`) to see this server's "
        "tournaments."
    ),
    "not-organiser": N_("Only the organiser of the tournament or a manager can do that."),
    "not-a-manager": N_("Only someone who may manage this server can do that."),
    "may-not-organise": N_("Only someone who may manage this server can create tournaments here."),
    "may-not-organise/games": N_(
        "You can create tournaments here once you have finished {games} games in this server."
    ),
    "may-not-organise/rated": N_(
        "Only someone who may manage this server can create a rated tournament for more than "
        "{most} players. Make it unrated, or smaller."
    ),
    "too-many-drafts": N_(
        "This server has {limit} unfinished tournaments, which is the limit. When one of them is "
        "over, you can create another."
    ),
    "bad-event-name": N_("The name of a tournament must have 1 to {limit} characters."),
    "event-needs-duel": N_(
        "This kind of tournament needs a game for two players, and this game is for {present}. "
        "Choose tables, or another game."
    ),
    "event-needs-table": N_(
        "Tables need a game for 3, 4 or 6 players, and this game is for {present}. Choose another "
        "kind of tournament, or another game."
    ),
    "event-untimed": N_("A tournament needs a time limit. Choose one, e.g. `3 days`."),
    "bad-entrant-limits": N_(
        "This kind of tournament is for {least} to {most} players. The minimum cannot exceed the "
        "maximum."
    ),
    "bad-event-option": N_("One of these numbers is out of range. Please check them."),
    "bad-event-option/games-each": N_("A pair plays one game or two. Choose 1 or 2."),
    "bad-event-option/at-once": N_("Choose 2 to 7 games at once."),
    "bad-event-option/reliability": N_("Choose a reliability of 0, 70, 80 or 90%."),
    "bad-event-option/ratings": N_(
        "The lowest rating cannot exceed the highest one, and both lie between 0 and 4000."
    ),
    "bad-event-option/rounds": N_("Choose 3 to 7 rounds."),
    "bad-event-option/round-days": N_("A round can last from 1 to 120 days."),
    "bad-event-option/sign-up": N_("Sign-up can last from 1 hour to 60 days."),
    "not-a-draft": N_("Sign-up for that tournament has already opened."),
    "sign-up-closed": N_("That tournament has begun, so sign-up is closed."),
    "sign-up-closed/draft": N_("Sign-up for that tournament has not opened yet."),
    "sign-up-closed/finished": N_("That tournament is over."),
    "sign-up-closed/cancelled": N_("That tournament has been cancelled."),
    "already-entered": N_("You have already signed up."),
    "already-entered/waiting": N_("You are already on the waiting list."),
    "already-left": N_("You have left that tournament, so you cannot enter it again."),
    "not-entered": N_("You have not signed up for that tournament."),
    "too-many-events": N_(
        "You are in {limit} tournaments, which is the limit. When one of them is over, you can "
        "enter another."
    ),
    "account-too-new": N_(
        "Your account is younger than {days} days, which is too new for a rated tournament. You "
        "can enter {deadline}."
    ),
    "barred-from-events": N_(
        "You ran out of time in a tournament and did not answer. You can enter the next one "
        "{deadline}."
    ),
    "barred-from-ratings": N_(
        "You have aborted several games recently. You can enter a rated tournament {deadline}."
    ),
    "too-unreliable": N_(
        "This tournament needs a reliability of {limit}%, and yours is {have}%. Each game that "
        "you finish in time raises it."
    ),
    "reliability-unknown": N_(
        "This tournament needs a reliability of {limit}%, and you have none yet. Finish {games} "
        "games first."
    ),
    "rating-outside": N_("This tournament is for ratings of {least} to {most}."),
    "rating-outside/low": N_(
        "This tournament is for ratings of {least} or more, and yours is {have}."
    ),
    "rating-outside/high": N_("This tournament is for ratings up to {most}, and yours is {have}."),
    "rating-outside/none": N_(
        "This tournament is for players with a rating, and you have none in this server yet. "
        "Finish a rated game first."
    ),
    "role-missing": N_("This tournament is for members with the role {role}."),
    "event-is-over": N_("That tournament is over. Nothing can be changed in it."),
    "event-not-running": N_("That is only possible while the tournament is running."),
    "too-few-entrants": N_(
        "The tournament needs at least {limit} players, and has only {have}. Wait for more."
    ),
    "bad-reason": N_("Please give a reason of 1 to {limit} characters."),
    "not-for-two": N_("That game has more than two players. Give the place of each."),
    "not-a-table": N_("That game has two players. Choose who has won, or a draw."),
    "bad-places": N_(
        "Give a place for each of the {present} players, e.g. 1, 2, 2, 4 if two of them are tied."
    ),
    "round-is-over": N_(
        "The next round of this cup has begun, so the result of this game is final. To end the "
        "cup, cancel the tournament."
    ),
    "entrant-struck": N_(
        "One of the two players left the tournament early, so none of that player's games count."
    ),
    "no-such-series": N_(
        "I cannot find that season, or it has been stopped. Use **Tournaments** (`/games`) to see "
        "all of them."
    ),
    "too-many-series": N_(
        "This server has seasons of {limit} championships, which is the limit. Stop one of them "
        "first."
    ),
    "series-exists": N_("This server already has seasons of that length for that game: {series}."),
    "too-many-seasons": N_(
        "You are still playing in {limit} seasons of this championship. When one of them is over, "
        "you can enter the next one."
    ),
    "no-such-ladder": N_(
        "I cannot find that ladder. Use **Tournaments** (`/games`) to see this server's ladders."
    ),
    "too-many-ladders": N_(
        "This server has {limit} ladders, which is the limit. Remove one of them first."
    ),
    "ladder-exists": N_("This server already has a ladder for that game: {ladder}."),
    "bad-ladder-name": N_("The name of a ladder must have 1 to {limit} characters."),
    "ladder-needs-duel": N_(
        "Ladders need a game for two players, and this game is for {present}. Choose another game."
    ),
    "ladder-untimed": N_("A ladder needs a time limit. Choose one, e.g. `3 days`."),
    "already-on-ladder": N_("You are already on this ladder. Your place: {rank}"),
    "not-on-ladder": N_("You are not on this ladder. Press Join to enter it."),
    "not-on-ladder/inactive": N_(
        "You are inactive on this ladder, so you have no place. Press Join to come back."
    ),
    "cannot-challenge": N_("You cannot challenge this player on the ladder."),
    "cannot-challenge/self": N_("You cannot challenge yourself."),
    "cannot-challenge/busy": N_(
        "You have challenged someone on this ladder, and the game is still running. You can "
        "challenge again when it is over."
    ),
    "cannot-challenge/absent": N_("This player is not on the ladder right now."),
    "cannot-challenge/below": N_("This player is below you. Challenge someone above you."),
    "cannot-challenge/far": N_(
        "This player is too far above you. You can challenge members up to {reach} places above."
    ),
    "cannot-challenge/playing": N_("You are playing a game of this ladder with each other."),
    "cannot-challenge/lately": N_(
        "You have played each other on this ladder recently. You can challenge this player "
        "{deadline}."
    ),
    "cannot-challenge/vacation": N_(
        "This player is on vacation. You can challenge them when they are back."
    ),
    "cannot-challenge/asked": N_(
        "This player already has as many challenges as a member can have at once. Wait until one "
        "of those games is over."
    ),
    "nothing-asked": N_("Thank you. You are still in; there was no question to answer."),
}
"""Sentences by `ServiceError.code`, or by "code/why" if a code has several."""
