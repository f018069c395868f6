"""Error messages: one sentence for every error code of the engine and the service."""

from collections.abc import Mapping
from typing import Any

from bot import extension_points
from bot.i18n.durations import invalid_time_text, stamp
from bot.i18n.escaping import code, quote
from bot.i18n.translator import N_, Translator
from bot.service.clock.calendar import InvalidTime
from bot.service.conditional_moves import plan_text
from bot.service.errors import BadPlan, PlanFault, ServiceError
from bot.service.match.computer_players import level_of
from bot.texts.event_labels import event_label
from bot.texts.game_names import computer_name
from engine.errors import BadRecord, EngineError, Reason
from engine.record import LONGEST
from engine.several_turns import squares_among_words

MOVES: Mapping[str, str] = {
    "unreadable": N_(
        "I could not read {text} as a move. Write where the man stands and where it goes, "
        "e.g. {moves}. Each square is a row, then a place in that row."
    ),
    "several-turns": N_("I read several moves there: {moves}. Send one move at a time."),
    "undivided": N_(
        "I could not tell where the squares in {text} begin and end. Put a comma between row and "
        "place, and a dash between squares, e.g. {moves}."
    ),
    "too-long": N_("That is too long for a move. Write only the move, e.g. {moves}."),
    "no-such-square": N_(
        "There is no square {square} on this board. The row comes first, in Roman "
        "numerals, then the place in the row, e.g. {moves}."
    ),
    "no-such-piece": N_(
        "This game has no piece like the one in {text}. Write a move such as {moves}."
    ),
    "empty-square": N_("There is no man on {square}. Start from a square with one of your men."),
    "not-your-man": N_("The man on {square} is not yours. Move one of your own."),
    "fixed": N_("The man on {square} has reached its goal and stays there. Move another."),
    "target-taken": N_("There is already a man on {square}. Choose an empty square."),
    "nobody-to-jump": N_(
        "There is no man on {square} to jump over. A jump needs a man next to yours and an "
        "empty square just beyond it."
    ),
    "wrong-man": N_("This piece may not jump over the man on {square}. Try another route."),
    "not-clear": N_(
        "On a long jump, every square along the line except the middle one must be empty, "
        "and {square} is not. Try another line."
    ),
    "blocked": N_("The man on {square} is in the way. Try another route."),
    "too-far": N_(
        "There is no route from {square} to {other}: a step goes to a neighbouring square, "
        "and I found no chain of jumps. Press **Move** to see what is possible."
    ),
    "other-colour": N_(
        "There is no route from {square} to {other}: a hop never changes the colour of the "
        "square, and these two differ in colour. Press **Move** to see what is possible."
    ),
    "wrong-direction": N_(
        "This piece cannot move from {square} to {other}. Press **Move** to see where it can go."
    ),
    "no-leap": N_(
        "This piece cannot leap from {square} to {other}. Press **Move** to see where it can go."
    ),
    "no-exit": N_("A man cannot leave the board from {square}. Move to the edge first."),
    "ended": N_("A move that reaches {square} ends there. Stop on {square}."),
    "leaves-yard": N_(
        "A man in your goal may not leave it, not even between two jumps. Choose another "
        "route, or move another man."
    ),
    "enters-yard": N_(
        "The man may not enter the yard at {square}. Stop before it, or go elsewhere."
    ),
    "no-step": N_(
        "Only jumps may follow a jump, and {square} to {other} is a step. Stop on {square}."
    ),
    "hemmed-in": N_("The man on {square} is hemmed in and cannot move. Move another."),
    "no-move": N_(
        "None of your men can move to or from {square}. Press **Move** to see what is possible."
    ),
    "other-piece": N_(
        "The piece on {square} is a different kind. Name the right kind, or give only squares."
    ),
    "jumps-back": N_(
        "A piece may not jump straight back over {square}, which it has just jumped over. "
        "Try another route."
    ),
    "no-send-back": N_(
        "A jump over the Circle on {square} sends it back, and such a jump may not land on "
        "the rim. Try another route."
    ),
    "returns": N_("That would bring the man back to {square}. A move has to change something."),
    "no-rest": N_(
        "A man may pass over {square} but not stop there. Keep jumping, or stop earlier."
    ),
    "must-leave": N_(
        "An opponent has left home, so your men must now leave home too. You may play {moves}."
    ),
    "once": N_("Each man moves once: from the yard to a square of the figure."),
    "must-drop": N_(
        "All pieces must be dropped first. Choose a square for the next one, e.g. {moves}."
    ),
    "no-drop": N_("There is nothing to drop now. Move a man instead, e.g. {moves}."),
    "not-here": N_("A piece may not be dropped on {square}. Choose another square."),
    "must-jump": N_(
        "A piece on your first rank has an enemy next to it and must jump out over that "
        "enemy. You may play {moves}."
    ),
    "no-pass": N_("You cannot pass while you can move. Press **Move** to see what is possible."),
    "ambiguous": N_("That could mean several moves. Which one: {moves}?"),
    "game-over": N_("This game is over. Use `/challenge` to start another."),
}
"""Illegal-move messages by the codes in `engine.errors.CODES`.

Facts: `text` is the input, `square` and `other` are the first two squares concerned, and `moves`
are legal moves.
"""
UNKNOWN_WORDS = N_(
    "I read {moves} there, but I do not know all the other words. If that is your move, "
    "send only {moves}."
)
"""The message for an unreadable text with squares in it."""

SERVICE: Mapping[str, str] = {
    "not-found": N_("I cannot find that. Use `/games` to see your games."),
    "older-than-subject": N_(
        "This message is from before a backup of my data was restored, so its buttons no longer "
        "work. Use `/games` to see your games."
    ),
    "finished": N_("That game is over. Use `/game board` to see it."),
    "stale": N_("The game has moved on since that board was posted. Here is how it stands now."),
    "not-playing": N_("You are not playing in that game. Use `/games` to see your games."),
    "not-your-turn": N_("It is not your turn: I am waiting for {player}."),
    "out-of-time": N_("Your time for that move ran out {deadline}, before you sent it."),
    "not-overdue": N_("There is nothing to claim yet: {player}'s time runs out {deadline}."),
    "not-opponent": N_("Only an opponent of the player to move can do that."),
    "undecided": N_(
        "{player} has left, and their partner must first use `/game takeover` to choose "
        "who takes over."
    ),
    "nothing-to-choose": N_("That has already been decided."),
    "no-clock": N_("That game has no clock to pause."),
    "nobody-to-give": N_("You can only give time to an opponent whose turn it is."),
    "too-early-to-nudge": N_("Their turn has only just begun. You can remind them {deadline}."),
    "rules-changed": N_(
        "The rules of this game have changed since it began, so it cannot continue. You "
        "can agree on a draw, or resign."
    ),
    "damaged": N_(
        "This game's moves do not match its board, so something is wrong with my database. "
        "Please tell the person who runs me. The game is on hold until that is fixed."
    ),
    "not-rated": N_("That game is not rated, so it does not count anyway."),
    "already-annulled": N_("That game has already been annulled."),
    "not-the-winner": N_("Only the player who won that game on time can waive the win."),
    "too-late-to-waive": N_("A win can only be waived within two days, and that time has passed."),
    "too-late-to-abort": N_(
        "Everyone has moved, so you can no longer abort the game on your own. Use "
        "`/game abort` to ask the others."
    ),
    "bound-by-event": N_("Games in {event} cannot be aborted. You can resign instead."),
    "already-offered": N_(
        "You have already asked or agreed. The offer stands until everyone has answered or "
        "someone moves."
    ),
    "another-offer": N_(
        "There is already another offer in that game. Answer it first, or wait for the answer."
    ),
    "no-offer": N_(
        "That offer is no longer open: it was answered, someone has moved since, or it expired."
    ),
    "plays-on": N_("The computer declines the draw."),
    "too-early-to-draw": N_(
        "It is too early for a draw: you can offer one after the first {rounds} rounds."
    ),
    "too-late-to-undo": N_(
        "It is too late to undo that move: a minute has passed, or someone has moved since."
    ),
    "nothing-to-take-back": N_("You have no move to take back: you have not moved yet."),
    "not-over": N_("That game is still in progress. Use `/game board` to see it."),
    "not-yours": N_("That challenge is for someone else. Use `/challenge` to make your own."),
    "already-answered": N_(
        "That challenge has already been answered. Use `/challenge` to make a new one."
    ),
    "expired": N_("That challenge has expired. Use `/challenge` to make a new one."),
    "self-challenge": N_(
        "A challenge needs another player. Use `/play` to play all sides yourself, or leave "
        "`opponent` empty so that anyone can accept."
    ),
    "self-block": N_("You cannot block yourself. Choose someone else."),
    "not-together": N_("You and {player} cannot play together. Challenge someone else."),
    "seat-taken": N_("Someone already has that side. Choose another, or leave it to chance."),
    "invited-twice": N_("{player} can only have one seat. Invite someone else."),
    "wrong-number": N_(
        "This game is for {sizes} players, not {present}. Change the number of players, or "
        "choose another game."
    ),
    "table-full": N_("That challenge is full. Use `/challenge` to make your own."),
    "not-at-table": N_("You have not joined that challenge."),
    "has-left": N_("You have left that game. Use `/games` to see those you are still playing."),
    "place-certain": N_(
        "You have already finished and your place is final, so there is nothing to resign."
    ),
    "limit-reached": N_(
        "You have {limit} open challenges, which is the limit. Withdraw one, or wait for an answer."
    ),
    "too-many-challenges": N_(
        "You have made {limit} challenges in the last hour, which is the limit. You can "
        "make the next one {deadline}."
    ),
    "too-many-games": N_(
        "You are playing {limit} games, which is the limit. When one of them is over, you "
        "can start another."
    ),
    "withdrawn-lately": N_(
        "You withdrew that offer a little while ago. You can make it again {deadline}."
    ),
    "note-too-long": N_(
        "Your note has {length} characters; the limit is {limit}. Please shorten it."
    ),
    "rated-with-hints": N_(
        "A rated game has no hints. Choose either a rated game or one with hints."
    ),
    "wrong-channel": N_("In this server, games can only be started in {channels}."),
    "bad-plan": N_("Your plan has not been saved:"),
    "your-turn": N_("It is your turn. Move first; then you can plan your reply."),
    "no-turn": N_("You have finished that game, so there is nothing left to plan."),
    "no-plan": N_("You have no plan for that game. Use `/game plan` to make one."),
    "already-done": N_("That has already been done. Use `/games` to see your games."),
}
"""Messages by `ServiceError.code`.

The facts are those of the error, with `player` as a mention and `deadline` as a timestamp.
"""

WHY: Mapping[tuple[str, object], str] = {
    ("not-found", "server"): N_(
        "No game in this server has the number {key}. Each board shows the number of its game."
    ),
    ("too-early-to-nudge", "own-turn"): N_("It is your own turn, so there is no one to remind."),
    ("too-early-to-nudge", "computer"): N_(
        "It is the computer's turn, and the computer needs no reminder."
    ),
    ("too-early-to-nudge", "lately"): N_(
        "They were reminded less than a day ago. You can nudge them again {deadline}."
    ),
    ("out-of-time", "other"): N_("Their time for that move ran out {deadline}."),
    ("not-overdue", "own-turn"): N_("It is your own turn, so there is nothing to claim."),
    ("not-overdue", "no-clock"): N_("That game has no clock, so there is nothing to claim."),
    ("nobody-to-give", "own-turn"): N_(
        "It is your own turn. You can only give an opponent time on their turn."
    ),
    ("nobody-to-give", "no-clock"): N_("That game has no clock, so there is no time to give."),
    ("nothing-to-choose", "alone"): N_(
        "There is nothing to choose: you have no partner in that game."
    ),
    ("nothing-to-choose", "plays"): N_("There is nothing to choose: your partner has not left."),
    ("bound-by-event", "pause"): N_(
        "Games in {event} cannot be paused. If you will be away, use **Vacation** (`/me settings`)."
    ),
    ("bound-by-event", "takeback"): N_(
        "Moves in {event} cannot be taken back, except with **Undo** within a minute."
    ),
    ("bound-by-event", "hint"): N_(
        "Games in {event} have no hints until they are over. After that, use **Analysis**."
    ),
    ("another-offer", "own"): N_(
        "Your own offer in that game is still open. Withdraw it first, or wait for the answer."
    ),
    ("nothing-to-take-back", "left"): N_(
        "Someone has left since your last move, so it can no longer be taken back."
    ),
}
"""Messages for codes that have several reasons, by code and the fact `why`."""

PLANS: Mapping[str, str] = {
    "empty": N_("Your plan is empty. Write a line such as `VII,6-VI,6, III,3-IV,3`."),
    "too-long": N_("A plan can have at most {length} characters, and a line {line_length}."),
    "too-many-lines": N_("A plan can have at most {lines} lines, and {drops} drops after `*`."),
    "too-many-plies": N_(
        "A line can have at most {plies} moves, including those of your opponents."
    ),
    "several-turns": N_("write a comma between two moves, e.g. `VII,6-VI,6, III,3-IV,3`."),
    "star": N_("`*` stands for all moves before yours, so your own move must follow it."),
    "unfinished": N_("your own move is missing at the end of the line."),
    "over": N_("the game would be over before that."),
    "contradiction": N_("it covers the same moves as line {other}, but with a different reply."),
}
"""Messages by `PlanFault.problem`.

The problem "move" has no entry because the engine's message explains it.
"""

SUGGESTED = 8
"""Maximum number of moves or channels listed in one message."""
FAULTY_LINE = N_("Line {line}: {problem}")
FAULTY_MOVE = N_("Line {line}, {text}: {problem}")
BAD_RECORD = N_("I cannot replay this record. Line {line}: {problem}")
RECORDS: Mapping[str, str] = {
    "too-long": N_("It is longer than {most} characters."),
    "unknown-game": N_("It must start with a game I know, e.g. {header}."),
    "revision": N_("The rules of this game have changed since then."),
    "header": N_("Only lines like {header} may come before the moves."),
    "result": N_("The last line must be the game's result, or * if there is none."),
}
"""Messages for a `BadRecord` that was not caused by an illegal move, by code."""


def illegal_move_text(t: Translator, reason: Reason) -> str:
    """Return the message for an illegal move."""
    that_square = t.translate("that square")
    if reason.code == "unreadable" and (read := squares_among_words(reason.text)):
        return t.translate(UNKNOWN_WORDS, moves=code(read))
    square, other = (*(code(name) for name in reason.squares[:2]), that_square, that_square)[:2]
    moves = ", ".join(code(move) for move in reason.moves[:SUGGESTED])
    more = " …" if len(reason.moves) > SUGGESTED else ""
    return t.translate(
        MOVES[reason.code],
        text=code(reason.text, 60),
        square=square,
        other=other,
        moves=(moves or "…") + more,
    )


def error_text(t: Translator, error: EngineError | ServiceError | BadRecord | InvalidTime) -> str:
    """Return the message for an error of the engine or the service."""
    if isinstance(error, EngineError):
        return illegal_move_text(t, error.reason)
    if isinstance(error, InvalidTime):
        return invalid_time_text(t, error)
    if isinstance(error, BadRecord):
        problem = (
            illegal_move_text(t, error.cause.reason)
            if error.cause
            else t.translate(RECORDS[error.code], most=LONGEST, header=code('[Game "halma-8"]'))
        )
        return t.translate(BAD_RECORD, line=error.line, problem=problem)
    facts: dict[str, Any] = dict(error.facts)
    if isinstance(error, BadPlan):
        lines = [plan_fault_text(t, fault) for fault in facts.get("faults", ())]
        return "\n".join([t.translate(SERVICE[error.code]), *lines])
    if isinstance(player := facts.get("player"), int):
        level = level_of(player)
        facts["player"] = f"<@{player}>" if level is None else computer_name(t, level)
    if isinstance(deadline := facts.get("deadline"), int):
        facts["deadline"] = stamp(deadline)
    if isinstance(event := facts.get("event"), str):
        facts["event"] = quote(event_label(t, event))
    if "key" in facts:
        facts["key"] = code(str(facts["key"]))
    if isinstance(sizes := facts.get("sizes"), tuple):
        facts["sizes"] = t.join(sizes, "or")
    if isinstance(channels := facts.get("channels"), tuple):
        facts["channels"] = ", ".join(f"<#{channel}>" for channel in channels[:SUGGESTED])
    return t.translate(_sentence(error.code, facts.pop("why", None)), **facts)


def _sentence(error_code: str, why: object) -> str:
    """Return the sentence for an error of the service or of an extension."""
    if error_code in SERVICE:
        return WHY.get((error_code, why), SERVICE[error_code])
    (sentences,) = (
        extension.error_sentences
        for extension in extension_points.installed()
        if error_code in extension.error_sentences
    )
    return sentences.get(f"{error_code}/{why}", sentences[error_code])


def plan_fault_text(t: Translator, fault: PlanFault) -> str:
    """Return the message for a fault in conditional moves, with its line if known."""
    if fault.cause is not None:
        problem = illegal_move_text(t, fault.cause.reason)
    else:
        problem = t.translate(
            PLANS[fault.problem],
            length=plan_text.LENGTH,
            line_length=plan_text.LINE_LENGTH,
            lines=plan_text.MAX_LINES,
            drops=plan_text.MAX_QUEUED,
            plies=plan_text.MAX_PLIES,
            other=fault.other,
        )
    if fault.line is None:
        return problem
    if not fault.text:
        return t.translate(FAULTY_LINE, line=fault.line, problem=problem)
    text = code(fault.text, 60)
    return t.translate(FAULTY_MOVE, line=fault.line, text=text, problem=problem)
