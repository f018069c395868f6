"""Play on from here: start a match from a position of a finished match or record."""

from bot.app import Call
from bot.commands.challenge import must_be_here
from bot.commands.permissions import must_be_installed, must_post, parent
from bot.commands.play import begin
from bot.commands.review import handles_story, source_of, story
from bot.service.matchmaking import challenges, computer_games
from bot.store.models import ChallengeSeat
from bot.views.components import Control, OldControl, whole
from bot.views.continue_from import play_on
from bot.views.reply import Reply
from bot.views.review_source import Story
from engine.search import levels


async def begins(call: Call, control: Control) -> tuple[Story, tuple[str, ...], int]:
    """Return the game, its moves up to the chosen position, and the seat to move.

    Raises `OldControl` if the game is not over or has no such position.
    """
    told = await story(call, control.subject, source_of(control.action))
    if told.ended is None or not 0 <= control.ply <= len(told.moves):
        raise OldControl(control.action)
    game, position = told.record.variant, told.record.variant.start()
    for move in told.moves[: control.ply]:
        position = game.apply(position, move)
    return told, told.texts[: control.ply], position.turn


@handles_story("play-on")
async def ask(call: Call, control: Control) -> Reply:
    """Handle the Play on from here button: ask who the opponent is."""
    must_post(call)
    told, opening, seat = await begins(call, control)
    return Reply(view=play_on(call.said, told, len(opening), seat))


@handles_story("play-level", edits=True)
async def alone(call: Call, control: Control) -> Reply:
    """Handle the level buttons: play the computer player, or all sides alone."""
    must_post(call)
    told, opening, seat = await begins(call, control)
    level = whole(control.more)
    if level not in {computer_games.HANDS, *(one.number for one in levels(told.record.variant))}:
        raise OldControl(control.more)
    return await begin(call, told.record.variant, level, seat, opening)


@handles_story("play-friend", edits=True)
async def with_friend(call: Call, control: Control) -> Reply:
    """Handle the user select: challenge that player, other seats are open to anyone."""
    must_be_installed(call)
    must_post(call)
    told, opening, seat = await begins(call, control)
    if not control.people:
        raise OldControl(control.action)
    friend, said = control.people[0], call.said
    must_be_here(friend)
    await call.app.meet(friend)
    others = [ChallengeSeat()] * (len(told.record.variant.seats) - 2)
    async with call.write() as tx:
        await challenges.create(
            tx,
            challenger=call.player,
            variant=told.record.variant.key,
            places=[ChallengeSeat(friend.id), *others],
            seat=seat,
            opening=opening,
            guild=call.guild,
            channel=call.channel or 0,
            parent=parent(call),
            interaction=call.interaction.id,
            now=call.now,
        )
    return Reply(said.say("Your challenge is on its way to {opponent}.", opponent=friend.mention))
